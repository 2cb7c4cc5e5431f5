import { startAudibleSimulator } from '@lectern/simulators';
import type { Catalog } from '@lectern/plugin-api';
import { catalogContract, createTestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

catalogContract(
  async ({ timeoutMs }) => {
    const simulator = await startAudibleSimulator({ now: () => NOW });
    const settings: Settings = { ...DEFAULT_SETTINGS, apiBaseUrl: simulator.url, audnexusUrl: simulator.url };
    const context = createTestContext<Settings>({ settings, now: NOW, timeoutMs });
    const instance = plugin.create(context);
    return {
      provider: instance.provides.catalog as Catalog,
      instance,
      target: simulator,
      logs: context.logs,
      requests: context.requests,
      async tearDown() {
        context.abort();
        await simulator.close();
      },
    };
  },
  {
    secrets: [],
    region: 'us',
    found: 'sherlock',
    nothing: 'zzz nobody has written this',
    asin: 'B0DEMO0013',
    unknownAsin: 'B0UNKNOWN0',
    author: 'conan doyle',
    series: 'sherlock',
    unknownAuthorId: 'B0UNKNOWN1',
    unknownSeriesId: 'B0UNKNOWN2',
  },
);
