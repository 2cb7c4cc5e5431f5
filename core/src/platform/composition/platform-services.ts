import type { ChangeFeed } from '../change-feed/index.js';
import type { Config } from '../config/config.js';
import type { Database } from '../db/index.js';
import type { EventBus, LiveEvent } from '../events/event-bus.js';
import type { PluginWordsRegistry, Say, Speakers } from '../words/index.js';
import type { RateLimiter } from '../http/rate-limiter.js';
import type { Caller, Route } from '../http/route.js';
import type { UnknownProxies } from '../http/unknown-proxies.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { LogRing } from '../logging/log-ring.js';
import type { Logger } from '../logging/logger.js';
import type { Redactor } from '../logging/redactor.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerKeys } from '../security/key-file.js';
import type { SecretBox } from '../security/secret-box.js';

/** The services that every feature may use. */
export interface PlatformServices {
  readonly config: Config;
  readonly version: string;
  /** The name with which the server identifies itself to others. */
  readonly userAgent: string;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
  readonly log: Logger;
  /** The last lines of the log. */
  readonly logRing: LogRing;
  readonly redactor: Redactor;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  readonly keys: ServerKeys;
  readonly secretBox: SecretBox;
  readonly database: Database;
  readonly events: EventBus;
  /** Carries changes between processes that share the database. */
  readonly feed: ChangeFeed;
  readonly metrics: Metrics;
  /** Put sentences into the language of whoever reads them. */
  readonly speakers: Speakers;
  /** What the plugins say in which language. */
  readonly pluginWords: PluginWordsRegistry;
  readonly rateLimiter: RateLimiter;
  readonly unknownProxies: UnknownProxies;
  readonly jobs: JobQueue;
  /** The bcrypt cost factor, where tests lower it. */
  readonly passwordCost: number | undefined;
  /** The routes of all features, once all of them have declared theirs. */
  readonly apiRoutes: () => readonly Route[];
  /** The data of a live event as one caller may see it. The feature that publishes the event decides. */
  readonly presentEvent: (event: LiveEvent, caller: Caller, say: Say) => Promise<object | undefined> | object | undefined;
}
