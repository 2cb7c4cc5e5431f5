import type { Notifier } from '@lectern/plugin-api';
import { notifierContract } from '@lectern/plugin-kit';
import { closeWorlds, createWorld, TOKEN, USER } from './pushover-world.spec.support.js';

notifierContract(
  async ({ timeoutMs }) => {
    const { pushover, context, instance } = await createWorld({ showCover: false }, { timeoutMs });
    const { logs, requests, advance } = context;
    return {
      provider: instance.provides.notifier as Notifier,
      instance,
      target: pushover,
      pushover,
      logs,
      requests,
      advance,
      tearDown: closeWorlds,
    };
  },
  { secrets: [TOKEN, USER], received: ({ pushover }) => pushover.messages.map((message) => JSON.stringify(message)) },
);
