import type { Exchange } from './exchange.js';

/** By origin (`https://api.example.org`) the origin of the server that is asked instead. */
export type StandIns = Readonly<Record<string, string>>;

/**
 * Sends what is meant for a public service to a stand-in of it, each hop of a redirect included. The guard judges
 * where the request really goes, so a stand-in in a private network has to be allowed there.
 */
export function withStandIns(exchange: Exchange, standIns: StandIns = {}): Exchange {
  const origins = new Map(Object.entries(standIns).map(([from, to]) => [new URL(from).origin, new URL(to).origin]));
  if (origins.size === 0) return exchange;
  return async (request, options) => {
    const origin = origins.get(request.url.origin);
    if (origin === undefined) return exchange(request, options);
    const { pathname, search } = request.url;
    // joined as text: resolved, a path that begins with two slashes would name a host
    const answer = await exchange({ ...request, url: new URL(origin + pathname + search) }, options);
    return { ...answer, url: request.url };
  };
}
