import type { SimulatorResponse } from '../simulator.js';
import type { DemoIndexer, DemoRelease } from './types.js';

const NAMES = new Map([
  [3000, 'Audio'],
  [3010, 'Audio/MP3'],
  [3020, 'Audio/Video'],
  [3030, 'Audio/Audiobook'],
  [3040, 'Audio/Lossless'],
  [3050, 'Audio/Other'],
  [3060, 'Audio/Foreign'],
  [7000, 'Books'],
  [7010, 'Books/Mags'],
  [7020, 'Books/EBook'],
  [7030, 'Books/Comics'],
  [7040, 'Books/Technical'],
  [7050, 'Books/Other'],
  [7060, 'Books/Foreign'],
  [8000, 'Other'],
]);

interface Category {
  readonly id: number;
  readonly name: string;
  readonly subCategories: Category[];
}

const categoryOf = (id: number): Category => ({ id, name: NAMES.get(id) ?? `Site category ${id - 100_000}`, subCategories: [] });

/** Ids as the tree Prowlarr prints: children under their main category. */
function tree(ids: readonly number[]): Category[] {
  const roots = new Map<number, Category>();
  for (const id of [...ids].sort((a, b) => a - b)) {
    const main = id < 100_000 ? Math.floor(id / 1000) * 1000 : id;
    const root = roots.get(main) ?? categoryOf(main);
    roots.set(main, root);
    if (id !== main) root.subCategories.push(categoryOf(id));
  }
  return [...roots.values()];
}

/** The answer to `/api/v1/indexer/categories`. */
export function standardCategories(): Category[] {
  return tree([...NAMES.keys()].filter((id) => id < 8000));
}

/** The categories of an indexer that names none. */
export const DEFAULT_CATEGORIES: readonly number[] = [3000, 3030, 7000, 7020];

/** An entry of `/api/v1/indexer`. */
export function indexerResource(indexer: DemoIndexer, tagIds: readonly number[]): object {
  return {
    id: indexer.id,
    name: indexer.name,
    fields: [{ order: 0, name: 'apiKey', label: 'API Key', value: '********', type: 'textbox', privacy: 'apiKey' }],
    implementation: 'Cardigann',
    tags: tagIds,
    enable: indexer.enable ?? true,
    redirect: false,
    supportsRss: indexer.supportsRss ?? true,
    supportsSearch: indexer.supportsSearch ?? true,
    protocol: indexer.protocol ?? 'torrent',
    privacy: indexer.privacy ?? 'private',
    capabilities: {
      limitsMax: 100,
      limitsDefault: 100,
      categories: tree(indexer.categories ?? DEFAULT_CATEGORIES),
      bookSearchParams: ['q'],
    },
    priority: indexer.priority ?? 25,
    sortName: indexer.name.toLowerCase(),
  };
}

/** The guid a release has in every answer. */
export function guidOf(release: DemoRelease): string {
  return release.guid ?? `https://indexer${release.indexerId}.example/details/${encodeURIComponent(release.title)}`;
}

/** An entry of `/api/v1/search`. */
export function releaseResource(release: DemoRelease, indexer: DemoIndexer, link: string): object {
  const stats = release.seeders === undefined ? {} : { seeders: release.seeders, leechers: release.leechers ?? 0 };
  return {
    guid: guidOf(release),
    age: 0,
    ageHours: 0,
    ageMinutes: 0,
    size: release.size,
    ...(release.grabs === undefined ? {} : { grabs: release.grabs }),
    indexerId: release.indexerId,
    indexer: indexer.name,
    title: release.title,
    sortTitle: release.title.toLowerCase(),
    imdbId: 0,
    tmdbId: 0,
    tvdbId: 0,
    tvMazeId: 0,
    publishDate: release.publishedAt ?? '0001-01-01T00:00:00Z',
    [`${'magnet' in release.payload ? 'magnet' : 'download'}Url`]: link,
    infoUrl: `https://indexer${release.indexerId}.example/details/${encodeURIComponent(release.title)}`,
    indexerFlags: release.flags ?? [],
    categories: (release.categories ?? [3030]).map(categoryOf),
    ...(release.infoHash === undefined ? {} : { infoHash: release.infoHash.toUpperCase() }),
    ...stats,
    protocol: release.protocol,
    fileName: `${release.title}.${release.protocol === 'usenet' ? 'nzb' : 'torrent'}`,
  };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char);
}

/** An error in the XML form of feeds and downloads. */
export function xmlError(status: number, code: number, description: string, retryAfter?: number): SimulatorResponse {
  return {
    status,
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<error code="${code}" description="${escapeXml(description)}" />`,
  };
}

function feedItem(release: DemoRelease, indexer: DemoIndexer, link: string, prefix: string): string {
  const attribute = (name: string, value: string | number | undefined) =>
    value === undefined ? '' : `<${prefix}:attr name="${name}" value="${escapeXml(String(value))}" />`;
  const categories = release.categories ?? [3030];
  const peers = release.seeders === undefined ? undefined : release.seeders + (release.leechers ?? 0);
  const type = release.protocol === 'usenet' ? 'application/x-nzb' : 'application/x-bittorrent';
  const date = release.publishedAt === undefined ? '' : `<pubDate>${new Date(release.publishedAt).toUTCString()}</pubDate>`;
  return `<item><title>${escapeXml(release.title)}</title><description /><guid>${escapeXml(guidOf(release))}</guid>
<prowlarrindexer id="${indexer.id}" type="${indexer.privacy ?? 'private'}">${escapeXml(indexer.name)}</prowlarrindexer>
${date}<size>${release.size}</size><link>${escapeXml(link)}</link>${categories.map((id) => `<category>${id}</category>`).join('')}
<enclosure url="${escapeXml(link)}" length="${release.size}" type="${type}" />
${categories.map((id) => attribute('category', id)).join('')}${(release.flags ?? []).map((flag) => attribute('tag', flag)).join('')}
${attribute('seeders', release.seeders)}${attribute('peers', peers)}${attribute('grabs', release.grabs)}${attribute('infohash', release.infoHash)}
</item>`;
}

/** The feed of an indexer, in the namespace that belongs to its protocol. */
export function feedXml(indexer: DemoIndexer, items: readonly { readonly release: DemoRelease; readonly link: string }[]): string {
  const isUsenet = indexer.protocol === 'usenet';
  const prefix = isUsenet ? 'newznab' : 'torznab';
  const uri = isUsenet ? 'http://www.newznab.com/DTD/2010/feeds/attributes/' : 'http://torznab.com/schemas/2015/feed';
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="1.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:${prefix}="${uri}"><channel><atom:link rel="self" type="application/rss+xml" /><title>Prowlarr</title>
${items.map(({ release, link }) => feedItem(release, indexer, link, prefix)).join('\n')}
</channel></rss>`;
}
