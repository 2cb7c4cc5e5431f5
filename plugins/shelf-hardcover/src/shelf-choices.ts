import type { Choice } from '@lectern/plugin-api';
import type { HardcoverClient } from './client.js';

/** Hardcover's statuses by their ids. */
export const STATUSES: Readonly<Record<number, string>> = {
  1: 'Want to read',
  2: 'Currently reading',
  3: 'Read',
  4: 'Paused',
  5: 'Did not finish',
  6: 'Ignored',
};

/** All statuses but "Ignored", and the lists of the token's owner. */
export async function listShelves(client: HardcoverClient, signal: AbortSignal): Promise<readonly Choice[]> {
  const { id } = await client.me(signal);
  const lists = await client.lists(id, signal);
  const statuses = Object.entries(STATUSES).filter(([status]) => status !== '6');
  return [
    ...statuses.map(([status, title]) => ({ value: `status:${status}`, title })),
    ...lists.map((list) => ({ value: `list:${list.id}`, title: list.books_count ? `${list.name} (${list.books_count})` : list.name })),
  ];
}
