import { fileURLToPath } from 'node:url';
import type { Downloadable, DownloadClient } from '@lectern/plugin-api';
import { createTestContext, describePlugin, downloadClientContract } from '@lectern/plugin-kit';
import { createFakeService, type FakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

function magnet(digit: string): Downloadable {
  return { kind: 'magnet', uri: `magnet:?xt=urn:btih:${digit.repeat(40)}` };
}

function turn(service: FakeService, id: string, change: { readonly state: string; readonly done?: number }): void {
  const download = service.downloads.get(id);
  if (download) Object.assign(download, change);
}

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

downloadClientContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.downloadClient as DownloadClient, instance, target: service, service, logs, requests };
  },
  {
    secrets: [settings.token],
    items: () => [magnet('a'), magnet('b')],
    unknownId: 'c'.repeat(40),
    finish: ({ service }, id) => turn(service, id, { state: 'finished', done: 1000 }),
    confuse: ({ service }, id) => turn(service, id, { state: 'sublimating' }),
    hasData: ({ service }, id) => service.data.has(id),
  },
);
