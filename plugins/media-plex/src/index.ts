import { definePlugin } from '@lectern/plugin-api';
import { createPlexClient } from './client.js';
import { createInstallation } from './installation.js';
import { keepTokenAlive } from './keep-alive.js';
import { listLibraryChoices } from './library-choices.js';
import { createMediaServer } from './media-server.js';
import { createOwnMachine } from './own-machine.js';
import { createPlexTv, PLEX_TV } from './plex-tv.js';
import { checkServer } from './server-check.js';
import type { PlexSettings } from './settings.js';
import { createSignIn } from './sign-in.js';

export default definePlugin<PlexSettings>({
  create(ctx) {
    const { http, settings, storage, log } = ctx;
    const now = (): number => ctx.now();
    const installation = createInstallation(storage);
    const client = createPlexClient(http, installation, settings);
    const tv = createPlexTv(http, installation, settings.plexTvUrl ?? PLEX_TV, now);
    const ownMachine = createOwnMachine({ client, storage, baseUrl: settings.baseUrl });
    const signIn = createSignIn({ tv, ownMachine, installation, now });
    return {
      provides: {
        mediaServer: createMediaServer({
          client,
          settings,
          log,
          accounts: settings.allowSignIn === true ? { signIn } : undefined,
          ownMachine,
          now,
        }),
      },
      async check(call) {
        const result = await checkServer({ client, settings, storage }, call);
        await keepTokenAlive(tv, settings.token, { storage, log, now }, call);
        return result;
      },
      choices: { libraries: (request) => listLibraryChoices(http, installation, settings, request) },
    };
  },
});
