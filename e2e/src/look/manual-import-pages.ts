import { answering } from './browser-states.js';
import { click, type LookedAt } from './looked-at.js';

/** Files that are the book. */
const CHECKED_FILES = { verdict: 'ok', checks: [], durationSeconds: 127_800, expectedMinutes: 2138 };

/** Tags of another book, in files that are too short. */
const OTHER_FILES = {
  verdict: 'broken',
  finding: 'The files say that they are “The Mill on the Floss” by George Eliot.',
  checks: [
    { what: 'title', wanted: 'Middlemarch: A Study of Provincial Life', found: 'The Mill on the Floss', verdict: 'differs' },
    { what: 'author', wanted: 'George Eliot', found: 'George Eliot', verdict: 'agrees' },
    { what: 'narrator', wanted: 'Juliet Stevenson', verdict: 'unknown' },
    { what: 'length', wanted: '35 h 38 min', found: '19 h 2 min', verdict: 'differs' },
  ],
  durationSeconds: 68_520,
  expectedMinutes: 2138,
  heldBy: 'qBittorrent',
};

/** The page on which files of the server were checked for a request, with what came out. */
function checkedFiles(name: string, finding: object): LookedAt {
  const files = Array.from({ length: 20 }, (_, index) => ({
    name: `CD ${index + 1}/Middlemarch (${index + 1} of 20).mp3`,
    size: 31_457_280,
  }));
  const found = { path: '/srv/books/Middlemarch', files, fileCount: 20, bytes: 629_145_600, otherCount: 3 };
  const skipped = [{ name: 'Middlemarch (21 of 20).mp3.part', reason: 'unfinished' }];
  return {
    name,
    path: ({ requests }) => `/admin/library/import?request=${requests.notFound}`,
    full: true,
    state: answering('/api/admin/manual-import', { ...found, skipped, ...finding }),
    async act(page) {
      await page.getByRole('textbox', { name: 'Folder or file' }).fill('/srv/books/Middlemarch');
      await click('button', 'Check the files')(page);
      await page.getByRole('heading', { name: 'What would be imported' }).waitFor();
    },
  };
}

export const MANUAL_IMPORT_PAGES: readonly LookedAt[] = [
  { name: 'manual-import', path: '/admin/library/import' },
  checkedFiles('manual-import-checked', CHECKED_FILES),
  checkedFiles('manual-import-other-book', OTHER_FILES),
  {
    name: 'manual-import-browse',
    path: '/admin/library/import',
    async act(page) {
      await click('button', 'Browse')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'etc' }).waitFor();
    },
  },
];
