import { namedError, type ErrorName, type NamedError } from '../../error-codes/error-codes.js';
import type { Route } from './route.js';

/** The errors that the server itself answers with before a handler runs, by kind of route. */
const WHEN: readonly (readonly [name: ErrorName, applies: (route: Route) => boolean])[] = [
  ['invalid_request', ({ query, ignoresUnknownQuery, body, rawBody }) => !ignoresUnknownQuery || Boolean(query ?? body ?? rawBody)],
  ['invalid_json', ({ body }) => Boolean(body)],
  ['auth_required', ({ access }) => access.rule !== 'public'],
  ...(['token_malformed', 'token_invalid', 'token_expired'] as const).map(
    (name) => [name, ({ access }: Route) => access.rule !== 'public'] as const,
  ),
  ['admin_required', ({ access }) => access.rule === 'admin'],
  ['permission_required', ({ access }) => access.rule === 'user' && access.permission !== undefined],
  ['scope_missing', ({ access }) => access.rule !== 'public'],
  ['confirmation_required', ({ confirmation }) => confirmation !== undefined],
  // even a public route refuses a write with a session but without its CSRF token
  ['csrf_failed', ({ method }) => method !== 'GET'],
  ['not_found', ({ params, access }) => params !== undefined || (access.rule === 'user' && access.owns !== undefined)],
  ['body_too_large', ({ body, rawBody }) => Boolean(body ?? rawBody)],
  ['json_required', ({ body }) => Boolean(body)],
  ['file_required', ({ rawBody }) => Boolean(rawBody)],
  // calls by API tokens are counted even where tokens may do nothing
  ['rate_limited', () => true],
  ['internal', () => true],
  ['database_unavailable', () => true],
];

/** All errors that a route may answer with, ordered by status. A code is listed once for each of its statuses. */
export function routeErrors(route: Route): NamedError[] {
  const derived = WHEN.flatMap(([name, applies]) => (applies(route) ? [name] : []));
  const all = [...derived, ...(route.errors ?? [])].map(namedError).sort((a, b) => a.status - b.status);
  return all.filter(({ code, status }, index) => all.findIndex((one) => one.code === code && one.status === status) === index);
}
