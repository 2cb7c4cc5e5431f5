import { isIntegrationError } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import { isTrue, readJson, type Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import { integrationFacts, pathMappingsOf } from '../integration-records/integration-facts.js';
import { subjectsAtWork } from '../../platform/jobs/job-facts.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import { GRAB, requestSubject, type REMOVE_DOWNLOAD } from '../lifecycle/request-jobs.js';
import { DIRECT_CLIENT_ID, directItemId } from '../direct-downloads/index.js';
import { isBeingTaken, type DownloadRow, type DownloadStore } from '../lifecycle/download-store.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { hasFiles } from '../lifecycle/statuses.js';
import type { SettingsService } from '../settings/index.js';
import { mustStillSeed, seedingRule } from './seeding/seeding-rule.js';
import { MISSING_ANSWERS } from './status-verdict.js';
import { allClients, createTakeOut } from './take-out.js';

interface Dependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly downloads: DownloadStore;
  readonly requests: Pick<RequestReader, 'row'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
  readonly timeScale: number;
}

const CLIENT_RETRY_MS = 300_000;
const GRAB_RETRY_MS = 5_000;
/** How often a torrent that nobody waits for any more is asked whether it has been seeded enough. */
const SEEDING_LOOK_MS = 1_800_000;

/** Whether the request's grab is running; it will soon know the fate of the download. */
async function isBeingGrabbed(database: Database, requestId: string | null): Promise<boolean> {
  return requestId !== null && (await subjectsAtWork(database.read, GRAB.name)).has(requestSubject(requestId));
}

/** Finds the item that a crash kept us from recording: ours, with the release's info-hash. */
async function findLostItem(
  client: BoundProvider<'downloadClient'>,
  download: DownloadRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { infoHash } = readJson(download.release);
  if (infoHash === undefined) return undefined;
  const listed = await client.call('list', async (provider, call) => provider.list?.({ category: '', ...call }) ?? [], { signal });
  return listed.find((status) => status.itemId.toLowerCase() === infoHash.toLowerCase())?.itemId;
}

/**
 * When a torrent that stays in its client for now is looked at again: the rule of its indexer keeps it there, or the client does not know it, but
 * may only have started. `undefined`: it may go now.
 */
async function staysFor(
  { database, downloads, settings }: Dependencies,
  client: BoundProvider<'downloadClient'>,
  { id, release, missingCount }: DownloadRow,
  itemId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { protocol, indexer } = readJson(release);
  if (protocol !== 'torrent') return undefined;
  const { downloads: rules } = await settings.get();
  const [status] = await client.call('status', (provider, call) => provider.status([itemId], call), { signal });
  if (status?.state === 'missing') {
    if (missingCount + 1 >= MISSING_ANSWERS) return undefined;
    await database.transaction((tx) => downloads.set(tx, id, { missingCount: missingCount + 1 }));
    return CLIENT_RETRY_MS;
  }
  if (missingCount > 0) await database.transaction((tx) => downloads.set(tx, id, { missingCount: 0 }));
  return status !== undefined && mustStillSeed(seedingRule(rules, indexer), status) ? SEEDING_LOOK_MS : undefined;
}

/** Whether the library has its book. What was bad or given up leaves no trace, so that the client takes it for nothing it knows. */
async function hasServed({ requests }: Dependencies, { state, requestId }: DownloadRow): Promise<boolean> {
  if (state !== 'imported') return false;
  // whoever deletes a request of a book that was imported had the book
  if (requestId === null) return true;
  const request = await requests.row(requestId);
  return request !== undefined && hasFiles(request.status);
}

/** Removes a download from its client: a torrent not before it has been seeded as its indexer wants it, only if we added it, and never if another request still needs it. */
export async function removeDownload(deps: Dependencies, job: JobContext<PayloadOf<typeof REMOVE_DOWNLOAD>>): Promise<RunAgain | void> {
  const { database, downloads, now, timeScale } = deps;
  const again = (ms: number): RunAgain => ({ againAt: new Date(now().getTime() + ms * timeScale) });
  const download = await downloads.get(job.payload.downloadId);
  if (!download || download.state === 'removed') return;
  const { integrationId } = download;
  const isUnsaved = download.itemId === null && download.state === 'created';
  if (isUnsaved && (await isBeingGrabbed(database, download.requestId))) return again(GRAB_RETRY_MS);
  if (await isBeingTaken(database.read, download)) return again(GRAB_RETRY_MS);
  const finish = () => database.transaction((tx) => downloads.set(tx, download.id, { state: 'removed' }));
  const isOwn = integrationId === DIRECT_CLIENT_ID;
  const isConnected = isOwn || (integrationId !== null && (await integrationFacts(database.read, integrationId)) !== undefined);
  if (!isConnected || (!isUnsaved && (download.itemId === null || !isTrue(download.ours)))) return finish();
  const client = deps.host.provider('downloadClient', integrationId);
  // disabled for now: the item is still there
  if (!client) return again(CLIENT_RETRY_MS);
  try {
    const itemId = download.itemId ?? (isOwn ? directItemId(download.id) : await findLostItem(client, download, job.signal));
    if (itemId === undefined || (await downloads.isShared({ ...download, itemId }))) return await finish();
    const stays = await staysFor(deps, client, download, itemId, job.signal);
    if (stays !== undefined) return again(stays);
    const { library } = await deps.settings.get();
    const owners = {
      pairs: await pathMappingsOf(database.read, integrationId),
      libraryPath: library.path,
      others: await allClients(deps.host, database.read),
    };
    const takeOut = await createTakeOut(client, owners, job.signal);
    // the client was asked for some time, in which another request may have begun to take the same item
    if (await isBeingTaken(database.read, download)) return again(GRAB_RETRY_MS);
    if (await downloads.isShared({ ...download, itemId })) return await finish();
    await takeOut(itemId, { archive: await hasServed(deps, download) });
  } catch (error) {
    if (job.signal.aborted || !isIntegrationError(error) || error.code === 'INTEGRATION_UNSUPPORTED') throw error;
    job.log.warn({ downloadId: download.id, err: error }, 'a download could not be removed yet');
    return again(Math.max(CLIENT_RETRY_MS, error.retryAfterMs ?? 0));
  }
  await finish();
}
