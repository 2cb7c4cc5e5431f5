import { fileURLToPath } from 'node:url';
import type { Catalog } from '@lectern/plugin-api';
import { createTestContext, describePlugin, catalogContract } from '@lectern/plugin-kit';
import { createFakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

catalogContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.catalog as Catalog, instance, target: service, logs, requests };
  },
  {
    secrets: [settings.token],
    region: 'us',
    found: 'walk',
    nothing: 'nobody has written this',
    asin: 'B0EXAMPLE0',
    unknownAsin: 'B0UNKNOWN0',
  },
);
