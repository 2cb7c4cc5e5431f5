import { ebookSourceContract } from '@lectern/plugin-kit';
import { closeWorlds, createWorld, KEY, QUERY } from './annas-world.spec.support.js';

// each way to a file separately, so that a fault of one is not hidden by the other
const WAYS = {
  'by slow downloads': { memberKey: '', useSlowDownloads: true },
  'by the member interface': { memberKey: KEY, useSlowDownloads: false },
} as const;

for (const [way, settings] of Object.entries(WAYS)) {
  describe(`Anna's Archive ${way}`, () => {
    ebookSourceContract(
      async ({ timeoutMs }) => {
        const { archive, context, instance, source } = await createWorld(settings, { timeoutMs });
        return { provider: source, instance, target: archive, logs: context.logs, requests: context.requests, tearDown: closeWorlds };
      },
      { secrets: [KEY], found: QUERY, nothing: { ...QUERY, title: 'Nobody has written this', authors: ['Nobody'] } },
    );
  });
}
