import { isIntegrationError } from '@lectern/plugin-api';
import Type from 'typebox';
import { defineJob, NO_PAYLOAD, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import { inEnglish, inRow, saidOf, sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { REFRESH_LIBRARY } from '../lifecycle/request-jobs.js';
import { createLibraryStore } from './library-store.js';
import { lookJob } from './look-job.js';
import { refreshLibrary, stopRefresh } from './refresh-job.js';
import { createLibraryScanner, WRITE_ASIN, type LibraryScanner, type ScanDeps, type ScanReport } from './scan.js';

/** The dependencies of the library's jobs. */
export interface LibraryJobDeps extends Omit<ScanDeps, 'host'> {
  readonly host: Pick<PluginHost, 'hooks' | 'providers' | 'provider' | 'instances' | 'plugin'>;
  /** Multiplies waits. */
  readonly timeScale: number;
  /** Shared by all users of the process. Default: a new one. */
  readonly scanner?: LibraryScanner;
}

/** Reads everything in all media servers. */
export const SCAN_LIBRARY = defineJob(
  'library.scan',
  Type.Object({
    /** An admin confirms that so much is gone. */
    acceptLoss: Type.Optional(Type.Boolean()),
  }),
  { key: 'schedule' },
);
/** Reads new items of all media servers. */
const READ_RECENT = defineJob('library.recent', NO_PAYLOAD, { key: 'schedule' });

const HOUR_MS = 3_600_000;
/** Faults that retrying does not cure. */
const FINAL = new Set([
  'INTEGRATION_UNAUTHORIZED',
  'INTEGRATION_FORBIDDEN',
  'INTEGRATION_NOT_FOUND',
  'INTEGRATION_MISCONFIGURED',
  'INTEGRATION_UNSUPPORTED',
]);

/** Reads the media servers one at a time; an unreachable one never keeps the others from being read. */
async function scanAll(
  deps: LibraryJobDeps,
  scanner: LibraryScanner,
  job: JobContext<PayloadOf<typeof SCAN_LIBRARY>>,
  kind: 'full' | 'recent',
): Promise<ScanReport[]> {
  const reports: ScanReport[] = [];
  for (const server of deps.host.providers('mediaServer')) {
    job.signal.throwIfAborted();
    reports.push(
      await scanner[kind](server, {
        signal: job.signal,
        acceptLoss: job.payload.acceptLoss === true,
        onProgress: (progress) => job.progress(progress),
      }),
    );
  }
  if (reports.length === 0) await scanner.settler.found();
  const done = reports.reduce((sum, report) => sum + report.items, 0);
  const message = reports.length === 0 ? sentence('progress.no_media_server') : inRow(...reports.map((report) => report.message));
  job.progress({ done, total: done, message });
  return reports;
}

async function writeAsin(deps: LibraryJobDeps, job: JobContext<PayloadOf<typeof WRITE_ASIN>>): Promise<void> {
  const { integrationId, itemId, asin } = job.payload;
  const server = deps.host.provider('mediaServer', integrationId);
  if (!server) return;
  try {
    const isWritten = await server.call(
      'setAsin',
      async (provider, call) => {
        await provider.setAsin?.(itemId, asin, call);
        return provider.setAsin !== undefined;
      },
      { signal: job.signal },
    );
    if (!isWritten) return;
  } catch (error) {
    if (!isIntegrationError(error) || !FINAL.has(error.code)) throw error;
    deps.log.warn({ err: error, integration: integrationId, asin }, 'an ASIN could not be written into a media server');
    job.progress({ done: 0, total: 1, message: saidOf(error) });
    return;
  }
  await deps.database.transaction((tx) =>
    tx.run('UPDATE library_items SET asin = ? WHERE integration_id = ? AND item_id = ?', [asin, integrationId, itemId]),
  );
}

/** The scans, the wait after an import, and the writing of ASINs. */
export function libraryJobs(deps: LibraryJobDeps): JobDefinition[] {
  const scanner = deps.scanner ?? createLibraryScanner(deps);
  const store = createLibraryStore(deps.database);
  return [
    SCAN_LIBRARY.handledBy({
      title: sentence('job.scan_library'),
      cron: '17 */6 * * *',
      timeoutMs: 4 * HOUR_MS,
      // an immediate retry would count the same absence twice
      maxAttempts: 1,
      async run(job) {
        const failed = (await scanAll(deps, scanner, job, 'full')).filter((report) => report.outcome === 'failed');
        if (failed.length > 0) throw new Error(inEnglish(inRow(...failed.map((report) => report.message))));
      },
    }),
    READ_RECENT.handledBy({
      title: sentence('job.read_recent'),
      cron: '*/5 * * * *',
      timeoutMs: HOUR_MS,
      maxAttempts: 1,
      // an unreachable server shows in its health and in this run's message, not as a failed job every five minutes
      run: async (job) => void (await scanAll(deps, scanner, job, 'recent')),
    }),
    REFRESH_LIBRARY.handledBy({
      title: sentence('job.refresh_library'),
      concurrency: 2,
      timeoutMs: HOUR_MS,
      run: (job) => refreshLibrary({ ...deps, store, scanner }, job),
      onCancelled: (tx, { payload }) => stopRefresh(deps, tx, payload.requestId),
    }),
    lookJob({ host: deps.host, store, sql: deps.database.read }),
    WRITE_ASIN.handledBy({
      title: sentence('job.write_asin'),
      run: (job) => writeAsin(deps, job),
    }),
  ];
}
