import type { Page, Route } from 'playwright-core';

/** An address of the API that a page asks, and the answer that its browser gets instead of the server's. */
export interface BrowserState {
  readonly path: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  readonly tell: (route: Route) => Promise<unknown>;
}

function json(route: Route, status: number, body: unknown): Promise<void> {
  return route.fulfill({ status, contentType: status < 400 ? 'application/json' : 'application/problem+json', body: JSON.stringify(body) });
}

/** An answer that never comes, for loading states. */
export function loading(path: string): BrowserState {
  return { path, tell: async () => undefined };
}

/** An answer that is a failure. */
export function failing(path: string): BrowserState {
  const problem = { title: 'Unavailable', status: 503, code: 'unavailable', detail: 'The catalogue does not answer.' };
  return { path, tell: (route) => json(route, 503, problem) };
}

/** An answer that the server would give to somebody else. */
export function answering(path: string, answer: object): BrowserState {
  return { path, tell: (route) => json(route, 200, answer) };
}

/** The real answer, changed. */
export function changed(path: string, change: (answer: Record<string, unknown>) => object): BrowserState {
  return {
    path,
    tell: async (route) => json(route, 200, change((await (await route.fetch()).json()) as Record<string, unknown>)),
  };
}

/** The real answer with its lists emptied, so that its shape stays that of the server. */
export function emptied(path: string): BrowserState {
  return changed(path, (answer) =>
    Object.fromEntries(Object.entries(answer).map(([name, part]) => [name, Array.isArray(part) ? [] : name === 'total' ? 0 : part])),
  );
}

/**
 * Puts a page into a state that the demo is hardly ever in.
 *
 * @returns whether it has asked for what it is told; one that never does shows something else than its name says
 */
export async function putInto(page: Page, { path, method = 'GET', tell }: BrowserState): Promise<() => boolean> {
  let hasAsked = false;
  const isMeant = (url: URL) => url.pathname + (path.includes('?') ? url.search : '') === path;
  await page.route(isMeant, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    hasAsked = true;
    return tell(route);
  });
  return () => hasAsked;
}
