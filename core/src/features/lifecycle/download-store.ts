import { v7 as uuid } from 'uuid';
import { padded, placeholders, readJson, readJsonOr, type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { storedSaid, type Said } from '../../platform/words/index.js';
import { statusesThat } from './statuses.js';
import type { DownloadRelease, DownloadStage } from './download-record.js';
import type { RequestProgress, RequestRow } from './request-record.js';
import { DownloadEntity } from './entities.js';

/** A row of `download_history`. */
export type DownloadRow = RowOf<typeof DownloadEntity>;

/** Requests in these statuses no longer need their download. */
const DROPPED = statusesThat(({ life }) => life === 'dropped');

/** An active download with the facts about its request that monitoring needs. */
export interface WatchedDownload extends Omit<DownloadRow, 'requestId'> {
  readonly requestId: string;
  readonly asin: string;
  readonly userId: string;
  readonly requestReason: RequestRow['reason'];
  readonly requestProgress: RequestRow['progress'];
}

/** The release in use for a request, and the name of its client if that is an integration. */
export interface CurrentRelease {
  readonly release: DownloadRelease;
  readonly integrationId: string | null;
  readonly client: string | null;
}

/** The last download of a request in which nothing went wrong. */
export async function currentRelease(sql: Pick<Sql, 'get'>, requestId: string): Promise<CurrentRelease | undefined> {
  const row = await sql.get<Omit<CurrentRelease, 'release'> & { readonly release: DownloadRow['release'] }>(
    `SELECT d.release, d.integration_id, i.name AS client FROM download_history d LEFT JOIN integrations i ON i.id = d.integration_id
     WHERE d.request_id = ? AND d.error IS NULL ORDER BY d.created_at DESC, d.id DESC LIMIT 1`,
    [requestId],
  );
  return row && { ...row, release: readJson(row.release) };
}

/** A request that is being downloaded, as its client was last heard of. */
export interface ActiveDownload {
  readonly id: string;
  readonly title: string;
  readonly integrationId: string | null;
  readonly client: string | null;
  readonly progress: RequestProgress | null;
}

/** Lists the downloads in progress, the oldest request first. One statement. */
export async function activeDownloads(sql: Pick<Sql, 'all'>): Promise<ActiveDownload[]> {
  const rows = await sql.all<Omit<ActiveDownload, 'progress'> & { readonly progress: RequestRow['progress'] }>(
    `SELECT r.id, r.title, d.integration_id, i.name AS client, r.progress FROM requests r
     LEFT JOIN download_history d ON d.id = r.current_download_id LEFT JOIN integrations i ON i.id = d.integration_id
     WHERE r.status_group = 'active' AND r.status = 'downloading' ORDER BY r.created_at LIMIT 200`,
  );
  return rows.map((row) => ({ ...row, progress: readJsonOr(row.progress, null) }));
}

/** Maps ids of downloads to their stages. */
export async function downloadStages(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<ReadonlyMap<string, DownloadStage>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.all<Pick<DownloadRow, 'id' | 'state'>>(
    `SELECT id, state FROM download_history WHERE id IN (${placeholders(ids.length)})`,
    ids,
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** The requests that downloads were made for, by the ids of the downloads. One statement. */
async function requestsOfDownloads(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = padded(ids);
  const rows = await sql.all<{ id: string; requestId: string }>(
    `SELECT id, request_id FROM download_history WHERE request_id IS NOT NULL AND id IN (${placeholders(wanted.length)})`,
    wanted,
  );
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
}

/** Different releases of a request that failed in their client or when they were imported, of those begun since. */
export async function failedReleases(sql: Pick<Sql, 'get'>, requestId: string, since: string): Promise<number> {
  // by the error, because a failed download turns into a removed one when its client is cleaned up
  const tried = await sql.get<{ n: number }>(
    `SELECT COUNT(DISTINCT release_key) AS n FROM download_history
     WHERE request_id = ? AND error IS NOT NULL AND integration_id IS NOT NULL AND created_at >= ?`,
    [requestId, since],
  );
  return Number(tried?.n ?? 0);
}

/** Returns the error of the last release of the request that failed. */
export async function lastDownloadError(sql: Pick<Sql, 'get'>, requestId: string): Promise<Said | undefined> {
  const row = await sql.get<{ error: string }>(
    'SELECT error FROM download_history WHERE request_id = ? AND error IS NOT NULL ORDER BY updated_at DESC, id DESC LIMIT 1',
    [requestId],
  );
  return row && storedSaid(row.error);
}

/** What we added to a client and imported from it, in portions. The ids are read once, so the work is linear. */
export async function* importedDownloads(sql: Pick<Sql, 'all'>, integrationId: string, most: number): AsyncGenerator<DownloadRow[]> {
  const ids = await sql.all<{ id: string }>(
    "SELECT id FROM download_history WHERE integration_id = ? AND state = 'imported' AND ours = ? ORDER BY id",
    [integrationId, true],
  );
  for (let at = 0; at < ids.length; at += most) {
    const portion = ids.slice(at, at + most).map(({ id }) => id);
    yield await sql.all<DownloadRow>(
      `SELECT * FROM download_history WHERE id IN (${placeholders(portion.length)}) AND state = 'imported' ORDER BY id`,
      portion,
    );
  }
}

/** The place of a download's files, as its client sees it. */
export interface DownloadPlace {
  readonly id: string;
  readonly integrationId: string | null;
  readonly downloadPath: string;
}

const PLACES_A_PAGE = 1000;

/** Where a download is; `undefined` for one whose client has not said so yet. */
export function downloadPlace(sql: Pick<Sql, 'get'>, id: string): Promise<DownloadPlace | undefined> {
  return sql.get<DownloadPlace>(
    'SELECT id, integration_id, download_path FROM download_history WHERE id = ? AND download_path IS NOT NULL',
    [id],
  );
}

/** The places of all downloads that are in a client, in one statement. */
export async function* downloadPlaces(sql: Pick<Sql, 'all'>): AsyncGenerator<readonly DownloadPlace[]> {
  let last = '';
  for (;;) {
    const page = await sql.all<DownloadPlace>(
      `SELECT id, integration_id, download_path FROM download_history
       WHERE id > ? AND download_path IS NOT NULL AND state NOT IN ('removed', 'failed') ORDER BY id LIMIT ${PLACES_A_PAGE}`,
      [last],
    );
    yield page;
    const end = page.at(-1);
    if (end === undefined || page.length < PLACES_A_PAGE) return;
    last = end.id;
  }
}

/** Whether the same release is being handed to the client for another request, which has yet to learn the item's id. */
export async function isBeingTaken(
  sql: Pick<Sql, 'get'>,
  { id, integrationId, releaseKey }: Pick<DownloadRow, 'id' | 'integrationId' | 'releaseKey'>,
): Promise<boolean> {
  const row = await sql.get(
    `SELECT d.id FROM download_history d JOIN requests r ON r.current_download_id = d.id
     WHERE d.integration_id = ? AND d.release_key = ? AND d.id <> ? AND d.state = 'created' AND r.status = 'downloading' LIMIT 1`,
    [integrationId, releaseKey, id],
  );
  return row !== undefined;
}

/** The table `download_history`. */
export function createDownloadStore(database: Database, now: () => Date) {
  return {
    requestsOf: (ids: readonly string[]) => requestsOfDownloads(database.read, ids),

    get: async (id: string): Promise<DownloadRow | undefined> => (await database.entities.findOneBy(DownloadEntity, { id })) ?? undefined,

    /** The last download of a request that reached a client. */
    async lastHandedOver(requestId: string): Promise<DownloadRow | undefined> {
      return database.read.get<DownloadRow>(
        'SELECT * FROM download_history WHERE request_id = ? AND item_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1',
        [requestId],
      );
    },

    async create(
      tx: Tx,
      download: { requestId: string; candidateId: string; integrationId: string; release: DownloadRelease; releaseKey: string },
    ): Promise<string> {
      const id = uuid();
      const at = now().toISOString();
      await tx.insert(DownloadEntity, {
        id,
        requestId: download.requestId,
        candidateId: download.candidateId,
        integrationId: download.integrationId,
        state: 'created',
        release: JSON.stringify(download.release),
        releaseKey: download.releaseKey,
        indexer: download.release.indexer,
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
      change: Partial<
        Omit<DownloadRow, 'id' | 'requestId' | 'candidateId' | 'release' | 'releaseKey' | 'indexer' | 'createdAt' | 'updatedAt'>
      >,
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

    /** Whether another download that is not imported yet is the same item, or has its files in the same place. */
    async isAwaited(download: Pick<DownloadRow, 'id' | 'integrationId' | 'itemId' | 'downloadPath'>): Promise<boolean> {
      const row = await database.read.get(
        `SELECT id FROM download_history WHERE integration_id = ? AND id <> ? AND (item_id = ? OR download_path = ?)
         AND state IN ('created', 'added', 'completed') LIMIT 1`,
        [download.integrationId, download.id, download.itemId, download.downloadPath],
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
