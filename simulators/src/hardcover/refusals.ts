import type { SimulatorResponse } from '../simulator.js';

/** Refusals Hardcover is known to give. */
export const HARDCOVER_REFUSALS = {
  'invalid-token': { status: 401, body: { error: 'invalid_token', error_description: 'The token is not valid.' } },
  'invalid-token-legacy': { status: 401, body: { error: 'Unable to verify token' } },
  'insufficient-scope': {
    status: 403,
    body: { error: 'insufficient_scope', error_description: 'The token lacks a scope.', scope: 'read:library' },
  },
  'scope-missing': {
    status: 200,
    body: {
      errors: [
        { message: "field 'me' not found in type: 'query_root'", extensions: { path: '$.selectionSet.me', code: 'validation-failed' } },
      ],
    },
  },
  'top-level-limit': { status: 403, body: { errors: ['top_level_limit_exceeded'] } },
  'malformed-body': { status: 400, body: { error: 'Malformed request body' } },
  'invalid-query': { status: 400, body: { error: 'invalid_query', error_description: 'The query is not valid.' } },
  timeout: { status: 408, body: { error: 'Request timeout' } },
  unknown: { status: 500, body: { error: 'An unknown error occurred' } },
  maintenance: { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Service Unavailable</html>' },
} as const satisfies Record<string, SimulatorResponse>;

/** Name of a refusal. */
export type HardcoverRefusal = keyof typeof HARDCOVER_REFUSALS;
