import { parseRetryAfter, isIntegrationError, remarkOf } from '@lectern/plugin-api';
import type { HttpResponse, PluginLogger, Release, ReleaseQuery, Remark, SourceOutcome } from '@lectern/plugin-api';
import { isOfKind } from './categories.js';
import type { ProwlarrClient } from './client.js';
import { detail } from './detail.js';
import { safeRemark, safeSentence } from './redact.js';
import { toRelease } from './release.js';
import { readErrorMessage, type RemoteIndexer, type RemoteIndexerStatus } from './schema.js';
import { isBackedOff, sourceId, throttled } from './sources.js';

export interface SourceAnswer {
  readonly outcome: SourceOutcome;
  readonly releases: readonly Release[];
}

/** Everything needed to query an indexer except the query. */
export interface Asking {
  readonly client: ProwlarrClient;
  readonly log: PluginLogger;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** The back-offs before the query. */
  readonly before: readonly RemoteIndexerStatus[];
}

/** Turns a thrown error into the outcome of one source; aborts are rethrown. */
export function outcomeOfError(indexer: RemoteIndexer, error: unknown, signal: AbortSignal): SourceOutcome {
  if (signal.aborted || !isIntegrationError(error)) throw error;
  const wait = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs };
  const status = error.code === 'INTEGRATION_RATE_LIMITED' ? 'throttled' : 'failed';
  return { id: sourceId(indexer), name: indexer.name, status, ...wait, error: safeRemark(remarkOf(error)) };
}

/**
 * Interprets an empty list. Prowlarr swallows a tracker's failure and answers `[]`; the failure shows only in the list
 * of back-offs, as a new entry or a newer time.
 */
async function outcomeOfNothing(indexer: RemoteIndexer, asking: Asking, signal: AbortSignal): Promise<SourceOutcome> {
  const source = { id: sourceId(indexer), name: indexer.name };
  const find = (list: readonly RemoteIndexerStatus[]) => list.find((entry) => entry.indexerId === indexer.id);
  try {
    const after = find(await asking.client.indexerStatuses(signal));
    if (isBackedOff(after, asking.now())) return throttled(indexer, after, asking.now());
    const failedSince = after?.mostRecentFailure !== undefined && after.mostRecentFailure !== find(asking.before)?.mostRecentFailure;
    return failedSince ? { ...source, status: 'failed', error: detail('failed_meanwhile') } : { ...source, status: 'empty' };
  } catch (error) {
    const outcome = outcomeOfError(indexer, error, signal);
    return { ...outcome, status: 'failed', error: detail('nothing_and_unknown') };
  }
}

async function outcomeOfRefusal(
  indexer: RemoteIndexer,
  response: HttpResponse,
  asking: Asking,
  signal: AbortSignal,
): Promise<SourceOutcome> {
  const source = { id: sourceId(indexer), name: indexer.name };
  const message = remarkOn(response);
  if (response.status === 429) {
    return { ...source, status: 'throttled', retryAfterMs: parseRetryAfter(response.headers['retry-after'], asking.now()), error: message };
  }
  if (typeof message === 'string' && /unavailable/i.test(message)) {
    const statuses = await asking.client.indexerStatuses(signal).catch(() => []);
    return throttled(
      indexer,
      statuses.find((entry) => entry.indexerId === indexer.id),
      asking.now(),
    );
  }
  return { ...source, status: 'failed', error: message };
}

/** What Prowlarr says of its refusal, without addresses. */
function remarkOn(response: HttpResponse): Remark {
  let message: string | undefined;
  try {
    message = readErrorMessage(response.json());
  } catch {
    // the status has to do
  }
  return message === undefined ? detail('answered_with_status', { status: String(response.status) }) : safeRemark(message);
}

/** Queries one indexer. Never throws for that indexer's faults, only if `signal` fired or on a defect. */
export async function askIndexer(
  indexer: RemoteIndexer,
  query: ReleaseQuery,
  categories: readonly number[],
  asking: Asking,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  try {
    const parameters = { text: query.text.trim(), categories, limit: query.limit, timeoutMs: asking.timeoutMs };
    const answer = await asking.client.search(indexer.id, parameters, signal);
    if (answer.kind === 'refused') return { outcome: await outcomeOfRefusal(indexer, answer.response, asking, signal), releases: [] };
    if (answer.releases.length === 0) return { outcome: await outcomeOfNothing(indexer, asking, signal), releases: [] };
    const releases = answer.releases
      .filter((remote) => remote.indexerId === indexer.id && isOfKind(remote.categories, categories))
      .flatMap((remote) => toRelease(remote, indexer) ?? []);
    return { outcome: { id: sourceId(indexer), name: indexer.name, status: releases.length > 0 ? 'ok' : 'empty' }, releases };
  } catch (error) {
    const outcome = outcomeOfError(indexer, error, signal);
    const fault = safeSentence((error as Error).message);
    asking.log.warn('an indexer did not answer a search', { indexer: indexer.name, status: outcome.status, error: fault });
    return { outcome, releases: [] };
  }
}
