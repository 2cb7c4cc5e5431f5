import type { CatalogBook } from '@lectern/plugin-api';
import { isTrue, type Database, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import {
  affectedShelves,
  dropCorrection,
  EVERYONE,
  hasBook,
  mappingFor,
  reopenBook,
  saveCorrection,
  type AffectedShelf,
  type SiteBook,
  type StoredMapping,
} from './correction-store.js';
import { SYNC_SHELF } from './shelf-sync.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

/** A mapping with the stored books that it names. */
export interface SeenMapping {
  readonly mapping: StoredMapping;
  readonly books: ReadonlyMap<string, CatalogBook>;
}

/**
 * Corrections of the matches between books of a site and the catalogue. A correction is stored beside the match, so that removing it
 * restores that. A person's own correction overrides that of an admin, which overrides the match.
 */
export interface CorrectionService {
  /** @throws ApiError 404 when the shelf has no such book */
  see(userId: string, shelfId: string, book: SiteBook): Promise<SeenMapping>;
  /**
   * @param asin null: it is none of the catalogue's
   * @throws ApiError 404 `not_found`, `unknown_book`; 503 `catalogue_unavailable`
   */
  correctOwn(userId: string, shelfId: string, book: SiteBook, asin: string | null, actor: Actor): Promise<void>;
  /** @throws ApiError 404 */
  takeBackOwn(userId: string, shelfId: string, book: SiteBook, actor: Actor): Promise<void>;
  /** Corrects the match for everybody. @throws ApiError 404 `not_found`, `unknown_book`; 503 `catalogue_unavailable` */
  correctForEveryone(book: SiteBook, asin: string | null, actor: Actor): Promise<void>;
  /** @throws ApiError 404 */
  takeBackForEveryone(book: SiteBook, actor: Actor): Promise<void>;
}

export interface CorrectionDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'book' | 'cached'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly audit: AuditService;
  /** Receives each shelf whose books changed. */
  readonly onChange: (shelf: Pick<AffectedShelf, 'id' | 'userId'>) => void;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
}

/** Spreads the syncs of many shelves, so that sites do not see all users of a server at once. */
const APART_MS = 20_000;

function notThere(message: Sentence): ApiError {
  return new ApiError('not_found', message);
}

/** @see CorrectionService */
export function createCorrectionService(deps: CorrectionDeps): CorrectionService {
  const { database, catalog, jobs, audit, onChange, now, timeScale } = deps;

  async function find(userId: string, book: SiteBook, shelfId?: string): Promise<StoredMapping> {
    const isThere = shelfId === undefined || (await hasBook(database.read, shelfId, book.bookId));
    const mapping = isThere ? await mappingFor(database.read, userId, book) : undefined;
    if (!mapping) throw notThere(sentence('problem.not_on_shelf'));
    return mapping;
  }

  async function mustBeKnown(asin: string | null): Promise<void> {
    if (asin === null || (await catalog.book(asin))) return;
    throw new ApiError('unknown_book', sentence('problem.no_book'));
  }

  /** Writes a correction or takes it away, and has all shelves that it concerns look again. */
  async function change(book: SiteBook, holdsFor: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    const shelves = await database.transaction(async (tx) => {
      await work(tx);
      const affected = await affectedShelves(tx, book, holdsFor);
      for (const [index, { id, paused }] of affected.entries()) {
        await reopenBook(tx, id, book.bookId);
        const runAt = new Date(now().getTime() + index * APART_MS * timeScale);
        if (!isTrue(paused)) await jobs.enqueue(tx, SYNC_SHELF({ shelfId: id }, { runAt }));
      }
      return affected;
    });
    for (const shelf of shelves) onChange(shelf);
  }

  function entryOf({ provider, bookId, title }: StoredMapping, actor: Actor, to?: string | null) {
    return { ...byActor(actor), detail: { provider, bookId, title: title.slice(0, 200), ...(to === undefined ? {} : { to }) } };
  }

  return {
    async see(userId, shelfId, book) {
      const mapping = await find(userId, book, shelfId);
      const asins = [mapping.asin, mapping.ownAsin, mapping.commonAsin].filter((asin) => asin !== null);
      return { mapping, books: await catalog.cached([...new Set(asins)]) };
    },

    async correctOwn(userId, shelfId, book, asin, actor) {
      const mapping = await find(userId, book, shelfId);
      await mustBeKnown(asin);
      await change(book, userId, async (tx) => {
        await saveCorrection(tx, book, userId, asin, now().toISOString());
        await audit.record(tx, {
          ...entryOf(mapping, actor, asin),
          action: 'shelf.book_corrected',
          targetType: 'shelf',
          targetId: shelfId,
        });
      });
    },

    async takeBackOwn(userId, shelfId, book, actor) {
      const mapping = await find(userId, book, shelfId);
      await change(book, userId, async (tx) => {
        if (!(await dropCorrection(tx, book, userId))) throw notThere(sentence('problem.not_corrected'));
        await audit.record(tx, {
          ...entryOf(mapping, actor),
          action: 'shelf.correction_taken_back',
          targetType: 'shelf',
          targetId: shelfId,
        });
      });
    },

    async correctForEveryone(book, asin, actor) {
      const mapping = await find('', book);
      await mustBeKnown(asin);
      const target = { targetType: 'book_mapping', targetId: mapping.id };
      await change(book, EVERYONE, async (tx) => {
        await saveCorrection(tx, book, EVERYONE, asin, now().toISOString());
        await audit.record(tx, { ...entryOf(mapping, actor, asin), action: 'book_mapping.corrected', ...target });
      });
    },

    async takeBackForEveryone(book, actor) {
      const mapping = await find('', book);
      const target = { targetType: 'book_mapping', targetId: mapping.id };
      await change(book, EVERYONE, async (tx) => {
        if (!(await dropCorrection(tx, book, EVERYONE))) throw notThere(sentence('problem.not_corrected_for_all'));
        await audit.record(tx, { ...entryOf(mapping, actor), action: 'book_mapping.restored', ...target });
      });
    },
  };
}
