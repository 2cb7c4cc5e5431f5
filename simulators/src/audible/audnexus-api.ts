import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';
import type { DemoBook } from './demo-book.js';
import { categoryLadder } from './demo-categories.js';
import { chaptersOf } from './product.js';
import type { AudibleWorld } from './world.js';

const ASIN = /^(B[0-9A-Z]{9}|[0-9]{9}[0-9X])$/;

function fault(status: number, code: string, message: string): SimulatorResponse {
  return { status, body: { error: { code, message, details: null } } };
}

function toAudnexusBook(book: DemoBook, world: AudibleWorld, origin: string, region: string): object {
  const [primary, secondary] = book.series ?? [];
  const date = world.releaseDate(book);
  const position = (entry: typeof primary): object | undefined => entry && { asin: entry.id, name: entry.name, position: entry.part };
  return {
    asin: book.asin,
    authors: book.authors.map(({ id, name }) => ({ asin: id, name })),
    description: (book.description ?? '').replace(/<[^>]+>/g, ''),
    formatType: book.formatType ?? 'unabridged',
    genres: book.categories.flatMap((leaf) =>
      (categoryLadder(leaf) ?? []).map(({ id, name }, index) => ({ asin: id, name, type: index === 0 ? 'genre' : 'tag' })),
    ),
    ...(book.cover === false ? {} : { image: `${origin}/covers/${book.asin}.png` }),
    isAdult: book.adult ?? false,
    isbn: '',
    language: book.language ?? 'english',
    narrators: book.narrators.map((name) => ({ name })),
    publisherName: book.publisher,
    rating: (book.rating?.average ?? 0).toFixed(1),
    region,
    ...(date === undefined ? {} : { releaseDate: `${date}T00:00:00.000Z` }),
    runtimeLengthMin: book.durationMinutes ?? 0,
    summary: book.description,
    title: book.title,
    seriesPrimary: position(primary),
    seriesSecondary: position(secondary),
  };
}

/** The Audnexus interface: `/books`, `/authors`, `/health`. */
export function createAudnexusApi(world: AudibleWorld, now: () => number) {
  return (request: SimulatorRequest, path: string, origin: string): SimulatorResponse | undefined => {
    const region = request.query.get('region') ?? 'us';
    if (path === '/health') return { body: { status: 'healthy', timestamp: new Date(now()).toISOString(), checks: {} } };
    if (path === '/authors') {
      return { body: world.authorsNamed(request.query.get('name') ?? '').map(({ id, name }) => ({ asin: id, name })) };
    }
    const author = /^\/authors\/([^/]+)$/.exec(path)?.[1];
    if (author !== undefined) {
      const found = world.author(author);
      if (!found) return fault(404, 'NOT_FOUND', 'no such author');
      return {
        body: {
          asin: found.id,
          name: found.name,
          description: found.bio ?? '',
          region,
          ...(found.bio === undefined ? {} : { image: `${origin}/portraits/${found.id}.png` }),
          similar: [],
          genres: [],
        },
      };
    }
    const match = /^\/books\/([^/]+)(\/chapters)?$/.exec(path);
    if (!match?.[1]) return undefined;
    if (!ASIN.test(match[1])) return fault(400, 'BAD_REQUEST', 'Bad ASIN');
    const book = world.book(match[1]);
    if (!book) return fault(404, 'NOT_FOUND', 'no such book');
    if (match[2] === undefined) return { body: toAudnexusBook(book, world, origin, region) };
    const chapters = chaptersOf(book);
    if (chapters.length === 0) return fault(404, 'NOT_FOUND', 'no chapters');
    return {
      body: {
        asin: book.asin,
        brandIntroDurationMs: 0,
        brandOutroDurationMs: 0,
        chapters: chapters.map(({ title, startMs, lengthMs }) => ({
          lengthMs,
          startOffsetMs: startMs,
          startOffsetSec: Math.round(startMs / 1000),
          title,
        })),
        isAccurate: true,
        region,
        runtimeLengthMs: (book.durationMinutes ?? 0) * 60_000,
        runtimeLengthSec: (book.durationMinutes ?? 0) * 60,
      },
    };
  };
}
