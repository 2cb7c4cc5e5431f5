import { fileURLToPath } from 'node:url';
import { startOidcSimulator } from '@lectern/simulators';
import type { SignInProvider } from '@lectern/plugin-api';
import { createTestContext, describePlugin, signInProviderContract } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { OidcSettings } from './settings.js';

const SECRET = 'planted-client-secret';
const NOW = Date.UTC(2026, 0, 5, 10);

describePlugin(fileURLToPath(new URL('..', import.meta.url)), {
  settings: { issuer: 'https://id.example', clientId: 'lectern', clientSecret: SECRET },
});

signInProviderContract(
  async ({ timeoutMs }) => {
    const simulator = await startOidcSimulator({ clientSecret: SECRET, now: () => context.now() });
    const context = createTestContext<OidcSettings>({
      settings: { issuer: simulator.issuer, clientId: 'lectern', clientSecret: SECRET, buttonText: 'Household account' },
      now: NOW,
      timeoutMs,
    });
    const instance = plugin.create(context);
    return {
      provider: instance.provides.signInProvider as SignInProvider,
      instance,
      target: simulator,
      simulator,
      logs: context.logs,
      requests: context.requests,
      advance: (ms: number) => context.advance(ms),
      tearDown: () => simulator.close(),
    };
  },
  { secrets: [SECRET, 'planted-access-token'], confirm: ({ simulator }, url) => simulator.confirm(url) },
);
