import { fileURLToPath } from 'node:url';
import type { SignInProvider } from '@lectern/plugin-api';
import { createTestContext, describePlugin, signInProviderContract } from '@lectern/plugin-kit';
import { ADA, createFakeService } from './fake-service.spec.support.js';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', token: 'planted-token' };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

signInProviderContract(
  ({ timeoutMs }) => {
    const service = createFakeService(settings.token);
    const context = createTestContext({ settings, http: service.http, timeoutMs });
    const instance = plugin.create(context);
    const { logs, requests } = context;
    return { provider: instance.provides.signInProvider as SignInProvider, instance, target: service, logs, requests };
  },
  { secrets: [settings.token], account: ADA },
);
