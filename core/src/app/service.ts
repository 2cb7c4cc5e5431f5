import { asFunction, type BuildResolver } from 'awilix';
import type { Container, Cradle } from './cradle.js';

/** The container's services; what is not registered is absent instead of an error, so that factories may have optional options. */
export function servicesOf(container: Container): Cradle {
  return new Proxy({} as Cradle, {
    get: (_, name) => (typeof name === 'string' && container.hasRegistration(name) ? container.resolve<unknown>(name) : undefined),
    has: (_, name) => typeof name === 'string' && container.hasRegistration(name),
  });
}

/** Registers a service that is made once, when it is first needed. */
export function service<T>(container: Container, make: (services: Cradle) => T): BuildResolver<T> {
  return asFunction(() => make(servicesOf(container))).singleton();
}
