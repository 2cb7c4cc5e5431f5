import { IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { OutboundRefusal } from './outbound-guard.js';
import type { RawAnswer } from './http-answer.js';
import { parseRetryAfter } from './retry-after.js';

/** A fault, with the information that the retry loop needs. */
export interface Fault {
  readonly error: IntegrationError;
  /** Whether the same request may succeed a moment later. */
  readonly isPassing: boolean;
}

/** Raised inside an exchange when the answer cannot be accepted. */
export class AnswerRefusal extends Error {
  override readonly name = 'AnswerRefusal';
}

type NetworkFault = readonly [pattern: RegExp, code: IntegrationErrorCode, isPassing: boolean, text: (host: string) => string];

const NETWORK_FAULTS: readonly NetworkFault[] = [
  [/^ENOTFOUND$/, 'INTEGRATION_UNAVAILABLE', false, (host) => `${host}: no such host. Check the address, and the name server`],
  [/^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|EREFUSED)$/, 'INTEGRATION_UNAVAILABLE', true, (host) => `${host}: the name server did not answer`],
  [/^ECONNREFUSED$/, 'INTEGRATION_UNAVAILABLE', true, (host) => `${host}: connection refused. Is it running, and is the port right?`],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'INTEGRATION_UNAVAILABLE', true, (host) => `${host} closed the connection`],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    'INTEGRATION_UNAVAILABLE',
    true,
    (host) => `${host}: the network cannot reach it`,
  ],
  [/^ETIMEDOUT$/, 'INTEGRATION_UNAVAILABLE', true, (host) => `${host}: connecting timed out`],
  [/^CERT_HAS_EXPIRED$/, 'INTEGRATION_UNAVAILABLE', false, (host) => `${host}: its TLS certificate has expired`],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'INTEGRATION_UNAVAILABLE', false, (host) => `${host}: its TLS certificate belongs to another name`],
  [/CERT|SELF_SIGNED|UNABLE_TO_/, 'INTEGRATION_UNAVAILABLE', false, (host) => `${host}: its TLS certificate is not trusted`],
  [
    /SSL|TLS|^EPROTO$/,
    'INTEGRATION_UNAVAILABLE',
    false,
    (host) => `${host} does not speak TLS there. Should the address begin with http://?`,
  ],
  [
    /^HPE_/,
    'INTEGRATION_BAD_RESPONSE',
    false,
    (host) => `${host} answered something that is not HTTP. Should the address begin with https://?`,
  ],
  [
    /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/,
    'INTEGRATION_BAD_RESPONSE',
    false,
    (host) => `${host} sent a compressed answer that cannot be unpacked`,
  ],
  [
    /^ERR_INVALID_(CHAR|HTTP_TOKEN)$/,
    'INTEGRATION_MISCONFIGURED',
    false,
    () => 'A key or header holds characters that cannot be sent; is there a line break in it?',
  ],
];

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  // got's own codes begin with ERR_, and the system's code is then in the cause
  const own = typeof code === 'string' ? code : '';
  return (own === '' || own === 'ERR_READING_RESPONSE_STREAM' || own === 'ERR_GOT_REQUEST_ERROR') && typeof cause?.code === 'string'
    ? cause.code
    : own;
}

/** Copies an error without the request options of the client, which include headers and keys. */
function plainCause(error: unknown, redact: (text: string) => string): Error {
  const copy = new Error(redact(error instanceof Error ? error.message : String(error)));
  return Object.assign(copy, { code: codeOf(error) });
}

/** Turns whatever ended an exchange early into the error of the contract. */
export function networkFault(error: unknown, url: URL, redact: (text: string) => string): Fault {
  const host = url.host;
  const fault = (code: IntegrationErrorCode, text: string, isPassing: boolean): Fault => ({
    error: new IntegrationError(code, redact(text), { cause: plainCause(error, redact) }),
    isPassing,
  });
  if (error instanceof OutboundRefusal) return fault('INTEGRATION_MISCONFIGURED', error.message, false);
  if (error instanceof AnswerRefusal) return fault('INTEGRATION_BAD_RESPONSE', `${host} ${error.message}`, false);
  const systemCode = codeOf(error);
  const known = NETWORK_FAULTS.find(([pattern]) => pattern.test(systemCode));
  if (known) return fault(known[1], known[3](host), known[2]);
  return fault('INTEGRATION_UNAVAILABLE', `${host} could not be reached (${systemCode || 'unknown fault'})`, true);
}

const STATUS_FAULTS: Readonly<Record<number, readonly [IntegrationErrorCode, string]>> = {
  401: ['INTEGRATION_UNAUTHORIZED', 'refused the key or password'],
  403: ['INTEGRATION_FORBIDDEN', 'does not allow that'],
  404: ['INTEGRATION_NOT_FOUND', 'has nothing at that address'],
  429: ['INTEGRATION_RATE_LIMITED', 'asks us to slow down'],
};

/** The service's own message, if it answered with a JSON error. */
function remoteWords(body: Buffer): string {
  if (body.length === 0 || body.length > 16_384) return '';
  try {
    const parsed = JSON.parse(body.toString('utf8')) as Record<string, unknown> | null;
    const words = ['message', 'error', 'detail', 'title']
      .map((key) => parsed?.[key])
      .find((value) => typeof value === 'string' && value !== '');
    return typeof words === 'string' ? `: ${words.replace(/\s+/g, ' ').slice(0, 200)}` : '';
  } catch {
    return '';
  }
}

/** The fault for a status. */
export function statusFault(raw: RawAnswer, now: number, redact: (text: string) => string): Fault {
  const { status } = raw;
  const isServerFault = status >= 500;
  const [code, text] =
    STATUS_FAULTS[status] ??
    (isServerFault ? (['INTEGRATION_UNAVAILABLE', 'failed'] as const) : (['INTEGRATION_BAD_RESPONSE', 'answered unexpectedly'] as const));
  const retryAfterMs = parseRetryAfter(raw.headers['retry-after'], now);
  const isWaiting = status === 429 || isServerFault;
  return {
    error: new IntegrationError(code, redact(`${raw.url.host} ${text} (HTTP ${status}${remoteWords(raw.body)})`), {
      ...(isWaiting && retryAfterMs !== undefined ? { retryAfterMs } : {}),
    }),
    isPassing: isServerFault && status !== 501,
  };
}
