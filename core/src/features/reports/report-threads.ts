import { v7 as uuid } from 'uuid';
import type { CatalogBook } from '@lectern/plugin-api';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import type { NotificationService } from '../notifications/index.js';
import { lockAccount } from '../users/account-rows.js';
import { MOST_ENTRIES, STATE_AFTER, type EntryDeed, type Side } from './report-record.js';
import * as store from './report-store.js';
import type { Report, ReportEntry } from './report-store.js';
import { tidyText, wordsOf } from './tidy-text.js';
import { sentence } from '../../platform/words/index.js';

/** Who does something, from where. */
export interface By {
  readonly caller: Caller;
  readonly address: string;
}

/** A report with its thread. */
export interface ReportThread {
  readonly report: Report;
  readonly entries: readonly ReportEntry[];
}

/** What an admin decides about a report. */
export type Decision = Exclude<EntryDeed, 'answered' | 'replacing' | 'replaced'>;

/** What is said and decided about reports. */
export interface ReportThreads {
  /** The ASINs of a recording. */
  editionsOf(asin: string): Promise<string[]>;
  /** @throws ApiError 404 `not_found` */
  thread(id: string): Promise<ReportThread>;
  /** @throws ApiError 404 `not_found`, 409 `report_closed`, `thread_full` */
  answer(id: string, side: Side, text: string, by: By): Promise<ReportThread>;
  /**
   * Closes an open report, or opens a closed one again. `text` may be empty.
   *
   * @throws ApiError 404 `not_found`, 409 `report_closed`, `report_open`, `already_reported`
   */
  decide(id: string, decision: Decision, text: string, by: By): Promise<ReportThread>;
  /**
   * Writes into an open report that another copy is looked for.
   *
   * @throws ApiError 409 `report_closed`
   */
  noteReplacing(tx: Tx, report: Report, text: string, by: By): Promise<void>;
  /** Open reports about any of these ASINs that were made since a time. One statement. */
  openSince(asins: readonly string[], since: string): Promise<string[]>;
  /** Resolves a report, if it is open, because the copy that this admin asked for is in place. */
  resolveReplaced(tx: Tx, reportId: string, adminId: string): Promise<void>;
}

export interface ThreadDeps {
  readonly database: Database;
  readonly catalog: {
    region(): Promise<string>;
    cached(asins: readonly string[]): Promise<Map<string, CatalogBook>>;
    siblings(asins: readonly string[]): Promise<Map<string, string[]>>;
  };
  readonly notifications: Pick<NotificationService, 'reportEvent'>;
  readonly audit: Pick<AuditService, 'record'>;
  /** Runs after the commit. */
  readonly onChange: (report: Pick<Report, 'id' | 'asin' | 'userId'>) => void;
  readonly now: () => Date;
}

interface Line {
  readonly did: EntryDeed;
  readonly side: Side;
  readonly text: string;
}

type Named = Pick<Report, 'id' | 'asin' | 'title' | 'kind'>;

export function alreadyReported(reportId: string): ApiError {
  return new ApiError('already_reported', sentence('problem.already_reported'), { members: { reportId } });
}

/** The words of people are no part of the history. */
export async function recorded({ audit }: Pick<ThreadDeps, 'audit'>, tx: Tx, by: By, action: string, report: Named): Promise<void> {
  const { id, asin, title, kind } = report;
  await audit.record(tx, { ...byActor(actorOf(by)), action, targetType: 'report', targetId: id, detail: { asin, title, kind } });
}

/** Writes a line, and what it makes of the report. @returns the id of the line */
async function write({ onChange, now }: ThreadDeps, tx: Tx, report: Report, line: Line, authorId: string): Promise<string> {
  const at = now().toISOString();
  const isReopening = line.did === 'reopened';
  const state = STATE_AFTER[line.did];
  const isChanged = await store.changeReport(tx, report.id, { from: isReopening ? 'closed' : 'open', state, side: line.side, at });
  if (!isChanged && isReopening) throw new ApiError('report_open', sentence('problem.report_open'));
  if (!isChanged) throw new ApiError('report_closed', sentence('problem.report_closed'));
  const id = uuid();
  await store.addEntry(tx, { id, reportId: report.id, authorId, ...line, createdAt: at });
  tx.afterCommit(() => onChange(report));
  return id;
}

export function createReportThreads(deps: ThreadDeps): ReportThreads {
  const { database, catalog, notifications } = deps;

  async function editionsOf(asin: string): Promise<string[]> {
    return [asin, ...((await catalog.siblings([asin])).get(asin) ?? [])];
  }

  async function find(id: string): Promise<Report> {
    const report = await store.findReport(database.read, id);
    if (!report) throw new ApiError('not_found', sentence('problem.no_report'));
    return report;
  }

  async function coverOf({ asin }: Report): Promise<string | undefined> {
    return (await catalog.cached([asin])).get(asin)?.coverUrl;
  }

  async function thread(id: string): Promise<ReportThread> {
    return { report: await find(id), entries: await store.entriesOf(database.read, id) };
  }

  return {
    editionsOf,
    thread,

    async answer(id, side, text, by) {
      const words = wordsOf(text);
      const report = await find(id);
      const coverUrl = await coverOf(report);
      await database.transaction(async (tx) => {
        const occasion = await write(deps, tx, report, { did: 'answered', side, text: words }, by.caller.userId);
        // the row of the report is written by now, so answers at the same moment take turns and count each other
        if ((await store.countEntries(tx, id)) > MOST_ENTRIES)
          throw new ApiError('thread_full', sentence('problem.thread_full', { most: MOST_ENTRIES }));
        await recorded(deps, tx, by, 'report.answered', report);
        const told = { report, occasion, coverUrl, writer: by.caller, words } as const;
        await notifications.reportEvent(tx, 'issue_answered', { ...told, tells: side === 'admin' ? 'reporter' : 'admins' });
      });
      return thread(id);
    },

    async decide(id, decision, text, by) {
      const words = tidyText(text);
      const report = await find(id);
      const [coverUrl, editions] = await Promise.all([coverOf(report), editionsOf(report.asin)]);
      await database.transaction(async (tx) => {
        await lockAccount(tx, report.userId);
        const other = decision === 'reopened' ? await store.openReportOf(tx, report.userId, editions) : undefined;
        if (other !== undefined && other !== id) throw alreadyReported(other);
        const occasion = await write(deps, tx, report, { did: decision, side: 'admin', text: words }, by.caller.userId);
        await recorded(deps, tx, by, `report.${decision}`, report);
        const told = { report, occasion, coverUrl, writer: by.caller, words, tells: 'reporter' } as const;
        if (decision === 'resolved') await notifications.reportEvent(tx, 'issue_resolved', told);
        if (decision === 'dismissed') await notifications.reportEvent(tx, 'issue_dismissed', told);
      });
      return thread(id);
    },

    async noteReplacing(tx, report, text, by) {
      const words = tidyText(text);
      const occasion = await write(deps, tx, report, { did: 'replacing', side: 'admin', text: words }, by.caller.userId);
      await recorded(deps, tx, by, 'report.replacing', report);
      if (words === '') return;
      const told = { report, occasion, coverUrl: undefined, writer: by.caller, words, tells: 'reporter' } as const;
      await notifications.reportEvent(tx, 'issue_answered', told);
    },

    openSince: (asins, since) => store.openReportsSince(database.read, asins, since),

    async resolveReplaced(tx, reportId, adminId) {
      const report = await store.findReport(tx, reportId);
      const writer = await store.findWriter(tx, adminId);
      if (report?.state !== 'open' || !writer) return;
      const occasion = await write(deps, tx, report, { did: 'replaced', side: 'admin', text: '' }, adminId);
      const words = 'There is another copy now.';
      const told = { report, occasion, coverUrl: undefined, writer: { ...writer, userId: adminId }, words, tells: 'reporter' } as const;
      await notifications.reportEvent(tx, 'issue_resolved', told);
    },
  };
}
