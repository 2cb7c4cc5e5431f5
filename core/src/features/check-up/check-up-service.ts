import { v7 as uuid } from 'uuid';
import { readJson, type Database } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { countItems, toEntry, type LibraryEntry, type LikelyMatchService, type Suggestion } from '../library/index.js';
import { CHECK_UP } from './check-up-job.js';
import { beginCheckUp, changeCheckUp, lastCheckUp, type CheckUpRow } from './check-up-store.js';
import type { Evidence, FindingKind } from './evidence.js';
import { countFindings, findingPage, judgeFinding, type FindingCount, type FindingFilter } from './finding-store.js';
import { sentence } from '../../platform/words/index.js';

/** Something about an item that an admin should look at. */
export interface Finding {
  readonly id: string;
  readonly item: LibraryEntry;
  readonly evidence: Evidence;
  /** Of an item without an ASIN; the surest first. */
  readonly suggestions: readonly Suggestion[];
  readonly foundAt: string;
  readonly fineAt: string | null;
  readonly fineBy: string | null;
}

export interface CheckUpView {
  /** The last one. */
  readonly checkUp: CheckUpRow | null;
  readonly counts: Readonly<Record<FindingKind, FindingCount>>;
}

export interface CheckUpService {
  /** In two statements. */
  state(): Promise<CheckUpView>;
  /** @throws ApiError 409 `check_up_under_way` */
  start(options: { readonly readsFiles: boolean }, actor: Actor): Promise<CheckUpView>;
  /** Stops after the present books. @throws ApiError 409 `check_up_state` */
  cancel(actor: Actor): Promise<CheckUpView>;
  /** In four statements at most. */
  findings(filter: FindingFilter): Promise<{ readonly items: readonly Finding[]; readonly total: number }>;
  /** Remembers that a finding is fine, or takes that back. @throws ApiError 404 `not_found` */
  judge(id: string, isFine: boolean, actor: Actor): Promise<void>;
  /** Queues the job if a check-up is under way. */
  resume(): Promise<void>;
}

export interface CheckUpServiceDeps {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly audit: AuditService;
  readonly events: EventBus;
  readonly likelyMatches: Pick<LikelyMatchService, 'suggestionsFor'>;
  readonly now: () => Date;
}

const NONE: FindingCount = { open: 0, fine: 0 };

/** @see CheckUpService */
export function createCheckUpService({ database, jobs, audit, events, likelyMatches, now }: CheckUpServiceDeps): CheckUpService {
  const { read } = database;

  async function state(): Promise<CheckUpView> {
    const counted = await countFindings(read);
    const { length = NONE, silent = NONE, no_asin = NONE } = counted;
    return { checkUp: (await lastCheckUp(read)) ?? null, counts: { length, silent, no_asin } };
  }

  return {
    state,

    async start({ readsFiles }, actor) {
      await database.transaction(async (tx) => {
        await tx.lock('check-ups');
        if ((await lastCheckUp(tx))?.state === 'running') throw new ApiError('check_up_under_way', sentence('problem.check_up_under_way'));
        const id = uuid();
        const none = { afterItem: '', done: 0, compared: 0, unread: 0, stopping: false };
        const begun = { createdAt: now().toISOString(), actorName: actor.name };
        await beginCheckUp(tx, { id, state: 'running', readsFiles, total: await countItems(tx), ...none, ...begun });
        await jobs.enqueue(tx, CHECK_UP());
        const detail = { readsFiles };
        await audit.record(tx, { ...byActor(actor), action: 'library.check_up_started', targetType: 'check_up', targetId: id, detail });
      });
      return state();
    },

    async cancel(actor) {
      await database.transaction(async (tx) => {
        await tx.lock('check-ups');
        const checkUp = await lastCheckUp(tx);
        if (checkUp?.state !== 'running') throw new ApiError('check_up_state', sentence('problem.no_check_up'));
        await changeCheckUp(tx, checkUp.id, { stopping: true });
        // the job may have been cancelled by itself
        await jobs.enqueue(tx, CHECK_UP());
        await audit.record(tx, {
          ...byActor(actor),
          action: 'library.check_up_cancelled',
          targetType: 'check_up',
          targetId: checkUp.id,
        });
      });
      return state();
    },

    async findings(filter) {
      const { [filter.kind]: counted = NONE } = await countFindings(read);
      const rows = await findingPage(read, filter);
      const suggestions = filter.kind === 'no_asin' ? await likelyMatches.suggestionsFor(rows.map(({ id }) => id)) : undefined;
      const items = rows.map((row) => ({
        id: row.findingId,
        item: toEntry(row),
        evidence: readJson(row.evidence),
        suggestions: suggestions?.get(row.id) ?? [],
        foundAt: row.foundAt,
        fineAt: row.fineAt,
        fineBy: row.fineBy,
      }));
      return { items, total: filter.fine ? counted.fine : counted.open };
    },

    async judge(id, isFine, actor) {
      await database.transaction(async (tx) => {
        const judged = await judgeFinding(tx, id, isFine ? { at: now().toISOString(), by: actor.name } : null);
        if (!judged) throw new ApiError('not_found', sentence('problem.no_finding'));
        const action = isFine ? 'library.finding_accepted' : 'library.finding_reopened';
        const detail = { kind: judged.kind };
        await audit.record(tx, { ...byActor(actor), action, targetType: 'library_item', targetId: judged.itemId, detail });
      });
      events.publish({ type: 'library.updated', data: { asins: [] }, audience: 'admins' });
    },

    async resume() {
      if ((await lastCheckUp(read))?.state === 'running') await jobs.add(CHECK_UP());
    },
  };
}
