import { IntegrationError, type HttpRequest, type HttpResponse, type IntegrationErrorCode } from '@lectern/plugin-api';

/** The answer of a mocked service. One of `json`, `text` and `body`, or nothing. */
export interface MockReply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly json?: unknown;
  readonly text?: string;
  readonly body?: Uint8Array;
}

const CODES: Readonly<Record<number, IntegrationErrorCode>> = {
  401: 'INTEGRATION_UNAUTHORIZED',
  403: 'INTEGRATION_FORBIDDEN',
  404: 'INTEGRATION_NOT_FOUND',
  429: 'INTEGRATION_RATE_LIMITED',
};

function bytesOf(reply: MockReply): Uint8Array {
  if (reply.body !== undefined) return reply.body;
  const text = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
  return new TextEncoder().encode(text);
}

function isAccepted(status: number, request: HttpRequest): boolean {
  if (request.acceptStatus === 'any' || request.acceptStatus?.includes(status)) return true;
  if (request.redirect === 'manual' && status >= 300 && status < 400) return true;
  return request.acceptStatus === undefined && status >= 200 && status < 300;
}

function statusError(status: number, host: string, headers: Readonly<Record<string, string>>): IntegrationError {
  const code = CODES[status] ?? (status >= 500 ? 'INTEGRATION_UNAVAILABLE' : 'INTEGRATION_BAD_RESPONSE');
  const seconds = Number(headers['retry-after']);
  const takesWait = code === 'INTEGRATION_RATE_LIMITED' || code === 'INTEGRATION_UNAVAILABLE';
  const wait = takesWait && headers['retry-after'] !== undefined && Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
  return new IntegrationError(code, `${host} answered with status ${status}`, wait);
}

/** Turns a reply into the result of `ctx.http`: a response, or the error that belongs to its status. */
export function toAnswer(reply: MockReply, request: HttpRequest): HttpResponse {
  const status = reply.status ?? 200;
  const { host } = new URL(request.url);
  const type: Record<string, string> = reply.json === undefined ? {} : { 'content-type': 'application/json' };
  const given = Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers: Readonly<Record<string, string>> = { ...type, ...Object.fromEntries(given) };
  if (!isAccepted(status, request)) throw statusError(status, host, headers);
  const body = bytesOf(reply);
  if (body.length > (request.maxBytes ?? 10 * 1024 * 1024)) {
    throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `${host} sent more than is taken`);
  }
  const text = () => new TextDecoder().decode(body);
  return {
    status,
    headers,
    cookies: reply.cookies ?? [],
    url: request.url,
    body,
    text,
    json<T>() {
      try {
        return JSON.parse(text()) as T;
      } catch (error) {
        const what = /^\s*</.test(text()) ? 'HTML' : 'something that is not JSON';
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `${host} sent ${what}`, { cause: error });
      }
    },
  };
}
