import { createHash } from 'node:crypto';
import { isIntegrationError } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import type { Logger } from '../../platform/logging/logger.js';
import type { CatalogService } from '../catalog/index.js';
import { createCatalogFetch, type CatalogFetchDeps } from '../covers/index.js';
import { sniffAudio } from './audio-type.js';

/** A few minutes of a book. */
export interface Sample {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
}

/** Fetches samples of books for people who want to listen to them. */
export interface SampleService {
  /** @returns `undefined`: the book has none, or it is currently unavailable */
  ofBook(asin: string): Promise<Sample | undefined>;
}

export interface SampleDeps extends CatalogFetchDeps {
  readonly catalog: Pick<CatalogService, 'cached'>;
  readonly log: Pick<Logger, 'debug'>;
  readonly now: () => Date;
}

/** Five minutes at 128 kbit/s have 5 MB. */
const MAX_BYTES = 12 * 1024 * 1024;
const DEADLINE_MS = 30_000;
const FETCHES_AT_ONCE = 3;
/** Where so many wait already, nobody would hear more within minutes. */
const MOST_WAITING = 20;
/** A player asks for one sample in several parts, and people go back and forth between a few books. */
const MOST_KEPT = 4;
const MISS_MS = 2 * 60_000;
const MOST_MISSES = 1000;

/** Puts an entry last, and drops the first ones above a number. */
function keep<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

export function createSampleService(deps: SampleDeps): SampleService {
  const { catalog, log, now } = deps;
  const fetch = createCatalogFetch(deps);
  const queue = new PQueue({ concurrency: FETCHES_AT_ONCE });
  const kept = new Map<string, Sample>();
  const underWay = new Map<string, Promise<Sample | undefined>>();
  const missingUntil = new Map<string, number>();

  async function fetchSample(url: string): Promise<Sample | undefined> {
    try {
      const answer = await fetch({ url, maxBytes: MAX_BYTES, timeoutMs: DEADLINE_MS, headers: { accept: 'audio/*' } });
      const bytes = Buffer.from(answer.body);
      const contentType = sniffAudio(bytes);
      if (contentType !== undefined) {
        const sample = { bytes, contentType, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
        keep(kept, url, sample, MOST_KEPT);
        return sample;
      }
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      log.debug({ err: error }, 'sample was not fetched');
    }
    keep(missingUntil, url, now().getTime() + MISS_MS, MOST_MISSES);
    return undefined;
  }

  return {
    async ofBook(asin) {
      const url = (await catalog.cached([asin])).get(asin)?.sampleUrl;
      if (url === undefined || now().getTime() < (missingUntil.get(url) ?? 0)) return undefined;
      const found = kept.get(url);
      if (found) {
        keep(kept, url, found, MOST_KEPT);
        return found;
      }
      const waited = underWay.get(url);
      if (waited === undefined && queue.size >= MOST_WAITING) return undefined;
      const running = waited ?? queue.add(() => fetchSample(url)).finally(() => underWay.delete(url));
      underWay.set(url, running);
      return running;
    },
  };
}
