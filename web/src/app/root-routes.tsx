import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { meQuery, setupQuery } from '../api/queries/session-queries.js';
import { Shell } from '../components/frame/shell.js';
import { BootError } from './route-errors.js';
import { text } from './search-params.js';

interface RouterContext {
  client: QueryClient;
}
/** State that any page can have: the book open above it. */
interface RootSearch {
  book?: string | undefined;
  /** The region of that book, where it is not the server's. */
  region?: string | undefined;
}

/** Around everything, signed in or not. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: BootError,
  validateSearch: (search): RootSearch => ({ book: text(search['book']), region: text(search['region']) }),
});

/** Around every page for people who are signed in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: BootError,
  beforeLoad: async ({ context, location }) => {
    const me = await context.client.ensureQueryData(meQuery);
    if (me) {
      // an admin who left setup unfinished continues it from here; every other page stays open
      const isBegun = me.role === 'admin' && location.pathname === '/' && !(await context.client.ensureQueryData(setupQuery)).complete;
      if (isBegun) redirect({ to: '/setup', throw: true });
      return;
    }
    const setup = await context.client.fetchQuery(setupQuery);
    if (!setup.complete) redirect({ to: '/setup', throw: true });
    redirect({ to: '/sign-in', search: { next: location.href === '/' ? undefined : location.href }, throw: true });
  },
});
