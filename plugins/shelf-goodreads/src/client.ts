import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { HttpResponse, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { parseFeed } from './feed.js';
import type { ShelfFeed } from './schema.js';

const ORIGIN = 'https://www.goodreads.com';
/** Goodreads refuses requests that do not look like a browser's with 503. */
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Lectern/1.0',
  accept: 'application/rss+xml, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5',
  'accept-language': 'en',
};
/** Pause if Goodreads does not say how long. */
const LIMIT_PAUSE_MS = 15 * 60_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Characters within which a web page identifies itself. */
const BEGINNING = 2_048;
const PRIVATE = /restricted to goodreads users|this profile is private|must be a friend|sign[- ]?in|log[- ]?in/i;

/** Reads the feeds of one profile. */
export interface FeedClient {
  /**
   * @param shelf `undefined`: all books
   * @param page 1-based
   */
  page(shelf: string | undefined, page: number, signal: AbortSignal): Promise<ShelfFeed>;
}

/** The beginning of a document after blanks and comments. */
function firstElement(text: string): string {
  let rest = text.slice(0, BEGINNING).trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) return '';
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

function isHtml(response: HttpResponse, text: string): boolean {
  return /html/i.test(response.headers['content-type'] ?? '') || /^<(?:!doctype html|html)/i.test(firstElement(text));
}

function notAFeed(response: HttpResponse, text: string): IntegrationError {
  if (!isHtml(response, text)) {
    return fault('INTEGRATION_BAD_RESPONSE', 'broken_feed');
  }
  if (PRIVATE.test(text) || /sign_in/.test(response.url)) {
    return fault('INTEGRATION_FORBIDDEN', 'private_profile', { field: 'profile' });
  }
  return fault('INTEGRATION_UNAVAILABLE', 'page_instead_of_feed');
}

function explain(error: unknown, userId: string): unknown {
  if (!isIntegrationError(error)) return error;
  if (error.code === 'INTEGRATION_NOT_FOUND') {
    return fault('INTEGRATION_NOT_FOUND', 'no_such_profile', { values: { profile: userId }, cause: error, field: 'profile' });
  }
  if (error.code === 'INTEGRATION_RATE_LIMITED' && error.retryAfterMs === undefined) {
    return new IntegrationError('INTEGRATION_RATE_LIMITED', error.message, {
      cause: error,
      retryAfterMs: LIMIT_PAUSE_MS,
      sentence: error.sentence,
    });
  }
  return error;
}

export function createFeedClient(http: PluginHttp, userId: string, feedKey: string | undefined): FeedClient {
  return {
    async page(shelf, page, signal) {
      try {
        const response = await http.request({
          url: `${ORIGIN}/review/list_rss/${userId}`,
          query: { shelf, page, sort: 'date_added', order: 'd', per_page: 100, key: feedKey },
          headers: HEADERS,
          maxBytes: MAX_BYTES,
          signal,
        });
        const text = response.text();
        const feed = parseFeed(text);
        if (!feed) throw notAFeed(response, text);
        return feed;
      } catch (error) {
        throw explain(error, userId);
      }
    },
  };
}
