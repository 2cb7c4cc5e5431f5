import '@fontsource-variable/literata/index.css';
import '@mantine/core/styles.css';
import './app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { keepShell } from './api/shell-worker.js';
import { neededMessages, needMessages, speak } from './i18n/catalog.js';
import { firstLanguage, markPage } from './i18n/language.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** The first page is drawn when its words are there. */
async function start(container: HTMLElement): Promise<void> {
  const language = firstLanguage();
  await speak(language);
  markPage(language);
  needMessages('shell');
  await neededMessages();
  document.getElementById('splash')?.remove();
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start(root);
if (import.meta.env.PROD) keepShell();
