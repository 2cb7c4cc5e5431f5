import type { Release } from '@lectern/plugin-api';
import type { FeedItem } from './feed.js';
import { magnetInfoHash, normalizeInfoHash } from './magnet.js';
import { safeGuid, safePage } from './redact.js';
import { toPrivate, toProtocol, toPublishedAt } from './release.js';
import type { RemoteIndexer } from './schema.js';

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function statedProtocol(item: FeedItem): string | undefined {
  if (item.type?.includes('torrent')) return 'torrent';
  return item.type?.includes('nzb') ? 'usenet' : undefined;
}

function readFlags(item: FeedItem): string[] {
  const factor = Number(item.attributes.get('downloadvolumefactor')?.[0] ?? Number.NaN);
  const byFactor = factor === 0 ? ['freeleech'] : factor === 0.5 ? ['halfleech'] : [];
  return [...new Set([...(item.attributes.get('tag') ?? []).map((tag) => tag.toLowerCase()), ...byFactor])];
}

/** Only feeds tell author and title separately; several authors stand in one attribute or in several. */
function statedBook({ attributes }: FeedItem): Pick<Release, 'authors' | 'bookTitle' | 'narrators'> {
  const people = (name: string): string[] | undefined => {
    const names = (attributes.get(name) ?? []).flatMap((value) => value.split(/[;&]/)).flatMap((value) => value.trim() || []);
    return names.length === 0 ? undefined : names;
  };
  return { authors: people('author'), bookTitle: attributes.get('booktitle')?.[0], narrators: people('narrator') };
}

/** Turns an item of an indexer's feed into a release; `undefined` if its protocol is unknown. */
export function feedRelease(item: FeedItem, indexer: RemoteIndexer): Release | undefined {
  const protocol = toProtocol(statedProtocol(item), indexer.protocol);
  if (protocol === undefined) return undefined;
  const attribute = (name: string) => item.attributes.get(name)?.[0];
  const seeders = whole(attribute('seeders'));
  const peers = whole(attribute('peers'));
  const counted = seeders !== undefined && peers !== undefined ? Math.max(0, peers - seeders) : undefined;
  const magnet = item.links.find((link) => link.startsWith('magnet:'));
  const language = attribute('language');
  const files = whole(attribute('files'));
  return {
    guid: safeGuid(item.guid),
    title: item.title,
    size: item.size,
    protocol,
    seeders,
    leechers: whole(attribute('leechers')) ?? counted,
    grabs: whole(attribute('grabs')),
    publishedAt: toPublishedAt(item.publishedAt),
    indexer: { id: String(indexer.id), name: indexer.name, priority: indexer.priority },
    infoHash: normalizeInfoHash(attribute('infohash')) ?? (magnet === undefined ? undefined : magnetInfoHash(magnet)),
    flags: readFlags(item),
    language: language !== undefined && /^[a-z]{2}$/i.test(language) ? language.toLowerCase() : undefined,
    ...statedBook(item),
    categories: item.categories.length === 0 ? undefined : item.categories,
    fileCount: files === 0 ? undefined : files,
    infoUrl: safePage(item.comments),
    private: toPrivate(indexer.id, item.links),
  };
}
