import type { Database, Tx } from '../../platform/db/index.js';
import { CandidateEntity, SearchEntity } from './entities.js';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 30;

/** Deletes old searches of closed requests. @returns how many */
export function forgetSearches({ database, now }: { readonly database: Database; readonly now: () => Date }): Promise<number> {
  return database.transaction((tx) =>
    tx.run(
      `DELETE FROM searches WHERE started_at < ? AND request_id IN (SELECT id FROM requests WHERE status_group IN ('completed', 'closed'))`,
      [new Date(now().getTime() - KEEP_DAYS * DAY_MS).toISOString()],
    ),
  );
}

/** Deletes what was found for a request that is about to be gone. */
export async function forgetRequest(tx: Tx, { id }: { readonly id: string }): Promise<void> {
  await tx.entities.delete(CandidateEntity, { requestId: id });
  await tx.entities.delete(SearchEntity, { requestId: id });
}
