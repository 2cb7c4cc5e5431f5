import { IntegrationError } from '@lectern/plugin-api';
import type { CheckResult } from '@lectern/plugin-api';
import { canServe } from './categories.js';
import type { ProwlarrClient } from './client.js';
import { safeSentence } from './redact.js';
import type { RemoteIndexer } from './schema.js';
import type { ProwlarrSettings } from './settings.js';

function offers(indexer: RemoteIndexer, wanted: readonly number[]): boolean {
  return canServe(
    indexer.categories.map((category) => category.id),
    wanted,
  );
}

function describeIndexers(indexers: readonly RemoteIndexer[], settings: ProwlarrSettings): string[] {
  const enabled = indexers.filter((indexer) => indexer.enable);
  if (enabled.length === 0) return ['Warning: no indexer is enabled in Prowlarr.'];
  const chosen = enabled.filter((indexer) => settings.indexerIds.length === 0 || settings.indexerIds.includes(indexer.id));
  const audiobooks = chosen.filter((indexer) => offers(indexer, settings.audiobookCategories)).length;
  const ebooks = chosen.filter((indexer) => offers(indexer, settings.ebookCategories)).length;
  const missing = settings.indexerIds.filter((id) => enabled.every((indexer) => indexer.id !== id));
  return [
    `${enabled.length} of ${indexers.length} indexers are enabled; ${audiobooks} are asked for audiobooks, ${ebooks} for ebooks.`,
    ...(missing.length > 0 ? [`Warning: chosen indexers that are gone or switched off: ${missing.join(', ')}.`] : []),
  ];
}

/** Answers the Test button: is it Prowlarr, does the key work, what does it report about itself. */
export async function checkProwlarr(client: ProwlarrClient, settings: ProwlarrSettings, signal: AbortSignal): Promise<CheckResult> {
  const status = await client.status(signal);
  if (status.appName !== 'Prowlarr') {
    const message = `This address is ${status.appName ?? 'another program'}, not Prowlarr. Check the port.`;
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'baseUrl' });
  }
  const [health, indexers] = await Promise.all([client.health(signal), client.indexers(signal)]);
  const complaints = health
    .filter((entry) => entry.type === 'warning' || entry.type === 'error')
    .map((entry) => `Prowlarr reports (${entry.type}): ${safeSentence(entry.message)}`);
  return { ok: true, version: status.version, details: [...describeIndexers(indexers, settings), ...complaints] };
}
