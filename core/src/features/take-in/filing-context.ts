import { readdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readJson, type Database } from '../../platform/db/index.js';
import { isSentence, sentence, type Sentence } from '../../platform/words/index.js';
import { isWithin } from '../../files/path-jail.js';
import { ClientSilent } from '../lifecycle/client-holdings.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import { importedBooks } from '../lifecycle/import-records.js';
import { placedFilesIn } from '../lifecycle/replaced-imports.js';
import { renameReason, saidReason } from '../renaming/index.js';
import type { Settings } from '../settings/index.js';
import type { FiledMove, TakenRow } from './entities.js';
import type { FilingCatalog, FilingContext } from './plan-filing.js';
import { lastFiled } from './take-in-store.js';

/** Where the library is, and how it is laid out. */
export interface FilingSettings {
  get(): Promise<{ readonly library: Pick<Settings['library'], 'path' | 'pathTemplate'> }>;
}

interface ContextDeps {
  readonly database: Pick<Database, 'read'>;
  readonly catalog: FilingCatalog;
  readonly settings: FilingSettings;
  /** What download clients have, by what they say now or said a moment ago. @throws ClientSilent */
  readonly holdings: (signal: AbortSignal) => Promise<FilingContext['holdings']>;
  /** Nothing is filed from here. */
  readonly dataDir: string;
  readonly signal: AbortSignal;
}

/** Whether a library folder is empty though there are books in it: its disk is not mounted, and files would go below the mount point. */
async function isAway({ read }: Pick<Database, 'read'>, root: string): Promise<boolean> {
  if ((await readdir(root)).length > 0) return false;
  const last = await lastFiled(read);
  if (last?.move && readJson<FiledMove>(last.move).toRoot === root) return true;
  return (await importedBooks(read)).some(({ directory }) => isWithin(root, directory));
}

/** What is known of the library for planning where some books go, or why none can be filed. The number of statements does not grow with the books. */
export async function filingContext(deps: ContextDeps, rows: readonly Pick<TakenRow, 'path'>[]): Promise<FilingContext | Sentence> {
  const { database, catalog, settings, signal } = deps;
  const { path, pathTemplate } = (await settings.get()).library;
  if (path === null) return saidReason(renameReason('no_library_folder'));
  const libraryRoot = await realpath(path).catch(() => undefined);
  if (libraryRoot === undefined || (await isAway(database, libraryRoot).catch(() => true)))
    return saidReason(renameReason('library_not_there', { path }));
  const holdings = await deps.holdings(signal).catch((error: unknown) => {
    if (error instanceof ClientSilent) return sentence('filing.client_silent', { client: error.client });
    throw error;
  });
  if (isSentence(holdings)) return holdings;
  const folders = new Set(rows.flatMap((row) => [row.path, dirname(row.path)]));
  return {
    catalog,
    libraryRoot,
    template: pathTemplate,
    dataDir: deps.dataDir,
    downloads: await readDownloadsInPlace(database.read),
    holdings,
    placed: await placedFilesIn(database.read, [...folders]),
    signal,
  };
}
