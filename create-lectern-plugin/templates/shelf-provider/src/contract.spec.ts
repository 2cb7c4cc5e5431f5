import { fileURLToPath } from 'node:url';
import type { ShelfProvider } from '@lectern/plugin-api';
import { createTestContext, describePlugin, shelfProviderContract } from '@lectern/plugin-kit';
import { createFakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

shelfProviderContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.shelfProvider as ShelfProvider, instance, target: service, service, logs, requests };
  },
  {
    secrets: [settings.token],
    titles: ({ service }) => service.books.map(({ title }) => title),
    empty: ({ service }) => void service.books.splice(0),
  },
);
