import type { CatalogBook } from '@lectern/plugin-api';
import { normalizeText, normalizeTitle } from './book-text.js';
import { titleKeyOf } from './same-recording.js';

const EXACT = 1;
const WITHOUT_SUBTITLE = 0.9;

/** A title without the part after its first colon or dash, if anything is left. */
export function withoutSubtitle(title: string): string {
  return /^(.+?)(?::\s|\s[-–—]\s)/.exec(title)?.[1]?.trim() ?? title;
}

/**
 * How surely a title from another source names a book of the catalogue: 1, 0.9 without the subtitle, 0 if it does not.
 *
 * @param seriesName of the series it is said to belong to
 */
export function titleScore(title: string, book: CatalogBook, seriesName?: string): 0 | 0.9 | 1 {
  const names = [...book.series.map(({ name }) => name), ...(seriesName === undefined ? [] : [seriesName])];
  const key = normalizeTitle(title, names);
  const own = titleKeyOf(book);
  if (key === undefined || own === undefined) return 0;
  if (key === own || key === normalizeTitle(`${book.title}: ${book.subtitle ?? ''}`, names)) return EXACT;
  const short = withoutSubtitle(title);
  if (short === title || normalizeTitle(short, names) !== own) return 0;
  // the rest of the title has to be the other's subtitle; a single word without one is the first volume of something
  const rest = normalizeText(title.slice(short.length).replace(/^\s*[-–—:]\s*/, ''));
  const subtitle = book.subtitle === undefined ? undefined : normalizeText(book.subtitle);
  if (rest === undefined) return WITHOUT_SUBTITLE;
  if (subtitle !== undefined) return rest.includes(subtitle) || subtitle.includes(rest) ? WITHOUT_SUBTITLE : 0;
  return own.includes(' ') ? WITHOUT_SUBTITLE : 0;
}
