import { toLanguageCode } from './language-code.js';

/** The known facts about a book, for its sidecar. */
export interface SidecarBook {
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: readonly { readonly name: string; readonly part?: string }[];
  readonly genres?: readonly string[];
  readonly asin?: string;
  readonly isbn?: string;
  /** ISO 639-1, or the language's English name. */
  readonly language?: string;
  /** `YYYY` or `YYYY-MM-DD`. */
  readonly releaseDate?: string;
  readonly publisher?: string;
  /** Plain text. */
  readonly description?: string;
}

const SIDECAR_NAME = 'metadata.opf';

/** The most characters of a value. No catalogue needs more, and media servers keep the whole file in memory. */
const MOST_CHARACTERS = 100_000;

// characters that XML 1.0 forbids, even escaped
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

function clean(text: string | undefined): string | undefined {
  const cleaned = (text ?? '').slice(0, MOST_CHARACTERS).replace(NOT_IN_XML, '').replace(LONE_SURROGATE, '\ufffd').trim();
  return cleaned === '' ? undefined : cleaned;
}

function escape(text: string): string {
  return text.replace(/[&<>"\r]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** One element, or nothing if there is no value. `attributes` are ours and need no escaping. */
function element(name: string, value: string | undefined, attributes = ''): string[] {
  const text = clean(value);
  return text === undefined ? [] : [`    <${name}${attributes}>${escape(text)}</${name}>`];
}

function seriesLines({ name, part }: { readonly name: string; readonly part?: string }): string[] {
  const title = clean(name);
  const number = clean(part);
  if (title === undefined) return [];
  const meta = (key: string, content: string): string => `    <meta name="${key}" content="${escape(content)}"/>`;
  // a part belongs to the series right above it
  return [meta('calibre:series', title), ...(number === undefined ? [] : [meta('calibre:series_index', number)])];
}

/**
 * The text of a `metadata.opf` (https://idpf.org/epub/20/spec/OPF_2.0.1_draft.htm#Section2.2), as Audiobookshelf and
 * calibre read it beside a book. Audiobookshelf ranks it above the tags of the files and below people's own edits, so
 * their edits stay. A `metadata.json` beside the book would undo them at the next scan. `dc:subtitle` is
 * Audiobookshelf's own element; other programs ignore it. Unknown facts are left out, so that the tags count.
 */
export function renderSidecar(book: SidecarBook): string {
  const lines = [
    ...element('dc:title', book.title),
    ...element('dc:subtitle', book.subtitle),
    ...book.authors.flatMap((name) => element('dc:creator', name, ' opf:role="aut"')),
    ...book.narrators.flatMap((name) => element('dc:creator', name, ' opf:role="nrt"')),
    ...element('dc:identifier', book.asin, ' id="asin" opf:scheme="ASIN"'),
    ...element('dc:identifier', book.isbn, ' opf:scheme="ISBN"'),
    ...element('dc:language', toLanguageCode(book.language)),
    ...element('dc:date', book.releaseDate),
    ...element('dc:publisher', book.publisher),
    ...element('dc:description', book.description),
    ...(book.genres ?? []).flatMap((genre) => element('dc:subject', genre)),
    ...(book.series ?? []).flatMap(seriesLines),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"${clean(book.asin) === undefined ? '' : ' unique-identifier="asin"'}>`,
    '  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">',
    ...lines,
    '  </metadata>',
    '</package>',
    '',
  ].join('\n');
}

/** The sidecar as a placement's written file. */
export function sidecarFile(book: SidecarBook): { readonly to: string; readonly bytes: Uint8Array } {
  return { to: SIDECAR_NAME, bytes: Buffer.from(renderSidecar(book), 'utf8') };
}
