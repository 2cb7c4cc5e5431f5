import { IntegrationError, type HttpResponse } from '@lectern/plugin-api';
import { isLoose } from './schema.js';

/** Pause if Hardcover does not say how long: its limit is per minute. */
const LIMIT_PAUSE_MS = 60_000;
const NEEDED = 'Make one that may read your profile and your library (read:me, read:library, read:catalog).';

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
    if (!isLoose(body)) return new IntegrationError('INTEGRATION_BAD_RESPONSE', 'Hardcover answered with something that is no data.');
    if (body.errors === undefined) return undefined;
    const { fields } = readComplaint(body);
    const what = fields.length > 0 ? ` (${fields.join(', ')})` : '';
    return new IntegrationError('INTEGRATION_MISCONFIGURED', `Hardcover does not let this token read what is needed${what}. ${NEEDED}`, {
      field,
    });
  }
  const { error, scope, codes } = readComplaint(bodyOf(response));
  switch (status) {
    case 401:
      return new IntegrationError(
        'INTEGRATION_UNAUTHORIZED',
        'Hardcover refuses the token: it has expired or was revoked. Enter a new one.',
        { field },
      );
    case 403:
      return error === 'insufficient_scope'
        ? new IntegrationError('INTEGRATION_FORBIDDEN', `The token is not allowed ${scope ?? 'what is needed'}. ${NEEDED}`, { field })
        : new IntegrationError(
            'INTEGRATION_FORBIDDEN',
            `Hardcover does not allow this request (${codes[0] ?? word(error) ?? 'no reason given'}).`,
          );
    case 408:
      return new IntegrationError('INTEGRATION_UNAVAILABLE', 'Hardcover took too long for a page of the shelf.');
    case 429:
      return new IntegrationError('INTEGRATION_RATE_LIMITED', 'Hardcover was asked too often.', { retryAfterMs: retryAfterMs(response) });
    default:
      return new IntegrationError(
        'INTEGRATION_BAD_RESPONSE',
        `Hardcover does not understand the request (${word(error) ?? `status ${status}`}). This plugin may be too old.`,
      );
  }
}
