import type { Notifier } from '@lectern/plugin-api';
import { notifierContract } from '@lectern/plugin-kit';
import { closeWorlds, createWorld, TOKEN } from './discord-world.spec.support.js';

notifierContract(
  async ({ timeoutMs }) => {
    const { discord, context, instance } = await createWorld({}, timeoutMs);
    const { logs, requests } = context;
    return { provider: instance.provides.notifier as Notifier, instance, target: discord, discord, logs, requests, tearDown: closeWorlds };
  },
  { secrets: [TOKEN], received: ({ discord }) => discord.messages.map((message) => JSON.stringify(message)) },
);
