import type { JsonObject, Protocol, Release } from '@lectern/plugin-api';
import { normalizeInfoHash } from './magnet.js';
import { parseProxyLink, type ProxyLink } from './proxy-link.js';
import { safeGuid, safePage } from './redact.js';
import type { RemoteIndexer, RemoteRelease } from './schema.js';

/** The data that `resolve` needs. Never contains the API key. */
export interface ReleaseSecret {
  readonly indexerId: number;
  /** Tried in this order. */
  readonly links: readonly ProxyLink[];
  readonly magnet?: string;
}

function isProxyLink(value: unknown): value is ProxyLink {
  const link = value as Partial<ProxyLink> | null;
  return typeof link === 'object' && Number.isInteger(link?.indexerId) && typeof link?.link === 'string' && typeof link.file === 'string';
}

/** Reads the data stored by {@link toPrivate}. */
export function readPrivate(stored: JsonObject): ReleaseSecret {
  return {
    indexerId: Number(stored.indexerId),
    links: Array.isArray(stored.links) ? (stored.links as unknown[]).filter(isProxyLink) : [],
    magnet: typeof stored.magnet === 'string' ? stored.magnet : undefined,
  };
}

/** @param urls the addresses Prowlarr gave, best first */
export function toPrivate(indexerId: number, urls: readonly (string | undefined)[]): JsonObject {
  const links = urls.flatMap((url) => (url === undefined ? [] : (parseProxyLink(url) ?? [])));
  const magnet = urls.find((url) => url?.startsWith('magnet:'));
  return { indexerId, links: links.map((link) => ({ ...link })), ...(magnet === undefined ? {} : { magnet }) };
}

/** @returns ISO 8601; Prowlarr writes years before the web for "unknown" */
export function toPublishedAt(text: string | undefined): string | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1990 ? undefined : date.toISOString();
}

/** @returns the protocol as the contract names it; `undefined` if no client can fetch it */
export function toProtocol(...stated: readonly (string | undefined)[]): Protocol | undefined {
  return stated.find((protocol): protocol is 'torrent' | 'usenet' => protocol === 'torrent' || protocol === 'usenet');
}

/** Turns an entry of a search result into a release; `undefined` for an unknown protocol. */
export function toRelease(remote: RemoteRelease, indexer: RemoteIndexer): Release | undefined {
  const protocol = toProtocol(remote.protocol, indexer.protocol);
  if (protocol === undefined) return undefined;
  return {
    guid: safeGuid(remote.guid),
    title: remote.title,
    size: remote.size === 0 ? undefined : remote.size,
    protocol,
    seeders: remote.seeders,
    leechers: remote.leechers,
    grabs: remote.grabs,
    publishedAt: toPublishedAt(remote.publishDate),
    indexer: { id: String(remote.indexerId), name: remote.indexer ?? indexer.name, priority: indexer.priority },
    infoHash: normalizeInfoHash(remote.infoHash),
    flags: remote.flags.map((flag) => flag.toLowerCase()),
    categories: remote.categories.length === 0 ? undefined : remote.categories,
    fileCount: remote.files === 0 ? undefined : remote.files,
    infoUrl: safePage(remote.infoUrl),
    private: toPrivate(remote.indexerId, [remote.downloadUrl, remote.magnetUrl]),
  };
}
