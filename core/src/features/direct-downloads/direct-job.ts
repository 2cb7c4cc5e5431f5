import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { createStreamedFetch } from '../../platform/http-client/streamed-fetch.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { downloadTopic } from '../lifecycle/request-jobs.js';
import { downloadOf } from './direct-item.js';
import { inRow, sentence, storeSaid } from '../../platform/words/index.js';
import type { FileProgress } from './direct-record.js';
import type { DirectRow } from './entities.js';
import type { DirectStore } from './direct-store.js';
import type { TransferLimits } from './limits.js';
import { TransferError } from './transfer-error.js';
import { transferFile } from './transfer.js';
import { verifyFile } from './verify-file.js';

/** The job subject of a download. */
export function directSubject(itemId: string): string {
  return `direct:${itemId}`;
}

export const FETCH_FILES = defineJob('direct-downloads.fetch', Type.Object({ itemId: Type.String() }), {
  key: ({ itemId }) => `direct-downloads.fetch:${itemId}`,
  subject: ({ itemId }) => directSubject(itemId),
  about: ({ itemId }) => downloadTopic(downloadOf(itemId)),
});

/** How often the progress is saved. */
const TELL_MS = 1_000;
const SIX_HOURS_MS = 6 * 3_600_000;
/** The fewest new bytes that count as progress. */
const PROGRESS_BYTES = 64 * 1024;

export interface DirectJobDependencies {
  readonly store: DirectStore;
  readonly limits: TransferLimits;
  /** The folder that contains the downloads' folders. */
  readonly root: string;
  readonly userAgent: string;
  readonly allowPrivateHosts: readonly string[];
  readonly now: () => Date;
  readonly timeScale: number;
}

/** The folder of a download. */
export function folderOf(root: string, id: string): string {
  return join(root, id);
}

/** The name of an unfinished file, which imports ignore. */
function partOf(folder: string, name: string): string {
  return join(folder, `${name}.part`);
}

/** One run: fetches every missing file, one at a time. */
async function fetchAll(deps: DirectJobDependencies, row: DirectRow, job: JobContext): Promise<void> {
  const { store, limits, root } = deps;
  const { files: wanted, privateHosts } = store.order(row);
  const files = store.files(row);
  const folder = folderOf(root, row.id);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const fetch = createStreamedFetch({
    userAgent: deps.userAgent,
    allowedHosts: () => [{ host: '*', private: false }, ...privateHosts],
    allowPrivateHosts: deps.allowPrivateHosts,
  });
  const sizes = files.map((file) => (file.done ? (file.total ?? 0) : 0));
  let told = 0;
  let last = { at: Date.now(), bytes: 0 };
  let writing: Promise<void> = Promise.resolve();

  const sum = () => sizes.reduce((all, size) => all + size, 0);
  const total = () =>
    Math.max(
      sum(),
      files.reduce((all, file, index) => all + (file.total ?? wanted[index]?.size ?? sizes[index] ?? 0), 0),
    );
  const save = async (change: Partial<DirectRow>) => {
    await writing;
    await store.set(row.id, { progress: JSON.stringify(files), bytesDone: sum(), bytesTotal: total(), ...change });
  };
  const tell = () => {
    const at = Date.now();
    if (at - told < TELL_MS) return;
    told = at;
    const bytes = sum();
    const bytesPerSecond = Math.max(0, ((bytes - last.bytes) * 1000) / Math.max(1, at - last.at));
    last = { at, bytes };
    job.progress({ done: bytes, total: total() });
    writing = writing.then(() => store.set(row.id, { bytesDone: bytes, bytesTotal: total(), bytesPerSecond })).catch(() => undefined);
  };

  try {
    for (const [index, file] of wanted.entries()) {
      const known = files[index] as FileProgress;
      if (known.done) continue;
      const part = partOf(folder, known.name);
      const put = (change: Partial<FileProgress>) => {
        files[index] = { ...(files[index] as FileProgress), ...change };
      };
      let began = 0;
      const others = sum() - (sizes[index] ?? 0);
      const bytes = await transferFile(fetch, {
        file,
        part,
        limits,
        signal: job.signal,
        validator: known.validator,
        maxBytes: limits.maxBytes - others,
        now: Date.now,
        onHead: async ({ validator, total: all, offset }) => {
          put({ validator, total: all });
          sizes[index] = offset;
          began = offset;
          await save({ state: 'downloading', error: null });
        },
        onBytes(here) {
          sizes[index] = here;
          tell();
        },
      });
      sizes[index] = bytes;
      await save({ state: 'checking' });
      try {
        await verifyFile(part, bytes, file, job.signal);
      } catch (error) {
        if (!(error instanceof TransferError)) throw error;
        // our part is wrong; the next try must not build on it
        await rm(part, { force: true });
        put({ validator: undefined, total: undefined });
        await save({});
        // the beginning comes from an earlier try and may be to blame
        throw began > 0 ? new TransferError(error.code, error.said, true) : error;
      }
      await rename(part, join(folder, known.name));
      put({ done: true, total: bytes });
      await save({ state: 'downloading', error: null });
    }
  } finally {
    await writing;
  }
  await save({ state: 'completed', bytesPerSecond: 0, error: null });
}

async function run(deps: DirectJobDependencies, job: JobContext<PayloadOf<typeof FETCH_FILES>>): Promise<RunAgain | void> {
  const { store, limits, timeScale } = deps;
  const id = job.payload.itemId;
  const row = await store.get(id);
  if (!row || row.state === 'completed' || row.state === 'failed') return;
  const before = row.bytesDone;
  try {
    await fetchAll(deps, row, job);
  } catch (error) {
    if (job.signal.aborted || !(error instanceof TransferError)) {
      // removed meanwhile: nothing of it stays
      if (!(await store.get(id))) await rm(folderOf(deps.root, id), { recursive: true, force: true });
      throw error;
    }
    const now = deps.now().getTime();
    const here = (await store.get(id))?.bytesDone ?? 0;
    const attempts = here - before >= PROGRESS_BYTES ? 1 : row.attempts + 1;
    const isOver = now - Date.parse(row.createdAt) > limits.totalMs || attempts >= limits.mostAttempts;
    if (!error.isPassing || isOver) {
      const said = error.isPassing ? inRow(error.said, sentence('phrase.tried_in_vain', { tries: attempts })) : error.said;
      await store.set(id, { state: 'failed', error: storeSaid(said), attempts, bytesPerSecond: 0 });
      return;
    }
    const pause = Math.min(limits.longestPauseMs, limits.firstPauseMs * 2 ** (attempts - 1)) * timeScale;
    const wait = Math.max(pause, Math.min(error.retryAfterMs ?? 0, limits.totalMs));
    await store.set(id, { state: 'waiting', error: storeSaid(error.said), attempts, bytesPerSecond: 0 });
    return { againAt: new Date(now + wait) };
  }
}

/** The background jobs of direct downloads. If its process died, a job continues with the bytes on disk. */
export function directDownloadJobs(deps: DirectJobDependencies): JobDefinition[] {
  return [
    FETCH_FILES.handledBy({
      title: sentence('job.download_files'),
      concurrency: 3,
      timeoutMs: SIX_HOURS_MS,
      // faults are counted per download; a run that ends in another way was interrupted
      maxAttempts: 1_000_000,
      run: (job) => run(deps, job),
      onCancelled: (tx, { payload }) => deps.store.cancel(tx, payload.itemId),
    }),
  ];
}
