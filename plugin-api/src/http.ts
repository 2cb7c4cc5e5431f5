import type { JsonValue } from './json.js';

/**
 * One request to the outside.
 *
 * @since 1.0.0
 */
export interface HttpRequest {
  /** `GET` unless given. `GET`, `HEAD`, `PUT` and `DELETE` are retried on passing faults; `POST` and `PATCH` only when `retry` is true. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute http(s) URL. */
  readonly url: string;
  /** Added to the query string; arrays repeat the key; `undefined` members are left out. */
  readonly query?: Record<string, string | number | boolean | undefined | readonly (string | number)[]>;
  readonly headers?: Record<string, string>;
  /** Sent as `application/json`. */
  readonly json?: JsonValue | object;
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Record<string, string | number | boolean>;
  /** Sent as `multipart/form-data`. */
  readonly multipart?: readonly MultipartPart[];
  /** Sent as it is; give a content type in `headers`. */
  readonly body?: Uint8Array | string;
  /** Milliseconds for the whole exchange, retries not included. Default 15,000. */
  readonly timeoutMs?: number;
  /** Bytes of body after which the answer is refused with `BAD_RESPONSE`. Default 10 MiB. */
  readonly maxBytes?: number;
  /** `follow` (default; at most five, credentials dropped when the origin changes) or `manual` (3xx is handed out as an answer). */
  readonly redirect?: 'follow' | 'manual';
  /** Overrides whether passing faults are retried. */
  readonly retry?: boolean;
  /**
   * The statuses that are answers, instead of 200–299 (and 3xx when `redirect` is `manual`): every other one throws an
   * `IntegrationError` with the code that belongs to it. It replaces the usual ones and adds nothing to them, so name
   * those as well: `[200, 404]`. `'any'` throws for no status.
   */
  readonly acceptStatus?: readonly number[] | 'any';
  /**
   * Requests to one host wait for each other when there are many. Those of different lanes do not: name one for each
   * service behind a host that speaks for several, so that a slow one holds up nothing but itself.
   *
   * @since 1.1.0
   */
  readonly lane?: string;
  readonly signal?: AbortSignal;
}

/** A part of a `multipart/form-data` body. @since 1.0.0 */
export interface MultipartPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly contentType?: string;
}

/**
 * An answer, with its body already read and bounded.
 *
 * @since 1.0.0
 */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. Repeated headers are joined with `, `, except `set-cookie`, which stands in `cookies`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Final URL after redirects. */
  readonly url: string;
  readonly body: Uint8Array;
  text(): string;
  /** Parses the body as JSON; HTML or anything else that is not JSON throws `BAD_RESPONSE` naming what came instead. */
  json<T = unknown>(): T;
}

/**
 * The only way for a plugin to reach the network. Deadlines, retries with back-off, `Retry-After`, a queue per host,
 * redaction, and the guard against requests to places the integration has no business with are the host's work.
 *
 * Faults come as `IntegrationError`: 401 `UNAUTHORIZED`, 403 `FORBIDDEN`, 404 `NOT_FOUND`, 429 `RATE_LIMITED`
 * (`retryAfterMs` set when the service said so), 5xx, refused and timed-out connections `UNAVAILABLE`,
 * other statuses and oversized bodies `BAD_RESPONSE`, an abort `ABORTED`.
 *
 * @since 1.0.0
 */
export interface PluginHttp {
  request(request: HttpRequest): Promise<HttpResponse>;
}
