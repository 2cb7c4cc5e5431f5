import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { shelfXml, type GoodreadsBook } from './shelf-feed.js';

/** A profile with its shelves. */
export interface GoodreadsProfile {
  readonly userId: string;
  readonly name: string;
  /** Newest first. */
  readonly shelves: Record<string, GoodreadsBook[]>;
  /** Shown only with this key in the address. */
  readonly feedKey?: string;
}

/** Answers that Goodreads is known to give instead of a feed. */
export type GoodreadsRefusal = 'bot-block' | 'sign-in' | 'truncated' | 'went-wrong' | 'limit' | 'empty';

export interface GoodreadsSimulatorOptions {
  readonly profiles: readonly GoodreadsProfile[];
  /** Items a page. Default 100. */
  readonly pageSize?: number;
  readonly port?: number;
}

/** Public shelf feeds on loopback. */
export interface GoodreadsSimulator extends Simulator {
  readonly profiles: readonly GoodreadsProfile[];
  /** Answers the next requests like this. @param times default: until `heal` @param page only requests for this page */
  refuse(refusal: GoodreadsRefusal, times?: number, page?: number): void;
  /** Items a page from now on; in 2026 feeds were seen with one. */
  setPageSize(items: number): void;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const XML = { 'content-type': 'application/xml; charset=utf-8' };
const SIGN_IN: SimulatorResponse = {
  headers: HTML,
  body: '<!DOCTYPE html><html><head><title>Sign in</title></head><body><p>This profile is restricted to Goodreads users.</p></body></html>',
};
const WENT_WRONG = '<!DOCTYPE html><html><head><title>Sorry! Something went wrong!</title></head><body></body></html>';

/** Answers as `review/list_rss` does: paging, unknown shelves, private profiles, refusals. */
export async function startGoodreadsSimulator(options: GoodreadsSimulatorOptions): Promise<GoodreadsSimulator> {
  let pageSize = options.pageSize ?? 100;
  let refused: { refusal: GoodreadsRefusal; left: number; page: number | undefined } | undefined;

  function takeRefusal(page: number): GoodreadsRefusal | undefined {
    if (refused === undefined || (refused.page !== undefined && refused.page !== page)) return undefined;
    const { refusal } = refused;
    refused.left -= 1;
    if (refused.left <= 0) refused = undefined;
    return refusal;
  }

  function feed(profile: GoodreadsProfile, shelf: string, page: number): string {
    const own = profile.shelves[shelf];
    // an unknown name, or one in other letters, is answered with everything
    const all = Object.entries(profile.shelves).flatMap(([name, books]) => books.map((book) => ({ book, shelf: name })));
    const books = own ? own.map((book) => ({ book, shelf })) : all;
    return shelfXml(profile.name, own ? shelf : 'all', books.slice((page - 1) * pageSize, page * pageSize));
  }

  function answer(request: SimulatorRequest): SimulatorResponse | undefined {
    const userId = /^\/review\/list_rss\/(\d+)$/.exec(request.path)?.[1];
    if (userId === undefined) return undefined;
    const page = Number(request.query.get('page') ?? 1);
    const looksLikeABrowser = /^Mozilla\//.test(request.headers['user-agent'] ?? '') && request.headers.accept !== undefined;
    const refusal = takeRefusal(page) ?? (looksLikeABrowser ? undefined : 'bot-block');
    if (refusal === 'bot-block') return { status: 503, headers: HTML, body: WENT_WRONG };
    if (refusal === 'went-wrong') return { headers: HTML, body: WENT_WRONG };
    if (refusal === 'limit') return { status: 429, body: 'Too Many Requests' };
    const profile = options.profiles.find((one) => one.userId === userId);
    if (!profile) return { status: 404, headers: HTML, body: '<!DOCTYPE html><title>Page not found</title>' };
    const isClosed = profile.feedKey !== undefined && request.query.get('key') !== profile.feedKey;
    if (refusal === 'sign-in' || isClosed) return SIGN_IN;
    const shelf = request.query.get('shelf') ?? '';
    if (refusal === 'empty') return { headers: XML, body: shelfXml(profile.name, shelf, []) };
    const xml = feed(profile, shelf, page);
    return { headers: XML, body: refusal === 'truncated' ? xml.slice(0, Math.floor(xml.length * 0.7)) : xml };
  }

  const simulator = await startSimulator(answer, options.port === undefined ? {} : { port: options.port });
  return {
    ...simulator,
    profiles: options.profiles,
    refuse: (refusal, times = Number.POSITIVE_INFINITY, page) => {
      refused = { refusal, left: times, page };
    },
    setPageSize: (items) => {
      pageSize = items;
    },
    heal: () => {
      simulator.heal();
      refused = undefined;
    },
  };
}
