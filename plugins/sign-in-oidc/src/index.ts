import { definePlugin } from '@lectern/plugin-api';
import { checkProvider } from './check.js';
import { createFlowStates } from './flow-state.js';
import { createProviderMetadata } from './provider-metadata.js';
import type { OidcSettings } from './settings.js';
import { createSignIn } from './sign-in.js';

export default definePlugin<OidcSettings>({
  create(ctx) {
    const { http, settings, storage, log } = ctx;
    const now = (): number => ctx.now();
    const client = { http, settings, metadata: createProviderMetadata(http, settings, now), now };
    const signIn = createSignIn({ ...client, states: createFlowStates(storage, now), log });
    const buttonText = settings.buttonText?.trim();
    return {
      provides: { signInProvider: { signIn, ...(buttonText ? { buttonText } : {}) } },
      check: (call) => checkProvider(client, call),
    };
  },
});
