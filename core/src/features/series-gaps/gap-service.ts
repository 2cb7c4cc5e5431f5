import { readJson, type Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { requestedAmong } from '../lifecycle/requested-books.js';
import type { MissingPart } from './count-gaps.js';
import { dismissSeries, forgetGaps, gapPage, gapProgress, type GapProgress, type GapQuery } from './gap-store.js';
import { sentence } from '../../platform/words/index.js';

/** A series that the library has not all of. */
export interface SeriesWithGaps {
  readonly seriesId: string;
  readonly name: string;
  /** Numbers of parts. */
  readonly owned: number;
  readonly missing: number;
  readonly upcoming: number;
  /** How many of the missing ones somebody has requested. */
  readonly requested: number;
  /** The first missing parts, in order. */
  readonly parts: readonly (Pick<MissingPart, 'asin' | 'title' | 'part'> & { readonly requested: boolean })[];
  readonly walkedAt: string | null;
  readonly dismissedAt: string | null;
  readonly dismissedBy: string | null;
}

export interface SeriesGapService {
  /** In four statements, and one more for every further thousand readings of missing parts. */
  page(query: GapQuery): Promise<{ readonly items: readonly SeriesWithGaps[]; readonly total: number; readonly progress: GapProgress }>;
  /**
   * Says that nobody wants the rest of a series, or takes that back. What was said before changes nothing.
   *
   * @throws ApiError 404 `not_found`
   */
  dismiss(seriesId: string, isDismissed: boolean, actor: Actor): Promise<void>;
  /** Forgets what is of no use any more. @returns how many rows */
  forget(): Promise<number>;
}

interface GapServiceDeps {
  readonly database: Database;
  readonly catalog: { region(): Promise<string> };
  readonly audit: AuditService;
  readonly now: () => Date;
}

/** Missing parts of a series that are named in lists. */
const NAMED_PARTS = 12;
/** A page may name twenty thousand readings, and databases bound how many values a statement binds. */
const BOUND_AT_ONCE = 1_000;

/** @see SeriesGapService */
export function createSeriesGapService({ database, catalog, audit, now }: GapServiceDeps): SeriesGapService {
  async function requestedOf(parts: readonly MissingPart[]): Promise<ReadonlySet<string>> {
    const asins = [...new Set(parts.flatMap((part) => part.asins))];
    const requested = new Set<string>();
    for (let start = 0; start < asins.length; start += BOUND_AT_ONCE) {
      for (const asin of await requestedAmong(database.read, asins.slice(start, start + BOUND_AT_ONCE))) requested.add(asin);
    }
    return requested;
  }

  return {
    async page(query) {
      const region = await catalog.region();
      const { rows, total } = await gapPage(database.read, region, query);
      const progress = await gapProgress(database.read, region);
      const missing = rows.map((row) => readJson<readonly MissingPart[]>(row.missingParts));
      const requested = await requestedOf(missing.flat());
      const isRequested = ({ asins }: MissingPart): boolean => asins.some((asin) => requested.has(asin));
      const items = rows.map((row, index) => ({
        seriesId: row.seriesId,
        name: row.name,
        owned: Number(row.owned),
        missing: Number(row.missing),
        upcoming: Number(row.upcoming),
        requested: (missing[index] ?? []).filter(isRequested).length,
        parts: (missing[index] ?? []).slice(0, NAMED_PARTS).map((part) => ({
          asin: part.asin,
          title: part.title,
          ...(part.part === undefined ? {} : { part: part.part }),
          requested: isRequested(part),
        })),
        walkedAt: row.walkedAt,
        dismissedAt: row.dismissedAt,
        dismissedBy: row.dismissedBy,
      }));
      return { items, total, progress };
    },

    async forget() {
      const region = await catalog.region();
      return database.transaction((tx) => forgetGaps(tx, region, now()));
    },

    async dismiss(seriesId, isDismissed, actor) {
      const region = await catalog.region();
      await database.transaction(async (tx) => {
        const mark = isDismissed ? { at: now().toISOString(), by: actor.name } : { at: null, by: null };
        const dismissed = await dismissSeries(tx, { region, seriesId }, mark);
        if (!dismissed) throw new ApiError('not_found', sentence('problem.no_such_series_in_library'));
        if (!dismissed.isChanged) return;
        const action = isDismissed ? 'library.series_dismissed' : 'library.series_restored';
        await audit.record(tx, { ...byActor(actor), action, targetType: 'series', targetId: seriesId, detail: { name: dismissed.name } });
      });
    },
  };
}
