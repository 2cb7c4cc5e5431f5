import { definePlugin, type ReleaseQuery } from '@lectern/plugin-api';

interface RulesSettings {
  readonly maxAsked: number;
  readonly addNarrator: boolean;
}

export default definePlugin<RulesSettings>({
  create(ctx) {
    const { settings, storage, log } = ctx;
    const today = () => new Date(ctx.now()).toISOString().slice(0, 10);

    return {
      provides: {},
      check: async () => ({ ok: true }),
      hooks: {
        // veto: the first answer wins; undefined is no opinion
        'request.submitting': async ({ user }) => {
          const asked = (await storage.get<number>(`${today()} ${user.id}`)) ?? 0;
          return asked >= settings.maxAsked ? { refuse: `${settings.maxAsked} requests a day are enough.` } : undefined;
        },

        // transform: a changed copy, or undefined to leave it; late, so that it sees what others have added
        'search.querying': {
          stage: 10,
          handler: ({ request, queries }) => {
            const [narrator] = request.book.narrators;
            const [first] = queries;
            if (!settings.addNarrator || narrator === undefined || first === undefined) return undefined;
            const query: ReleaseQuery = { ...first, text: `${first.title} ${narrator}` };
            return { request, queries: [...queries, query] };
          },
        },

        // told: it has happened
        'request.created': async ({ request }) => {
          const key = `${today()} ${request.user.id}`;
          await storage.set(key, ((await storage.get<number>(key)) ?? 0) + 1);
          log.info('a request was counted', { requestId: request.id });
        },
      },
    };
  },
});
