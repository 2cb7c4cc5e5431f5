import { expect } from 'chai';
import type { InstanceInfo } from '../../plugin-host/index.js';
import { catalogJobs, watchCatalog, type CatalogTriggerDeps } from './catalog-jobs.js';
import type { CatalogService } from './catalog-service.js';
import { createFakeCatalog } from './catalog-world.spec.support.js';

const NOW = new Date('2026-03-01T10:00:00.000Z');

function watched(fetchedAt: Date | undefined) {
  const fake = createFakeCatalog();
  const added: string[] = [];
  let onState: (info: InstanceInfo) => void = () => undefined;
  let onSettings: (changed: readonly string[]) => void = () => undefined;
  const state = { fetchedAt };
  const stop = watchCatalog({
    catalog: { listsFetchedAt: async () => state.fetchedAt } as unknown as CatalogService,
    host: {
      ...fake.host,
      provider: (_kind: string, id: string) => (id === 'catalog-1' ? fake.host.providers('catalog')[0] : undefined),
      onStateChange: (listener: typeof onState) => {
        onState = listener;
        return () => undefined;
      },
    } as unknown as CatalogTriggerDeps['host'],
    settings: {
      onChange: (listener) => {
        onSettings = (changed) => listener({} as never, changed as never);
        return () => undefined;
      },
    },
    jobs: { add: async ({ name }) => void added.push(name) },
    log: { warn: () => undefined },
    now: () => NOW,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const turn = async (integrationId: string, to: InstanceInfo['state']): Promise<void> => {
    onState({ integrationId, pluginId: 'p', name: 'n', state: to, since: 0 });
    await settle();
  };
  return { fake, added, state, settle, turn, changeSettings: (changed: string[]) => onSettings(changed), stop };
}

describe('refreshing the catalogue lists', () => {
  it('is asked for at start when lists are missing, and not when they are young', async () => {
    const empty = watched(undefined);
    await empty.settle();
    expect(empty.added).to.deep.equal(['catalog.refresh']);
    const young = watched(new Date(NOW.getTime() - 3_600_000));
    await young.settle();
    expect(young.added).to.deep.equal([]);
  });

  it('waits for a catalogue, and is asked for when one starts to run', async () => {
    const world = watched(undefined);
    world.fake.isThere = false;
    await world.settle();
    world.added.length = 0;
    await world.turn('other', 'running');
    expect(world.added).to.deep.equal([]);
    world.fake.isThere = true;
    await world.turn('other', 'running');
    await world.turn('catalog-1', 'starting');
    expect(world.added).to.deep.equal([]);
    await world.turn('catalog-1', 'running');
    expect(world.added).to.deep.equal(['catalog.refresh']);
  });

  it('is asked for when another region has no lists yet', async () => {
    const world = watched(NOW);
    await world.settle();
    world.state.fetchedAt = undefined;
    world.changeSettings(['server']);
    await world.settle();
    expect(world.added).to.deep.equal(['catalog.refresh']);
  });

  it('runs daily at a time of its own', () => {
    const planned = (key: number) => catalogJobs({ catalog: {} as CatalogService, keys: { jwtKey: Buffer.alloc(32, key) } })[0];

    expect(planned(1)).to.include({ name: 'catalog.refresh' });
    expect(planned(1)?.cron).to.match(/^\d{1,2} [2-5] \* \* \*$/);
    expect(planned(1)?.cron).to.not.equal(planned(2)?.cron);
  });
});
