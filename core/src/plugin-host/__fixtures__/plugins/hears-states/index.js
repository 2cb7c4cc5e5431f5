import { definePlugin } from '@lectern/plugin-api';

/** Writes down each state that it is told of in `globalThis.lecternFixtureLog`. */
export default definePlugin({
  create: () => ({
    provides: { notifier: { send: async () => undefined } },
    hooks: {
      'plugin.stateChanged': ({ pluginId, integrationId, state }) =>
        globalThis.lecternFixtureLog?.push(`${pluginId} ${integrationId} ${state}`),
    },
    check: async () => ({ ok: true }),
  }),
});
