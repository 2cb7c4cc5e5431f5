import type { ProviderKind } from '@lectern/plugin-api';
import type { Logger } from '../../platform/logging/logger.js';
import type { WaitCode } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestService } from './request-service.js';

const WOKEN_BY: Partial<Record<ProviderKind, readonly WaitCode[]>> = {
  indexer: ['no_indexer', 'indexer_failed'],
  ebookSource: ['no_ebook_source', 'indexer_failed'],
  downloadClient: ['no_download_client'],
};

/** Searches again for requests that waited only for an integration of this kind. */
export function wakeWaitingRequests(
  { requests, log }: { readonly requests: Pick<RequestService, 'wakeWaiting'>; readonly log: Pick<Logger, 'error'> },
  kind: ProviderKind,
): void {
  const codes = WOKEN_BY[kind];
  if (!codes) return;
  requests.wakeWaiting(codes).catch((error: unknown) => log.error({ err: error, kind }, 'waiting requests could not be woken'));
}
