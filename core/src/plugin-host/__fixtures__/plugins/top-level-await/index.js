import { definePlugin } from '@lectern/plugin-api';

const greeting = await Promise.resolve('hello');

export default definePlugin({
  create: () => ({ provides: { notifier: { send: async () => greeting } }, check: async () => ({ ok: true }) }),
});
