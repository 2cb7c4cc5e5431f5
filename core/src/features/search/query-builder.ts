import type { ReleaseQuery } from '@lectern/plugin-api';
import type { WantedBook } from './ranking/wanted-book.js';

/** Options for building queries. */
export interface QueryOptions {
  /** An admin's search terms for this request, which replace the built queries. One query per line or entry. */
  readonly searchTerms?: string | readonly string[];
  /** Results requested from an indexer. Default 100. */
  readonly limit?: number;
  readonly isbn?: string;
}

/** The text that indexers find best: no punctuation, apostrophes or subtitle, but letters of every script. */
function searchText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc'`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** The title without its subtitle, unless too little would remain. */
function mainTitle(title: string): string {
  const bare = title.replace(/(?<!\s)\s*\([^()]*\)\s*$/u, '');
  const head = bare.split(/(?<!\s)\s*:\s+|(?<!\s)\s+[-–—]\s+/u)[0] ?? bare;
  const source = searchText(head).length >= 3 ? head : bare;
  return searchText(source) === '' ? searchText(title) : searchText(source);
}

/** The part after a series name of at most two words: `Mistborn: The Final Empire` is searched in full. */
function queryTitle(wanted: WantedBook): string {
  const head = mainTitle(wanted.title);
  const full = searchText(wanted.title);
  return head.split(' ').length <= 2 && full !== head && wanted.subtitle === undefined ? full : head;
}

/**
 * The queries for a wanted book, the most specific first: `title author`, then the title alone (unless it is too short
 * to find anything). An admin's search terms replace both.
 */
export function buildQueries(wanted: WantedBook, { searchTerms = [], limit = 100, isbn }: QueryOptions = {}): readonly ReleaseQuery[] {
  const lines = typeof searchTerms === 'string' ? searchTerms.split('\n') : searchTerms;
  const custom = lines.map((term) => term.trim()).filter((term) => term !== '');
  const title = queryTitle(wanted);
  const author = searchText(wanted.authors[0] ?? '').replace(/\b(\p{L}) (?=\p{L}\b)/gu, '$1');
  const built = [`${title} ${author}`.trim(), ...(title.length >= 4 || author === '' ? [title] : [])];
  const texts = [...new Set(custom.length > 0 ? custom : built)].filter((text) => text !== '');
  return texts.map((text) => ({
    text,
    title: wanted.title,
    authors: wanted.authors,
    narrators: wanted.narrators,
    series: wanted.series,
    seriesPart: wanted.seriesPart,
    asin: wanted.asin,
    isbn,
    language: wanted.language,
    format: wanted.format,
    limit,
  }));
}
