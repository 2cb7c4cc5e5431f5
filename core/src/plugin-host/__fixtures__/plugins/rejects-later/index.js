import { definePlugin } from '@lectern/plugin-api';

export default definePlugin({
  create: () => ({
    provides: {
      notifier: {
        send: async () => {
          await new Promise((resolve) => setTimeout(resolve, 120));
          throw new Error('rejected after nobody waits any more');
        },
      },
    },
    check: async () => ({ ok: true }),
  }),
});
