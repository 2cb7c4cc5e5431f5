import type { Database } from '../../platform/db/index.js';
import { createKeyedLock } from '../../files/placing/keyed-lock.js';

/** Lets one run at a time move a book, in all processes: one whose lease was lost may still be at work. */
export type MoveTurns = (signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

const KEY = 'a book that is moved';

export function createMoveTurns(database: Database): MoveTurns {
  const lock = createKeyedLock();
  return (signal, work) =>
    lock.run(KEY, signal, async () => {
      // SQLite belongs to one process, and all its writers would wait for an open transaction
      if (database.dialect === 'sqlite') return work();
      // the lock ends with the connection of a process that dies, and not before
      return database.transaction(async (tx) => {
        await tx.lock(KEY);
        await work();
      });
    });
}
