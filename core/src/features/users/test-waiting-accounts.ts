import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db/index.js';

/** Creates accounts that wait for an admin, ignoring all limits. */
export async function letAccountsWait(database: Pick<Database, 'transaction'>, count: number): Promise<void> {
  const at = new Date().toISOString();
  await database.transaction(async (tx) => {
    for (let n = 1; n <= count; n += 1) {
      await tx.insert('users', {
        id: randomUUID(),
        username: `waits${n}`,
        displayName: `Waits ${n}`,
        libraryIdentity: `local-waits${n}`,
        role: 'user',
        state: 'pending',
        createdAt: at,
        updatedAt: at,
      });
    }
  });
}
