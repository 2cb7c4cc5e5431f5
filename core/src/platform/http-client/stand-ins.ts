import type { Exchange } from './exchange.js';

/** Maps an origin, such as `https://api.example.org`, to the origin of the server that is asked instead. */
export type StandIns = Readonly<Record<string, string>>;

/**
 * Sends requests for a public service, and each hop of their redirects, to its stand-in. The guard checks the real
 * destination, so a stand-in in a private network has to be allowed.
 */
export function withStandIns(exchange: Exchange, standIns: StandIns = {}): Exchange {
  const origins = new Map(Object.entries(standIns).map(([from, to]) => [new URL(from).origin, new URL(to).origin]));
  if (origins.size === 0) return exchange;
  return async (request, options) => {
    const origin = origins.get(request.url.origin);
    if (origin === undefined) return exchange(request, options);
    const { pathname, search } = request.url;
    // joined as text, because resolving a path that begins with two slashes would change the host
    const answer = await exchange({ ...request, url: new URL(origin + pathname + search) }, options);
    return { ...answer, url: request.url };
  };
}
