import '@fontsource-variable/literata/index.css';
import './app/mantine-styles.js';
import './app/theme.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App, firstPage } from './app/app.js';
import { watchStyles } from './api/load-part.js';
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
  await Promise.all([neededMessages(), firstPage()]);
  // at once, so that nothing is painted between the splash and the page
  flushSync(() =>
    createRoot(container).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  document.getElementById('splash')?.remove();
}

watchStyles();
void start(root);
if (import.meta.env.PROD) keepShell();
