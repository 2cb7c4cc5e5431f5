/** What is known of a book, for the file beside it. */
export interface SidecarBook {
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: readonly { readonly name: string; readonly part?: string }[];
  readonly genres?: readonly string[];
  readonly asin?: string;
  readonly isbn?: string;
  /** ISO 639-1, or the language's name. */
  readonly language?: string;
  /** `YYYY` or `YYYY-MM-DD`. */
  readonly releaseDate?: string;
  readonly publisher?: string;
  /** Plain text. */
  readonly description?: string;
  readonly abridged?: boolean;
  readonly explicit?: boolean;
}

export const SIDECAR_NAME = 'metadata.json';

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function clean(text: string | undefined): string | undefined {
  const cleaned = text?.replace(CONTROLS, '').trim() ?? '';
  return cleaned === '' ? undefined : cleaned;
}

/** @returns `undefined` for an empty list */
function cleanAll(texts: readonly (string | undefined)[] | undefined): string[] | undefined {
  const cleaned = (texts ?? []).flatMap((text) => clean(text) ?? []);
  return cleaned.length === 0 ? undefined : cleaned;
}

function seriesLine({ name, part }: { readonly name: string; readonly part?: string }): string | undefined {
  const number = clean(part);
  return clean(name) && `${clean(name)}${number === undefined ? '' : ` #${number}`}`;
}

/**
 * The text of a `metadata.json` as Audiobookshelf reads it beside the audio
 * (https://www.audiobookshelf.org/guides/book-scanner/): flat, series as `Name #part`. It hands the ASIN over whatever
 * the format of the audio. What is unknown is left out, so that the tags count; so are chapters.
 */
export function renderSidecar(book: SidecarBook): string {
  const date = clean(book.releaseDate);
  const fields = {
    title: clean(book.title),
    subtitle: clean(book.subtitle),
    authors: cleanAll(book.authors),
    narrators: cleanAll(book.narrators),
    series: cleanAll(book.series?.map(seriesLine)),
    genres: cleanAll(book.genres),
    publishedYear: date?.slice(0, 4),
    publishedDate: date !== undefined && date.length > 4 ? date : undefined,
    publisher: clean(book.publisher),
    description: clean(book.description),
    isbn: clean(book.isbn),
    asin: clean(book.asin),
    language: clean(book.language),
    explicit: book.explicit,
    abridged: book.abridged,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The sidecar as a written file of a placement. */
export function sidecarFile(book: SidecarBook): { readonly to: string; readonly bytes: Uint8Array } {
  return { to: SIDECAR_NAME, bytes: Buffer.from(renderSidecar(book), 'utf8') };
}
