import { fileURLToPath } from 'node:url';
import type { Indexer } from '@lectern/plugin-api';
import { createTestContext, describePlugin, indexerContract } from '@lectern/plugin-kit';
import { createFakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

indexerContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.indexer as Indexer, instance, target: service, logs, requests };
  },
  { secrets: [settings.token], found: { text: 'a walk' }, nothing: { text: 'nobody has written this' } },
);
