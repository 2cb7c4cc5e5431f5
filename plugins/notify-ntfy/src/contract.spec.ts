import type { Notifier } from '@lectern/plugin-api';
import { notifierContract } from '@lectern/plugin-kit';
import { closeWorlds, createWorld, TOKEN, TOPIC } from './ntfy-world.spec.support.js';

notifierContract(
  async ({ timeoutMs }) => {
    const { ntfy, context, instance } = await createWorld({}, { token: TOKEN, timeoutMs });
    const { logs, requests } = context;
    return { provider: instance.provides.notifier as Notifier, instance, target: ntfy, ntfy, logs, requests, tearDown: closeWorlds };
  },
  { secrets: [TOKEN, TOPIC], received: ({ ntfy }) => ntfy.messages.map((message) => JSON.stringify(message)) },
);
