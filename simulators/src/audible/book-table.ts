import type { DemoBook } from './demo-book.js';

/** Members that all books of a table share. */
export interface TableBooks {
  /** The first nine or fewer characters of their ASINs; the number of the row completes it. */
  readonly asinPrefix: string;
  readonly authors: DemoBook['authors'];
  /** Who reads unless a row says otherwise. */
  readonly narrator: string;
  readonly series?: { readonly id: string; readonly name: string };
  readonly publisher: string;
  readonly categories: readonly string[];
}

const ASIN_LENGTH = 10;

/** `2019-03-04`; `-9` and `+40` are days from the present; anything else is unknown. */
function outOn(text: string): Pick<DemoBook, 'releaseDate' | 'releaseInDays'> {
  if (/^[+-]\d+$/.test(text)) return { releaseInDays: Number(text) };
  return /^\d{4}-\d\d-\d\d$/.test(text) ? { releaseDate: text } : {};
}

/** Older and better known books have more ratings; a book that is not out has none. */
function ratingOf(row: number, out: string): Pick<DemoBook, 'rating'> {
  if (!/^\d{4}/.test(out)) return {};
  return { rating: { average: 4 + ((row * 37) % 80) / 100, count: Math.max(40, 9000 - row * 211) } };
}

/**
 * Reads books from lines of `part | title | minutes | out | description | narrator`. The last may be absent; a part and minutes may be
 * empty. A title that ends with `(abridged)` is abridged.
 */
export function booksOfTable(shared: TableBooks, table: string): DemoBook[] {
  const { asinPrefix, authors, narrator, series, publisher, categories } = shared;
  const lines = table.split('\n').filter((line) => line.includes('|'));
  return lines.map((line, index): DemoBook => {
    const [part = '', title = '', minutes = '', out = '', text = '', reader = ''] = line.split('|').map((cell) => cell.trim());
    const row = index + 1;
    return {
      asin: asinPrefix + String(row).padStart(ASIN_LENGTH - asinPrefix.length, '0'),
      title,
      authors,
      narrators: [reader === '' ? narrator : reader],
      ...(series ? { series: [part === '' ? series : { ...series, part }] } : {}),
      ...(minutes === '' ? {} : { durationMinutes: Number(minutes) }),
      ...outOn(out),
      publisher,
      description: `<p>${text}</p>`,
      categories,
      ...ratingOf(row, out),
      ...(title.endsWith('(abridged)') ? { formatType: 'abridged' as const } : {}),
    };
  });
}
