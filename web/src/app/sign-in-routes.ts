import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadPart } from '../api/load-part.js';
import { setupQuery } from '../api/queries/session-queries.js';
import { rootRoute } from './root-routes.js';
import { BootError } from './route-errors.js';
import { text } from './search-params.js';

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/link',
  errorComponent: BootError,
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/link-page.js')), 'LinkPage'),
});
const decideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/decide',
  errorComponent: BootError,
  component: lazyRouteComponent(() => loadPart(import('../pages/decide/decide-page.js')), 'DecidePage'),
});
const returnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/return/$provider',
  errorComponent: BootError,
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/return-page.js')), 'ReturnPage'),
});
const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/register',
  errorComponent: BootError,
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/register-page.js')), 'RegisterPage'),
});
const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search): { next?: string | undefined } => ({ next: text(search['next']) }),
  beforeLoad: async ({ context }) => {
    const setup = await context.client.fetchQuery(setupQuery);
    if (!setup.complete) redirect({ to: '/setup', throw: true });
  },
  errorComponent: BootError,
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/sign-in-page.js')), 'SignInPage'),
});
const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: async ({ context }) => {
    const setup = await context.client.fetchQuery({ ...setupQuery, staleTime: 0 });
    if (setup.complete) redirect({ to: '/', throw: true });
  },
  errorComponent: BootError,
  component: lazyRouteComponent(() => loadPart(import('../pages/setup/setup-page.js')), 'SetupPage'),
});

/** The pages for people who are not signed in yet. */
export const signInRoutes = [linkRoute, decideRoute, returnRoute, registerRoute, signInRoute, setupRoute] as const;
