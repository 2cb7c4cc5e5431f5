import { definePlugin } from '@lectern/plugin-api';
import { createClient } from './client.js';
import type { Settings } from './settings.js';
import { createSignInProvider } from './sign-in-provider.js';

export default definePlugin<Settings>({
  create(ctx) {
    const client = createClient(ctx.http, ctx.settings);
    return {
      provides: { signInProvider: createSignInProvider(client) },
      check: async ({ signal }) => ({ ok: true, version: await client.version(signal) }),
    };
  },
});
