import { readdir, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { inRow, sentence, type Sentence } from '../../platform/words/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { FileError, isFileError } from '../../files/file-error.js';
import type { ImportDependencies } from './import-dependencies.js';
import { ImportStop, toImportStop } from './import-stop.js';
import { notUnpacked } from './refuse-broken.js';
import type { ImportClient, ImportDownload, ImportStore } from './import-store.js';
import { createPathMapping, explainMapping } from '../../files/path-mapping.js';
import { listSourceFiles } from '../../files/reading/source-files.js';
import type { SourceListing } from '../../files/reading/source-files.js';
import { unwrapFolders } from '../../files/reading/unwrap-folders.js';
import { saidName } from '../../plugin-host/said-name.js';

/** The location of an import's files. */
export interface ImportSource {
  /** As this server sees it. */
  readonly path: string;
  /** As the download client sees it; absent for files that a person named. */
  readonly remotePath?: string;
  readonly client?: ImportClient;
  readonly download?: ImportDownload;
}

/** States in which a client still changes the files of a download. */
const AT_WORK = ['checking', 'postprocessing', 'downloading', 'metadata'];

/** Asks the client, because the stored path may be outdated. If the client cannot answer, the stored one counts. */
async function currentPath(
  deps: ImportDependencies,
  download: ImportDownload,
  client: ImportClient | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stored = download.downloadPath ?? undefined;
  const { integrationId, itemId } = download;
  if (integrationId === null || itemId === null) return stored;
  const provider = deps.host.provider('downloadClient', integrationId);
  if (!provider) return stored;
  const answers = await provider
    .call('status', (downloads, call) => downloads.status([itemId], call), { timeoutMs: 15_000, signal })
    .catch(() => []);
  signal.throwIfAborted();
  const status = answers.find((answer) => answer.itemId === itemId);
  if (status && AT_WORK.includes(status.state) && status.progress < 1) {
    const name = client?.name ?? saidName(provider);
    throw new ImportStop('passing', waitReason('download_not_ready', { client: name, state: status.raw }));
  }
  return status?.contentPath || stored;
}

/** Locates a request's files. @throws ImportStop */
export async function locateSource(
  deps: ImportDependencies,
  store: ImportStore,
  request: RequestRow,
  signal: AbortSignal,
): Promise<ImportSource> {
  const download = request.currentDownloadId === null ? undefined : await store.download(request.currentDownloadId);
  if (request.sourcePath !== null) return { path: request.sourcePath, download };
  if (!download) {
    throw new ImportStop('held', waitReason('no_download'));
  }
  const client = download.integrationId === null ? undefined : await store.client(download.integrationId);
  const remotePath = await currentPath(deps, download, client, signal);
  if (remotePath === undefined || remotePath === '') {
    const name = client?.name ?? sentence('timeline.the_download_client');
    throw new ImportStop('passing', waitReason('path_unknown', { client: name }));
  }
  return { path: createPathMapping(client?.pairs ?? []).toLocal(remotePath).path, remotePath, client, download };
}

async function notVisible(source: ImportSource): Promise<ImportStop> {
  if (source.remotePath === undefined) return new ImportStop('passing', waitReason('path_not_visible.chosen', { path: source.path }));
  const { steps } = await explainMapping(source.client?.pairs ?? [], source.remotePath, { stat, readdir });
  const client = source.client?.name ?? sentence('timeline.the_download_client');
  return new ImportStop('passing', waitReason('path_not_visible.client', { client, steps: inRow(...steps) }));
}

function extensionsOf(listing: SourceListing): readonly string[] {
  const names = [...listing.other, ...listing.ebooks, ...listing.audio].map((file) => extname(file.name).toLowerCase() || file.name);
  return [...new Set(names)].slice(0, 5);
}

function nothingFor({ path, remotePath }: ImportSource, { type }: Pick<RequestRow, 'type'>, endings: readonly string[]): Sentence {
  const what = type === 'ebook' ? 'ebook' : 'audio';
  const isAlone = endings.length === 0;
  if (remotePath === undefined)
    return isAlone ? sentence(`finding.path_has_no_${what}`, { path }) : sentence(`finding.path_has_no_${what}_only`, { path, endings });
  return isAlone ? sentence(`finding.download_has_no_${what}`) : sentence(`finding.download_has_no_${what}_only`, { endings });
}

/**
 * Lists the files of an import: audio or ebooks, by the type of the request.
 *
 * @throws ImportStop passing if nothing is visible or something is unfinished, broken if nothing is usable
 */
export async function listImport(
  source: ImportSource,
  request: Pick<RequestRow, 'type'>,
  options: { readonly protectedRoots: readonly string[]; readonly accepted: boolean; readonly signal: AbortSignal },
): Promise<SourceListing> {
  const { protectedRoots, signal } = options;
  const component = source.client ? { kind: 'downloadClient', name: source.client.name } : undefined;
  let listing: SourceListing;
  try {
    if (!source.path.startsWith('/'))
      throw new FileError('not_found', sentence('file.not_of_server', { path: source.path }), source.path, true);
    listing = await listSourceFiles(source.path, { protectedRoots, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isFileError(error) && error.code === 'not_found') throw await notVisible(source);
    throw toImportStop(error, () => component) ?? error;
  }
  const unfinished = listing.skipped.find((file) => file.reason === 'unfinished');
  if (unfinished && !options.accepted) {
    throw new ImportStop('passing', waitReason('unfinished', { file: unfinished.name }, { component }));
  }
  const found = listing.audio.length + listing.images.length + listing.ebooks.length + listing.other.length;
  if (found === 0) {
    throw new ImportStop('passing', waitReason('empty', { path: source.path }, { component }));
  }
  const wanted = request.type === 'ebook' ? listing.ebooks : listing.audio;
  if (wanted.length === 0) {
    const finding = inRow(nothingFor(source, request, extensionsOf(listing)), notUnpacked(listing));
    throw new ImportStop('broken', waitReason('no_files', { finding }));
  }
  return { ...listing, audio: unwrapFolders(listing.audio), ebooks: unwrapFolders(listing.ebooks) };
}
