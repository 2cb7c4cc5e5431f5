import { v7 as uuid } from 'uuid';
import { placeholders, type Database, type Tx } from '../../platform/db/index.js';
import { statusesThat } from '../lifecycle/statuses.js';
import type { DownloadRelease, DownloadRow } from './entities.js';
import { DownloadEntity } from './entities.js';

/** Requests in these have no use for what was downloaded for them. */
const DROPPED = statusesThat(({ life }) => life === 'dropped');

/** An active download with what monitoring needs of its request. */
export interface WatchedDownload extends DownloadRow {
  readonly asin: string;
  readonly userId: string;
  readonly requestReason: string | null;
  readonly requestProgress: string | null;
}

/** The table `download_history`. */
export function createDownloadStore(database: Database, now: () => Date) {
  return {
    get: async (id: string): Promise<DownloadRow | undefined> => (await database.entities.findOneBy(DownloadEntity, { id })) ?? undefined,

    async create(
      tx: Tx,
      download: { requestId: string; candidateId: string; integrationId: string; release: DownloadRelease; releaseKey: string },
    ): Promise<string> {
      const id = uuid();
      const at = now().toISOString();
      await tx.entities.insert(DownloadEntity, {
        id,
        requestId: download.requestId,
        candidateId: download.candidateId,
        integrationId: download.integrationId,
        state: 'created',
        release: JSON.stringify(download.release),
        releaseKey: download.releaseKey,
        ours: false,
        missingCount: 0,
        createdAt: at,
        updatedAt: at,
      });
      return id;
    },

    async set(
      tx: Tx,
      id: string,
      change: Partial<Omit<DownloadRow, 'id' | 'requestId' | 'candidateId' | 'release' | 'releaseKey' | 'createdAt' | 'updatedAt'>>,
    ): Promise<void> {
      await tx.entities.update(DownloadEntity, { id }, { ...change, updatedAt: now().toISOString() });
    },

    /** All downloads of a client that requests wait for. One statement. */
    watched: (integrationId: string) =>
      database.read.all<WatchedDownload>(
        `SELECT d.*, r.asin, r.user_id, r.reason AS request_reason, r.progress AS request_progress
         FROM download_history d JOIN requests r ON r.current_download_id = d.id
         WHERE d.integration_id = ? AND d.state = 'added' AND r.status = 'downloading'`,
        [integrationId],
      ),

    /** Clients that something is downloading in. */
    busyClients: () =>
      database.read.all<{ integrationId: string }>(
        `SELECT DISTINCT d.integration_id FROM download_history d JOIN requests r ON r.current_download_id = d.id
         WHERE d.state = 'added' AND r.status = 'downloading' AND d.integration_id IS NOT NULL`,
      ),

    /** Whether another live request waits for, or uses, the same item of the client. */
    async isShared(download: DownloadRow): Promise<boolean> {
      const row = await database.read.get(
        `SELECT d.id FROM download_history d JOIN requests r ON r.current_download_id = d.id
         WHERE d.integration_id = ? AND d.item_id = ? AND d.id <> ? AND d.state <> 'removed' AND r.status NOT IN (${placeholders(DROPPED.length)}) LIMIT 1`,
        [download.integrationId, download.itemId, download.id, ...DROPPED],
      );
      return row !== undefined;
    },

    /** Whether an item that is in the client now was put there for another download of ours. */
    async isOurs(integrationId: string, itemId: string, exceptId: string): Promise<boolean> {
      const row = await database.read.get(
        "SELECT id FROM download_history WHERE integration_id = ? AND item_id = ? AND ours = ? AND state <> 'removed' AND id <> ? LIMIT 1",
        [integrationId, itemId, true, exceptId],
      );
      return row !== undefined;
    },
  };
}

export type DownloadStore = ReturnType<typeof createDownloadStore>;
