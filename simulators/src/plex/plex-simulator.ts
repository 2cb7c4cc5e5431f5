import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startSimulator } from '../simulator.js';
import type { Simulator, SimulatorHandler, SimulatorRequest, SimulatorResponse } from '../simulator.js';
import { createAlbumStore } from './album-store.js';
import { albumForm, sectionForm, thumbOf, trackForms } from './item-forms.js';
import { answerList } from './item-list.js';
import { containerAnswer, htmlFault } from './pms-answers.js';
import { startPlexTvSimulator } from './plex-tv-simulator.js';
import type { PlexTvSimulator } from './plex-tv-simulator.js';
import type { PlexAlbum, PlexBehavior, PlexLibrary, PlexTvAccount } from './types.js';

export interface PlexSimulatorOptions {
  /** Token of the server's owner. */
  readonly token: string;
  readonly libraries: readonly PlexLibrary[];
  /** Accounts of plex.tv; default: the owner. */
  readonly accounts?: readonly PlexTvAccount[];
  /** Milliseconds between asking for a scan and its end; default 50. */
  readonly scanDelayMs?: number;
  readonly machineId?: string;
  readonly version?: string;
  readonly port?: number;
  readonly now?: () => number;
}

/** A simulated media server, with the plex.tv it belongs to beside it. */
export interface PlexSimulator extends Simulator {
  readonly tv: PlexTvSimulator;
  /** Folders that were requested to be scanned; `undefined` means a whole library. */
  readonly scans: readonly (string | undefined)[];
  albums(libraryId: string): readonly PlexAlbum[];
  /** Changes how it answers from now on. */
  behave(change: Partial<PlexBehavior>): void;
  /** Resolves when no scan is waiting or running. */
  idle(): Promise<void>;
}

const OWNER: PlexTvAccount = { id: 12345, uuid: '1234567890abcdef', username: 'owner', email: 'owner@example.test', access: 'owner' };
const UNAUTHORISED = htmlFault(401, 'Unauthorized');
const NOT_FOUND = htmlFault(404, 'Not Found');
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

interface Scans {
  /** Folders that were requested to be scanned; `undefined` means a whole library. */
  readonly folders: readonly (string | undefined)[];
  start(library: PlexLibrary, folder: string | undefined): void;
  isRunning(library: PlexLibrary): boolean;
  idle(): Promise<void>;
}

function createScans(scan: (library: PlexLibrary, folder: string | undefined) => Promise<void>, delayMs: number): Scans {
  const folders: (string | undefined)[] = [];
  const running = new Map<object, Promise<void>>();
  const scanning = new Set<string>();
  return {
    folders,
    start(library, folder) {
      folders.push(folder);
      scanning.add(library.id);
      const key = {};
      const work = new Promise((resolve) => setTimeout(resolve, delayMs))
        .then(() => scan(library, folder))
        .finally(() => {
          running.delete(key);
          scanning.delete(library.id);
        });
      running.set(key, work);
    },
    isRunning: ({ id }) => scanning.has(id),
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

async function picture(album: PlexAlbum | undefined): Promise<SimulatorResponse> {
  const body = album?.coverPath === undefined ? undefined : await readFile(album.coverPath).catch(() => undefined);
  if (!album?.coverPath || !body) return NOT_FOUND;
  return { headers: { 'content-type': IMAGE_TYPES[path.extname(album.coverPath).toLowerCase()] ?? 'image/jpeg' }, body };
}

/** Starts a server that answers as Plex Media Server 1.42 does, over real directories. */
export async function startPlexSimulator(options: PlexSimulatorOptions): Promise<PlexSimulator> {
  const { token, libraries, accounts = [OWNER], machineId = 'unique_id_123', now = Date.now } = options;
  const behavior: PlexBehavior = {
    claimed: true,
    format: 'json',
    controlCharacters: false,
    paging: 'on',
    scanMethod: 'GET',
    allowsDeletion: true,
    filtersByTime: true,
  };
  const store = createAlbumStore(now);
  const scans = createScans((library, folder) => store.scan(library, folder), options.scanDelayMs ?? 50);
  for (const library of libraries) await store.scan(library);
  const tv = await startPlexTvSimulator({ accounts, machineId, ownerToken: token, now });

  const answer = (container: Record<string, unknown>, request: SimulatorRequest): SimulatorResponse =>
    containerAnswer(container, request, behavior);
  const libraryOf = (album: PlexAlbum): PlexLibrary => libraries.find(({ id }) => id === album.libraryId) as PlexLibrary;

  function section(id: string, action: string, request: SimulatorRequest): SimulatorResponse {
    const library = libraries.find((entry) => entry.id === id);
    if (!library) return NOT_FOUND;
    if (action === 'refresh') {
      if (request.method !== behavior.scanMethod) return NOT_FOUND;
      scans.start(library, request.query.get('path') ?? undefined);
      return { headers: { 'content-type': 'text/html' }, body: '' };
    }
    const albums = store.list(id);
    const isTracks = request.query.get('type') === '10';
    const rows = isTracks ? albums.flatMap(trackForms) : albums.map((album) => albumForm(album, library, false));
    return answer({ ...answerList(rows, request, behavior), librarySectionID: Number(id), librarySectionTitle: library.title }, request);
  }

  async function item(ids: string, action: string, request: SimulatorRequest): Promise<SimulatorResponse> {
    const albums = decodeURIComponent(ids)
      .split(',')
      .flatMap((id) => store.get(id) ?? []);
    const [first] = albums;
    if (!first) return NOT_FOUND;
    if (request.method === 'DELETE') {
      if (!behavior.allowsDeletion) return htmlFault(400, 'Bad Request');
      await store.remove(first);
      return { body: '' };
    }
    if (action === 'children') return answer({ size: first.files.length, viewGroup: 'track', Metadata: trackForms(first) }, request);
    if (action.startsWith('thumb/')) return picture(first);
    return answer({ size: albums.length, Metadata: albums.map((album) => albumForm(album, libraryOf(album), true)) }, request);
  }

  const handle: SimulatorHandler = (request) => {
    const { version = '1.42.2.10156-f737b826c' } = options;
    if (request.path === '/identity') return answer({ size: 0, claimed: behavior.claimed, machineIdentifier: machineId, version }, request);
    const given = request.headers['x-plex-token'] ?? request.query.get('X-Plex-Token');
    if (!behavior.claimed || given !== token) return UNAUTHORISED;
    if (request.path === '/') {
      const { allowsDeletion: allowMediaDeletion } = behavior;
      return answer({ size: 1, friendlyName: 'Plex Server 1', allowMediaDeletion, machineIdentifier: machineId, version }, request);
    }
    if (request.path === '/library/sections') {
      const Directory = libraries.map((library) => sectionForm(library, scans.isRunning(library)));
      return answer({ size: Directory.length, title1: 'Plex Library', ...(Directory.length > 0 ? { Directory } : {}) }, request);
    }
    if (request.path === '/photo/:/transcode') {
      const thumb = request.query.get('url');
      return picture(libraries.flatMap(({ id }) => store.list(id)).find((album) => thumbOf(album) === thumb));
    }
    const sections = /^\/library\/sections\/([^/]+)\/(all|refresh)$/.exec(request.path);
    if (sections) return section(decodeURIComponent(sections[1] ?? ''), sections[2] ?? '', request);
    const metadata = /^\/library\/metadata\/([^/]+)(?:\/(.+))?$/.exec(request.path);
    return metadata ? item(metadata[1] ?? '', metadata[2] ?? '', request) : NOT_FOUND;
  };

  const simulator = await startSimulator(handle, options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    tv,
    scans: scans.folders,
    albums: (libraryId) => store.list(libraryId),
    behave: (change) => void Object.assign(behavior, change),
    idle: () => scans.idle(),
    async close() {
      await scans.idle();
      await Promise.all([simulator.close(), tv.close()]);
    },
  };
}
