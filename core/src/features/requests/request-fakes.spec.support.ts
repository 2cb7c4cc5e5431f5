import type {
  AddOptions,
  CatalogBook,
  Downloadable,
  DownloadStatus,
  Protocol,
  Release,
  ReleaseQuery,
  SearchOutcome,
} from '@lectern/plugin-api';
import type { Sentence } from '../../platform/words/index.js';

export const DUNE: CatalogBook = {
  asin: 'B002V1OF70',
  region: 'us',
  title: 'Dune',
  authors: [{ name: 'Frank Herbert' }],
  narrators: ['Simon Vance'],
  series: [{ name: 'Dune', part: '1' }],
  durationMinutes: 1260,
  releaseDate: '2006-12-31',
  language: 'en',
  genres: [],
};

let serial = 0;

/** A release that is beyond doubt {@link DUNE}. `private` holds what must never be seen. */
export function goodRelease(overrides: Partial<Release> = {}): Release {
  serial += 1;
  return {
    guid: `guid-${serial}`,
    title: `Frank Herbert - Dune (Unabridged) [Simon Vance] [${1950 + (serial % 70)}] [M4B]`,
    size: 600_000_000 + serial,
    protocol: 'torrent',
    seeders: 20,
    indexer: { id: '7', name: 'Tracker', priority: 1 },
    infoHash: serial.toString(16).padStart(40, 'a'),
    flags: [],
    fileType: 'm4b',
    language: 'en',
    private: { downloadUrl: `https://indexer.example/get?apikey=TOPSECRET${serial}` },
    ...overrides,
  };
}

/** An indexer in memory. */
export interface FakeIndexer {
  readonly integrationId: string;
  readonly name: string;
  search: (query: ReleaseQuery, signal: AbortSignal) => Promise<SearchOutcome>;
  resolve: (release: Release, signal: AbortSignal) => Promise<Downloadable>;
  /** Its feed; absent when it has none. */
  recent?: (signal: AbortSignal) => Promise<SearchOutcome>;
}

export function fakeIndexer(integrationId: string, releases: readonly Release[] = []): FakeIndexer {
  const name = `Indexer ${integrationId}`;
  return {
    integrationId,
    name,
    search: async () => ({ releases, sources: [{ id: '7', name: 'Tracker', status: releases.length > 0 ? 'ok' : 'empty' }] }),
    resolve: async (release) => ({ kind: 'magnet', uri: `magnet:?xt=urn:btih:${release.infoHash}`, infoHash: release.infoHash }),
  };
}

/** A download client in memory. Items are keyed by info-hash. */
export interface FakeClient {
  readonly integrationId: string;
  name: string;
  /** What each language calls it, as with the server's own. */
  said?: Sentence;
  /** Default: torrents only. */
  protocols?: readonly Protocol[];
  readonly items: Map<string, Partial<DownloadStatus> & { readonly category?: string }>;
  readonly calls: string[];
  /** What was removed, and whether with its data. */
  readonly removals: { readonly itemId: string; readonly deleteData: boolean }[];
  /** Items that were removed into its history. */
  readonly archived: string[];
  /** Items whose books it was told to be in the library. */
  readonly imported: string[];
  /** As a client that knows nothing of `everything`. */
  listsOnlyOwn?: boolean;
  /** Thrown by every call. */
  failure: Error | undefined;
  /** Called before an item is removed; what it throws keeps the item. */
  beforeRemoval?: (itemId: string) => void;
  /** Called before the items are listed. */
  beforeList?: () => Promise<void>;
  add: (item: Downloadable, options: AddOptions) => Promise<{ itemId: string; alreadyThere: boolean }>;
}

export function fakeClient(integrationId: string): FakeClient {
  const client: FakeClient = {
    integrationId,
    name: `Client ${integrationId}`,
    items: new Map(),
    calls: [],
    removals: [],
    archived: [],
    imported: [],
    failure: undefined,
    async add(item) {
      const itemId = item.kind === 'magnet' ? (item.infoHash ?? item.uri) : 'x';
      const alreadyThere = client.items.has(itemId);
      if (!alreadyThere) client.items.set(itemId, { state: 'downloading', progress: 0, category: 'lectern' });
      return { itemId, alreadyThere };
    },
  };
  return client;
}
