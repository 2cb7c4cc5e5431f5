import { IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { JobContext } from '../../platform/jobs/job-queue.js';
import { inEnglish, sentence, spokenError, type Said } from '../../platform/words/index.js';
import { integrationJobs } from './health-job.js';
import { createIntegrationWorld, type IntegrationWorld } from './test-world.js';

describe('integration health job', () => {
  let world: IntegrationWorld;
  let fault: IntegrationErrorCode | undefined;
  let checks: number;
  let toldOfLectern: unknown;
  let told: string[];
  let reasons: (Said | undefined)[];
  let recovered: string[];

  beforeEach(async () => {
    world = await createIntegrationWorld();
    fault = undefined;
    checks = 0;
    told = [];
    reasons = [];
    recovered = [];
    const settings = { greeting: 'hello' };
    await world.service.create({ pluginId: 'notify-healthy', name: 'Mine', settings }, { name: 'spec' });
    await world.service.create({ pluginId: 'notify-healthy', name: 'Off', enabled: false, settings }, { name: 'spec' });
  });
  afterEach(() => world.dispose());

  async function run(onCheck?: () => void): Promise<void> {
    const [job] = integrationJobs({
      database: world.test.database,
      store: world.store,
      host: {
        plugin: world.host.plugin,
        async check(_id, options) {
          checks += 1;
          toldOfLectern = options?.lectern;
          onCheck?.();
          if (fault) throw new IntegrationError(fault, 'The service is down.');
          return { ok: true };
        },
      },
      tellOfLectern: async () => ({ publicUrl: 'https://lectern.example' }),
      notifications: {
        async integrationEvent(_tx, event, { name }, why) {
          told.push(`${event} ${name}: ${inEnglish(why ?? '')}`);
          reasons.push(why);
        },
      },
      onConnected: (kind) => void recovered.push(kind),
      log: { debug() {}, info() {}, warn() {}, error: (_fields, message) => void told.push(message) },
      now: () => new Date(),
      timeScale: 0.0001,
    });
    await job?.run({ payload: {}, signal: new AbortController().signal, progress: () => undefined } as unknown as JobContext);
  }

  it('reports a change once, even across restarts', async () => {
    await run();
    fault = 'INTEGRATION_UNAUTHORIZED';
    await run();
    await run();
    fault = undefined;
    await run();
    await run();

    expect(told).to.deep.equal(['integration_unhealthy Mine: The service is down.', 'integration_recovered Mine: ']);
    expect(recovered).to.deep.equal(['notifier']);
    expect(toldOfLectern).to.deep.equal({ publicUrl: 'https://lectern.example' });
    expect(checks).to.equal(5);
  });

  it('says why in a sentence, which each admin reads in their own language', async () => {
    const refused = sentence('fault.connection_refused', { host: '127.0.0.1:9' });
    await run(() => {
      throw spokenError('INTEGRATION_UNAUTHORIZED', refused);
    });

    expect(reasons).to.have.length(1);
    expect(reasons[0]).to.deep.include(refused);
  });

  it('checks again before it reports a failure that may pass', async () => {
    fault = 'INTEGRATION_UNAVAILABLE';
    await run(() => {
      if (checks === 2) fault = undefined;
    });

    expect(told).to.deep.equal([]);
    expect(checks).to.equal(2);
  });

  it('drops its verdict if the integration was changed meanwhile', async () => {
    const [mine] = await world.store.list();
    fault = 'INTEGRATION_UNAUTHORIZED';
    await world.service.update(mine?.id ?? '', { name: 'Other' }, { name: 'spec' });
    const stale = { ...world.store, list: async () => (mine ? [mine] : []) };
    world = { ...world, store: stale };
    await run();

    expect(told).to.deep.equal([]);
  });
});
