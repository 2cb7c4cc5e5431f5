import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { IntegrationError } from '@lectern/plugin-api';
import type { DownloadClient, DownloadState, DownloadStatus, HttpFile } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { sanitizeFileName } from '../../files/naming/path-segment.js';
import type { FileProgress } from './direct-record.js';
import type { DirectRow, DirectState } from './entities.js';
import type { DirectStore } from './direct-store.js';
import { directSubject, FETCH_FILES, folderOf } from './direct-job.js';
import type { TransferLimits } from './limits.js';

export interface DirectClientDependencies {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly store: DirectStore;
  readonly limits: TransferLimits;
  readonly root: string;
  /** Private hosts that the source of a download may use. */
  readonly privateHostsFor: (itemId: string) => Promise<readonly AllowedHost[]>;
}

const TAG = /^lectern-[0-9a-f-]{36}$/;

/** The item id of a download here, which is its tag. */
export function directItemId(downloadId: string): string {
  return `lectern-${downloadId}`;
}

/** The download that an item of this client belongs to. */
export function downloadOf(itemId: string): string {
  return itemId.replace(/^lectern-/, '');
}

const STATES: Readonly<Record<DirectState, DownloadState>> = {
  queued: 'queued',
  downloading: 'downloading',
  waiting: 'stalled',
  checking: 'checking',
  completed: 'completed',
  failed: 'failed',
};

function refuse(message: string): never {
  throw new IntegrationError('INTEGRATION_BAD_RESPONSE', message);
}

/** Gives each file our own unique name. */
function planFiles(files: readonly HttpFile[]): FileProgress[] {
  const taken = new Set<string>();
  return files.map((file, index) => {
    const safe = sanitizeFileName(file.name.split(/[/\\]/).at(-1) ?? '', `file-${index + 1}`);
    const extension = extname(safe);
    const stem = safe.slice(0, safe.length - extension.length);
    let name = safe;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${stem} (${count})${extension}`;
    taken.add(name.toLowerCase());
    return { name, done: false };
  });
}

function checkFiles(files: readonly HttpFile[], limits: TransferLimits): void {
  if (files.length === 0) refuse('There is nothing to download.');
  if (files.length > limits.maxFiles) refuse(`There are ${files.length} files; at most ${limits.maxFiles} are allowed.`);
  const wrong = files.find(({ url }) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol));
  if (wrong) refuse('Only http:// and https:// addresses can be downloaded.');
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  if (size > limits.maxBytes)
    refuse(`The download has ${Math.round(size / 1e6)} MB; at most ${Math.round(limits.maxBytes / 1e6)} are allowed.`);
}

/** The server's own download client, for plain HTTP. Its downloads are in the data directory. */
export function createDirectClient(deps: DirectClientDependencies): DownloadClient {
  const { database, jobs, store, limits, root } = deps;

  function present(row: DirectRow): DownloadStatus {
    const { bytesDone, bytesTotal, bytesPerSecond, state } = row;
    const isDone = state === 'completed';
    const progress = isDone ? 1 : bytesTotal > 0 ? Math.min(0.999, bytesDone / bytesTotal) : 0;
    return {
      itemId: row.id,
      state: STATES[state],
      progress,
      bytesDone,
      bytesTotal: Math.max(bytesTotal, bytesDone),
      downBps: state === 'downloading' ? bytesPerSecond : 0,
      upBps: 0,
      ...(state === 'downloading' && bytesPerSecond > 0 ? { etaSeconds: Math.ceil((bytesTotal - bytesDone) / bytesPerSecond) } : {}),
      name: row.name,
      savePath: root,
      ...(isDone ? { contentPath: folderOf(root, row.id) } : {}),
      ...(row.error === null ? {} : { error: row.error }),
      raw: state,
    };
  }

  return {
    protocols: ['http'],

    async add(item, { name, tags = [] }) {
      if (item.kind !== 'http') throw new IntegrationError('INTEGRATION_UNSUPPORTED', 'Only files by HTTP can be downloaded directly.');
      checkFiles(item.files, limits);
      const id = tags.find((tag) => TAG.test(tag));
      if (id === undefined) throw new IntegrationError('INTEGRATION_MISCONFIGURED', 'The download carries no tag of its own.');
      const order = { files: item.files, privateHosts: await deps.privateHostsFor(id) };
      const alreadyThere = await database.transaction(async (tx) => {
        const known = await store.put(tx, id, name, order, planFiles(item.files));
        await jobs.enqueue(tx, FETCH_FILES({ itemId: id }));
        return known;
      });
      return { itemId: id, alreadyThere };
    },

    async status(itemIds) {
      return Promise.all(
        itemIds.map(async (itemId): Promise<DownloadStatus> => {
          const row = await store.get(itemId);
          if (row) return present(row);
          return { itemId, state: 'missing', progress: 0, bytesDone: 0, bytesTotal: 0, downBps: 0, upBps: 0, raw: 'missing' };
        }),
      );
    },

    async remove(itemId, { deleteData }) {
      if (!TAG.test(itemId)) return;
      await database.transaction(async (tx) => {
        await jobs.cancelSubject(tx, directSubject(itemId));
        await store.delete(tx, itemId);
      });
      if (deleteData) await rm(folderOf(root, itemId), { recursive: true, force: true, maxRetries: 2 });
    },

    list: async () => (await store.list()).map(present),

    async files(itemId) {
      const row = await store.get(itemId);
      return row ? store.files(row).map((file) => ({ path: `${itemId}/${file.name}`, size: file.total ?? 0 })) : [];
    },
  };
}
