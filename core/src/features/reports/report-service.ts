import { v7 as uuid } from 'uuid';
import type { BookFormat } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import { lockAccount } from '../users/account-rows.js';
import { REPORT_KINDS, REPORTS_A_DAY, type ReportKind } from './report-record.js';
import * as store from './report-store.js';
import type { ReportPage, ReportQuery } from './report-store.js';
import {
  alreadyReported,
  createReportThreads,
  recorded,
  type By,
  type ReportThread,
  type ReportThreads,
  type ThreadDeps,
} from './report-threads.js';
import { wordsOf } from './tidy-text.js';
import { sentence } from '../../platform/words/index.js';

export interface ReportWish {
  readonly kind: ReportKind;
  readonly text: string;
}

/** Problems with books of the library that people report. */
export interface ReportService extends ReportThreads {
  /**
   * Reports a problem with a book. A person has one open report at a time for each recording.
   *
   * @throws ApiError 409 `not_in_library`, `already_reported` with `reportId`, `too_many_reports`
   */
  report(asin: string, wish: ReportWish, by: By): Promise<ReportThread>;
  /** A person's own reports, newest first; with an ASIN those about any edition of its recording. */
  own(userId: string, query: Omit<ReportQuery, 'userId' | 'asins'> & { readonly asin?: string | undefined }): Promise<ReportPage>;
  /** Everybody's reports; those that changed last come first. Three statements. */
  all(query: Pick<ReportQuery, 'page' | 'limit' | 'state'>): Promise<ReportPage & { readonly counts: store.ReportCounts }>;
}

/** What the library calls a book. */
interface LibraryNames {
  readonly title: string;
  readonly authors: readonly string[];
}

export interface ReportServiceDeps extends ThreadDeps {
  readonly availabilityOf: (asins: readonly string[], format: BookFormat) => Promise<Map<string, LibraryNames>>;
}

const DAY_MS = 86_400_000;

export function createReportService(deps: ReportServiceDeps): ReportService {
  const { database, catalog, notifications, onChange, now } = deps;
  const threads = createReportThreads(deps);

  /** What the library calls a book; `undefined` where it does not have it. */
  async function namesInLibrary(asin: string): Promise<LibraryNames | undefined> {
    for (const format of ['audiobook', 'ebook'] as const) {
      const item = (await deps.availabilityOf([asin], format)).get(asin);
      if (item) return item;
    }
    return undefined;
  }

  return {
    ...threads,

    async report(asin, { kind, text }, by) {
      const words = wordsOf(text);
      const { userId } = by.caller;
      const item = await namesInLibrary(asin);
      if (!item) throw new ApiError('not_in_library', sentence('problem.not_in_library'));
      const editions = await threads.editionsOf(asin);
      const book = (await catalog.cached([asin])).get(asin);
      const region = book?.region ?? (await catalog.region());
      const named = { title: book?.title ?? item.title, author: (book?.authors.map(({ name }) => name) ?? item.authors).join(', ') };
      const at = now().toISOString();
      const row = { id: uuid(), userId, asin, region, ...named, kind, text: words };
      await database.transaction(async (tx) => {
        await lockAccount(tx, userId);
        const known = await store.openReportOf(tx, userId, editions);
        if (known !== undefined) throw alreadyReported(known);
        const since = new Date(now().getTime() - DAY_MS).toISOString();
        if ((await store.reportedSince(tx, userId, since)) >= REPORTS_A_DAY) {
          throw new ApiError('too_many_reports', sentence('problem.too_many_reports', { most: REPORTS_A_DAY }));
        }
        await store.addReport(tx, { ...row, state: 'open', lastFrom: 'reporter', createdAt: at, updatedAt: at, closedAt: null });
        await recorded(deps, tx, by, 'report.made', row);
        const told = { report: row, occasion: row.id, coverUrl: book?.coverUrl, tells: 'admins' } as const;
        await notifications.reportEvent(tx, 'issue_reported', { ...told, writer: by.caller, reason: REPORT_KINDS[kind], words });
        tx.afterCommit(() => onChange(row));
      });
      return threads.thread(row.id);
    },

    async own(userId, { asin, ...query }) {
      const asins = asin === undefined ? undefined : await threads.editionsOf(asin);
      return store.reportPage(database.read, { ...query, userId, asins });
    },

    async all(query) {
      const page = await store.reportPage(database.read, query);
      return { ...page, counts: await store.countReports(database.read) };
    },
  };
}
