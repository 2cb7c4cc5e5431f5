import { definePlugin } from '@lectern/plugin-api';
import { check } from './check.js';
import { createClient } from './client.js';
import type { Settings } from './settings.js';
import { createSignInProvider } from './sign-in-provider.js';

export default definePlugin<Settings>({
  create(ctx) {
    const client = createClient(ctx.http, ctx.settings);
    return {
      provides: { signInProvider: createSignInProvider(client) },
      check: (call) => check(client, call),
    };
  },
});
