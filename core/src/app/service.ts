import { asFunction, Lifetime, type BuildResolver, type DisposableResolver, type LifetimeType } from 'awilix';
import type { Service } from '../platform/composition/feature.js';
import type { Container, Cradle } from './cradle.js';

/** The container's services; an unregistered one is absent instead of an error, so that factories may have optional options. */
export function servicesOf(container: Container): Cradle {
  return new Proxy({} as Cradle, {
    get: (_, name) => (typeof name === 'string' && container.hasRegistration(name) ? container.resolve<unknown>(name) : undefined),
    // a spread copy would be empty, so it is a mistake of the caller
    ownKeys: () => {
      throw new Error('Name the services that are needed: they are made when they are asked for, and cannot be copied.');
    },
    has: (_, name) => typeof name === 'string' && container.hasRegistration(name),
  });
}

/**
 * Registers a service that is made once, when it is first needed, and stopped when its container is disposed of. One
 * that cannot be stopped is logged, so that the others are waited for.
 *
 * @param lifetime a singleton is the same in containers below, which would make a scoped one of their own; awilix allows it
 *   in the uppermost container only
 */
export function service<T>(
  container: Container,
  declared: Service<Cradle, T>,
  lifetime: LifetimeType = Lifetime.SCOPED,
): BuildResolver<T> & DisposableResolver<T> {
  const { make, stop } = typeof declared === 'function' ? { make: declared, stop: undefined } : declared;
  const services = servicesOf(container);
  return asFunction(() => make(services))
    .setLifetime(lifetime)
    .disposer(async (made: T) => {
      try {
        await stop?.(made);
      } catch (error) {
        services.log.error({ err: error }, 'a service could not be stopped');
      }
    });
}
