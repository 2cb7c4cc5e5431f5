import { shelfProviderContract } from '@lectern/plugin-kit';
import { booksOf, closeWorlds, createWorld, FEED_KEY } from './goodreads-world.spec.support.js';

const BOOKS = booksOf(5);
// a page instead of a feed: the shelf is not public
const except = { html: ['INTEGRATION_FORBIDDEN'] } as const;

shelfProviderContract(
  async ({ timeoutMs }) => {
    const { site, context, instance, shelf } = await createWorld(
      BOOKS,
      { feedKey: FEED_KEY },
      { timeoutMs, pageSize: 2, feedKey: FEED_KEY },
    );
    return { provider: shelf, instance, target: site, site, logs: context.logs, requests: context.requests, tearDown: closeWorlds };
  },
  {
    secrets: [FEED_KEY],
    titles: () => BOOKS.map(({ title }) => title),
    empty: ({ site }) => void site.profiles[0]?.shelves['to-read']?.splice(0),
    except: { check: except, describe: except, books: except, 'books in the middle of a walk': except },
  },
);
