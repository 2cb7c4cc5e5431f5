import { asValue, Lifetime } from 'awilix';
import { createLonelyFeed, createPostgresChangeFeed } from '../platform/change-feed/index.js';
import { createEventBus } from '../platform/events/event-bus.js';
import { createRateLimiter } from '../platform/http/rate-limiter.js';
import { createRateStore } from '../platform/http/rate-store.js';
import { createUnknownProxies } from '../platform/http/unknown-proxies.js';
import { createEmbeddedJobQueue } from '../platform/jobs/embedded-job-queue.js';
import { createMetrics } from '../platform/metrics/metrics.js';
import { createSecretBox } from '../platform/security/secret-box.js';
import { createPluginWords, createSpeakers } from '../platform/words/index.js';
import type { Service } from '../platform/composition/feature.js';
import type { PlatformServices } from '../platform/composition/platform-services.js';
import type { Container, Cradle } from './cradle.js';
import { service } from './service.js';

/** The services that exist before the container is built. */
export type PlatformBase = Pick<
  PlatformServices,
  'config' | 'version' | 'log' | 'logRing' | 'redactor' | 'keys' | 'database' | 'now' | 'passwordCost'
>;

/** Registers the services that any server needs. */
export function registerPlatform(container: Container, base: PlatformBase): void {
  const once = <T>(declared: Service<Cradle, T>) => service(container, declared, Lifetime.SINGLETON);
  container.register({
    config: asValue(base.config),
    version: asValue(base.version),
    userAgent: asValue(`Lectern/${base.version}`),
    log: asValue(base.log),
    logRing: asValue(base.logRing),
    redactor: asValue(base.redactor),
    redact: asValue((text: string) => base.redactor.redact(text)),
    keys: asValue(base.keys),
    database: asValue(base.database),
    now: asValue(base.now),
    passwordCost: asValue(base.passwordCost),
    timeScale: asValue(base.config.timeScale),
    secretBox: once(({ keys }: Cradle) => createSecretBox(keys.ring)),
    events: once(({ log }: Cradle) => createEventBus((error) => log.error({ err: error }, 'a live event could not be sent'))),
    feed: once({
      make: ({ database, config: { databaseUrl }, log }: Cradle) =>
        databaseUrl === undefined ? createLonelyFeed() : createPostgresChangeFeed({ database, databaseUrl, log }),
      stop: (feed) => feed.stop(),
    }),
    metrics: once(() => createMetrics()),
    speakers: once(({ pluginWords }: Cradle) => createSpeakers(pluginWords.of)),
    pluginWords: once(() => createPluginWords()),
    rateLimiter: once(({ database, log }: Cradle) =>
      // SQLite belongs to one process, which counts in memory
      createRateLimiter(database.dialect === 'postgres' ? { store: createRateStore({ database, log }) } : {}),
    ),
    unknownProxies: once(({ now }: Cradle) => createUnknownProxies(now)),
    jobs: once(({ database, feed, log, metrics, timeScale }: Cradle) =>
      // SQLite belongs to one process, so a job that runs at its start is left over from a dead one
      createEmbeddedJobQueue({
        database,
        feed,
        log,
        metrics,
        timeScale,
        exclusive: database.dialect === 'sqlite',
        pollMs: 1000 * Math.max(0.1, timeScale),
        leaseMs: 30_000 * Math.max(1 / 6, timeScale),
      }),
    ),
  });
}
