import type { HttpResponse, IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { isLoose } from './schema.js';

/** Pause if Hardcover does not say how long: its limit is per minute. */
const LIMIT_PAUSE_MS = 60_000;

interface Complaint {
  readonly error?: string;
  readonly scope?: string;
  readonly codes: readonly string[];
  readonly fields: readonly string[];
}

/** A word from a remote text that is safe to repeat. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w:.-]{1,60}$/.test(value) ? value : undefined;
}

/** `errors` contains objects if the query engine answers, plain strings if the gate in front of it does. */
function readComplaint(body: unknown): Complaint {
  if (!isLoose(body)) return { codes: [], fields: [] };
  const errors: readonly unknown[] = Array.isArray(body.errors) ? body.errors : [];
  const messages = errors.map((one) =>
    typeof one === 'string' ? one : isLoose(one) && typeof one.message === 'string' ? one.message : '',
  );
  return {
    error: typeof body.error === 'string' ? body.error : undefined,
    scope: word(body.scope),
    codes: errors.flatMap((one) => word(one) ?? []),
    fields: messages.flatMap((text) => word(/field '([^']+)' not found/.exec(text)?.[1]) ?? []),
  };
}

function bodyOf(response: HttpResponse): unknown {
  try {
    return response.json();
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: HttpResponse): number {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : LIMIT_PAUSE_MS;
}

/** The error in an answer without data; `undefined` if the answer is in order. */
export function faultIn(response: HttpResponse): IntegrationError | undefined {
  const field = 'token';
  const { status } = response;
  if (status === 200) {
    const body: unknown = response.json();
    if (!isLoose(body)) return fault('INTEGRATION_BAD_RESPONSE', 'not_data');
    if (body.errors === undefined) return undefined;
    const { fields } = readComplaint(body);
    return fields.length === 0
      ? fault('INTEGRATION_MISCONFIGURED', 'token_reads_too_little', { field })
      : fault('INTEGRATION_MISCONFIGURED', 'token_may_not_read', { values: { fields }, field });
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
