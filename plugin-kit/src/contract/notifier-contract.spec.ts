import { IntegrationError, type NotificationMessage, type Notifier } from '@lectern/plugin-api';
import { notifierRows } from './notifier-contract.js';
import { ask, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

interface Service {
  readonly posts: string[];
}

const LONGEST = 2000;

const reference: Reference<Notifier, Service> = {
  service() {
    const posts: string[] = [];
    return {
      posts,
      handle({ path, request }) {
        if (path === '/check') return { json: {} };
        const { text } = request.json as { text: string };
        if (text.length > LONGEST) return { status: 400 };
        posts.push(text);
        return { json: { id: posts.length } };
      },
    };
  },
  create: (context) => ({
    async send({ title, lines }, { signal }) {
      const text = [title, ...lines].join('\n').slice(0, LONGEST);
      const { id } = await ask<{ id?: number }>(context, '/posts', signal, { method: 'POST', json: { text } });
      if (id === undefined) throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'the service says nothing of the message');
    },
  }),
};

provesSuite(
  'a notifier',
  reference,
  (make) => notifierRows(make, { secrets: [SECRET], patienceMs: 800, received: ({ service }) => service.posts }).rows,
  [
    {
      what: 'does not wait for the service',
      but: (right) => ({ send: async (message, call) => void right.send(message, call).catch(() => undefined) }),
      caughtBy: /^send ← 500.*got answer/,
    },
    {
      what: 'sends twice',
      but: (right) => ({
        async send(message, call) {
          await right.send(message, call);
          await right.send(message, call);
        },
      }),
      caughtBy: /^send resolves.*one message is one message/,
    },
    {
      what: 'sends nothing',
      but: () => ({ send: async () => undefined }),
      caughtBy: /^send resolves/,
    },
    {
      what: 'does not keep within the limits of the service',
      but: (_right, { context }) => ({
        async send({ title, lines }, { signal }) {
          await ask(context, '/posts', signal, { method: 'POST', json: { text: [title, ...lines].join('\n') } });
        },
      }),
      caughtBy: /^send makes hostile/,
    },
    {
      what: 'wants lines',
      but: (right) => ({
        async send(message, call) {
          if (message.lines.length === 0) throw new IntegrationError('INTEGRATION_UNSUPPORTED', 'nothing to say');
          await right.send(message, call);
        },
      }),
      caughtBy: /^send takes a message that is nothing but a title/,
    },
    {
      what: 'gives up for good after a fault',
      but: (right) => {
        let isDead = false;
        return {
          async send(message, call) {
            if (isDead) throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'failed before');
            await right.send(message, call).catch((error: unknown) => {
              isDead = true;
              throw error;
            });
          },
        };
      },
      caughtBy: /^a message the service refuses/,
    },
    {
      what: 'drops what comes while it is busy',
      but: (right) => {
        let isBusy = false;
        return {
          async send(message, call) {
            if (isBusy) return;
            isBusy = true;
            await right.send(message, call).finally(() => (isBusy = false));
          },
        };
      },
      caughtBy: /^messages side by side/,
    },
    {
      what: 'changes the message it is given',
      but: (right) => ({
        send(message, call) {
          (message as { -readonly [K in keyof NotificationMessage]: NotificationMessage[K] }).title =
            'Changed: A Walk, Hostile, Only a title';
          return right.send(message, call);
        },
      }),
      caughtBy: /^send resolves.*written into its arguments/,
    },
  ],
);
