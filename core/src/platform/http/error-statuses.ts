import type { Route } from './route.js';

/** Which kinds of route answer with an error of the server's own, before their handler is asked. */
const WHEN: readonly (readonly [status: number, applies: (route: Route) => boolean])[] = [
  [400, ({ query, body, rawBody }) => Boolean(query ?? body ?? rawBody)],
  [401, ({ access }) => access.rule !== 'public'],
  // a public route, too, refuses to write for a session without the CSRF token
  [403, ({ access, method }) => access.rule !== 'public' || method !== 'GET'],
  [404, ({ params, access }) => params !== undefined || (access.rule === 'user' && access.owns !== undefined)],
  [413, ({ body, rawBody }) => Boolean(body ?? rawBody)],
  [415, ({ body, rawBody }) => Boolean(body ?? rawBody)],
  // API tokens are counted at every call, also where none may do anything
  [429, () => true],
  [500, () => true],
  // while the database is away
  [503, () => true],
];

/** The statuses of all errors that a route may answer with, in order. */
export function errorStatuses(route: Route): number[] {
  const derived = WHEN.flatMap(([status, applies]) => (applies(route) ? [status] : []));
  return [...new Set([...derived, ...(route.errors ?? [])])].sort((a, b) => a - b);
}
