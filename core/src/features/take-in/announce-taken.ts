import type { TakeInDeps } from './take-in-dependencies.js';
import { findTakeIn } from './take-in-store.js';

/** At most so often browsers hear that one more book was done. */
const EVERY_MS = 500;

export type Announce = (takeInId: string) => Promise<void>;

/** Tells the browsers of admins how far a take-in is. */
export async function announceTakeIn({ database, announce }: Pick<TakeInDeps, 'database' | 'announce'>, id: string): Promise<void> {
  const row = await findTakeIn(database.read, id);
  if (row) announce({ id, state: row.state, done: Number(row.done), total: Number(row.total) });
}

/** The same, now and then, for books that are done one after another. */
export function createTakenAnnouncer(deps: Pick<TakeInDeps, 'database' | 'announce'>): Announce {
  let at = 0;
  return async (id) => {
    if (performance.now() - at < EVERY_MS) return;
    at = performance.now();
    await announceTakeIn(deps, id);
  };
}
