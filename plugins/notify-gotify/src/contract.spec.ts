import type { Notifier } from '@lectern/plugin-api';
import { notifierContract } from '@lectern/plugin-kit';
import { closeWorlds, createWorld, TOKEN } from './gotify-world.spec.support.js';

notifierContract(
  async ({ timeoutMs }) => {
    const { gotify, context, instance } = await createWorld({}, timeoutMs);
    const { logs, requests } = context;
    return { provider: instance.provides.notifier as Notifier, instance, target: gotify, gotify, logs, requests, tearDown: closeWorlds };
  },
  { secrets: [TOKEN], received: ({ gotify }) => gotify.messages.map((message) => JSON.stringify(message)) },
);
