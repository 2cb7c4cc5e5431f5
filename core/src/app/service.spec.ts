import { asValue, createContainer, InjectionMode, Lifetime } from 'awilix';
import { expect } from 'chai';
import type { Cradle } from './cradle.js';
import { service, servicesOf } from './service.js';

describe('the services of a container', () => {
  const container = createContainer<Cradle>().register({ timeScale: asValue(0.5) });
  const services = servicesOf(container);

  it('exist by name, and are absent if nobody provides them', () => {
    expect(services.timeScale).to.equal(0.5);
    expect(services.jobs).to.equal(undefined);
    expect('timeScale' in services).to.equal(true);
  });

  it('refuse to be copied, because a copy would be empty', () => {
    expect(() => ({ ...services })).to.throw('Name the services');
  });

  it('are the same for features and for the platform', () => {
    const platform = createContainer<Cradle>({ injectionMode: InjectionMode.PROXY, strict: true });
    platform.register(
      'metrics',
      service(platform, () => ({}) as Cradle['metrics'], Lifetime.SINGLETON),
    );

    expect(servicesOf(platform.createScope()).metrics).to.equal(servicesOf(platform).metrics);
  });
});
