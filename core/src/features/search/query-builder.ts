import type { ReleaseQuery } from '@lectern/plugin-api';
import { bareTitle } from '../catalog/bare-title.js';
import type { WantedBook } from './ranking/wanted-book.js';
import { withWantedPeople } from './ranking/wanted-people.js';

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

/** The title without the catalogue's furniture and without its subtitle, unless too little would remain. */
function queryTitle(wanted: WantedBook): string {
  const series = wanted.series === undefined ? [] : [wanted.series];
  const { title } = bareTitle(wanted.title, { seriesNames: series, authors: wanted.authors });
  const full = searchText(title);
  const head = searchText(title.split(/(?<!\s)\s*:\s+|(?<!\s)\s+[-–—]\s+/u)[0] ?? title);
  // a short head is the name of a series, or not the name of the book alone
  const isEnough = head.length >= 3 && (head.split(' ').length > 2 || wanted.subtitle !== undefined);
  return (isEnough ? head : full) || searchText(wanted.title);
}

/** What people type of a name: `JRR Tolkien`, and no roles of translators. */
function queryAuthor(wanted: WantedBook): string {
  const [author = ''] = withWantedPeople(wanted).authors;
  return searchText(author).replace(/(?<!\p{L})(\p{L}) (?=\p{L}(?!\p{L}))/gu, '$1');
}

/**
 * The queries for a wanted book, the most specific first: `title author`, then the title alone (unless it is too short
 * to find anything). An admin's search terms replace both.
 */
export function buildQueries(wanted: WantedBook, { searchTerms = [], limit = 100, isbn }: QueryOptions = {}): readonly ReleaseQuery[] {
  const lines = typeof searchTerms === 'string' ? searchTerms.split('\n') : searchTerms;
  const custom = lines.map((term) => term.trim()).filter((term) => term !== '');
  const title = queryTitle(wanted);
  const author = queryAuthor(wanted);
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
