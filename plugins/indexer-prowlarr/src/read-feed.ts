import type { Call } from '@lectern/plugin-api';
import { outcomeOfError, retryAfterOf, type Asking, type SourceAnswer } from './ask-indexer.js';
import { isOfKind } from './categories.js';
import { feedRelease } from './feed-release.js';
import { parseFeed } from './feed.js';
import { safeSentence } from './redact.js';
import type { RemoteIndexer } from './schema.js';
import { sourceId } from './sources.js';

const FEED_LIMIT = 100;

/** Error codes for a reached limit: Prowlarr's own, and two that are common although no draft has them. */
const LIMIT_CODES = [429, 500, 501];

/** Reads the newest items of one indexer. Never throws for that indexer's faults. */
export async function readFeed(
  indexer: RemoteIndexer,
  categories: readonly number[],
  asking: Asking,
  { signal }: Call,
): Promise<SourceAnswer> {
  const source = { id: sourceId(indexer), name: indexer.name };
  try {
    const response = await asking.client.feed(indexer.id, { categories, limit: FEED_LIMIT, timeoutMs: asking.timeoutMs }, signal);
    const feed = parseFeed(response.text());
    if (feed.kind === 'items' && response.status === 200) {
      const releases = feed.items
        .filter((item) => isOfKind(item.categories, categories))
        .flatMap((item) => feedRelease(item, indexer) ?? []);
      return { outcome: { ...source, status: releases.length > 0 ? 'ok' : 'empty' }, releases };
    }
    const isLimit = response.status === 429 || (feed.kind === 'error' && LIMIT_CODES.includes(feed.code) && response.status < 500);
    const error = feed.kind === 'error' ? safeSentence(feed.description) : `The feed answered with status ${response.status} and no feed.`;
    const retryAfterMs = retryAfterOf(response, asking.now());
    return { outcome: { ...source, status: isLimit ? 'throttled' : 'failed', retryAfterMs, error }, releases: [] };
  } catch (error) {
    return { outcome: outcomeOfError(indexer, error, signal), releases: [] };
  }
}
