import { asValue, createContainer, InjectionMode } from 'awilix';
import type { Service } from '../platform/composition/feature.js';
import type { LiveEvent } from '../platform/events/event-bus.js';
import type { Caller, Route } from '../platform/http/route.js';
import type { JobDefinition } from '../platform/jobs/job-queue.js';
import type { Say } from '../platform/words/index.js';
import type { Container, Cradle } from './cradle.js';
import { forgetHistoryJob } from './forget-history-job.js';
import { PARTS } from './parts.js';
import { registerPlatform, type PlatformBase } from './register-platform.js';
import { service, servicesOf } from './service.js';

/** All that features declare, put together. */
export interface Composition {
  readonly services: Cradle;
  readonly routes: readonly Route[];
  readonly jobs: () => readonly JobDefinition[];
  /** Stops all services: features first, then the platform below them. The database stays open. */
  readonly dispose: () => Promise<void>;
}

type Wrap = (inner: unknown, services: Cradle) => unknown;

/** Puts the services in the container, each inside of those that others put in its place. */
function registerFeatures(container: Container): void {
  const wraps = PARTS.flatMap((part) => Object.entries((part.wraps ?? {}) as Record<string, Wrap>));
  for (const part of PARTS) {
    for (const [name, declared] of Object.entries<Service<Cradle, unknown>>(part.services)) {
      const { make, stop } = typeof declared === 'function' ? { make: declared, stop: undefined } : declared;
      const around = wraps.filter(([wrapped]) => wrapped === name).map(([, wrap]) => wrap);
      const wrapped = (c: Cradle): unknown => around.reduce((inner, wrap) => wrap(inner, c), make(c));
      container.register(name, service(container, stop ? { make: wrapped, stop } : wrapped));
    }
  }
}

/** The data of a live event as one caller may see it, in their language. */
function presentEvent(services: Cradle, event: LiveEvent, caller: Caller, say: Say): object {
  const presenter = PARTS.map(({ events }) => events?.[event.type]).find((found) => found !== undefined);
  return presenter === undefined || presenter === 'as published' ? event.data : presenter(services, event, caller, say);
}

/** Puts the server together from the list of its features. Makes nothing that is not asked for. */
export function compose(base: PlatformBase): Composition {
  const platform: Container = createContainer<Cradle>({ injectionMode: InjectionMode.PROXY, strict: true });
  registerPlatform(platform, base);
  // a separate container, so that features stop before the platform below them
  const features: Container = platform.createScope();
  registerFeatures(features);
  const services = servicesOf(features);
  let routes: readonly Route[] = [];
  features.register({
    apiRoutes: asValue(() => routes),
    presentEvent: asValue((event: LiveEvent, caller: Caller, say: Say) => presentEvent(services, event, caller, say)),
  });
  routes = PARTS.flatMap((part) => part.routes?.(services) ?? []);

  return {
    services,
    routes,
    jobs: () => [...PARTS.flatMap((part) => part.jobs?.(services) ?? []), forgetHistoryJob(services)],
    async dispose() {
      await features.dispose();
      await platform.dispose();
    },
  };
}
