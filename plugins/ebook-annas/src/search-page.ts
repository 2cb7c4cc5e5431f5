import type { HTMLElement } from 'node-html-parser';
import { drift } from './drift.js';
import { bytesOf, languagesOf, readFacts } from './facts-line.js';
import { parsePage } from './parse-page.js';
import type { FoundFile } from './schema.js';

const MD5_PATH = /^\/md5\/([0-9a-f]{32})(?:[/?#]|$)/;
/** Columns of the table layout. */
const CELL = { title: 1, author: 2, year: 4, language: 7, kind: 8, format: 9, size: 10 } as const;
const LEAST_CELLS = 11;
/** Lists of other files, which are not results. */
const UNRELATED = '.js-recent-downloads-container, .js-partial-matches-show';

function md5Of(link: HTMLElement | null | undefined): string | undefined {
  return MD5_PATH.exec(link?.getAttribute('href') ?? '')?.[1];
}

function textOf(element: HTMLElement | null | undefined): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function authorsOf(text: string): string[] {
  return text
    .split(/;|\s&\s/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function fromListItem(item: HTMLElement, md5: string): FoundFile {
  const [fallbackTitle, fallbackAuthor] = item.querySelectorAll('[data-content]').map((entry) => entry.getAttribute('data-content') ?? '');
  const author = item.querySelectorAll('a').find((link) => link.querySelector('[class*="mdi--user-edit"]') !== null);
  // the class names of the line change, but not its content
  const line = item.querySelectorAll('div.text-gray-800, div.font-semibold').find((div) => textOf(div).includes('·'));
  const facts = readFacts(textOf(line));
  return {
    md5,
    title: textOf(item.querySelector('a.js-vim-focus')) || textOf(item.querySelector('a.font-semibold.text-lg')) || (fallbackTitle ?? ''),
    authors: authorsOf(textOf(author) || (fallbackAuthor ?? '')),
    ...facts,
  };
}

function fromRow(cells: readonly HTMLElement[], md5: string): FoundFile {
  const text = (name: keyof typeof CELL) => textOf(cells[CELL[name]]);
  const year = /^\d{4}$/.exec(text('year'))?.[0];
  return {
    md5,
    title: text('title'),
    authors: authorsOf(text('author')),
    format: text('format').toLowerCase() || undefined,
    size: bytesOf(text('size')),
    languages: languagesOf(text('language')),
    year: year === undefined ? undefined : Number(year),
    kind: text('kind').toLowerCase() || undefined,
  };
}

/**
 * Reads a search page in either layout. The result is empty only if the page itself says that there is nothing.
 *
 * @param host for messages
 * @throws IntegrationError BAD_RESPONSE naming what is missing
 */
export function readSearchPage(html: string, host: string): readonly FoundFile[] {
  // later rows arrive inside comments
  const page = parsePage(html.replace(/<!--|-->/g, ''), host, 'search');
  for (const list of page.querySelectorAll(UNRELATED)) list.remove();
  const found = new Map<string, FoundFile>();
  const rows = page.querySelectorAll('tr').map((row) => row.querySelectorAll('td'));
  for (const cells of rows.filter((row) => row.length >= LEAST_CELLS)) {
    const md5 = md5Of(cells[CELL.title]?.querySelector('a'));
    if (md5 !== undefined && !found.has(md5)) found.set(md5, fromRow(cells, md5));
  }
  for (const list of page.querySelectorAll('.js-aarecord-list-outer')) {
    for (const item of list.childNodes.filter((node): node is HTMLElement => 'querySelector' in node)) {
      const md5 = item
        .querySelectorAll('a')
        .map(md5Of)
        .find((hash) => hash !== undefined);
      if (md5 !== undefined && !found.has(md5)) found.set(md5, fromListItem(item, md5));
    }
  }
  const files = [...found.values()];
  if (files.length === 0) {
    if (/no files found/i.test(page.textContent)) return [];
    throw drift(host, 'search', '.js-aarecord-list-outer with links to /md5/…, a table of files, or the words “No files found”');
  }
  if (files.every((file) => file.title === '')) throw drift(host, 'search', 'titles (a.js-vim-focus)');
  if (files.every((file) => file.format === undefined)) throw drift(host, 'search', 'formats (the line “language · format · size”)');
  return files.filter((file) => file.title !== '');
}
