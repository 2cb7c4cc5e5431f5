import { lookOf, STATUSES } from './request-status.js';
import type { Integration, Metrics } from './types.js';

/** How many requests wait for an integration: for an indexer all that are to be searched for, for a client those that it has. */
export function waitingFor({ id, provides }: Pick<Integration, 'id' | 'provides'>, { requests, waiting }: Metrics): number {
  switch (provides[0]) {
    case 'indexer':
      return STATUSES.filter((status) => lookOf(status).isToSearch).reduce((sum, status) => sum + (requests[status] ?? 0), 0);
    case 'downloadClient':
      return waiting.downloadClients[id] ?? 0;
    case 'mediaServer':
      return waiting.mediaServer;
    default:
      return 0;
  }
}
