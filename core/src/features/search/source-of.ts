import { isIntegrationError, type SourceOutcome } from '@lectern/plugin-api';
import { saidOf, saidOfRemark } from '../../platform/words/index.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import type { SearchSource } from './entities.js';

type Asked = Pick<BoundProvider<'indexer' | 'ebookSource'>, 'integrationId' | 'pluginId' | 'name'>;

/** What a provider answered of one of its sources. */
export function answeredSource({ integrationId, pluginId, name }: Asked, { error, ...source }: SourceOutcome, found: number): SearchSource {
  const said = error === undefined ? {} : { error: saidOfRemark(error, pluginId) };
  return { ...source, ...said, integrationId, integrationName: name, found };
}

/** A provider that answered nothing, as the one source that it then is. */
export function failedSource({ integrationId, name }: Asked, error: unknown): SearchSource {
  const known = isIntegrationError(error) ? error : undefined;
  return {
    id: integrationId,
    name,
    integrationId,
    integrationName: name,
    status: known?.code === 'INTEGRATION_RATE_LIMITED' ? 'throttled' : 'failed',
    retryAfterMs: known?.retryAfterMs,
    error: saidOf(error),
    found: 0,
  };
}
