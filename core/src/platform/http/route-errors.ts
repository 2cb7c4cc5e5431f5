import { namedError, type ErrorName, type NamedError } from '../../error-codes/error-codes.js';
import type { Route } from './route.js';

/** Which kinds of route answer with an error of the server's own, before their handler is asked. */
const WHEN: readonly (readonly [name: ErrorName, applies: (route: Route) => boolean])[] = [
  ['invalid_request', ({ query, body, rawBody }) => Boolean(query ?? body ?? rawBody)],
  ['invalid_json', ({ body }) => Boolean(body)],
  ['auth_required', ({ access }) => access.rule !== 'public'],
  ['admin_required', ({ access }) => access.rule === 'admin'],
  ['permission_required', ({ access }) => access.rule === 'user' && access.permission !== undefined],
  ['scope_missing', ({ access }) => access.rule !== 'public'],
  ['confirmation_required', ({ confirmation }) => confirmation !== undefined],
  // a public route, too, refuses to write for a session without the CSRF token
  ['csrf_failed', ({ method }) => method !== 'GET'],
  ['not_found', ({ params, access }) => params !== undefined || (access.rule === 'user' && access.owns !== undefined)],
  ['body_too_large', ({ body, rawBody }) => Boolean(body ?? rawBody)],
  ['json_required', ({ body }) => Boolean(body)],
  ['file_required', ({ rawBody }) => Boolean(rawBody)],
  // API tokens are counted at every call, also where none may do anything
  ['rate_limited', () => true],
  ['internal', () => true],
  ['database_unavailable', () => true],
];

/** All errors that a route may answer with, by status in order. A code stands once for each of its statuses. */
export function routeErrors(route: Route): NamedError[] {
  const derived = WHEN.flatMap(([name, applies]) => (applies(route) ? [name] : []));
  const all = [...derived, ...(route.errors ?? [])].map(namedError).sort((a, b) => a.status - b.status);
  return all.filter(({ code, status }, index) => all.findIndex((one) => one.code === code && one.status === status) === index);
}
