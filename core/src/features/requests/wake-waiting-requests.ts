import type { ProviderKind } from '@lectern/plugin-api';
import type { Logger } from '../../platform/logging/logger.js';
import type { WaitCode } from '../lifecycle/reasons/wait-reasons.js';
import type { SettingsSection } from '../settings/settings.js';
import type { RequestService } from './request-service.js';

const WOKEN_BY: Partial<Record<ProviderKind, readonly WaitCode[]>> = {
  indexer: ['no_indexer', 'indexer_failed'],
  ebookSource: ['no_ebook_source', 'indexer_failed'],
  downloadClient: ['no_download_client'],
};

interface Waker {
  readonly requests: Pick<RequestService, 'wakeWaiting'>;
  readonly log: Pick<Logger, 'error'>;
}

function wake({ requests, log }: Waker, codes: readonly WaitCode[]): void {
  requests.wakeWaiting(codes).catch((error: unknown) => log.error({ err: error, codes }, 'waiting requests could not be woken'));
}

/** Searches again for requests that waited only for an integration of this kind. */
export function wakeWaitingRequests(waker: Waker, kind: ProviderKind): void {
  const codes = WOKEN_BY[kind];
  if (codes) wake(waker, codes);
}

/** Searches again for requests that wait for something better: how long they do is a setting of this section. */
export function wakeDelayedRequests(waker: Waker, changed: readonly SettingsSection[]): void {
  if (changed.includes('releases')) wake(waker, ['grab_delayed']);
}
