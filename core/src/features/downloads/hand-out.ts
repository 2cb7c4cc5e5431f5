import { isIntegrationError, type Downloadable, type EbookWait } from '@lectern/plugin-api';
import { SaidError, saidOfRemark, sentence, type Said } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { ebookCandidateOf, type StoredCandidate } from '../search/index.js';

/** Time limit for resolving, including a challenge page. */
const TIMEOUT_MS = 300_000;
/** If a source asks for a short pause, we wait; for a longer one the next candidate is better. */
const LONGEST_PAUSE_MS = 600_000;

/** A wait that a source makes before it hands something out. */
export interface SourceWait extends Pick<EbookWait, 'kind' | 'waitMs'> {
  readonly said: Said;
}

/**
 * Asks the source of a candidate for something that a download client accepts.
 *
 * @throws IntegrationError of the source, or Error if it is no longer connected
 */
export async function handOut(
  host: Pick<PluginHost, 'provider'>,
  { integrationId, release }: Pick<StoredCandidate, 'integrationId' | 'release'>,
  signal: AbortSignal,
): Promise<Downloadable | SourceWait> {
  const options = { timeoutMs: TIMEOUT_MS, signal };
  const candidate = ebookCandidateOf(release);
  if (!candidate) {
    const indexer = host.provider('indexer', integrationId);
    if (!indexer) throw new SaidError(sentence('finding.indexer_gone'));
    return indexer.call('resolve', (provider, call) => provider.resolve(release, call), { ...options, timeoutMs: 120_000 });
  }
  const source = host.provider('ebookSource', integrationId);
  if (!source) throw new SaidError(sentence('finding.source_gone'));
  try {
    const handed = await source.call('fetch', (provider, call) => provider.fetch(candidate, call), options);
    return handed.kind === 'wait' ? { kind: 'wait', waitMs: handed.waitMs, said: saidOfRemark(handed.message, source.pluginId) } : handed;
  } catch (error) {
    const pause = isIntegrationError(error) && error.code === 'INTEGRATION_RATE_LIMITED' ? error.retryAfterMs : undefined;
    if (pause === undefined || pause > LONGEST_PAUSE_MS) throw error;
    return { kind: 'wait', waitMs: pause, said: sentence('finding.asks_for_pause', { source: source.name }) };
  }
}
