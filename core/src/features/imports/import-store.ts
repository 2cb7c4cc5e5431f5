import { isTrue, readJson, type Database, type Tx } from '../../platform/db/index.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import {
  findImport,
  importOfDownload,
  importsOfBook,
  lastImport,
  occupantOf,
  type PlacedImport,
  recordImport,
  seePlaced,
  type SeenFolder,
} from '../lifecycle/import-records.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { IMPORT_PLANNED, lastDetail } from '../lifecycle/timeline.js';
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
  /** We added it, and its client seeds it after the import. */
  readonly isSeeded: boolean;
}

/** The stored facts about a download client. */
export interface ImportClient {
  readonly name: string;
  readonly pairs: readonly PathPair[];
}

/** The facts to record about a finished import. */
interface FinishedImport {
  readonly requestId: string;
  readonly download: ImportDownload | undefined;
  /** As the client sees it now. */
  readonly downloadPath: string | undefined;
  /** Absolute. */
  readonly directory: string;
  readonly manifest: PlacementManifest;
  /** What {@link ImportStore.seePlaced} answered. */
  readonly seen: SeenFolder;
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
    isSeeded: isTrue(ours) && release.protocol === 'torrent',
    release: { title: release.title ?? 'unnamed release', indexer: release.indexer ?? 'unknown' },
  };
}

/** An import that was given up has been recorded already if its files were placed. */
async function saveRemains(tx: Tx, { requestId, download, directory, manifest, seen }: Omit<FinishedImport, 'downloadPath'>, at: string) {
  const last = await lastImport(tx, requestId);
  if (last?.directory === directory && last.manifest.hash === manifest.hash) return;
  await recordImport(tx, { requestId, downloadId: download?.id ?? null, directory, manifest, seen, createdAt: at });
}

async function saveImport(downloads: DownloadStore, tx: Tx, done: FinishedImport, at: string): Promise<void> {
  await saveRemains(tx, done, at);
  if (!done.download) return;
  await downloads.set(tx, done.download.id, { state: 'imported', downloadPath: done.downloadPath ?? done.download.downloadPath });
}

type Replacing = Pick<RequestRow, 'replacesImportId' | 'replacesDirectory'>;

/** The reads and writes of imports: `imports` and related rows. */
export function createImportStore(database: Database, downloads: DownloadStore, now: () => Date) {
  const { read } = database;

  /** The folder whose files give way to those of a request. */
  async function replacedBy({ replacesImportId, replacesDirectory }: Replacing): Promise<Pick<PlacedImport, 'directory'> | undefined> {
    if (replacesDirectory !== null) return { directory: replacesDirectory };
    return replacesImportId === null ? undefined : findImport(read, replacesImportId);
  }

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

    /** The last import of a request. */
    lastOf: (requestId: string) => lastImport(read, requestId),

    /** Which folders download clients work in. */
    downloadsInPlace: () => readDownloadsInPlace(read),

    /** Whether another download that is not imported yet is the same item, or has its files in the same place. */
    isAwaited: (download: ImportDownload) => downloads.isAwaited(download),

    /** The folder in which the last run of a request's import planned to place files, relative to the library folder. */
    async plannedDirectory(requestId: string): Promise<string | undefined> {
      const directory = (await lastDetail(read, requestId, IMPORT_PLANNED))?.['directory'];
      return typeof directory === 'string' ? directory : undefined;
    },

    /** Whether the last line of a kind in a request's timeline is about this path. */
    isSaid: async (requestId: string, event: string, path: string) => (await lastDetail(read, requestId, event))?.['path'] === path,

    plannedEvent: IMPORT_PLANNED,

    /** Imports of the same book, newest first, without the one that the request replaces. */
    async sameBook(request: Pick<RequestRow, 'asin' | 'type'> & Replacing) {
      const [rows, replaced] = await Promise.all([importsOfBook(read, request), replacedBy(request)]);
      return replaced ? rows.filter(({ directory }) => directory !== replaced.directory) : rows;
    },

    replacedBy,

    /** The owner of the files in a folder, as far as we placed them. */
    occupant: (directory: string) => occupantOf(read, directory),

    /** Whether the last import of a request went to this folder, and was written down. */
    isRecorded: async (requestId: string, directory: string) => (await lastImport(read, requestId))?.directory === directory,

    /** Looks at placed files right before they are recorded. @throws FileError */
    seePlaced: (directory: string, manifest: PlacementManifest) => seePlaced(read, directory, manifest),

    /** Records the files of an import that is given up after it has placed them. Its download may still be imported. */
    saveRemains: (tx: Tx, placed: Omit<FinishedImport, 'downloadPath'>) => saveRemains(tx, placed, now().toISOString()),

    /** Records a finished import. Joins the transaction of the transition, so that both are committed or neither. */
    save: (tx: Tx, done: FinishedImport) => saveImport(downloads, tx, done, now().toISOString()),
  };
}

export type ImportStore = ReturnType<typeof createImportStore>;
