import type { Tx } from '../../platform/db/index.js';
import { DownloadEntity, ImportEntity, RequestEntity, RequestEventEntity, RequestSubscriberEntity } from './entities.js';
import { countRemoval } from './request-counts.js';
import { findRequest } from './request-store.js';

/** A request that is about to be gone. */
export interface LeavingRequest {
  readonly id: string;
  readonly importIds: readonly string[];
}

/** Deletes or changes the rows of a feature that name the request or its imports. */
type LeaveListener = (tx: Tx, request: LeavingRequest) => Promise<void>;

/** Deletes requests with all that names them. The only place where rows of requests are deleted. */
export interface RequestRemoval {
  /** Called in the transaction that deletes a request, before its rows go. */
  onLeave(listener: LeaveListener): () => void;
  /** Deletes a request; what is not there is deleted already. Its files and its download stay where they are. */
  remove(tx: Tx, requestId: string): Promise<void>;
}

/** Downloads that a client may still have go on without the request: they are seeded, swept and recognised. The others are history. */
async function letDownloadsGo(tx: Tx, requestId: string): Promise<void> {
  await tx.run(
    `DELETE FROM download_history WHERE (request_id = ? OR request_id IS NULL) AND state = 'removed'
     AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.download_id = download_history.id)`,
    [requestId],
  );
  await tx.entities.update(DownloadEntity, { requestId }, { requestId: null, candidateId: null });
}

/** @see RequestRemoval */
export function createRequestRemoval(): RequestRemoval {
  const listeners = new Set<LeaveListener>();

  return {
    onLeave(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async remove(tx, requestId) {
      const request = await findRequest(tx, requestId);
      if (!request) return;
      const imports = await tx.all<{ id: string }>('SELECT id FROM imports WHERE request_id = ?', [requestId]);
      for (const listener of listeners) await listener(tx, { id: requestId, importIds: imports.map(({ id }) => id) });
      await tx.entities.update(RequestEntity, { parentRequestId: requestId }, { parentRequestId: null });
      await tx.run(
        'UPDATE requests SET replaces_import_id = NULL WHERE replaces_import_id IN (SELECT id FROM imports WHERE request_id = ?)',
        [requestId],
      );
      await tx.entities.delete(ImportEntity, { requestId });
      await letDownloadsGo(tx, requestId);
      await tx.entities.delete(RequestEventEntity, { requestId });
      await tx.entities.delete(RequestSubscriberEntity, { requestId });
      await tx.entities.delete(RequestEntity, { id: requestId });
      await countRemoval(tx, request.userId, request.status);
    },
  };
}
