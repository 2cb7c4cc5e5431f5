import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { BASE_PATH } from '../api/base-path.js';
import { NotFoundPage } from '../pages/not-found/not-found-page.js';
import { adminRoutes } from './admin-routes.js';
import { PageError } from './route-errors.js';
import { memberRoutes } from './member-routes.js';
import { rootRoute, shellRoute } from './root-routes.js';
import { signInRoutes } from './sign-in-routes.js';

const routeTree = rootRoute.addChildren([...signInRoutes, shellRoute.addChildren([...memberRoutes, adminRoutes])]);

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: BASE_PATH || '/',
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
