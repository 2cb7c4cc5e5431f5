import { fileURLToPath } from 'node:url';
import type { EbookSource } from '@lectern/plugin-api';
import { createTestContext, describePlugin, ebookSourceContract } from '@lectern/plugin-kit';
import { createFakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

ebookSourceContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.ebookSource as EbookSource, instance, target: service, logs, requests };
  },
  { secrets: [settings.token], found: { title: 'A Walk' }, nothing: { title: 'Nobody has written this' } },
);
