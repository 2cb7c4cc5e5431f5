import { definePlugin } from '@lectern/plugin-api';

/** Answers with its settings, and writes down what happens to it in `globalThis.lecternFixtureLog`. */
const log = (line) => globalThis.lecternFixtureLog?.push(line);

export default definePlugin({
  create(ctx) {
    const { greeting } = ctx.settings;
    let isDown = false;
    if (greeting === 'throw in create') throw new Error('cannot be created');
    return {
      provides: {
        notifier: {
          async send(message, { signal }) {
            if (message.title === 'hang') await new Promise((resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
            if (message.title === 'ignore signal') await new Promise(() => undefined);
            if (message.title === 'defect') throw new TypeError('undefined is not a function');
            if (message.title === 'fetch') await ctx.http.request({ url: `${ctx.settings.baseUrl}/x`, signal });
            if (message.title === 'break' || message.title === 'mend') isDown = message.title === 'break';
            log(`${greeting}: ${message.title}`);
            return greeting;
          },
        },
      },
      hooks: { 'request.created': (payload) => log(`${greeting} heard of ${payload.request.id}`) },
      choices: { greetings: async ({ draft }) => [{ value: `${draft.greeting}!`, title: 'Loud\u202e\n' }] },
      async check({ lectern }) {
        if (greeting === 'bad key') {
          const error = new Error(`key ${ctx.settings.apiKey} refused`);
          throw Object.assign(error, { code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey', [Symbol.for('lectern.IntegrationError')]: true });
        }
        if (isDown) {
          const error = new Error('The service is down.');
          throw Object.assign(error, { code: 'INTEGRATION_UNAVAILABLE', [Symbol.for('lectern.IntegrationError')]: true });
        }
        return { ok: true, version: '1.2.3\u202e', details: [greeting === 'tell of Lectern' ? JSON.stringify(lectern ?? null) : greeting] };
      },
      async start() {
        log(`${greeting} starts`);
        if (greeting === 'hang in start') await new Promise(() => undefined);
        if (greeting === 'down at start' && globalThis.lecternFixtureDown) {
          throw Object.assign(new Error('down'), { code: 'INTEGRATION_UNAVAILABLE', [Symbol.for('lectern.IntegrationError')]: true });
        }
      },
      async stop(reason) {
        log(`${greeting} stops: ${reason}`);
        if (greeting === 'hang in stop') return new Promise(() => undefined);
        if (greeting === 'throw in stop') throw new Error('cannot stop');
      },
    };
  },
  migrateSettings: ({ hello, ...rest }) => (hello === undefined ? rest : { ...rest, greeting: hello }),
});
