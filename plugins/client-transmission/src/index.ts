import { definePlugin } from '@lectern/plugin-api';
import { checkTransmission } from './check.js';
import { createTransmissionClient } from './client.js';
import { createDownloadClient } from './download-client.js';
import type { TransmissionSettings } from './settings.js';

export default definePlugin<TransmissionSettings>({
  create(ctx) {
    const client = createTransmissionClient(ctx.http, ctx.settings);
    return {
      provides: { downloadClient: createDownloadClient(client, ctx) },
      check: (call) => checkTransmission(client, ctx.settings, call),
    };
  },
});
