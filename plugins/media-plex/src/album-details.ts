import type { Call } from '@lectern/plugin-api';
import type { PlexClient } from './client.js';
import { textOf } from './schema.js';
import type { Raw } from './schema.js';

/** The most ids per address; it stays below the length that proxies accept. */
const BATCH = 50;
const TRACK_LISTS_AT_ONCE = 4;

/** Replaces listed albums by their full forms if `wanted` says so, in the given order. */
export async function withDetails(
  client: Pick<PlexClient, 'details'>,
  albums: readonly Raw[],
  wanted: (album: Raw) => boolean,
  call: Call,
): Promise<readonly Raw[]> {
  const ids = albums.filter(wanted).flatMap((album) => textOf(album.ratingKey) ?? []);
  const full = new Map<string, Raw>();
  for (let from = 0; from < ids.length; from += BATCH) {
    for (const album of await client.details(ids.slice(from, from + BATCH), call)) {
      const id = textOf(album.ratingKey);
      if (id !== undefined) full.set(id, album);
    }
  }
  return albums.map((album) => ({ ...album, ...full.get(textOf(album.ratingKey) ?? '') }));
}

/** The tracks of a few albums, by album. */
export async function tracksOf(
  client: Pick<PlexClient, 'tracks'>,
  albums: readonly Raw[],
  call: Call,
): Promise<ReadonlyMap<string, readonly Raw[]>> {
  const ids = albums.flatMap((album) => textOf(album.ratingKey) ?? []);
  const found = new Map<string, readonly Raw[]>();
  for (let from = 0; from < ids.length; from += TRACK_LISTS_AT_ONCE) {
    const some = ids.slice(from, from + TRACK_LISTS_AT_ONCE);
    const lists = await Promise.all(some.map((id) => client.tracks(id, call)));
    some.forEach((id, index) => found.set(id, lists[index] ?? []));
  }
  return found;
}
