import { definePlugin } from '@lectern/plugin-api';

/** Has somebody look, while its code runs, at whose code runs. */
globalThis.lecternFixtureLook?.();

export default definePlugin({
  create: () => ({
    provides: { notifier: { async send() {} } },
    hooks: { 'request.created': () => globalThis.lecternFixtureLook?.() },
    async check() {
      return { ok: true };
    },
  }),
});
