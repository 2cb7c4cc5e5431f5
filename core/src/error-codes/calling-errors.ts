import type { ErrorRow } from './error-row.js';

/** Codes with which any call may be refused. */
export const CALLING_ERRORS = {
  invalid_json: {
    status: 400,
    meaning: 'The body is not JSON, or is nested too deep.',
    todo: 'Correct the body.',
  },
  invalid_request: {
    status: 400,
    meaning: 'The body or the query is not valid. `errors` names the places.',
    todo: 'Correct what `errors` names.',
  },
  auth_required: {
    status: 401,
    meaning: 'Nobody is signed in, or the access token is not valid any more.',
    todo: 'Refresh the session or sign in.',
  },
  token_malformed: {
    status: 401,
    meaning: 'The header `Authorization` holds nothing that could be a token of this server.',
    todo: 'Send `Authorization: Bearer` and the whole token.',
  },
  token_invalid: {
    status: 401,
    meaning: 'The API token is not known, was revoked, or belongs to an account that may not sign in.',
    todo: 'Check the token, or create a new one.',
  },
  token_expired: {
    status: 401,
    meaning: 'The API token has expired.',
    todo: 'Create a new token.',
  },
  session_expired: {
    status: 401,
    meaning: 'The session is over.',
    todo: 'Sign in again.',
  },
  admin_required: {
    status: 403,
    meaning: 'Only admins may do this.',
    todo: 'Sign in as an admin.',
  },
  confirmation_required: {
    status: 403,
    meaning: 'The call decides who gets in or whose code runs, and the session was not confirmed lately.',
    todo: 'Confirm with `POST /api/auth/confirm` and repeat the call.',
  },
  csrf_failed: {
    status: 403,
    meaning: 'A write that is signed in by cookie lacks the CSRF token of a page of this server.',
    todo: 'Send the cookie `lectern_csrf` as the header `X-CSRF-Token` as well, or reload the page.',
  },
  permission_required: {
    status: 403,
    meaning: 'The account does not have the permission that the call needs.',
    todo: 'Ask an admin for the permission.',
  },
  scope_missing: {
    status: 403,
    meaning: 'The API token does not have the scope, or no API token may make this call.',
    todo: 'Use a token with one of the scopes that the call names, or sign in.',
  },
  not_found: {
    status: 404,
    meaning: 'There is no such thing or endpoint, or it belongs to somebody else.',
    todo: 'Check the path; read the list again.',
  },
  body_too_large: {
    status: 413,
    meaning: 'The body has more bytes than the call takes.',
    todo: 'Send less.',
  },
  file_required: {
    status: 415,
    meaning: 'The call takes a file, and the body has another media type.',
    todo: 'Send the file itself, with one of the declared media types.',
  },
  json_required: {
    status: 415,
    meaning: 'The body is not declared as JSON in UTF-8.',
    todo: 'Send the body as `application/json`, in UTF-8.',
  },
  rate_limited: {
    status: 429,
    meaning: 'There were too many attempts or calls.',
    todo: 'Wait for the seconds in `Retry-After`.',
  },
  client_gone: {
    status: 499,
    meaning: 'The client went away before the answer was ready. It stands in logs and metrics only.',
    todo: 'Nothing.',
  },
  internal: {
    status: 500,
    meaning: 'A fault of the server. The log has it, under the `requestId` of the answer.',
    todo: 'Report it with the `requestId`.',
  },
  integration_failed: {
    status: 502,
    meaning: 'A service behind the server failed. `integrationCode` says how, `field` which setting is wrong.',
    todo: 'Try again after `retryAfterMs`, or correct the integration.',
  },
  database_unavailable: {
    status: 503,
    meaning: 'The database does not answer.',
    todo: 'Try again after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorRow>;
