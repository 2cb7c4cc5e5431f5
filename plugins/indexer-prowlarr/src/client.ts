import { isIntegrationError } from '@lectern/plugin-api';
import type { HttpRequest, HttpResponse, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import type { ProxyLink } from './proxy-link.js';
import {
  readCategories,
  readHealth,
  readIndexers,
  readIndexerStatuses,
  readReleases,
  readStatus,
  readTags,
  type RemoteCategory,
  type RemoteHealth,
  type RemoteIndexer,
  type RemoteIndexerStatus,
  type RemoteRelease,
  type RemoteStatus,
} from './schema.js';

/** Prowlarr's address and our key. A form that is being filled in lacks one or the other. */
export interface ProwlarrAddress {
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** The result of searching one indexer: a list, or whatever Prowlarr answered instead. */
export type SearchAnswer =
  | { readonly kind: 'releases'; readonly releases: readonly RemoteRelease[] }
  | { readonly kind: 'refused'; readonly response: HttpResponse };

/** Speaks Prowlarr's API v1. Only this file knows its addresses. */
export interface ProwlarrClient {
  status(signal: AbortSignal): Promise<RemoteStatus>;
  health(signal: AbortSignal): Promise<readonly RemoteHealth[]>;
  indexers(signal: AbortSignal): Promise<readonly RemoteIndexer[]>;
  indexerStatuses(signal: AbortSignal): Promise<readonly RemoteIndexerStatus[]>;
  tags(signal: AbortSignal): Promise<ReadonlyMap<number, string>>;
  categories(signal: AbortSignal): Promise<readonly RemoteCategory[]>;
  /** @param indexerId the one indexer to search */
  search(indexerId: number, query: SearchParameters, signal: AbortSignal): Promise<SearchAnswer>;
  /** The newest items of one indexer as RSS; any status is an answer. */
  feed(indexerId: number, query: FeedParameters, signal: AbortSignal): Promise<HttpResponse>;
  /** Follows a download link by one step. Any status is an answer, and redirects are not followed. */
  download(link: ProxyLink, timeoutMs: number, signal: AbortSignal): Promise<HttpResponse>;
  /** Like `download`, for the target of a redirect. The key is sent only to download links on Prowlarr's own origin. */
  fetch(url: string, timeoutMs: number, signal: AbortSignal): Promise<HttpResponse>;
}

export interface SearchParameters {
  readonly text: string;
  readonly categories: readonly number[];
  readonly limit: number;
  readonly timeoutMs: number;
}

export interface FeedParameters {
  readonly categories: readonly number[];
  readonly limit: number;
  readonly timeoutMs: number;
}

/** Torrent files of large collections reach some megabytes. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Prowlarr speaks for many indexers; a slow one must not make the others wait. */
function laneOf(indexerId: number): string {
  return `indexer ${indexerId}`;
}

function namesField(error: unknown): never {
  if (!isIntegrationError(error)) throw error;
  if (error.code === 'INTEGRATION_UNAUTHORIZED') {
    throw fault(error.code, 'key_refused', { cause: error, field: 'apiKey' });
  }
  if (error.code === 'INTEGRATION_FORBIDDEN') {
    throw fault(error.code, 'not_let_in', { cause: error, field: 'apiKey' });
  }
  if (error.code === 'INTEGRATION_NOT_FOUND') {
    throw fault('INTEGRATION_MISCONFIGURED', 'nothing_at_address', { cause: error, field: 'baseUrl' });
  }
  throw error;
}

function notProwlarr(path: string): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', 'not_the_api', { values: { path }, field: 'baseUrl' });
}

/** Talks to the Prowlarr at `address` through `http`. */
export function createProwlarrClient(http: PluginHttp, address: ProwlarrAddress): ProwlarrClient {
  const base = (address.baseUrl ?? '').trim().replace(/(?<!\/)\/+$/, '');
  const own = URL.canParse(base) ? new URL(base).origin : undefined;
  // The header only: a key in the query would hide the one in the header, and ends up in access logs.
  const key = { 'x-api-key': address.apiKey ?? '' };

  /** Indexers choose the redirects: they may lead to another of Prowlarr's links, but never take the key to its API. */
  function isOwnLink(url: string): boolean {
    const { origin, pathname } = new URL(url);
    return origin === own && /\/\d+\/download\/?$/.test(pathname);
  }

  async function request(path: string, options: Omit<HttpRequest, 'url'>): Promise<HttpResponse> {
    if (own === undefined) throw fault('INTEGRATION_MISCONFIGURED', 'not_a_url', { field: 'baseUrl' });
    if (!address.apiKey) throw fault('INTEGRATION_MISCONFIGURED', 'no_key', { field: 'apiKey' });
    return http.request({ ...options, url: `${base}${path}`, headers: { accept: 'application/json', ...key, ...options.headers } });
  }

  async function read<T>(path: string, signal: AbortSignal, parse: (body: unknown) => T | undefined): Promise<T> {
    const response = await request(path, { signal }).catch(namesField);
    const value = parse(json(response, path));
    if (value === undefined) throw notProwlarr(path);
    return value;
  }

  return {
    status: (signal) => read('/api/v1/system/status', signal, readStatus),
    health: (signal) => read('/api/v1/health', signal, readHealth),
    indexers: (signal) => read('/api/v1/indexer', signal, readIndexers),
    indexerStatuses: (signal) => read('/api/v1/indexerstatus', signal, readIndexerStatuses),
    tags: (signal) => read('/api/v1/tag', signal, readTags),
    categories: (signal) => read('/api/v1/indexer/categories', signal, readCategories),

    async search(indexerId, query, signal) {
      const response = await request('/api/v1/search', {
        query: { query: query.text, type: 'search', categories: query.categories, indexerIds: [indexerId], limit: query.limit, offset: 0 },
        timeoutMs: query.timeoutMs,
        // A failed search counts against the indexer; core decides when to try again.
        retry: false,
        lane: laneOf(indexerId),
        acceptStatus: [200, 400, 429],
        signal,
      }).catch(namesField);
      if (response.status !== 200) return { kind: 'refused', response };
      const releases = readReleases(json(response, '/api/v1/search'));
      if (!releases) throw notProwlarr('/api/v1/search');
      return { kind: 'releases', releases };
    },

    feed: (indexerId, query, signal) =>
      request(`/${indexerId}/api`, {
        query: { t: 'search', cat: query.categories.join(','), limit: query.limit, offset: 0, extended: 1 },
        headers: { accept: 'application/rss+xml, application/xml' },
        timeoutMs: query.timeoutMs,
        retry: false,
        lane: laneOf(indexerId),
        acceptStatus: 'any',
        signal,
      }),

    download: (link, timeoutMs, signal) =>
      request(`/${link.indexerId}/download`, {
        query: { link: link.link, file: link.file },
        headers: { accept: '*/*' },
        redirect: 'manual',
        acceptStatus: 'any',
        maxBytes: MAX_FILE_BYTES,
        timeoutMs,
        // A grab counts against the indexer's limit.
        retry: false,
        lane: laneOf(link.indexerId),
        signal,
      }),

    fetch: (url, timeoutMs, signal) =>
      http.request({
        url,
        headers: { accept: '*/*', ...(isOwnLink(url) ? key : {}) },
        redirect: 'manual',
        acceptStatus: 'any',
        maxBytes: MAX_FILE_BYTES,
        timeoutMs,
        retry: false,
        signal,
      }),
  };
}

function json(response: HttpResponse, path: string): unknown {
  // Prowlarr answers unknown paths with its front end, and proxies with a sign-in page: both with status 200.
  if (!(response.headers['content-type'] ?? '').includes('json')) throw notProwlarr(path);
  return response.json();
}
