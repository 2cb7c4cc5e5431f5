import { downloadClientContract, createTestContext } from '@lectern/plugin-kit';
import type { ContractWorld } from '@lectern/plugin-kit';
import type { Downloadable, DownloadClient } from '@lectern/plugin-api';
import plugin from './index.js';
import { startStandIn } from './nzbget-stand-in.spec.support.js';
import type { StandIn, StandInItem } from './nzbget-stand-in.spec.support.js';
import type { NzbgetSettings } from './settings.js';

interface World extends ContractWorld<DownloadClient> {
  readonly service: StandIn;
}

const PASSWORD = 'planted-password';

function nzb(article: string): Downloadable {
  const bytes = Buffer.from(`<nzb><file><segments><segment bytes="1" number="1">${article}</segment></segments></file></nzb>`);
  return { kind: 'nzb', bytes, name: article };
}

async function createWorld({ timeoutMs }: { readonly timeoutMs: number }): Promise<World> {
  const service = await startStandIn();
  const settings = { baseUrl: service.server.url, username: 'tester', password: PASSWORD, category: 'audiobooks' };
  const context = createTestContext<NzbgetSettings>({ settings, timeoutMs });
  const instance = plugin.create(context);
  const provider = instance.provides.downloadClient;
  if (!provider) throw new Error('no download client');
  const { logs, requests } = context;
  return { service, provider, instance, target: service.server, logs, requests, tearDown: () => service.server.close() };
}

function change({ service }: World, itemId: string, to: Partial<StandInItem>): void {
  Object.assign(service.items.find(({ id }) => id === Number.parseInt(itemId, 10)) ?? {}, to);
}

// Files of a finished download stay when it is removed, so that `hasData` cannot be promised.
downloadClientContract<World>(createWorld, {
  secrets: [PASSWORD, Buffer.from(`tester:${PASSWORD}`).toString('base64')],
  items: () => [nzb('one@example'), nzb('two@example')],
  unknownId: '999-0123456789ab',
  finish: (world, itemId) => change(world, itemId, { place: 'history', status: 'SUCCESS/ALL' }),
  confuse: (world, itemId) => change(world, itemId, { status: 'A_STATUS_OF_A_LATER_VERSION' }),
  except: {
    // The Test button says whose address it is.
    check: { '404': ['INTEGRATION_MISCONFIGURED'], malformed: ['INTEGRATION_MISCONFIGURED'], html: ['INTEGRATION_MISCONFIGURED'] },
  },
});
