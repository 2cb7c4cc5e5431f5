import type { JsonValue } from './json.js';

/**
 * A request to the outside.
 *
 * @since 1.0.0
 */
export interface HttpRequest {
  /** Default `GET`. `GET`, `HEAD`, `PUT` and `DELETE` are retried after temporary faults; `POST` and `PATCH` only if `retry` is true. */
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
  /** Sent unchanged; set a content type in `headers`. */
  readonly body?: Uint8Array | string;
  /** Milliseconds for the whole exchange, without retries. Default 15,000. */
  readonly timeoutMs?: number;
  /** The most bytes of a body; a larger one throws `BAD_RESPONSE`. Default 10 MiB. */
  readonly maxBytes?: number;
  /** `follow` (default; at most five, credentials dropped when the origin changes) or `manual` (a 3xx is returned as an answer). */
  readonly redirect?: 'follow' | 'manual';
  /** Overrides whether to retry after temporary faults. */
  readonly retry?: boolean;
  /**
   * The statuses to return as answers, instead of 200–299 (and 3xx if `redirect` is `manual`). Every other status
   * throws an `IntegrationError` with the matching code. The list replaces the default, so include those, too: `[200,
   * 404]`. `'any'` throws for no status.
   */
  readonly acceptStatus?: readonly number[] | 'any';
  /**
   * Requests to one host queue when there are many, but those of different lanes do not wait for each other. If a host
   * fronts several services, give each its own lane, so that a slow one delays only itself.
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
 * An answer, with its body already read and limited in size.
 *
 * @since 1.0.0
 */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. Repeated headers are joined with `, `, except `set-cookie`, which is in `cookies`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Final URL after redirects. */
  readonly url: string;
  readonly body: Uint8Array;
  text(): string;
  /** Parses the body as JSON. Throws `BAD_RESPONSE` for HTML or anything else that is not JSON, naming what came instead. */
  json<T = unknown>(): T;
}

/**
 * The only way for a plugin to reach the network. The host takes care of deadlines, retries with back-off,
 * `Retry-After`, a queue per host, redaction, and the guard against requests to hosts that are none of the
 * integration's business.
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
