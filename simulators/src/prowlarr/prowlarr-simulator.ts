import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { DEFAULT_CATEGORIES, feedXml, guidOf, indexerResource, releaseResource, standardCategories, xmlError } from './answers.js';
import type { DemoIndexer, DemoRelease, ProwlarrSimulatorOptions } from './types.js';

/** A running simulated Prowlarr. */
export interface ProwlarrSimulator extends Simulator {
  /** Address to configure, URL base included. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** All indexers; change their members to make them slow, fail or go. */
  readonly indexers: DemoIndexer[];
  readonly releases: DemoRelease[];
  /** Entries of `/api/v1/health`. */
  readonly health: { type: 'notice' | 'warning' | 'error'; message: string }[];
  addRelease(...releases: DemoRelease[]): void;
  /** The download link an answer holds for a release, key included. */
  linkOf(release: DemoRelease): string;
}

const WORD = /[^\p{L}\p{N}]+/u;

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(WORD)
    .filter((word) => word !== '');
}

/** Whether the title contains every word of the query, as most trackers search. */
function matches(release: DemoRelease, query: string): boolean {
  const present = new Set(words(release.title));
  return words(query).every((word) => present.has(word));
}

function covers(wanted: readonly number[], categories: readonly number[]): boolean {
  const covered = (id: number) => wanted.includes(id) || (id < 100_000 && wanted.includes(Math.floor(id / 1000) * 1000));
  return wanted.length === 0 || categories.length === 0 || categories.some(covered);
}

const tokenOf = (release: DemoRelease) => createHash('sha256').update(guidOf(release)).digest('base64url');

/** Answers as Prowlarr's API v1 does, its traps included. */
export async function startProwlarrSimulator(options: ProwlarrSimulatorOptions = {}): Promise<ProwlarrSimulator> {
  const state: State = {
    appName: options.appName ?? 'Prowlarr',
    apiKey: options.apiKey ?? 'demo-prowlarr-key',
    urlBase: options.urlBase ?? '',
    indexers: (options.indexers ?? [{ id: 1, name: 'Demo Tracker' }]).map((indexer) => ({ ...indexer })),
    releases: [...(options.releases ?? [])],
    health: [],
    failures: new Map(),
  };
  const simulator = await startSimulator((request) => answer(state, request), options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    baseUrl: `${simulator.url}${state.urlBase}`,
    apiKey: state.apiKey,
    indexers: state.indexers,
    releases: state.releases,
    health: state.health,
    addRelease: (...added) => void state.releases.push(...added),
    linkOf: (release) => linkFor(state, release, `127.0.0.1:${simulator.port}`),
  };
}

interface State {
  readonly appName: string;
  readonly apiKey: string;
  readonly urlBase: string;
  readonly indexers: DemoIndexer[];
  readonly releases: DemoRelease[];
  readonly health: ProwlarrSimulator['health'];
  /** The last failure of an indexer, by its id. */
  readonly failures: Map<number, Date>;
}

function tagLabels({ indexers }: State): string[] {
  return [...new Set(indexers.flatMap((indexer) => indexer.tags ?? []))];
}

function linkFor({ urlBase, apiKey }: State, release: DemoRelease, host: string): string {
  const file = encodeURIComponent(release.title).replace(/%20/g, '+');
  return `http://${host}${urlBase}/${release.indexerId}/download?apikey=${apiKey}&link=${tokenOf(release)}&file=${file}`;
}

async function answer(state: State, received: SimulatorRequest): Promise<SimulatorResponse> {
  const path = received.path.startsWith(state.urlBase) ? received.path.slice(state.urlBase.length) : '';
  const request = { ...received, path };
  if (path === '/ping') return { body: { status: 'OK' } };
  const isApi = path.startsWith('/api/') || /^\/\d+\/(api|download)$/.test(path);
  // Whatever is not the API is answered with the front-end.
  if (!isApi) return { headers: { 'content-type': 'text/html' }, body: '<!doctype html><html><title>Prowlarr</title></html>' };
  // A key in the query hides the one in the header.
  const key = request.query.get('apikey') ?? request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '');
  if (key !== state.apiKey) return { status: 401 };
  if (path === '/api/v1/search') return search(state, request);
  if (path.endsWith('/download')) return download(state, request);
  if (/^\/\d+\/api$/.test(path)) return feed(state, request);
  return { ...(describe(state, path) ? { body: describe(state, path) } : { status: 404, body: { message: 'NotFound' } }) };
}

function backOffOf({ failures }: State, indexer: DemoIndexer): Date | undefined {
  const until = indexer.backedOffUntil ?? (failures.has(indexer.id) ? indexer.fails?.until : undefined);
  return until !== undefined && until.getTime() > Date.now() ? until : undefined;
}

/** The releases of one indexer, after its delay; a failing one gives nothing and is remembered. */
async function ask({ failures, releases }: State, indexer: DemoIndexer, query: string, wanted: readonly number[]): Promise<DemoRelease[]> {
  if (indexer.delayMs !== undefined) await sleep(indexer.delayMs);
  if (indexer.fails) {
    failures.set(indexer.id, new Date());
    return [];
  }
  return releases.filter(
    (release) => release.indexerId === indexer.id && covers(wanted, release.categories ?? [3030]) && matches(release, query),
  );
}

async function search(state: State, { query, headers }: SimulatorRequest): Promise<SimulatorResponse> {
  const ids = query.getAll('indexerIds').map(Number);
  const wanted = query.getAll('categories').map(Number);
  const selects = (indexer: DemoIndexer) =>
    ids.length === 0 || ids.includes(indexer.id) || ids.includes(indexer.protocol === 'usenet' ? -1 : -2);
  const selected = state.indexers.filter((indexer) => indexer.enable !== false && selects(indexer));
  const available = selected.filter((indexer) => backOffOf(state, indexer) === undefined);
  if (available.length === 0) {
    const names = selected.map((indexer) => indexer.name).join(', ');
    const message = `Search failed due to all selected indexers being unavailable: ${names}`;
    return { status: 400, body: { message, description: 'at NzbDrone.Core.IndexerSearch (a stack trace)' } };
  }
  const capable = available.filter((indexer) => covers(wanted, indexer.categories ?? DEFAULT_CATEGORIES));
  const found = await Promise.all(
    capable.map(async (indexer) =>
      (await ask(state, indexer, query.get('query') ?? '', wanted)).map((release) =>
        releaseResource(release, indexer, linkFor(state, release, headers.host ?? 'prowlarr.example')),
      ),
    ),
  );
  return { body: found.flat() };
}

function download(state: State, { path, query }: SimulatorRequest): SimulatorResponse {
  const indexer = state.indexers.find((entry) => entry.id === Number(path.split('/')[1]));
  const release = state.releases.find((entry) => tokenOf(entry) === query.get('link') && entry.indexerId === indexer?.id);
  if (!query.get('file') || (indexer && !release)) {
    return { status: 400, body: { message: 'Failed to normalize provided link', description: 'a stack trace' } };
  }
  if (!indexer || !release || indexer.enable === false) return xmlError(410, 410, 'Indexer is disabled');
  const until = backOffOf(state, indexer);
  if (until) {
    const seconds = Math.ceil((until.getTime() - Date.now()) / 1000);
    return xmlError(429, 429, `Indexer is disabled till ${until.toISOString()} due to recent failures.`, seconds);
  }
  const { payload } = release;
  if ('magnet' in payload) return { status: 301, headers: { location: payload.magnet } };
  if ('redirectTo' in payload) return { status: 301, headers: { location: payload.redirectTo } };
  if ('torrent' in payload) return { headers: { 'content-type': 'application/x-bittorrent' }, body: Buffer.from(payload.torrent) };
  if ('nzb' in payload) return { headers: { 'content-type': 'application/x-nzb' }, body: Buffer.from(payload.nzb) };
  if ('html' in payload) return { headers: { 'content-type': 'application/x-bittorrent' }, body: payload.html };
  return xmlError(payload.status, payload.status, payload.description, payload.retryAfter);
}

async function feed(state: State, { path, query, headers }: SimulatorRequest): Promise<SimulatorResponse> {
  const indexer = state.indexers.find((entry) => entry.id === Number(path.split('/')[1]));
  if (!query.get('t')) return xmlError(400, 200, 'Missing parameter (t)');
  if (!['search', 'book'].includes(query.get('t') ?? '')) return xmlError(400, 202, `No such function (${query.get('t')})`);
  if (!indexer || indexer.enable === false) return xmlError(410, 410, 'Indexer is disabled');
  const until = backOffOf(state, indexer);
  if (until) return xmlError(429, 429, 'Indexer is disabled due to recent failures.', Math.ceil((until.getTime() - Date.now()) / 1000));
  const wanted = (query.get('cat') ?? '').split(',').filter(Boolean).map(Number);
  const found = await ask(state, indexer, query.get('q') ?? '', wanted);
  const items = found.map((release) => ({ release, link: linkFor(state, release, headers.host ?? 'prowlarr.example') }));
  return { headers: { 'content-type': 'application/rss+xml; charset=utf-8' }, body: feedXml(indexer, items) };
}

function statuses(state: State): object[] {
  return state.indexers.flatMap((indexer, index) => {
    const until = backOffOf(state, indexer);
    const failedAt = (state.failures.get(indexer.id) ?? new Date()).toISOString();
    return until
      ? [
          {
            id: index + 1,
            indexerId: indexer.id,
            disabledTill: until.toISOString(),
            mostRecentFailure: failedAt,
            initialFailure: failedAt,
          },
        ]
      : [];
  });
}

function describe(state: State, path: string): object | undefined {
  switch (path) {
    case '/api/v1/system/status':
      return {
        appName: state.appName,
        instanceName: 'Prowlarr',
        version: '2.3.5.5327',
        urlBase: state.urlBase,
        authentication: 'forms',
      };
    case '/api/v1/health':
      return state.health.map((entry, index) => ({ id: index + 1, source: 'IndexerStatusCheck', ...entry }));
    case '/api/v1/indexer': {
      const labels = tagLabels(state);
      return state.indexers.map((indexer) =>
        indexerResource(
          indexer,
          (indexer.tags ?? []).map((tag) => labels.indexOf(tag) + 1),
        ),
      );
    }
    case '/api/v1/indexerstatus':
      return statuses(state);
    case '/api/v1/indexer/categories':
      return standardCategories();
    case '/api/v1/tag':
      return tagLabels(state).map((label, index) => ({ id: index + 1, label }));
    default:
      return undefined;
  }
}
