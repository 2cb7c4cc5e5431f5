import { parseRetryAfter, type IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { sentence, spokenError, withTexts, type Said } from '../words/index.js';
import { AnswerRefusal } from './answer-refusal.js';
import { OutboundRefusal } from './outbound-guard.js';
import type { RawAnswer } from './http-answer.js';

/** A fault, with the information that the retry loop needs. */
export interface Fault {
  readonly error: IntegrationError;
  /** Whether the same request may succeed a moment later. */
  readonly isPassing: boolean;
}

/** Sentences that ask for the host and nothing else. */
type HostKey =
  | 'fault.unknown_host'
  | 'fault.name_server_silent'
  | 'fault.connection_refused'
  | 'fault.connection_closed'
  | 'fault.network_unreachable'
  | 'fault.connecting_timed_out'
  | 'fault.certificate_expired'
  | 'fault.certificate_of_another'
  | 'fault.certificate_untrusted'
  | 'fault.no_tls'
  | 'fault.not_http'
  | 'fault.bad_compression';

type NetworkFault = readonly [pattern: RegExp, code: IntegrationErrorCode, isPassing: boolean, key: HostKey];

const NETWORK_FAULTS: readonly NetworkFault[] = [
  [/^ENOTFOUND$/, 'INTEGRATION_UNAVAILABLE', false, 'fault.unknown_host'],
  [/^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|EREFUSED)$/, 'INTEGRATION_UNAVAILABLE', true, 'fault.name_server_silent'],
  [/^ECONNREFUSED$/, 'INTEGRATION_UNAVAILABLE', true, 'fault.connection_refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'INTEGRATION_UNAVAILABLE', true, 'fault.connection_closed'],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'INTEGRATION_UNAVAILABLE', true, 'fault.network_unreachable'],
  [/^ETIMEDOUT$/, 'INTEGRATION_UNAVAILABLE', true, 'fault.connecting_timed_out'],
  [/^CERT_HAS_EXPIRED$/, 'INTEGRATION_UNAVAILABLE', false, 'fault.certificate_expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'INTEGRATION_UNAVAILABLE', false, 'fault.certificate_of_another'],
  [/CERT|SELF_SIGNED|UNABLE_TO_/, 'INTEGRATION_UNAVAILABLE', false, 'fault.certificate_untrusted'],
  [/SSL|TLS|^EPROTO$/, 'INTEGRATION_UNAVAILABLE', false, 'fault.no_tls'],
  [/^HPE_/, 'INTEGRATION_BAD_RESPONSE', false, 'fault.not_http'],
  [/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/, 'INTEGRATION_BAD_RESPONSE', false, 'fault.bad_compression'],
];

/** A header that cannot be sent. */
const UNSENDABLE = /^ERR_INVALID_(CHAR|HTTP_TOKEN)$/;

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
  const fault = (code: IntegrationErrorCode, said: Said, isPassing: boolean): Fault => ({
    error: spokenError(code, withTexts(said, redact), { cause: plainCause(error, redact) }),
    isPassing,
  });
  if (error instanceof OutboundRefusal) return fault('INTEGRATION_MISCONFIGURED', error.said, false);
  if (error instanceof AnswerRefusal) return fault('INTEGRATION_BAD_RESPONSE', error.sayOf(host), false);
  const code = codeOf(error);
  if (UNSENDABLE.test(code)) return fault('INTEGRATION_MISCONFIGURED', sentence('fault.unsendable_characters'), false);
  const known = NETWORK_FAULTS.find(([pattern]) => pattern.test(code));
  if (known) return fault(known[1], sentence(known[3], { host }), known[2]);
  const said = code === '' ? sentence('fault.unreachable', { host }) : sentence('fault.unreachable_code', { host, code });
  return fault('INTEGRATION_UNAVAILABLE', said, true);
}

type StatusKey =
  'fault.key_refused' | 'fault.not_allowed' | 'fault.nothing_there' | 'fault.slow_down' | 'fault.failed' | 'fault.unexpected_answer';

const STATUS_FAULTS: Readonly<Record<number, readonly [IntegrationErrorCode, StatusKey]>> = {
  401: ['INTEGRATION_UNAUTHORIZED', 'fault.key_refused'],
  403: ['INTEGRATION_FORBIDDEN', 'fault.not_allowed'],
  404: ['INTEGRATION_NOT_FOUND', 'fault.nothing_there'],
  429: ['INTEGRATION_RATE_LIMITED', 'fault.slow_down'],
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
  const [code, key] =
    STATUS_FAULTS[status] ??
    (isServerFault
      ? (['INTEGRATION_UNAVAILABLE', 'fault.failed'] as const)
      : (['INTEGRATION_BAD_RESPONSE', 'fault.unexpected_answer'] as const));
  const retryAfterMs = parseRetryAfter(raw.headers['retry-after'], now);
  const answer = `HTTP ${status}${remoteWords(raw.body)}`;
  const isWaiting = status === 429 || isServerFault;
  return {
    error: spokenError(code, withTexts(sentence(key, { host: raw.url.host, answer }), redact), {
      ...(isWaiting && retryAfterMs !== undefined ? { retryAfterMs } : {}),
    }),
    isPassing: isServerFault && status !== 501,
  };
}
