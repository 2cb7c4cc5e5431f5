import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { ItemOfBook } from '../library/index.js';
import { placedReleasesOf, type PlacedRelease } from '../lifecycle/placed-releases.js';

/** What an admin compares: the book of the catalogue, what the media servers hold, and the releases that Lectern placed. */
export interface Evidence {
  /** As far as the catalogue's book is stored. */
  readonly book: CatalogBook | undefined;
  readonly items: readonly ItemOfBook[];
  /** Newest first. */
  readonly releases: readonly PlacedRelease[];
}

export interface EvidenceDeps {
  readonly database: Pick<Database, 'read'>;
  readonly cached: (asins: readonly string[]) => Promise<Map<string, CatalogBook>>;
  readonly itemsOfBook: (asins: readonly string[], most: number) => Promise<ItemOfBook[]>;
}

/** Items and imports of one book that are looked at; a household has few. */
export const MOST_OF_BOOK = 10;

/** Three statements, and no question to anybody outside. */
export async function evidenceOf({ database, cached, itemsOfBook }: EvidenceDeps, editions: readonly string[]): Promise<Evidence> {
  const [first = ''] = editions;
  const [books, items, releases] = await Promise.all([
    cached([first]),
    itemsOfBook(editions, MOST_OF_BOOK),
    placedReleasesOf(database.read, editions, MOST_OF_BOOK),
  ]);
  return { book: books.get(first), items, releases };
}

/** The audio files of a placed release, in their order. */
export function audioFilesOf({ manifest }: Pick<PlacedRelease, 'manifest'>): string[] {
  return manifest.files.map(({ path }) => path).filter((path) => kindOfFile(path) === 'audio');
}
