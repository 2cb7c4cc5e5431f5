import type { Database } from '../../platform/db/index.js';
import type { CatalogService } from '../catalog/index.js';
import { openAudiobooksOf } from '../lifecycle/request-store.js';
import type { FollowKind } from './follow-record.js';
import { awaitedOf } from './follow-store.js';

/** A book with a day of release that has not come. */
export interface ComingBook {
  readonly asin: string;
  /** YYYY-MM-DD */
  readonly releaseDate: string;
  /** The listings that have it; none for a book that was only requested, by the person or by somebody whose request they joined. */
  readonly from: readonly { readonly kind: FollowKind; readonly id: string; readonly catalogId: string; readonly name: string }[];
  /** The person has an open request for it. */
  readonly isRequested: boolean;
  /** The person subscribes to somebody else's open request for it. */
  readonly isSubscribed: boolean;
}

/**
 * Lists the unreleased books for a person: those of series and authors they follow, and those they requested or wait for with somebody
 * else's request; the next first, one entry per book. Four statements, and one more for every 2,000 books beyond the first. None of
 * them reads more of a book than its day of release.
 */
export type ComingUp = (userId: string) => Promise<ComingBook[]>;

interface ComingUpDeps {
  readonly database: Pick<Database, 'read'>;
  readonly catalog: Pick<CatalogService, 'releaseDays'>;
  readonly now: () => Date;
}

/** Books that are looked up at once. */
const SLICE = 2_000;
/** Open requests that are looked at: few of them are for unreleased books, and only their days of release tell which. */
const MOST_REQUESTED = 10_000;

export function createComingUp({ database, catalog, now }: ComingUpDeps): ComingUp {
  async function daysOf(asins: readonly string[]): Promise<[asin: string, releaseDate: string][]> {
    const days: [string, string][] = [];
    for (let at = 0; at < asins.length; at += SLICE) days.push(...(await catalog.releaseDays(asins.slice(at, at + SLICE))));
    return days;
  }

  return async (userId) => {
    const open = await openAudiobooksOf(database.read, userId, MOST_REQUESTED);
    const requested = new Set(open.flatMap(({ asin, isOwn }) => (isOwn ? [asin] : [])));
    const subscribed = new Set(open.flatMap(({ asin, isOwn }) => (isOwn ? [] : [asin])));
    const sources = new Map<string, ComingBook['from'][number][]>(open.map(({ asin }) => [asin, []]));
    for (const { asins, ...followed } of await awaitedOf(database.read, userId)) {
      for (const asin of asins) sources.set(asin, [...(sources.get(asin) ?? []), followed]);
    }
    const today = now().toISOString().slice(0, 10);
    return (await daysOf([...sources.keys()]))
      .filter(([, releaseDate]) => releaseDate > today)
      .map(([asin, releaseDate]) => ({
        asin,
        releaseDate,
        from: sources.get(asin) ?? [],
        isRequested: requested.has(asin),
        isSubscribed: subscribed.has(asin),
      }))
      .sort((a, b) => (a.releaseDate === b.releaseDate ? (a.asin < b.asin ? -1 : 1) : a.releaseDate < b.releaseDate ? -1 : 1));
  };
}
