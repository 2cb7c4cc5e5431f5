import { setTimeout as sleep } from 'node:timers/promises';
import type { AddOptions, AddResult, Call, Downloadable, HttpResponse, MultipartPart, PluginContext } from '@lectern/plugin-api';
import { ensureCategory } from './category.js';
import type { QbittorrentClient } from './client.js';
import { fault } from './fault.js';
import { hashOf } from './info-hash.js';
import type { Torrent } from './schema.js';
import type { QbittorrentSettings } from './settings.js';
import { hasHash } from './torrent-list.js';
import type { TorrentList } from './torrent-list.js';

/** Pauses between looks for an accepted torrent, 15 s in all; it usually shows up within 1.5 s. */
const LOOK_AGAIN_AFTER_MS = [100, 200, 400, 800, ...Array.from({ length: 14 }, () => 1000)];

const USE_GLOBAL = -2;

type Context = Pick<PluginContext<QbittorrentSettings>, 'settings' | 'log'>;

export interface AddDependencies {
  readonly client: QbittorrentClient;
  readonly list: TorrentList;
  readonly context: Context;
}

function tagName(tag: string): string {
  return tag.replace(/,/g, ' ').trim();
}

function fieldsOf(
  item: Downloadable,
  options: AddOptions,
  { category, tag, folder }: { category: string; tag: string; folder: string },
): MultipartPart[] {
  const isPaused = String(options.paused ?? false);
  const fields: Record<string, string | undefined> = {
    category,
    tags: [...(options.tags ?? []).map(tagName).filter(Boolean), tag].join(','),
    // Without its own folder the content path would be the whole download folder.
    contentLayout: 'Original',
    stopCondition: 'None',
    // 4.x reads the first, 5.x the second.
    paused: isPaused,
    stopped: isPaused,
    ...(folder ? { savepath: folder, autoTMM: 'false' } : {}),
    ratioLimit: options.seedRatio?.toString(),
    seedingTimeLimit: options.seedMinutes === undefined ? undefined : String(Math.ceil(options.seedMinutes)),
    addToTopOfQueue: options.priority === 'high' ? 'true' : undefined,
    urls: item.kind === 'magnet' ? item.uri : undefined,
  };
  const parts: MultipartPart[] = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  if (item.kind === 'torrent') {
    parts.push({ name: 'torrents', value: item.bytes, filename: 'lectern.torrent', contentType: 'application/x-bittorrent' });
  }
  return parts;
}

/** Up to 5.1 a refusal is a 200 with this text, later a 409. It never says why. */
function isRefused(answer: HttpResponse): boolean {
  return answer.status === 409 || (answer.status === 200 && answer.text().trim() === 'Fails.');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw fault('INTEGRATION_ABORTED', 'add_given_up', { cause: error });
  }
}

/** Waits until the torrent is in the list, which lags behind, and returns it as qBittorrent names it. */
async function waitForTorrent(hash: string, tag: string, { list }: AddDependencies, call: Call): Promise<Torrent> {
  for (const wait of [...LOOK_AGAIN_AFTER_MS, 0]) {
    const tagged = await list.tagged(tag, call);
    const torrent = tagged.find((candidate) => hasHash(candidate, hash)) ?? tagged[0];
    if (torrent) return torrent;
    await pause(wait, call.signal);
  }
  throw fault('INTEGRATION_UNAVAILABLE', 'torrent_not_found');
}

async function setShareLimits(client: QbittorrentClient, hash: string, options: AddOptions): Promise<void> {
  if (options.seedRatio === undefined && options.seedMinutes === undefined) return;
  const form = {
    hashes: hash,
    ratioLimit: options.seedRatio ?? USE_GLOBAL,
    seedingTimeLimit: options.seedMinutes === undefined ? USE_GLOBAL : Math.ceil(options.seedMinutes),
    inactiveSeedingTimeLimit: USE_GLOBAL,
    // 5.x: a torrent that is removed at its limit could be gone before it is imported.
    shareLimitAction: 'Stop',
    shareLimitsMode: 'Default',
  };
  await client.post('torrents/setShareLimits', { form, signal: options.signal });
}

/** The tag is no longer needed once the id is known. */
async function dropTag(client: QbittorrentClient, tag: string, { signal }: Call): Promise<void> {
  await client.post('torrents/deleteTags', { form: { tags: tag }, accept: [400, 404, 409], signal });
}

async function tidyUp({ client, context }: AddDependencies, torrent: Torrent, tag: string, options: AddOptions): Promise<void> {
  try {
    await setShareLimits(client, torrent.hash, options);
    await dropTag(client, tag, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    context.log.warn('qbittorrent took the torrent but not its seeding limits', { itemId: torrent.hash, error: String(error) });
  }
}

/**
 * Adds a torrent and finds out its id. On old versions the answer has no id and does not tell a duplicate from a
 * failure; hence the lookup before, the unique tag, and the lookup after.
 */
export async function addTorrent(item: Downloadable, options: AddOptions, dependencies: AddDependencies): Promise<AddResult> {
  const { client, list, context } = dependencies;
  const hash = hashOf(item);
  const tag = `lectern-${hash.slice(0, 16)}`;
  const present = await list.findOne(hash, options);
  if (present) {
    // The tag exists only during an add: a crash must have interrupted one.
    if (present.tags.includes(tag)) await tidyUp(dependencies, present, tag, options);
    return { itemId: present.hash, alreadyThere: true };
  }

  const category = options.category || context.settings.category || 'lectern';
  const folder = options.savePath || context.settings.downloadDir || '';
  await ensureCategory(client, category, 'category', options);
  const multipart = fieldsOf(item, options, { category, tag, folder });
  const answer = await client.post('torrents/add', { multipart, accept: [409, 415], signal: options.signal });
  if (answer.status === 415) throw fault('INTEGRATION_UNSUPPORTED', 'not_a_torrent');
  if (isRefused(answer)) {
    const since = await list.findOne(hash, options);
    if (since) return { itemId: since.hash, alreadyThere: true };
    throw fault('INTEGRATION_UNSUPPORTED', 'torrent_refused');
  }
  const torrent = await waitForTorrent(hash, tag, dependencies, options);
  await tidyUp(dependencies, torrent, tag, options);
  return { itemId: torrent.hash, alreadyThere: false };
}
