import { createDetail, createFault, definePlugin } from '@lectern/plugin-api';
import english from './messages/en.json' with { type: 'json' };

const fault = createFault(english);
const detail = createDetail(english);

/** Fails in the way that the title of a message names. */
export default definePlugin({
  create(ctx) {
    return {
      provides: {
        notifier: {
          async send({ title }, { signal }) {
            if (title === 'wrapped') {
              await ctx.http.request({ url: ctx.settings.baseUrl, signal, retry: false }).catch((error) => {
                throw fault('INTEGRATION_UNAVAILABLE', 'down', { values: { reason: error }, cause: error });
              });
            }
            if (title === 'twice') {
              const inner = fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { values: { key: 'inner' } });
              throw fault('INTEGRATION_UNAVAILABLE', 'down', { values: { reason: inner } });
            }
            throw fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { values: { key: ctx.settings.apiKey }, field: 'apiKey' });
          },
        },
      },
      async check() {
        if (ctx.settings.greeting === 'well') {
          return { ok: true, details: ['As it is.', detail('room', { room: { bytes: 70_800_000_000 }, key: ctx.settings.apiKey })] };
        }
        throw fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { values: { key: 'given' } });
      },
    };
  },
});
