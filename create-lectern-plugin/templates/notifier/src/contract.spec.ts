import { fileURLToPath } from 'node:url';
import type { Notifier } from '@lectern/plugin-api';
import { createTestContext, describePlugin, notifierContract } from '@lectern/plugin-kit';
import { createFakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

notifierContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.notifier as Notifier, instance, target: service, service, logs, requests };
  },
  { secrets: [settings.token], received: ({ service }) => service.messages },
);
