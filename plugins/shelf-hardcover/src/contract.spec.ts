import { shelfProviderContract } from '@lectern/plugin-kit';
import { booksOf, closeWorlds, createWorld, TOKEN } from './hardcover-world.spec.support.js';

const BOOKS = booksOf(130);

shelfProviderContract(
  async ({ timeoutMs }) => {
    const { site, context, instance, shelf } = await createWorld(BOOKS, {}, timeoutMs);
    return { provider: shelf, instance, target: site, site, logs: context.logs, requests: context.requests, tearDown: closeWorlds };
  },
  {
    secrets: [TOKEN],
    titles: () => BOOKS.map(({ title }) => title),
    empty: ({ site }) => void (site.users[0]?.statuses[1] as unknown[]).splice(0),
  },
);
