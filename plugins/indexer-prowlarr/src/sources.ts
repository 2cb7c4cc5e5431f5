import type { CheckDetail, SourceOutcome } from '@lectern/plugin-api';
import { canServe } from './categories.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import type { RemoteIndexer, RemoteIndexerStatus } from './schema.js';
import type { ProwlarrSettings } from './settings.js';

/** The indexers to query, and the outcomes of those that cannot be queried. */
export interface Selection {
  readonly usable: readonly RemoteIndexer[];
  readonly outcomes: readonly SourceOutcome[];
}

/** The id of a source in outcomes and releases. */
export function sourceId(indexer: { readonly id: number }): string {
  return String(indexer.id);
}

/** Reports an indexer that Prowlarr currently skips. */
export function throttled(indexer: RemoteIndexer, status: RemoteIndexerStatus | undefined, now: number): SourceOutcome {
  const until = status?.disabledTill;
  const wait = until === undefined ? {} : { retryAfterMs: Math.max(0, until - now) };
  return { id: sourceId(indexer), name: indexer.name, status: 'throttled', ...wait, error: detail('left_out') };
}

/** Whether Prowlarr currently skips the indexer. */
export function isBackedOff(status: RemoteIndexerStatus | undefined, now: number): boolean {
  return status?.disabledTill !== undefined && status.disabledTill > now;
}

function failed(id: number, name: string, error: CheckDetail): SourceOutcome {
  return { id: String(id), name, status: 'failed', error };
}

/** The indexers chosen in the settings, by id and tag, and outcomes for chosen ones that are gone or disabled. */
function choose(
  settings: ProwlarrSettings,
  indexers: readonly RemoteIndexer[],
  tags: ReadonlyMap<number, string>,
): { chosen: RemoteIndexer[]; outcomes: SourceOutcome[] } {
  const outcomes: SourceOutcome[] = [];
  for (const id of settings.indexerIds) {
    const indexer = indexers.find((entry) => entry.id === id);
    if (!indexer) outcomes.push(failed(id, `Indexer ${id}`, detail('gone')));
    else if (!indexer.enable) outcomes.push(failed(id, indexer.name, detail('switched_off')));
  }
  const chosen = indexers
    .filter((indexer) => indexer.enable)
    .filter((indexer) => settings.indexerIds.length === 0 || settings.indexerIds.includes(indexer.id))
    .filter((indexer) => settings.tags.length === 0 || indexer.tags.some((tag) => settings.tags.includes(tags.get(tag) ?? '')));
  return { chosen, outcomes };
}

/**
 * Picks the indexers to query for `categories`. Prowlarr itself would silently skip disabled and backed-off ones; here
 * each of them gets an outcome.
 *
 * @param supports whether an indexer supports the operation (search, feed)
 * @throws IntegrationError if no indexer could ever be queried
 */
export function selectSources(
  settings: ProwlarrSettings,
  categories: readonly number[],
  remote: {
    readonly indexers: readonly RemoteIndexer[];
    readonly statuses: readonly RemoteIndexerStatus[];
    readonly tags: ReadonlyMap<number, string>;
  },
  supports: (indexer: RemoteIndexer) => boolean,
  now: number,
): Selection {
  const { chosen, outcomes } = choose(settings, remote.indexers, remote.tags);
  const capable = chosen.filter((indexer) => {
    const offered = indexer.categories.map((category) => category.id);
    return supports(indexer) && indexer.protocol !== 'unknown' && canServe(offered, categories);
  });
  if (chosen.length === 0 && outcomes.length === 0) {
    throw fault('INTEGRATION_MISCONFIGURED', 'no_enabled_indexer', {
      field: settings.tags.length > 0 ? 'tags' : 'indexerIds',
    });
  }
  if (capable.length === 0 && outcomes.length === 0) {
    throw fault('INTEGRATION_UNSUPPORTED', 'no_indexer_with_categories', { values: { categories: categories.map(String) } });
  }
  const waiting = capable.flatMap((indexer) => {
    const status = remote.statuses.find((entry) => entry.indexerId === indexer.id);
    return isBackedOff(status, now) ? [throttled(indexer, status, now)] : [];
  });
  const usable = capable.filter((indexer) => waiting.every((outcome) => outcome.id !== sourceId(indexer)));
  return { usable, outcomes: [...outcomes, ...waiting] };
}
