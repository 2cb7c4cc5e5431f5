import type { PluginHttp } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import type { InStore } from './client.js';
import { fault } from './fault.js';
import { findRegion } from './regions.js';
import { isRemote, objectsOf, textOf, unexpected, type Remote } from './schema.js';

/** Audnexus: profiles and details of books and authors with known ids. It cannot list. */
export interface AudnexusClient {
  /** Whether Audnexus covers the region. */
  serves(region: string): boolean;
  /** All three return `undefined` for "not there, not in this region, delisted, not a book". */
  book(asin: string, store: InStore): Promise<Remote | undefined>;
  chapters(asin: string, store: InStore): Promise<Remote | undefined>;
  author(asin: string, store: InStore): Promise<Remote | undefined>;
  /** A fuzzy search; the same person may occur several times. */
  authors(name: string, store: InStore): Promise<readonly Remote[]>;
  ping(signal: AbortSignal): Promise<void>;
}

const ABSENT_STATUSES = [400, 404, 422];
// Older deployments answer these with 500; only the message tells.
const ABSENT_MESSAGE = /not available in region|release date|in the future/i;

export function createAudnexusClient(http: PluginHttp, baseUrl: string): AudnexusClient {
  async function get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    const url = `${normalizeBaseUrl(baseUrl, 'audnexusUrl')}${path}`;
    const answer = await http.request({ url, query, signal, acceptStatus: [200, ...ABSENT_STATUSES, 500] });
    if (ABSENT_STATUSES.includes(answer.status)) return undefined;
    const { status } = answer;
    if (status === 500) {
      if (ABSENT_MESSAGE.test(answer.text())) return undefined;
      throw fault('INTEGRATION_UNAVAILABLE', 'audnexus_failed', { values: { status } });
    }
    return answer.json();
  }

  async function getObject(path: string, { region, signal }: InStore): Promise<Remote | undefined> {
    const body = await get(path, { region: findRegion(region).id }, signal);
    if (body === undefined) return undefined;
    if (!isRemote(body) || textOf(body.asin) === undefined) throw unexpected('no_audnexus_item');
    return body;
  }

  return {
    serves: (region) => findRegion(region).audnexus,
    book: (asin, store) => getObject(`/books/${encodeURIComponent(asin)}`, store),
    chapters: (asin, store) => getObject(`/books/${encodeURIComponent(asin)}/chapters`, store),
    author: (asin, store) => getObject(`/authors/${encodeURIComponent(asin)}`, store),
    authors: async (name, { region, signal }) => objectsOf(await get('/authors', { name, region: findRegion(region).id }, signal)),
    ping: async (signal) => {
      await get('/health', {}, signal);
    },
  };
}
