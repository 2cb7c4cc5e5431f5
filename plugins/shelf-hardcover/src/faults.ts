import { parseRetryAfter, type HttpResponse, type IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { isLoose } from './schema.js';

/** Pause if Hardcover does not say how long: its limit is per minute. */
const LIMIT_PAUSE_MS = 60_000;

/** What the query engine says of a query that it does not know, by `extensions.code`: it has changed, or this plugin is wrong. */
const NOT_KNOWN = ['validation-failed', 'parse-failed', 'not-supported', 'bad-request'];
/** What it says of a token that it does not take. */
const NOT_ADMITTED = ['invalid-jwt', 'invalid-headers', 'access-denied', 'permission-error'];

interface Complaint {
  readonly error?: string;
  readonly scope?: string;
  /** Codes of the gate, or of the query engine. */
  readonly codes: readonly string[];
  /** Fields of the query itself that are not there for this token. */
  readonly rootFields: readonly string[];
  /** Fields of other types that are not there. */
  readonly fields: readonly string[];
}

/** A word from a remote text that is safe to repeat. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w:.-]{1,60}$/.test(value) ? value : undefined;
}

/** `errors` contains objects if the query engine answers, plain strings if the gate in front of it does. */
function readComplaint(body: unknown): Complaint {
  if (!isLoose(body)) return { codes: [], rootFields: [], fields: [] };
  const errors: readonly unknown[] = Array.isArray(body.errors) ? body.errors : [];
  const found = errors.flatMap((one) => {
    const message = isLoose(one) && typeof one.message === 'string' ? one.message : '';
    const [, field, type] = /field '([^']+)' not found in type: '([^']+)'/.exec(message) ?? [];
    const name = word(field);
    return name === undefined ? [] : [{ name, isRoot: type === 'query_root' }];
  });
  return {
    error: typeof body.error === 'string' ? body.error : undefined,
    scope: word(body.scope),
    codes: errors.flatMap((one) => word(isLoose(one) && isLoose(one.extensions) ? one.extensions.code : one) ?? []),
    rootFields: found.filter(({ isRoot }) => isRoot).map(({ name }) => name),
    fields: found.filter(({ isRoot }) => !isRoot).map(({ name }) => name),
  };
}

/** The fields of the query itself that an answer calls unknown: the token may not read them, or Hardcover has renamed them. */
export function hiddenFieldsIn(response: HttpResponse): readonly string[] {
  return response.status === 200 ? readComplaint(bodyOf(response)).rootFields : [];
}

/** Hardcover has other fields than this plugin asks for. */
export const isOutdated = (fields: readonly string[]): IntegrationError =>
  fault('INTEGRATION_BAD_RESPONSE', 'fields_gone', { values: { fields } });

function faultOfQuery({ rootFields, fields, codes }: Complaint): IntegrationError {
  if (rootFields.length > 0)
    return fault('INTEGRATION_MISCONFIGURED', 'token_may_not_read', { values: { fields: rootFields }, field: 'token' });
  if (fields.length > 0) return isOutdated(fields);
  const [code = ''] = codes;
  if (NOT_KNOWN.includes(code)) return fault('INTEGRATION_BAD_RESPONSE', 'not_understood', { values: { answer: code } });
  if (NOT_ADMITTED.includes(code)) return fault('INTEGRATION_UNAUTHORIZED', 'token_refused', { field: 'token' });
  return fault('INTEGRATION_UNAVAILABLE', 'passing_fault');
}

function bodyOf(response: HttpResponse): unknown {
  try {
    return response.json();
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: HttpResponse): number {
  return parseRetryAfter(response.headers['retry-after'], Date.now()) || LIMIT_PAUSE_MS;
}

/** The error in an answer without data; `undefined` if the answer is in order. */
export function faultIn(response: HttpResponse): IntegrationError | undefined {
  const field = 'token';
  const { status } = response;
  if (status === 200) {
    const body: unknown = response.json();
    if (!isLoose(body)) return fault('INTEGRATION_BAD_RESPONSE', 'not_data');
    return body.errors === undefined ? undefined : faultOfQuery(readComplaint(body));
  }
  const { error, scope, codes } = readComplaint(bodyOf(response));
  switch (status) {
    case 401:
      return fault('INTEGRATION_UNAUTHORIZED', 'token_refused', { field });
    case 403: {
      const why = codes[0] ?? word(error);
      if (error === 'insufficient_scope') {
        return scope === undefined
          ? fault('INTEGRATION_FORBIDDEN', 'scope_missing', { field })
          : fault('INTEGRATION_FORBIDDEN', 'scope_named_missing', { values: { scope }, field });
      }
      return why === undefined
        ? fault('INTEGRATION_FORBIDDEN', 'request_not_allowed')
        : fault('INTEGRATION_FORBIDDEN', 'request_not_allowed_code', { values: { code: why } });
    }
    case 408:
      return fault('INTEGRATION_UNAVAILABLE', 'too_slow');
    case 429:
      return fault('INTEGRATION_RATE_LIMITED', 'asked_too_often', { retryAfterMs: retryAfterMs(response) });
    default:
      return fault('INTEGRATION_BAD_RESPONSE', 'not_understood', { values: { answer: word(error) ?? `HTTP ${status}` } });
  }
}
