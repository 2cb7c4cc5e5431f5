import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isIntegrationError } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from '../../platform/http-client/guarded-fetch.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { CatalogService } from '../catalog/index.js';
import { IMAGE_TYPES, sniffImage, type ImageType } from './image-type.js';
import { privateHost } from './private-hosts.js';

/** A cover to be served. */
export interface Cover {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** With quotes. */
  readonly etag: string;
}

/** Fetches covers of books and keeps them on disk. */
export interface CoverService {
  /** `undefined` if there is none, or it is currently unavailable. */
  ofBook(asin: string): Promise<Cover | undefined>;
}

export interface CoverDeps {
  readonly catalog: Pick<CatalogService, 'cached'>;
  /** Covers are stored in `covers` below it. */
  readonly dataDir: string;
  readonly userAgent: string;
  /** `host` or `host:port` entries that may be private. */
  readonly allowPrivateHosts: readonly string[];
  /** Hosts or addresses of running catalogue integrations, which may also be private. */
  readonly allowedHosts: () => readonly string[];
  readonly log: Pick<Logger, 'debug'>;
  readonly now: () => Date;
  readonly resolve?: GuardedFetchOptions['resolve'];
}

const MAX_BYTES = 5 * 1024 * 1024;
const FETCHES_AT_ONCE = 6;
/** An unreachable host is tried again soon, a file that is not an image only much later. */
const PASSING_FAULT_MS = 2 * 60_000;
const LASTING_FAULT_MS = 6 * 3_600_000;
const MOST_MISSES = 5000;
const PASSING = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_RATE_LIMITED']);
const TYPES = Object.keys(IMAGE_TYPES) as ImageType[];

function createFetch({ userAgent, allowPrivateHosts, allowedHosts, resolve }: CoverDeps): GuardedFetch {
  return createGuardedFetch({
    userAgent,
    allowPrivateHosts,
    resolve,
    allowedHosts: () => [{ host: '*', private: false }, ...allowedHosts().flatMap((entry) => privateHost(entry) ?? [])],
  });
}

export function createCoverService(deps: CoverDeps): CoverService {
  const { catalog, log, now } = deps;
  const directory = join(deps.dataDir, 'covers');
  const fetchImage = createFetch(deps);
  const queue = new PQueue({ concurrency: FETCHES_AT_ONCE });
  const underWay = new Map<string, Promise<Cover | undefined>>();
  const types = new Map<string, ImageType>();
  const missingUntil = new Map<string, number>();

  // Names consist of a hash only, so no text from outside becomes part of a path.
  const fileOf = (key: string, type: ImageType): string => join(directory, `${key}.${type}`);
  const cover = (key: string, type: ImageType, bytes: Buffer): Cover => ({
    bytes,
    contentType: IMAGE_TYPES[type],
    etag: `"${key.slice(0, 32)}"`,
  });

  async function load(key: string): Promise<Cover | undefined> {
    const known = types.get(key);
    for (const type of known ? [known] : TYPES) {
      const bytes = await readFile(fileOf(key, type)).catch(() => undefined);
      if (!bytes) continue;
      types.set(key, type);
      return cover(key, type, bytes);
    }
    types.delete(key);
    return undefined;
  }

  async function store(key: string, type: ImageType, bytes: Buffer): Promise<void> {
    await mkdir(directory, { recursive: true });
    const temporary = join(directory, `.${key}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await writeFile(temporary, bytes, { flag: 'wx' });
      await rename(temporary, fileOf(key, type));
      types.set(key, type);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  function miss(key: string, forMs: number): undefined {
    missingUntil.delete(key);
    missingUntil.set(key, now().getTime() + forMs);
    const [oldest] = missingUntil.keys();
    if (missingUntil.size > MOST_MISSES && oldest !== undefined) missingUntil.delete(oldest);
  }

  async function fetchCover(key: string, url: string): Promise<Cover | undefined> {
    try {
      const answer = await fetchImage({ url, maxBytes: MAX_BYTES, headers: { accept: 'image/*' } });
      const bytes = Buffer.from(answer.body);
      const type = sniffImage(bytes);
      if (!type) return miss(key, LASTING_FAULT_MS);
      // A full disk must not prevent showing the cover.
      await store(key, type, bytes).catch((error: unknown) => log.debug({ err: error }, 'cover was not stored'));
      return cover(key, type, bytes);
    } catch (error) {
      log.debug({ err: error }, 'cover was not fetched');
      return miss(key, isIntegrationError(error) && !PASSING.has(error.code) ? LASTING_FAULT_MS : PASSING_FAULT_MS);
    }
  }

  async function get(key: string, url: string): Promise<Cover | undefined> {
    const stored = await load(key);
    if (stored) return stored;
    if (now().getTime() < (missingUntil.get(key) ?? 0)) return undefined;
    return queue.add(() => fetchCover(key, url));
  }

  return {
    async ofBook(asin) {
      const url = (await catalog.cached([asin])).get(asin)?.coverUrl;
      if (url === undefined) return undefined;
      const key = createHash('sha256').update(url).digest('hex');
      const running = underWay.get(key);
      if (running) return running;
      const work = get(key, url).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
  };
}
