import type { Choice } from '@lectern/plugin-api';
import type { FeedClient } from './client.js';

const STANDARD: readonly Choice[] = [
  { value: 'to-read', title: 'Want to read (to-read)' },
  { value: 'currently-reading', title: 'Currently reading (currently-reading)' },
  { value: 'read', title: 'Read (read)' },
];

/** The standard shelves, and those of the profile's newest books. */
export async function listShelves(client: FeedClient, signal: AbortSignal): Promise<readonly Choice[]> {
  const { items } = await client.page(undefined, 1, signal);
  const own = new Set(items.flatMap(({ shelves }) => shelves));
  const others = [...own].filter((name) => !STANDARD.some(({ value }) => value === name)).sort();
  return [...STANDARD, ...others.map((name) => ({ value: name, title: name }))];
}
