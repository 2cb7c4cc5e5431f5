import type { Release } from '@lectern/plugin-api';

function isBetter(candidate: Release, present: Release): boolean {
  const difference = (candidate.indexer.priority ?? 50) - (present.indexer.priority ?? 50);
  return difference === 0 ? (candidate.seeders ?? -1) > (present.seeders ?? -1) : difference < 0;
}

function keepBest(releases: readonly Release[], keyOf: (release: Release) => string | undefined): Release[] {
  const kept: Release[] = [];
  const places = new Map<string, number>();
  for (const release of releases) {
    const key = keyOf(release);
    const place = key === undefined ? undefined : places.get(key);
    if (place !== undefined) {
      if (isBetter(release, kept[place] as Release)) kept[place] = release;
      continue;
    }
    if (key !== undefined) places.set(key, kept.length);
    kept.push(release);
  }
  return kept;
}

/**
 * Removes duplicates: the same guid, then the same info hash (two indexers with the same torrent have different guids).
 * The indexer with the better priority wins, then the one that sees more seeders. The order is kept.
 */
export function mergeReleases(releases: readonly Release[]): Release[] {
  return keepBest(
    keepBest(releases, (release) => release.guid),
    (release) => release.infoHash,
  );
}
