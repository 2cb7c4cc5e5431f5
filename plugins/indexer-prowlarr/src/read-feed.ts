import { parseRetryAfter, type Call, type Remark } from '@lectern/plugin-api';
import { outcomeOfError, type Asking, type SourceAnswer } from './ask-indexer.js';
import { isOfKind } from './categories.js';
import { detail } from './detail.js';
import { feedRelease } from './feed-release.js';
import { parseFeed, type Feed } from './feed.js';
import { safeSentence } from './redact.js';
import type { RemoteIndexer } from './schema.js';
import { sourceId } from './sources.js';

const FEED_LIMIT = 100;

/** Error codes for a reached limit: Prowlarr's own, and two that are common although no draft has them. */
const LIMIT_CODES = [429, 500, 501];

function remarkOn(feed: Feed, status: number): Remark {
  if (feed.kind !== 'error') return detail('no_feed', { status: String(status) });
  return feed.description === undefined ? detail('feed_error') : safeSentence(feed.description);
}

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
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'], asking.now());
    return {
      outcome: { ...source, status: isLimit ? 'throttled' : 'failed', retryAfterMs, error: remarkOn(feed, response.status) },
      releases: [],
    };
  } catch (error) {
    return { outcome: outcomeOfError(indexer, error, signal), releases: [] };
  }
}
