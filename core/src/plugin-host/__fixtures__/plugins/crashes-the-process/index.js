import { definePlugin } from '@lectern/plugin-api';

export default definePlugin({
  create() {
    setImmediate(function crash() {
      throw new Error('uncaught in a plugin');
    });
    return { provides: { notifier: { send: async () => undefined } }, check: async () => ({ ok: true }) };
  },
});
