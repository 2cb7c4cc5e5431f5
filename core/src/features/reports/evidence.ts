import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { foldersAround, isWithin } from '../../files/path-jail.js';
import type { ItemOfBook, ItemPlaces } from '../library/index.js';
import { placedReleasesOf, type PlacedRelease } from '../lifecycle/placed-releases.js';
import { occupiedFolders } from '../lifecycle/replaced-imports.js';

/** What an admin compares: the book of the catalogue, what the media servers hold, and the releases that Lectern placed. */
export interface Evidence {
  /** As far as the catalogue's book is stored. */
  readonly book: CatalogBook | undefined;
  readonly items: readonly (ItemOfBook & {
    /** It seems to be in the library folder without us: its files can give way to another copy. */
    readonly replaceable: boolean;
  })[];
  /** Newest first. */
  readonly releases: readonly PlacedRelease[];
}

export interface EvidenceDeps {
  readonly database: Pick<Database, 'read'>;
  readonly cached: (asins: readonly string[]) => Promise<Map<string, CatalogBook>>;
  readonly itemsOfBook: (asins: readonly string[], most: number) => Promise<ItemOfBook[]>;
  readonly places: Pick<ItemPlaces, 'placesOf'>;
  /** The library folder. */
  readonly root: () => Promise<string | null>;
}

/** Items and imports of one book that are looked at; a household has few. */
export const MOST_OF_BOOK = 10;

/** The items that lie in the library folder, where we placed nothing; by names alone, no file is looked at. Two statements. */
async function foreignItems({ database, places, root: rootOf }: EvidenceDeps, editions: readonly string[]): Promise<ReadonlySet<string>> {
  const root = await rootOf();
  if (root === null) return new Set();
  const inside = (await places.placesOf(editions))
    .slice(0, MOST_OF_BOOK)
    .flatMap(({ id, local }) =>
      local !== null && local !== root && isWithin(root, local) ? [{ id, at: [local, ...foldersAround(root, local)] }] : [],
    );
  const ours = await occupiedFolders(database.read, [...new Set(inside.flatMap(({ at }) => at))]);
  return new Set(inside.filter(({ at }) => !at.some((folder) => ours.has(folder))).map(({ id }) => id));
}

/** Five statements, and no question to anybody outside. */
export async function evidenceOf(deps: EvidenceDeps, editions: readonly string[]): Promise<Evidence> {
  const { database, cached, itemsOfBook } = deps;
  const [first = ''] = editions;
  const [books, items, releases, foreign] = await Promise.all([
    cached([first]),
    itemsOfBook(editions, MOST_OF_BOOK),
    placedReleasesOf(database.read, editions, MOST_OF_BOOK),
    foreignItems(deps, editions),
  ]);
  return { book: books.get(first), items: items.map((item) => ({ ...item, replaceable: foreign.has(item.id) })), releases };
}

/** The audio files of a placed release, in their order. */
export function audioFilesOf({ manifest }: Pick<PlacedRelease, 'manifest'>): string[] {
  return manifest.files.map(({ path }) => path).filter((path) => kindOfFile(path) === 'audio');
}
