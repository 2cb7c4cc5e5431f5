import { isTrue, readJson, type Database, type Tx } from '../../platform/db/index.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import { importOfDownload, importsOfBook, occupantOf, recordImport } from '../lifecycle/import-records.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { lastDetail } from '../lifecycle/timeline.js';
import { allIntegrationFacts, integrationFacts } from '../integration-records/integration-facts.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import type { PathPair } from '../../files/path-mapping.js';

/** The download that an import takes its files from. */
export interface ImportDownload {
  readonly id: string;
  /** Names the download client. */
  readonly integrationId: string | null;
  readonly itemId: string | null;
  /** As the client sees it, according to its last answer. */
  readonly downloadPath: string | null;
  readonly releaseKey: string;
  readonly release: { readonly title: string; readonly indexer: string };
  /** We added it, and nobody else needs it after the import: unlike a torrent it is not seeded. */
  readonly isLeftover: boolean;
}

/** The stored facts about a download client. */
export interface ImportClient {
  readonly name: string;
  readonly pairs: readonly PathPair[];
}

/** The timeline event with the planned folder, written before any file is placed. */
const PLANNED = 'import_planned';

/** The facts to record about a finished import. */
interface FinishedImport {
  readonly requestId: string;
  readonly download: ImportDownload | undefined;
  /** As the client sees it now. */
  readonly downloadPath: string | undefined;
  /** Absolute. */
  readonly directory: string;
  readonly manifest: PlacementManifest;
}

async function readDownload(downloads: DownloadStore, id: string): Promise<ImportDownload | undefined> {
  const row = await downloads.get(id);
  if (!row) return undefined;
  const { integrationId, itemId, downloadPath, releaseKey, ours } = row;
  const release = readJson(row.release);
  const isLeftover = isTrue(ours) && release.protocol !== undefined && release.protocol !== 'torrent';
  return {
    id,
    integrationId,
    itemId,
    downloadPath,
    releaseKey,
    isLeftover,
    release: { title: release.title ?? 'unnamed release', indexer: release.indexer ?? 'unknown' },
  };
}

async function saveImport(downloads: DownloadStore, tx: Tx, done: FinishedImport, at: string): Promise<void> {
  const { requestId, directory, manifest } = done;
  await recordImport(tx, { requestId, downloadId: done.download?.id ?? null, directory, manifest, createdAt: at });
  if (!done.download) return;
  await downloads.set(tx, done.download.id, { state: 'imported', downloadPath: done.downloadPath ?? done.download.downloadPath });
}

/** The reads and writes of imports: `imports` and related rows. */
export function createImportStore(database: Database, downloads: DownloadStore, now: () => Date) {
  const { read } = database;

  return {
    download: (id: string) => readDownload(downloads, id),

    async client(integrationId: string): Promise<ImportClient | undefined> {
      const client = await integrationFacts(read, integrationId);
      return client && { name: client.name, pairs: client.pathMappings };
    },

    /** The target folders of path mappings; each contains many downloads. */
    async mappedRoots(): Promise<string[]> {
      return (await allIntegrationFacts(read)).flatMap(({ pathMappings }) => pathMappings.map((pair) => pair.local));
    },

    /** The files that the last import of a download placed. */
    async placedFrom(downloadId: string): Promise<PlacementManifest | undefined> {
      return (await importOfDownload(read, downloadId))?.manifest;
    },

    /** Whether another download that is not imported yet is the same item, or has its files in the same place. */
    isAwaited: (download: ImportDownload) => downloads.isAwaited(download),

    /** The folder in which the last run of a request's import planned to place files, relative to the library folder. */
    async plannedDirectory(requestId: string): Promise<string | undefined> {
      const directory = (await lastDetail(read, requestId, PLANNED))?.['directory'];
      return typeof directory === 'string' ? directory : undefined;
    },

    plannedEvent: PLANNED,

    /** Imports of the same book, newest first. */
    sameBook: (request: Pick<RequestRow, 'asin' | 'type'>) => importsOfBook(read, request),

    /** The owner of the files in a folder, as far as we placed them. */
    occupant: (directory: string) => occupantOf(read, directory),

    /** Records a finished import. Joins the transaction of the transition, so that both are committed or neither. */
    save: (tx: Tx, done: FinishedImport) => saveImport(downloads, tx, done, now().toISOString()),
  };
}

export type ImportStore = ReturnType<typeof createImportStore>;
