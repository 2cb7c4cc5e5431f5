import type { StoredFile } from './types.js';

const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'German', fr: 'French', es: 'Spanish', it: 'Italian' };

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function megabytes(file: StoredFile): string {
  return `${Math.max(0.1, file.bytes.length / 1e6).toFixed(1)}MB`;
}

function languageOf({ language = 'en' }: StoredFile): string {
  return `${LANGUAGES[language] ?? language} [${language}]`;
}

function factsOf(file: StoredFile): string {
  const { format, year, kind = 'Book (fiction)' } = file;
  const parts = [
    languageOf(file),
    format.toUpperCase(),
    megabytes(file),
    ...(year === undefined ? [] : [String(year)]),
    `📕 ${kind}`,
    '🚀/demo',
  ];
  return parts.join(' · ');
}

function shell(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>${escape(title)} - Demo Archive</title></head><body><header>Demo Archive</header>
<div class="js-recent-downloads-container"><a href="/md5/${'f'.repeat(32)}">A recently downloaded book that is no result</a></div>
<main class="main">${main}</main></body></html>`;
}

function listItem(file: StoredFile): string {
  const { md5, title, author, format } = file;
  return `<div class="flex pt-3 pb-3 border-b">
<a href="/md5/${md5}" class="custom-a block"><div class="js-aarecord-list-fallback"><div data-content="${escape(title)}"></div><div data-content="${escape(author)}"></div></div></a>
<div class="flex flex-col"><div class="line-clamp-[2] font-mono text-[10px]">demo/${escape(author)} - ${escape(title)}.${format}</div>
<a href="/md5/${md5}" class="js-vim-focus custom-a font-semibold text-lg">${escape(title)}</a>
<a href="/search?q=${encodeURIComponent(author)}" class="text-sm"><span class="icon-[mdi--user-edit]"></span> ${escape(author)}</a>
<div class="text-gray-800 font-semibold text-sm">${factsOf(file)} · <a href="#">Save</a></div></div></div>`;
}

function tableRow(file: StoredFile): string {
  const { md5, title, author, format, year, kind = 'Book (fiction)' } = file;
  const cells = [
    '',
    title,
    author,
    'Demo Press',
    year === undefined ? '' : String(year),
    '',
    'demo',
    languageOf(file),
    kind,
    format,
    megabytes(file),
    `demo/${md5}.${format}`,
  ];
  return `<tr>${cells.map((cell) => `<td><a href="/md5/${md5}"><span>${escape(cell)}</span></a></td>`).join('')}</tr>`;
}

/** The page of a search, in one of the archive's two layouts. Rows past the fifth arrive inside comments. */
export function searchPage(query: string, files: readonly StoredFile[], layout: 'list' | 'table'): string {
  if (files.length === 0) {
    return shell(
      query,
      '<form class="js-search-form"><div class="mt-4 italic">No files found. Try fewer or different search terms.</div><div class="js-aarecord-list-outer"></div></form>',
    );
  }
  if (layout === 'table')
    return shell(query, `<form class="js-search-form"></form><table><tbody>${files.map(tableRow).join('')}</tbody></table>`);
  const items = files.map((file, index) => (index < 5 ? listItem(file) : `<!--${listItem(file)}-->`));
  return shell(query, `<form class="js-search-form"><div class="js-aarecord-list-outer">${items.join('\n')}</div></form>`);
}

/** The page of a file with its downloads. */
export function filePage(file: StoredFile, hasSlowDownloads: boolean): string {
  const { md5, title, author } = file;
  const slow = (server: number) =>
    hasSlowDownloads ? `/slow_download/${md5}/0/${server}` : `/account?from=slow_download-${md5}/0/${server}`;
  return shell(
    title,
    `<div class="main-inner"><div class="text-gray-800 font-semibold text-sm">${factsOf(file)}</div><div class="font-semibold text-2xl">${escape(title)}</div>
<div class="italic"><a href="/search?q=${encodeURIComponent(author)}">${escape(author)}</a></div>
<div class="js-md5-codes-tabs-tab"><div><span>Filesize</span><span>${file.bytes.length}</span></div><div><span>MD5</span><span>${md5}</span></div></div>
<div id="md5-panel-downloads"><ul><li>- Option #1: <a class="js-download-link" href="/fast_download/${md5}/0/0">Fast Partner Server #1</a></li></ul>
<ul><li>- Option #1: <a class="js-download-link" href="${slow(0)}">Slow Partner Server #1</a> (slightly faster but with waitlist)</li>
<li>- Option #2: <a class="js-download-link" href="${slow(4)}">Slow Partner Server #5</a> (no waitlist, but can be very slow)</li></ul>
<ul class="js-show-external"><li><a class="js-download-link" href="https://external.example/ads.php?md5=${md5}">External mirror</a></li></ul></div></div>`,
  );
}

export const notFoundPage = (): string => shell('404', '<div>Not found: file may have been removed.</div>');

export const countdownPage = (seconds: number): string =>
  shell(
    'Slow download',
    `<p>You need to wait <strong><span class="js-partner-countdown">${seconds}</span> seconds</strong> before you can download this file.</p>`,
  );

export const readyPage = (url: string): string =>
  shell(
    'Slow download',
    `<p><span class="bg-gray-200 break-all whitespace-normal">${escape(url)}</span> <button onclick="navigator.clipboard.writeText('${url}')">copy</button></p>`,
  );

export const limitPage = (): string =>
  shell('Slow download', '<p>Too many downloads from your IP address in the last 24 hours. Become a member or wait.</p>');

export const challengePage = (): string =>
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><noscript><div id="challenge-error-title">Enable JavaScript and cookies to continue</div></noscript></body></html>';

export const parkedPage = (host: string): string =>
  `<!DOCTYPE html><html><head><title>${host} is for sale</title></head><body><a href="#">Buy this domain</a></body></html>`;

export const driftedPage = (): string =>
  shell('Search', '<div class="results"><div class="result"><a href="/item/abcdef"><h3>Something</h3></a></div></div>');
