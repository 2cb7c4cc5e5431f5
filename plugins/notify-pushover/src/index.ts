import { definePlugin } from '@lectern/plugin-api';
import { checkPushover } from './check.js';
import { createChoices } from './choices.js';
import { createPushoverClient } from './client.js';
import { createGate } from './gate.js';
import { createNotifier } from './notifier.js';
import type { PushoverSettings } from './settings.js';

export default definePlugin<PushoverSettings>({
  create(ctx) {
    const { http, settings, log } = ctx;
    const now = () => ctx.now();
    const gate = createGate(now, log);
    const client = createPushoverClient(http, settings, now, (quota) => gate.observe(quota));
    return {
      provides: { notifier: createNotifier({ client, gate, http, settings, log }) },
      check: ({ signal }) => checkPushover(client, settings, signal),
      choices: createChoices(client),
    };
  },
});
