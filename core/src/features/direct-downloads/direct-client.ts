import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import type { DownloadClient, DownloadState, DownloadStatus, HttpFile } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { sentence, spokenError, storedSaid, type Sentence } from '../../platform/words/index.js';
import { sanitizeFileName } from '../../files/naming/path-segment.js';
import type { FileProgress } from './direct-record.js';
import type { DirectRow, DirectState } from './entities.js';
import type { DirectStore } from './direct-store.js';
import { saidTrouble } from '../lifecycle/client-trouble.js';
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

const STATES: Readonly<Record<DirectState, DownloadState>> = {
  queued: 'queued',
  downloading: 'downloading',
  waiting: 'stalled',
  checking: 'checking',
  completed: 'completed',
  failed: 'failed',
};

function refuse(said: Sentence): never {
  throw spokenError('INTEGRATION_BAD_RESPONSE', said);
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
  if (files.length === 0) refuse(sentence('fault.transfer_nothing'));
  if (files.length > limits.maxFiles) refuse(sentence('fault.transfer_too_many', { count: files.length, most: limits.maxFiles }));
  const wrong = files.find(({ url }) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol));
  if (wrong) refuse(sentence('fault.transfer_scheme'));
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  if (size > limits.maxBytes) refuse(sentence('fault.transfer_too_large', { size: { bytes: size }, most: { bytes: limits.maxBytes } }));
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
      ...(row.error === null ? {} : saidTrouble(storedSaid(row.error))),
      raw: state,
    };
  }

  return {
    protocols: ['http'],

    async add(item, { name, tags = [] }) {
      if (item.kind !== 'http') throw spokenError('INTEGRATION_UNSUPPORTED', sentence('fault.transfer_only_http'));
      checkFiles(item.files, limits);
      const id = tags.find((tag) => TAG.test(tag));
      if (id === undefined) throw spokenError('INTEGRATION_MISCONFIGURED', sentence('fault.transfer_untagged'));
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
