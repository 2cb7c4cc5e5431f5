import { v7 as uuid } from 'uuid';
import { isTrue } from '../../platform/db/index.js';
import type { Database, Sql, Tx } from '../../platform/db/index.js';
import { contentHashOf } from '../../files/content-hash.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { RequestType } from '../lifecycle/statuses.js';
import { ImportEntity } from './entities.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import type { PathPair } from '../../files/path-mapping.js';

/** The download that an import takes its files from. */
export interface ImportDownload {
  readonly id: string;
  /** Names the download client. */
  readonly integrationId: string | null;
  readonly itemId: string | null;
  /** As the client sees it, as it was last told. */
  readonly downloadPath: string | null;
  readonly releaseKey: string;
  readonly release: { readonly title: string; readonly indexer: string };
  /** We put it there, and nobody else is served by it once it is imported: unlike a torrent it is not seeded. */
  readonly isLeftover: boolean;
}

/** What is known of a download client without asking it. */
export interface ImportClient {
  readonly name: string;
  readonly pairs: readonly PathPair[];
}

interface DownloadColumns {
  id: string;
  integrationId: string | null;
  itemId: string | null;
  downloadPath: string | null;
  releaseKey: string;
  release: string;
  ours: boolean | number;
}

/** Event in the timeline that says where files will go; written before they go there. */
const PLANNED = 'import_planned';

function readPairs(text: string): PathPair[] {
  return JSON.parse(text) as PathPair[];
}

/** What an import that is done leaves to be written down. */
interface FinishedImport {
  readonly requestId: string;
  readonly download: ImportDownload | undefined;
  /** As the client sees it now. */
  readonly downloadPath: string | undefined;
  /** Absolute. */
  readonly directory: string;
  readonly manifest: PlacementManifest;
}

async function readDownload(read: Sql, id: string): Promise<ImportDownload | undefined> {
  const row = await read.get<DownloadColumns>(
    'SELECT id, integration_id, item_id, download_path, release_key, release, ours FROM download_history WHERE id = ?',
    [id],
  );
  if (!row) return undefined;
  const { ours, ...columns } = row;
  const release = JSON.parse(row.release) as { title?: string; indexer?: string; protocol?: string };
  const isLeftover = isTrue(ours) && release.protocol !== undefined && release.protocol !== 'torrent';
  return { ...columns, isLeftover, release: { title: release.title ?? 'unnamed release', indexer: release.indexer ?? 'unknown' } };
}

async function saveImport(tx: Tx, done: FinishedImport, at: string): Promise<void> {
  await tx.entities.insert(ImportEntity, {
    id: uuid(),
    requestId: done.requestId,
    downloadId: done.download?.id ?? null,
    directory: done.directory,
    contentHash: contentHashOf(done.manifest.files) ?? `manifest:${done.manifest.hash}`,
    manifest: JSON.stringify(done.manifest),
    createdAt: at,
  });
  if (!done.download) return;
  await tx.run("UPDATE download_history SET state = 'imported', download_path = ?, updated_at = ? WHERE id = ?", [
    done.downloadPath ?? done.download.downloadPath,
    at,
    done.download.id,
  ]);
}

/** What imports read and write: `imports` and the rows around it. */
export function createImportStore(database: Database, now: () => Date) {
  const { read } = database;

  return {
    download: (id: string) => readDownload(read, id),

    async client(integrationId: string): Promise<ImportClient | undefined> {
      const row = await read.get<{ name: string; pathMappings: string }>('SELECT name, path_mappings FROM integrations WHERE id = ?', [
        integrationId,
      ]);
      return row && { name: row.name, pairs: readPairs(row.pathMappings) };
    },

    /** Folders that path mappings lead to; each holds many downloads. */
    async mappedRoots(): Promise<string[]> {
      const rows = await read.all<{ pathMappings: string }>('SELECT path_mappings FROM integrations');
      return rows.flatMap((row) => readPairs(row.pathMappings).map((pair) => pair.local));
    },

    /** What the last import of a download placed. */
    async placedFrom(downloadId: string): Promise<PlacementManifest | undefined> {
      const row = await read.get<{ manifest: string }>(
        'SELECT manifest FROM imports WHERE download_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
        [downloadId],
      );
      return row && (JSON.parse(row.manifest) as PlacementManifest);
    },

    /** Whether another download that is not imported yet is the same item, or has its files in the same place. */
    async isAwaited(download: ImportDownload): Promise<boolean> {
      const row = await read.get(
        `SELECT id FROM download_history WHERE integration_id = ? AND id <> ? AND (item_id = ? OR download_path = ?)
         AND state IN ('created', 'added', 'completed') LIMIT 1`,
        [download.integrationId, download.id, download.itemId, download.downloadPath],
      );
      return row !== undefined;
    },

    /** Where the last run of a request's import was about to place files, relative to the library folder. */
    async plannedDirectory(requestId: string): Promise<string | undefined> {
      const row = await read.get<{ detail: string | null }>(
        'SELECT detail FROM request_events WHERE request_id = ? AND event = ? ORDER BY id DESC LIMIT 1',
        [requestId, PLANNED],
      );
      const detail = row?.detail ? (JSON.parse(row.detail) as { directory?: unknown }) : undefined;
      return typeof detail?.directory === 'string' ? detail.directory : undefined;
    },

    plannedEvent: PLANNED,

    /** Imports of the same book, newest first. */
    async sameBook(
      request: Pick<RequestRow, 'asin' | 'type'>,
    ): Promise<{ directory: string; contentHash: string; manifest: PlacementManifest }[]> {
      const rows = await read.all<{ directory: string; contentHash: string; manifest: string }>(
        `SELECT i.directory, i.content_hash, i.manifest FROM imports i JOIN requests r ON r.id = i.request_id
         WHERE r.asin = ? AND r.type = ? ORDER BY i.created_at DESC, i.id DESC LIMIT 5`,
        [request.asin, request.type],
      );
      return rows.map((row) => ({ ...row, manifest: JSON.parse(row.manifest) as PlacementManifest }));
    },

    /** Whose files are in a folder, as far as we placed them. */
    async occupant(directory: string): Promise<{ asin: string; type: RequestType } | undefined> {
      return read.get(
        `SELECT r.asin, r.type FROM imports i JOIN requests r ON r.id = i.request_id
         WHERE i.directory = ? ORDER BY i.created_at DESC, i.id DESC LIMIT 1`,
        [directory],
      );
    },

    /** Writes down a finished import. Joins the transaction of the transition, so that both are there or neither. */
    save: (tx: Tx, done: FinishedImport) => saveImport(tx, done, now().toISOString()),
  };
}

export type ImportStore = ReturnType<typeof createImportStore>;
