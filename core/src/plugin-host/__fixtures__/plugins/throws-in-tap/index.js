import { definePlugin } from '@lectern/plugin-api';

const fail = () => {
  throw new Error('thrown in a tap');
};

export default definePlugin({
  create: () => ({
    provides: { notifier: { send: async () => undefined } },
    hooks: { 'request.created': fail, 'notification.composing': fail, 'request.submitting': fail },
    check: async () => ({ ok: true }),
  }),
});
