import type { Context } from 'koa';
import type { Logger } from '../logging/logger.js';
import type { Speakers } from '../words/index.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RateLimiter } from './rate-limiter.js';
import type { Caller, OwnedResource, Route, TokenRefusal } from './route.js';
import type { UnknownProxies } from './unknown-proxies.js';

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly trustedProxies: readonly string[];
  /** Hears of requests that are not from a trusted proxy. */
  readonly unknownProxies?: UnknownProxies;
  /** The path below which everything is reached, such as `/lectern`; by default there is none. */
  readonly basePath?: string;
  /** Says sentences in the language of the client; by default only the server’s own. */
  readonly speakers?: Speakers;
  /** Finds out who calls; `undefined` for nobody, and why where a token was sent. @throws ApiError for a session that has ended */
  readonly authenticate: (request: {
    readonly authorization: string | undefined;
    readonly cookie: (name: string) => string | undefined;
    readonly csrfHeader: string | undefined;
    readonly method: string;
  }) => Promise<Caller | TokenRefusal | undefined>;
  /** Whether the caller owns a resource or, if `orSubscribes`, subscribes to it. */
  readonly owns: (caller: Caller, resource: OwnedResource, id: string, orSubscribes: boolean) => Promise<boolean>;
  /** Whether the session of a caller was signed in or confirmed lately. By default no session was. */
  readonly isConfirmed?: (caller: Caller) => Promise<boolean>;
  /** Checks answers against the declarations of their routes, in tests. An undeclared answer becomes a 500. */
  readonly validateResponses?: boolean;
  /** Resolves when plugins are loaded. Until then only routes marked `early` answer. By default they are loaded. */
  readonly loaded?: Promise<void>;
  /** Serves everything that is not a route: the web UI. */
  readonly fallback?: (context: Context) => Promise<void>;
}
