import type { CheckDetail, CheckResult } from '@lectern/plugin-api';
import { canServe } from './categories.js';
import type { ProwlarrClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { safeSentence } from './redact.js';
import type { RemoteIndexer } from './schema.js';
import type { ProwlarrSettings } from './settings.js';

function offers(indexer: RemoteIndexer, wanted: readonly number[]): boolean {
  return canServe(
    indexer.categories.map((category) => category.id),
    wanted,
  );
}

function describeIndexers(indexers: readonly RemoteIndexer[], settings: ProwlarrSettings): CheckDetail[] {
  const enabled = indexers.filter((indexer) => indexer.enable);
  if (enabled.length === 0) return [detail('no_indexer_enabled')];
  const chosen = enabled.filter((indexer) => settings.indexerIds.length === 0 || settings.indexerIds.includes(indexer.id));
  const audiobooks = chosen.filter((indexer) => offers(indexer, settings.audiobookCategories)).length;
  const ebooks = chosen.filter((indexer) => offers(indexer, settings.ebookCategories)).length;
  const missing = settings.indexerIds.filter((id) => enabled.every((indexer) => indexer.id !== id));
  return [
    detail('indexers_enabled', { enabled: enabled.length, total: indexers.length, audiobooks, ebooks }),
    ...(missing.length > 0 ? [detail('chosen_indexers_gone', { indexers: missing.map(String) })] : []),
  ];
}

/** Answers the Test button: is it Prowlarr, does the key work, what does it report about itself. */
export async function checkProwlarr(client: ProwlarrClient, settings: ProwlarrSettings, signal: AbortSignal): Promise<CheckResult> {
  const status = await client.status(signal);
  if (status.appName !== 'Prowlarr') {
    throw status.appName === undefined
      ? fault('INTEGRATION_MISCONFIGURED', 'another_program', { field: 'baseUrl' })
      : fault('INTEGRATION_MISCONFIGURED', 'named_program', { values: { program: status.appName }, field: 'baseUrl' });
  }
  const [health, indexers] = await Promise.all([client.health(signal), client.indexers(signal)]);
  const complaints = health
    .filter((entry) => entry.type === 'warning' || entry.type === 'error')
    .map(({ type, message }) => detail(type === 'error' ? 'reports_error' : 'reports_warning', { message: safeSentence(message) }));
  return { ok: true, version: status.version, details: [...describeIndexers(indexers, settings), ...complaints] };
}
