import { statfs } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { metainfoOf, readMagnet, readMetainfo } from './metainfo.js';
import type { Metainfo } from './metainfo.js';
import { DownloadJob } from './torrent-job.js';

/** The simulated daemon; versions differ in labels and in the words of their errors. */
export type TransmissionVersion = '3.00' | '4.1.4';

export interface RpcWorld {
  readonly version: TransmissionVersion;
  readonly downloadDir: string;
  readonly content: (infoHash: string) => string | undefined;
  readonly jobs: Map<string, DownloadJob>;
}

export interface RpcAnswer {
  readonly result: string;
  readonly arguments: Record<string, unknown>;
}

type Arguments = Record<string, unknown>;

const WORDS = {
  '3.00': { corrupt: 'invalid or corrupt torrent file', method: 'method name not recognized', build: 'bb6b5a062e', rpc: 16 },
  '4.1.4': { corrupt: 'unrecognized info', method: 'no method name', build: 'a6d907d9ea', rpc: 19 },
} as const;

function success(data: Record<string, unknown> = {}): RpcAnswer {
  return { result: 'success', arguments: data };
}

function failure(result: string, data: Record<string, unknown> = {}): RpcAnswer {
  return { result, arguments: data };
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function parseMetainfo(base64: string): Metainfo | undefined {
  try {
    return readMetainfo(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/** The methods of the legacy protocol that a download plugin uses. */
export function createRpc(world: RpcWorld): (method: string, args: Arguments) => Promise<RpcAnswer> {
  let lastId = 0;
  const methods: Record<string, (args: Arguments) => RpcAnswer | Promise<RpcAnswer>> = {
    'session-get': () => success(sessionOf(world)),
    'free-space': (args) => freeSpace(world, args),
    'torrent-add': (args) => addTorrent(world, args, () => ++lastId),
    'torrent-get': (args) => getTorrents(world, args),
    'torrent-set': (args) => setTorrents(world, args),
    'torrent-start': (args) => pause(world, args, false),
    'torrent-start-now': (args) => pause(world, args, false),
    'torrent-stop': (args) => pause(world, args, true),
    'torrent-remove': (args) => removeTorrents(world, args),
  };
  return async (method, args) => (await methods[method]?.(args)) ?? failure(WORDS[world.version].method);
}

function sessionOf({ version, downloadDir }: RpcWorld): Record<string, unknown> {
  const { build, rpc } = WORDS[version];
  return {
    version: `${version} (${build})`,
    'rpc-version': rpc,
    'rpc-version-minimum': 1,
    ...(version === '3.00' ? {} : { 'rpc-version-semver': '6.0.1' }),
    'download-dir': downloadDir,
    'incomplete-dir-enabled': false,
  };
}

/** Selects torrents as the daemon does: no list at all means every torrent, unknown ids are skipped. */
function selected(world: RpcWorld, args: Arguments): DownloadJob[] {
  if (args.ids === undefined) return [...world.jobs.values()];
  const ids = Array.isArray(args.ids) ? args.ids : [args.ids];
  return [...world.jobs.values()].filter((job) => ids.includes(job.infoHash) || ids.includes(job.id));
}

function addTorrent(world: RpcWorld, args: Arguments, nextId: () => number): RpcAnswer {
  const directory = args['download-dir'] ?? world.downloadDir;
  if (typeof directory !== 'string' || !isAbsolute(directory)) return failure('download directory path is not absolute');
  if (typeof args.metainfo !== 'string' && typeof args.filename !== 'string') return failure('no filename or metainfo specified');
  const metainfo = typeof args.metainfo === 'string' ? parseMetainfo(args.metainfo) : undefined;
  const source = metainfo ?? (typeof args.filename === 'string' ? readMagnet(args.filename) : undefined);
  if (!source) return failure(WORDS[world.version].corrupt);
  const present = world.jobs.get(source.infoHash);
  if (present) return success({ 'torrent-duplicate': { hashString: present.infoHash, id: present.id, name: present.name } });
  const job = new DownloadJob({
    id: nextId(),
    infoHash: source.infoHash,
    name: source.name,
    directory,
    isPaused: args.paused === true,
    // 3.00 accepts labels here and forgets them.
    labels: world.version === '3.00' ? [] : stringsOf(args.labels),
    addedAt: Date.now(),
    metainfo,
    source: world.content(source.infoHash),
  });
  world.jobs.set(job.infoHash, job);
  return success({ 'torrent-added': { hashString: job.infoHash, id: job.id, name: job.name } });
}

function getTorrents(world: RpcWorld, args: Arguments): RpcAnswer {
  const fields = stringsOf(args.fields);
  if (fields.length === 0) return failure('no fields specified', { torrents: [] });
  const now = Date.now();
  const torrents = selected(world, args).map((job) => {
    const all = job.fields(now);
    return Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]]));
  });
  return success({ torrents });
}

function setTorrents(world: RpcWorld, args: Arguments): RpcAnswer {
  const { ids: _ids, labels, ...limits } = args;
  const names = stringsOf(labels);
  if (names.includes('')) return failure('labels cannot be empty');
  if (names.some((name) => name.includes(','))) return failure('labels cannot contain comma (,) character');
  for (const job of selected(world, args)) {
    if (labels !== undefined) job.labels = names;
    Object.assign(job.limits, limits);
  }
  return success();
}

async function removeTorrents(world: RpcWorld, args: Arguments): Promise<RpcAnswer> {
  for (const job of selected(world, args)) {
    world.jobs.delete(job.infoHash);
    await job.remove(args['delete-local-data'] === true);
  }
  return success();
}

async function freeSpace(world: RpcWorld, args: Arguments): Promise<RpcAnswer> {
  const { path } = args;
  if (typeof path !== 'string' || !isAbsolute(path)) return failure('directory path is not absolute');
  try {
    const disk = await statfs(path);
    const total = world.version === '3.00' ? {} : { total_size: disk.blocks * disk.bsize };
    return success({ path, 'size-bytes': disk.bavail * disk.bsize, ...total });
  } catch {
    return failure('No such file or directory', { path, 'size-bytes': -1 });
  }
}

function pause(world: RpcWorld, args: Arguments, isPaused: boolean): RpcAnswer {
  for (const job of selected(world, args)) job.isPaused = isPaused;
  return success();
}

/** Gives magnets the descriptions of their files. */
export async function fetchMetadata(jobs: Iterable<DownloadJob>): Promise<void> {
  for (const job of jobs) {
    if (job.needsMetadata && job.source) job.learn(await metainfoOf(job.infoHash, job.source));
  }
}
