import { parseRetryAfter, torrentInfoHash, isIntegrationError } from '@lectern/plugin-api';
import type { Downloadable, FaultOptions, HttpResponse, IntegrationError, IntegrationErrorCode, Release } from '@lectern/plugin-api';
import type { ProwlarrClient } from './client.js';
import { fault } from './fault.js';
import { parseFeed } from './feed.js';
import { magnetInfoHash, magnetOf } from './magnet.js';
import type { ProxyLink } from './proxy-link.js';
import { safeSentence } from './redact.js';
import { readPrivate } from './release.js';

const MAX_STEPS = 6;

export interface Resolving {
  readonly client: ProwlarrClient;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

type Refusal = 'not_handed_out' | 'release_gone' | 'nothing_for_now' | 'could_not_hand_out';

function refusal(release: Release, response: HttpResponse, now: number): IntegrationError {
  const blame = release.indexer.name;
  const feed = parseFeed(response.text());
  const saying = (code: IntegrationErrorCode, key: Refusal, options: FaultOptions) =>
    feed.kind === 'error' && feed.description !== undefined
      ? fault(code, `${key}_saying`, { ...options, values: { ...options.values, indexer: blame, reason: safeSentence(feed.description) } })
      : fault(code, key, { ...options, values: { ...options.values, indexer: blame } });
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now);
  switch (response.status) {
    case 400:
      return fault('INTEGRATION_NOT_FOUND', 'link_not_understood', { values: { indexer: blame }, blame });
    case 401:
    case 403:
      return saying('INTEGRATION_FORBIDDEN', 'not_handed_out', { blame });
    case 404:
    case 410:
      return saying('INTEGRATION_NOT_FOUND', 'release_gone', { blame });
    case 429:
      return saying('INTEGRATION_RATE_LIMITED', 'nothing_for_now', { blame, retryAfterMs });
    default: {
      const code = response.status >= 500 ? 'INTEGRATION_UNAVAILABLE' : 'INTEGRATION_BAD_RESPONSE';
      return saying(code, 'could_not_hand_out', { blame, retryAfterMs, values: { status: String(response.status) } });
    }
  }
}

function readBytes(release: Release, response: HttpResponse): Downloadable {
  const blame = release.indexer.name;
  const bytes = response.body;
  const infoHash = torrentInfoHash(bytes);
  if (infoHash !== undefined) return { kind: 'torrent', bytes, infoHash };
  const start = Buffer.from(bytes.subarray(0, 4096))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('magnet:?')) return magnet(start.split(/\s/)[0] ?? start);
  const text = start.startsWith('<') ? response.text() : '';
  if (/<nzb[\s>]/i.test(start) && /<segment[\s>]/i.test(text)) return { kind: 'nzb', bytes, name: release.title };
  const feed = text === '' ? undefined : parseFeed(text);
  if (feed?.kind === 'error') {
    const isLimit = [429, 500, 501].includes(feed.code);
    const code = isLimit ? 'INTEGRATION_RATE_LIMITED' : feed.code === 300 ? 'INTEGRATION_NOT_FOUND' : 'INTEGRATION_FORBIDDEN';
    if (feed.description === undefined) throw fault(code, 'not_handed_out', { values: { indexer: blame }, blame });
    throw fault(code, 'indexer_refuses', { values: { indexer: blame, reason: safeSentence(feed.description) }, blame });
  }
  throw fault('INTEGRATION_BAD_RESPONSE', start.startsWith('<') ? 'sent_web_page' : 'sent_unreadable', {
    values: { indexer: blame },
    blame,
  });
}

function magnet(uri: string): Downloadable {
  return { kind: 'magnet', uri, infoHash: magnetInfoHash(uri) };
}

/** Follows one of Prowlarr's links to its end, step by step: clients choke on redirects to a magnet, and the key must stay with us. */
async function follow(release: Release, link: ProxyLink, { client, now, timeoutMs, signal }: Resolving): Promise<Downloadable> {
  const blame = release.indexer.name;
  let response = await client.download(link, timeoutMs, signal);
  if (response.status === 401) {
    throw fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { field: 'apiKey' });
  }
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (response.status >= 200 && response.status < 300) return readBytes(release, response);
    const location = response.headers.location;
    if (response.status < 300 || response.status >= 400 || !location) throw refusal(release, response, now());
    if (/^magnet:/i.test(location)) return magnet(location);
    if (!URL.canParse(location, response.url) || !/^https?:$/.test(new URL(location, response.url).protocol)) break;
    response = await client.fetch(new URL(location, response.url).href, timeoutMs, signal);
  }
  throw fault('INTEGRATION_BAD_RESPONSE', 'link_leads_nowhere', { values: { indexer: blame }, blame });
}

function blamed(release: Release, error: IntegrationError): IntegrationError {
  if (error.blame !== undefined || error.field !== undefined) return error;
  if (error.code === 'INTEGRATION_ABORTED') return error;
  // A redirect to a forbidden host is the indexer's doing, not a wrong setting.
  const code = error.code === 'INTEGRATION_MISCONFIGURED' ? 'INTEGRATION_BAD_RESPONSE' : error.code;
  return fault(code, 'of_indexer', {
    values: { indexer: release.indexer.name, reason: error.sentence === undefined ? safeSentence(error.message) : error },
    cause: error,
    retryAfterMs: error.retryAfterMs,
    blame: release.indexer.name,
  });
}

/** Faults of one link after which another link of the same release may still work. */
function mayTryNext(error: IntegrationError): boolean {
  return ['INTEGRATION_BAD_RESPONSE', 'INTEGRATION_UNAVAILABLE', 'INTEGRATION_NOT_FOUND'].includes(error.code);
}

/**
 * Fetches the torrent or NZB bytes of a release, or its magnet link. Lectern fetches everything itself, because a
 * download client may be unable to reach Prowlarr and must not see its key.
 *
 * @throws IntegrationError with `blame` set to the indexer unless Prowlarr itself is at fault
 */
export async function resolveRelease(release: Release, resolving: Resolving): Promise<Downloadable> {
  const secret = readPrivate(release.private);
  let failure: IntegrationError | undefined;
  for (const link of secret.links) {
    try {
      return await follow(release, link, resolving);
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      failure = blamed(release, error);
      if (!mayTryNext(failure)) throw failure;
    }
  }
  if (secret.magnet !== undefined) return magnet(secret.magnet);
  if (failure !== undefined) throw failure;
  if (release.infoHash !== undefined) return magnet(magnetOf(release.infoHash, release.title));
  const blame = release.indexer.name;
  throw fault('INTEGRATION_NOT_FOUND', 'no_link', { values: { indexer: blame }, blame });
}
