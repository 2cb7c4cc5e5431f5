import type { Context } from 'koa';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RateLimiter } from './rate-limiter.js';
import type { Caller, OwnedResource, Route } from './route.js';

/** What the server needs from the features. */
export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly trustedProxies: readonly string[];
  /** Finds out who calls. `undefined`: nobody. @throws ApiError for a session that is over */
  readonly authenticate: (request: {
    readonly authorization: string | undefined;
    readonly cookie: (name: string) => string | undefined;
    readonly csrfHeader: string | undefined;
    readonly method: string;
  }) => Promise<Caller | undefined>;
  /** Whether a resource is the caller's, or, where that is enough, subscribed to by the caller. */
  readonly owns: (caller: Caller, resource: OwnedResource, id: string, orSubscribes: boolean) => Promise<boolean>;
  /** Whether the session of a caller was signed in or confirmed lately. Default: none ever was. */
  readonly isConfirmed?: (caller: Caller) => Promise<boolean>;
  /** Checks answers against what their routes declare; in tests. One that is not declared becomes a 500. */
  readonly validateResponses?: boolean;
  /** Resolves when plugins are loaded. Only routes marked `early` answer before. Default: they are. */
  readonly loaded?: Promise<void>;
  /** Serves what is no route: the web UI. */
  readonly fallback?: (context: Context) => Promise<void>;
}
