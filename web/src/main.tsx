import '@fontsource-variable/literata/index.css';
import '@mantine/core/styles.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { keepShell } from './api/shell-worker.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
document.getElementById('splash')?.remove();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

if (import.meta.env.PROD) keepShell();
