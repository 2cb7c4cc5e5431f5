import { definePlugin } from '@lectern/plugin-api';

export default definePlugin({
  create(ctx) {
    const timer = setInterval(() => undefined, 1000);
    return {
      provides: {
        notifier: {
          send: async (message, { signal }) => {
            await ctx.http.request({ method: 'POST', url: ctx.settings.webhookUrl, json: message, signal });
          },
        },
      },
      check: async () => ({ ok: true }),
      stop: () => clearInterval(timer),
    };
  },
});
