import { join } from 'node:path';
import { isIntegrationError } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import type { Logger } from '../../platform/logging/logger.js';
import { createCatalogFetch, type CatalogFetchDeps } from './catalog-fetch.js';
import { coverOf, createCoverFiles, type Cover } from './cover-files.js';
import { createCoverSources, type CoverSource, type CoverSourceDeps } from './cover-sources.js';
import { sniffImage } from './image-type.js';

/** The widths in which covers are kept. A picture wanted in another width comes in the next larger one. */
const COVER_WIDTHS = [200, 400, 600] as const;

function fixedWidth(width: number | undefined): number | undefined {
  return width === undefined ? undefined : (COVER_WIDTHS.find((one) => one >= width) ?? COVER_WIDTHS[2]);
}

/** Fetches covers of books and pictures of authors, and keeps them on disk. */
export interface CoverService {
  /**
   * The catalogue's cover; where it has none, that of the book in a library.
   *
   * @param width in pixels, of which {@link COVER_WIDTHS} are asked of the source; absent: as large as it comes
   * @returns `undefined`: there is none, or it is currently unavailable
   */
  ofBook(asin: string, width?: number): Promise<Cover | undefined>;
  /** The catalogue's picture of an author, in the same widths. @returns as {@link ofBook} */
  ofAuthor(id: string, width?: number): Promise<Cover | undefined>;
  /** Ends the writing of files: what is still being fetched is shown and not kept. */
  stop(): Promise<void>;
}

export interface CoverDeps extends Omit<CoverSourceDeps, 'fetchImage'>, CatalogFetchDeps {
  /** Covers are stored in `covers` below it. */
  readonly dataDir: string;
  readonly log: Pick<Logger, 'debug'>;
  readonly now: () => Date;
}

const MAX_BYTES = 5 * 1024 * 1024;
const FETCHES_AT_ONCE = 6;
/** An unreachable host is tried again soon, a file that is not an image only much later. */
const PASSING_FAULT_MS = 2 * 60_000;
const LASTING_FAULT_MS = 6 * 3_600_000;
const MOST_MISSES = 5000;
const PASSING = new Set(['INTEGRATION_UNAVAILABLE', 'INTEGRATION_RATE_LIMITED']);

export function createCoverService(deps: CoverDeps): CoverService {
  const { log, now } = deps;
  const files = createCoverFiles(join(deps.dataDir, 'covers'));
  const guarded = createCatalogFetch(deps);
  const sources = createCoverSources({
    ...deps,
    fetchImage: async (url) => (await guarded({ url, maxBytes: MAX_BYTES, headers: { accept: 'image/*' } })).body,
  });
  const queue = new PQueue({ concurrency: FETCHES_AT_ONCE });
  const underWay = new Map<string, Promise<Cover | undefined>>();
  const missingUntil = new Map<string, number>();

  function miss(key: string, forMs: number): undefined {
    missingUntil.delete(key);
    missingUntil.set(key, now().getTime() + forMs);
    const [oldest] = missingUntil.keys();
    if (missingUntil.size > MOST_MISSES && oldest !== undefined) missingUntil.delete(oldest);
  }

  async function fetchCover({ key, fetch }: CoverSource): Promise<Cover | undefined> {
    try {
      const bytes = Buffer.from(await fetch());
      const type = bytes.length > MAX_BYTES ? undefined : sniffImage(bytes);
      if (!type) return miss(key, LASTING_FAULT_MS);
      // A full disk must not prevent showing the cover.
      await files.store(key, type, bytes).catch((error: unknown) => log.debug({ err: error }, 'cover was not stored'));
      return coverOf(key, type, bytes);
    } catch (error) {
      log.debug({ err: error }, 'cover was not fetched');
      return miss(key, isIntegrationError(error) && !PASSING.has(error.code) ? LASTING_FAULT_MS : PASSING_FAULT_MS);
    }
  }

  async function find(source: CoverSource): Promise<Cover | undefined> {
    const stored = await files.load(source.key);
    if (stored) return stored;
    if (now().getTime() < (missingUntil.get(source.key) ?? 0)) return undefined;
    return queue.add(() => fetchCover(source));
  }

  async function get(source: CoverSource | undefined): Promise<Cover | undefined> {
    if (!source) return undefined;
    const running = underWay.get(source.key);
    if (running) return running;
    const work = find(source).finally(() => underWay.delete(source.key));
    underWay.set(source.key, work);
    return work;
  }

  return {
    async ofBook(asin, width) {
      const shown = fixedWidth(width);
      return (await get(await sources.ofCatalog(asin, shown))) ?? (await get(await sources.ofLibrary(asin, shown)));
    },
    ofAuthor: async (id, width) => get(await sources.ofAuthor(id, fixedWidth(width))),
    stop: () => files.stop(),
  };
}
