import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import { groupSameWork } from './dedupe.js';
import { divideApart, loadSeparations } from './separations.js';
import { loadWorks, recordWorks } from './works-store.js';

export interface United {
  readonly items: readonly CatalogBook[];
  readonly groups: readonly (readonly string[])[];
}

/** Puts equal recordings of a listing together, and keeps what it found after the listing was answered. */
export interface WorkRecorder {
  /** Each recording once, by its first book, and the ASINs of those that have several. */
  unite(books: readonly CatalogBook[]): Promise<United>;
  /** Stores the groups without being waited for. Their books have to be stored before. */
  keep(groups: readonly (readonly string[])[], region: string): void;
  /** Resolves when everything found is stored. */
  idle(): Promise<void>;
}

/** Puts groups together that are stored as one work, as where an admin merged them, whatever their books say. */
function joinStored(groups: readonly (readonly string[])[], workOf: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const joined: string[][] = [];
  const groupOf = new Map<string, string[]>();
  for (const group of groups) {
    const works = new Set(group.flatMap((asin) => workOf.get(asin) ?? []));
    const known = [...works].map((work) => groupOf.get(work)).find((found) => found !== undefined);
    const into = known ?? [];
    if (!known) joined.push(into);
    into.push(...group);
    for (const work of works) if (!groupOf.has(work)) groupOf.set(work, into);
  }
  return joined;
}

export function createWorkRecorder(deps: {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}): WorkRecorder {
  // one after the other: two merges of the same works at once could undo each other
  let last: Promise<void> = Promise.resolve();
  return {
    async unite(books) {
      const alike = groupSameWork(books).groups;
      const severalOf = alike.filter((group) => group.length > 1).flat();
      const separations = await loadSeparations(deps.database.read, severalOf);
      const parted = separations.size === 0 ? alike : alike.flatMap((group) => divideApart(separations, group));
      const groups = joinStored(
        parted,
        await loadWorks(
          deps.database.read,
          books.map(({ asin }) => asin),
        ),
      );
      const byAsin = new Map(books.map((book) => [book.asin, book]));
      return {
        items: groups.flatMap(([first]) => byAsin.get(first ?? '') ?? []),
        groups: groups.filter((group) => group.length > 1),
      };
    },
    keep(groups, region) {
      if (groups.length === 0) return;
      last = last
        .then(() => recordWorks(deps.database, groups, region, deps.now().toISOString()))
        .catch((error: unknown) => deps.log.warn({ err: error }, 'works were not stored'));
    },
    idle: () => last,
  };
}
