import type { DownloadStatus } from '@lectern/plugin-api';

type Placed = Pick<DownloadStatus, 'itemId' | 'contentPath' | 'savePath' | 'name'>;

/** Where the data of an item are or will be. Clients name the content of complete items only; others may check what is there already. */
export function placeOf({ contentPath, savePath, name }: Omit<Placed, 'itemId'>): string | undefined {
  if (contentPath !== undefined) return contentPath;
  return savePath === undefined || name === undefined || name === '' ? undefined : `${savePath}/${name}`;
}

/** The place of an item as segments; none while the client does not know it. Clients on Windows write backslashes, and in any case. */
function segmentsOf(item: Placed): readonly string[] {
  const path = placeOf(item) ?? '';
  const segments: string[] = [];
  for (const segment of (/^[A-Za-z]:/u.test(path) ? path.toLowerCase() : path).split(/[\\/]/u)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** Every beginning of a path, the shortest first and the path itself last. */
function beginnings(segments: readonly string[]): string[] {
  const found: string[] = [];
  for (const segment of segments) found.push(`${found.at(-1) ?? ''}/${segment}`);
  return found;
}

/**
 * Knows which items of a client share data, as torrents that seed the same files to several trackers do: their paths are equal, or one
 * contains the other. Linear in the number of items, once.
 *
 * @param items everything that the client has
 */
export function createSharedData(items: readonly Placed[]) {
  const at = new Map<string, Set<string>>();
  const below = new Map<string, Set<string>>();
  const note = (places: Map<string, Set<string>>, place: string, itemId: string) =>
    places.set(place, (places.get(place) ?? new Set<string>()).add(itemId));
  for (const item of items) {
    const places = beginnings(segmentsOf(item));
    const own = places.pop();
    if (own === undefined) continue;
    note(at, own, item.itemId);
    for (const place of places) note(below, place, item.itemId);
  }
  const hasOther = (ids: ReadonlySet<string> | undefined, itemId: string) =>
    ids !== undefined && (ids.size > 1 || (ids.size === 1 && !ids.has(itemId)));
  return {
    /** Whether another item uses data of this one. */
    usesTheSame(item: Placed): boolean {
      const places = beginnings(segmentsOf(item));
      const own = places.at(-1);
      if (own === undefined) return false;
      return places.some((place) => hasOther(at.get(place), item.itemId)) || hasOther(below.get(own), item.itemId);
    },

    /** Takes note that an item left the client. */
    forget(item: Placed): void {
      for (const place of beginnings(segmentsOf(item))) {
        at.get(place)?.delete(item.itemId);
        below.get(place)?.delete(item.itemId);
      }
    },
  };
}
