import { definePlugin } from '@lectern/plugin-api';
import { createAudiobookshelfClient } from './client.js';
import { listLibraryChoices } from './library-choices.js';
import { createMediaServer } from './media-server.js';
import { checkServer } from './server-check.js';
import type { AudiobookshelfSettings } from './settings.js';

export default definePlugin<AudiobookshelfSettings>({
  create({ http, settings, storage, log }) {
    const client = createAudiobookshelfClient(http, settings);
    return {
      provides: { mediaServer: createMediaServer(client, settings, log) },
      check: (call) => checkServer({ client, settings, storage }, call),
      choices: { libraries: (request) => listLibraryChoices(http, settings, request) },
    };
  },
});
