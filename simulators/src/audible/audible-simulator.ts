import { startSimulator, type Simulator, type SimulatorHandler } from '../simulator.js';
import { createAudnexusApi } from './audnexus-api.js';
import { createCoverPng } from './cover-png.js';
import type { DemoBook } from './demo-book.js';
import { createPortraitPng } from './portrait-png.js';
import { createStoreApi } from './store-api.js';
import { createSampleWav } from './sample-wav.js';
import { createAudibleWorld } from './world.js';

export interface AudibleSimulatorOptions {
  /** Books beside the demo catalogue; one with an ASIN of the catalogue replaces it. */
  readonly books?: readonly DemoBook[];
  /** Milliseconds since the epoch. Default: the real clock. */
  readonly now?: () => number;
  /** Results after which the store repeats its last page for ever. Default 500. */
  readonly ceiling?: number;
  /** Response groups that the store no longer knows. */
  readonly retiredGroups?: readonly string[];
}

export interface AudibleSimulator {
  readonly books: readonly DemoBook[];
  readonly handle: SimulatorHandler;
}

/**
 * The store's catalogue (`/1.0/…`), Audnexus (`/books`, `/authors`, `/health`), pictures (`/covers/{asin}.png`,
 * `/portraits/{id}.png` of authors with a biography) and samples (`/samples/{asin}.wav`) on one address. Other regions than that of the United States, which a call names by its
 * language, have the same books and their own ones beside them.
 */
export function createAudibleSimulator(options: AudibleSimulatorOptions = {}): AudibleSimulator {
  const now = options.now ?? Date.now;
  const world = createAudibleWorld(options.books ?? [], now);
  const store = createStoreApi(world, { ceiling: options.ceiling ?? 500, retiredGroups: options.retiredGroups ?? [] });
  const audnexus = createAudnexusApi(world, now);
  const covers = new Map<string, Buffer>();
  const portraits = new Map<string, Buffer>();

  return {
    books: world.books,
    handle(request) {
      const path = decodeURIComponent(request.path);
      const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
      const cover = /^\/covers\/([0-9A-Z]{10})\.png$/.exec(path)?.[1];
      if (cover !== undefined) {
        const book = world.book(cover);
        if (!book || book.cover === false) return undefined;
        const png = covers.get(cover) ?? createCoverPng(`${book.title}|${book.publisher ?? ''}`);
        covers.set(cover, png);
        return { headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }, body: png };
      }
      const sample = /^\/samples\/([0-9A-Z]{10})\.wav$/.exec(path)?.[1];
      if (sample !== undefined) {
        const book = world.book(sample);
        if (!book || book.sample === false) return undefined;
        return { headers: { 'content-type': 'audio/wav' }, body: createSampleWav(book.title) };
      }
      const portrait = /^\/portraits\/([0-9A-Z]{10})\.png$/.exec(path)?.[1];
      if (portrait !== undefined) {
        const author = world.author(portrait);
        if (author?.bio === undefined) return undefined;
        const png = portraits.get(portrait) ?? createPortraitPng(author.name);
        portraits.set(portrait, png);
        return { headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }, body: png };
      }
      return path.startsWith('/1.0/') ? store(request, path, origin) : audnexus(request, path, origin);
    },
  };
}

/** Starts {@link createAudibleSimulator} on loopback. */
export async function startAudibleSimulator(
  options: AudibleSimulatorOptions & { readonly port?: number } = {},
): Promise<Simulator & { readonly books: readonly DemoBook[] }> {
  const { books, handle } = createAudibleSimulator(options);
  const simulator = await startSimulator(handle, options.port === undefined ? {} : { port: options.port });
  return { ...simulator, books };
}
