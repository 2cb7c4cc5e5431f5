import { downloadClientContract, createTestContext } from '@lectern/plugin-kit';
import type { ContractWorld } from '@lectern/plugin-kit';
import type { Downloadable, DownloadClient } from '@lectern/plugin-api';
import plugin from './index.js';
import { startStandIn } from './sabnzbd-stand-in.spec.support.js';
import type { StandIn, StandInJob } from './sabnzbd-stand-in.spec.support.js';
import type { SabnzbdSettings } from './settings.js';

interface World extends ContractWorld<DownloadClient> {
  readonly service: StandIn;
}

const API_KEY = 'planted-api-key-0123456789';

function nzb(article: string): Downloadable {
  const bytes = Buffer.from(`<nzb><file><segments><segment bytes="1" number="1">${article}</segment></segments></file></nzb>`);
  return { kind: 'nzb', bytes, name: article };
}

async function createWorld({ timeoutMs }: { readonly timeoutMs: number }): Promise<World> {
  const service = await startStandIn();
  const settings = { baseUrl: service.server.url, apiKey: API_KEY, category: 'audiobooks' };
  const context = createTestContext<SabnzbdSettings>({ settings, timeoutMs });
  const instance = plugin.create(context);
  const provider = instance.provides.downloadClient;
  if (!provider) throw new Error('no download client');
  const { logs, requests } = context;
  return { service, provider, instance, target: service.server, logs, requests, tearDown: () => service.server.close() };
}

function change({ service }: World, itemId: string, to: Partial<StandInJob>): void {
  Object.assign(service.jobs.find(({ id }) => id === itemId) ?? {}, to);
}

// Files of a finished job stay when it is removed, so that `hasData` cannot be promised.
downloadClientContract<World>(createWorld, {
  secrets: [API_KEY],
  items: () => [nzb('one@example'), nzb('two@example')],
  unknownId: 'SABnzbd_nzo_nothere',
  finish: (world, itemId) => change(world, itemId, { place: 'history', status: 'Completed', storage: '/complete/audiobooks/Book' }),
  confuse: (world, itemId) => change(world, itemId, { status: 'AStatusOfALaterVersion' }),
  except: {
    // The Test button says whose address it is.
    check: { '404': ['INTEGRATION_MISCONFIGURED'], malformed: ['INTEGRATION_MISCONFIGURED'], html: ['INTEGRATION_MISCONFIGURED'] },
  },
});
