interface EarlyAnswer {
  readonly path: string;
  readonly response: Promise<Response>;
}

declare global {
  /** What `public/boot.js` has asked for. */
  var lecternEarly: EarlyAnswer[] | undefined;
}

/** How long after the start an answer is as good as one that is asked for now. */
const FRESH_MS = 10_000;

/**
 * The answer to a request that was sent while the program was loading. Each is given once: who asks again wants to know what is new. After
 * one that was refused there are no more, since the session has to be renewed first.
 */
export function takeEarlyAnswer({ method, url }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url);
  const waiting = globalThis.lecternEarly ?? [];
  const index = waiting.findIndex(({ path }) => method === 'GET' && path === pathname + search);
  const [taken] = index === -1 ? [] : waiting.splice(index, 1);
  if (performance.now() > FRESH_MS) globalThis.lecternEarly = undefined;
  if (!taken || performance.now() > FRESH_MS) return undefined;
  return taken.response.then((response) => {
    if (!response.ok) globalThis.lecternEarly = undefined;
    return response;
  });
}
