import '@fontsource-variable/literata/index.css';
import '@mantine/core/styles.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
document.getElementById('splash')?.remove();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** Caches the pages for offline use. It fetches them after the first page, not at the same time. */
function keepShell(): void {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') keepShell();
  else addEventListener('load', keepShell, { once: true });
}
