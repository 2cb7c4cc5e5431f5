import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { Downloadable, HttpResponse, Release } from '@lectern/plugin-api';
import { retryAfterOf } from './ask-indexer.js';
import type { ProwlarrClient } from './client.js';
import { parseFeed } from './feed.js';
import { magnetInfoHash, magnetOf } from './magnet.js';
import type { ProxyLink } from './proxy-link.js';
import { safeSentence } from './redact.js';
import { readPrivate } from './release.js';
import { torrentInfoHash } from './torrent-hash.js';

const MAX_STEPS = 6;

export interface Resolving {
  readonly client: ProwlarrClient;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

function refusal(release: Release, response: HttpResponse, now: number): IntegrationError {
  const blame = release.indexer.name;
  const feed = parseFeed(response.text());
  const said = feed.kind === 'error' ? `: ${safeSentence(feed.description)}` : '.';
  const retryAfterMs = retryAfterOf(response, now);
  switch (response.status) {
    case 400:
      return new IntegrationError(
        'INTEGRATION_NOT_FOUND',
        `Prowlarr no longer understands the link of this release of ${blame}; its key or installation changed. Search again.`,
        { blame },
      );
    case 401:
    case 403:
      return new IntegrationError('INTEGRATION_FORBIDDEN', `${blame} refuses to hand out the release${said}`, { blame });
    case 404:
    case 410:
      return new IntegrationError('INTEGRATION_NOT_FOUND', `${blame} no longer has the release, or is switched off${said}`, { blame });
    case 429:
      return new IntegrationError('INTEGRATION_RATE_LIMITED', `${blame} hands out nothing for now${said}`, { blame, retryAfterMs });
    default: {
      const code = response.status >= 500 ? 'INTEGRATION_UNAVAILABLE' : 'INTEGRATION_BAD_RESPONSE';
      return new IntegrationError(code, `${blame} could not hand out the release (status ${response.status})${said}`, {
        blame,
        retryAfterMs,
      });
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
    throw new IntegrationError(code, `${blame} refuses: ${safeSentence(feed.description)}`, { blame });
  }
  const what = start.startsWith('<') ? 'a web page (has its sign-in expired?)' : 'something unreadable';
  throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `${blame} sent ${what} instead of a torrent or NZB file.`, { blame });
}

function magnet(uri: string): Downloadable {
  return { kind: 'magnet', uri, infoHash: magnetInfoHash(uri) };
}

/** Follows one of Prowlarr's links to its end, step by step: clients choke on redirects to a magnet, and the key must stay with us. */
async function follow(release: Release, link: ProxyLink, { client, now, timeoutMs, signal }: Resolving): Promise<Downloadable> {
  const blame = release.indexer.name;
  let response = await client.download(link, timeoutMs, signal);
  if (response.status === 401) {
    throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'Prowlarr refuses the API key.', { field: 'apiKey' });
  }
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (response.status >= 200 && response.status < 300) return readBytes(release, response);
    const location = response.headers.location;
    if (response.status < 300 || response.status >= 400 || !location) throw refusal(release, response, now());
    if (/^magnet:/i.test(location)) return magnet(location);
    if (!URL.canParse(location, response.url) || !/^https?:$/.test(new URL(location, response.url).protocol)) break;
    response = await client.fetch(new URL(location, response.url).href, timeoutMs, signal);
  }
  throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `The link of ${blame} leads nowhere.`, { blame });
}

function blamed(release: Release, error: IntegrationError): IntegrationError {
  if (error.blame !== undefined || error.field !== undefined) return error;
  if (error.code === 'INTEGRATION_ABORTED') return error;
  // A redirect to a forbidden host is the indexer's doing, not a wrong setting.
  const code = error.code === 'INTEGRATION_MISCONFIGURED' ? 'INTEGRATION_BAD_RESPONSE' : error.code;
  return new IntegrationError(code, `${release.indexer.name}: ${safeSentence(error.message)}`, {
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
  throw new IntegrationError('INTEGRATION_NOT_FOUND', `${blame} gave no link for this release.`, { blame });
}
