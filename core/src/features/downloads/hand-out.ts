import { isIntegrationError, type Downloadable, type EbookWait } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { ebookCandidateOf, type StoredCandidate } from '../search/index.js';

/** Time limit for resolving, including a challenge page. */
const TIMEOUT_MS = 300_000;
/** If a source asks for a short pause, we wait; for a longer one the next candidate is better. */
const LONGEST_PAUSE_MS = 600_000;

/**
 * Asks the source of a candidate for something that a download client accepts.
 *
 * @throws IntegrationError of the source, or Error if it is no longer connected
 */
export async function handOut(
  host: Pick<PluginHost, 'provider'>,
  { integrationId, release }: Pick<StoredCandidate, 'integrationId' | 'release'>,
  signal: AbortSignal,
): Promise<Downloadable | EbookWait> {
  const options = { timeoutMs: TIMEOUT_MS, signal };
  const candidate = ebookCandidateOf(release);
  if (!candidate) {
    const indexer = host.provider('indexer', integrationId);
    if (!indexer) throw new Error('its indexer is no longer connected');
    return indexer.call('resolve', (provider, call) => provider.resolve(release, call), { ...options, timeoutMs: 120_000 });
  }
  const source = host.provider('ebookSource', integrationId);
  if (!source) throw new Error('it is no longer connected');
  try {
    return await source.call('fetch', (provider, call) => provider.fetch(candidate, call), options);
  } catch (error) {
    const pause = isIntegrationError(error) && error.code === 'INTEGRATION_RATE_LIMITED' ? error.retryAfterMs : undefined;
    if (pause === undefined || pause > LONGEST_PAUSE_MS) throw error;
    return { kind: 'wait', waitMs: pause, message: `${source.name} asks for a pause.` };
  }
}
