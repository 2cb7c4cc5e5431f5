import { fileURLToPath } from 'node:url';
import type { MediaServer } from '@lectern/plugin-api';
import { createTestContext, describePlugin, mediaServerContract } from '@lectern/plugin-kit';
import { createFakeService, TITLES } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

mediaServerContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.mediaServer as MediaServer, instance, target: service, logs, requests };
  },
  {
    secrets: [settings.token],
    libraryId: 'main',
    emptyLibraryId: 'none',
    titles: () => TITLES,
    covers: { with: 'Walk 0', without: 'Walk 1' },
  },
);
