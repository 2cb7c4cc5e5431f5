import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { loadPart } from '../api/load-part.js';
import { meQuery, setupQuery } from '../api/queries/session-queries.js';
import { homeQuery, KEPT_LISTS } from '../api/queries/book-queries.js';
import { GROUPS } from '../api/request-status.js';
import type { ProviderKind, RequestGroup, ShelfOutcome } from '../api/types.js';
import { KINDS } from '../api/provider-kinds.js';
import { SHELF_OUTCOMES } from '../api/shelf-outcomes.js';
import { Shell } from '../components/frame/shell.js';
import { NotFoundPage } from '../pages/not-found/not-found-page.js';
import { BootError } from './boot-error.js';
import { text, oneOf, positive } from './search-params.js';

interface RouterContext {
  client: QueryClient;
}
/** State that any page can have: the book open above it. */
interface RootSearch {
  book?: string | undefined;
}
interface ListSearch {
  group?: RequestGroup | undefined;
  page?: number | undefined;
}
interface AdminRequestSearch extends ListSearch {
  search?: string | undefined;
  sort?: 'createdAt' | 'updatedAt' | 'title' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

function LonelyNotFound() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: LonelyNotFound,
  errorComponent: BootError,
  validateSearch: (search): RootSearch => ({ book: text(search['book']) }),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
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

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: ({ context }) => void context.client.prefetchQuery(homeQuery),
  component: lazyRouteComponent(() => loadPart(import('../pages/home/home-page.js')), 'HomePage'),
});
const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: (search): { q?: string | undefined } => ({ q: text(search['q']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/search/search-page.js')), 'SearchPage'),
});
const browseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/browse',
  component: lazyRouteComponent(() => loadPart(import('../pages/browse/browse-layout.js')), 'BrowseLayout'),
});
const browseStartRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/',
  beforeLoad: () => redirect({ to: '/browse/$list', params: { list: 'popular' }, replace: true, throw: true }),
});
const keptListRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/$list',
  beforeLoad: ({ params }) => {
    if (!oneOf(KEPT_LISTS, params.list)) redirect({ to: '/browse/$list', params: { list: 'popular' }, replace: true, throw: true });
  },
  component: lazyRouteComponent(() => loadPart(import('../pages/browse/kept-list-page.js')), 'KeptListPage'),
});
const categoriesRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/categories',
  component: lazyRouteComponent(() => loadPart(import('../pages/browse/categories-page.js')), 'CategoriesPage'),
});
const categoryRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/categories/$categoryId',
  component: lazyRouteComponent(() => loadPart(import('../pages/browse/category-page.js')), 'CategoryPage'),
});
const authorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/authors/$authorId',
  component: lazyRouteComponent(() => loadPart(import('../pages/author/author-page.js')), 'AuthorPage'),
});
const seriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/series/$seriesId',
  component: lazyRouteComponent(() => loadPart(import('../pages/series/series-page.js')), 'SeriesPage'),
});
const bookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/book/$asin',
  component: lazyRouteComponent(() => loadPart(import('../pages/book/book-page.js')), 'BookPage'),
});
const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: (search): ListSearch => ({ group: oneOf(GROUPS, search['group']), page: positive(search['page']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/requests/requests-page.js')), 'RequestsPage'),
});
const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/$requestId',
  component: lazyRouteComponent(() => loadPart(import('../pages/request/request-page.js')), 'RequestPage'),
});
const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => loadPart(import('../pages/account/account-page.js')), 'AccountPage'),
});

const shelvesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shelves',
  component: lazyRouteComponent(() => loadPart(import('../pages/shelves/shelves-page.js')), 'ShelvesPage'),
});
const newShelfRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shelves/new',
  validateSearch: (search): { site?: string | undefined } => ({ site: text(search['site']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/shelves/new-shelf-page.js')), 'NewShelfPage'),
});
const shelfRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shelves/$shelfId',
  validateSearch: (search): { outcome?: ShelfOutcome | undefined; page?: number | undefined } => ({
    outcome: oneOf(SHELF_OUTCOMES, search['outcome']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/shelves/shelf-page.js')), 'ShelfPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  beforeLoad: async ({ context }) => {
    const me = await context.client.ensureQueryData(meQuery);
    if (me?.role !== 'admin') redirect({ to: '/', throw: true });
  },
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/admin-layout.js')), 'AdminLayout'),
});
const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/overview/overview-page.js')), 'OverviewPage'),
});
const approvalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/approvals',
  validateSearch: (search): { page?: number | undefined } => ({ page: positive(search['page']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/approvals/approvals-page.js')), 'ApprovalsPage'),
});
const allRequestsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/requests',
  validateSearch: (search): AdminRequestSearch => ({
    group: oneOf(GROUPS, search['group']),
    page: positive(search['page']),
    search: text(search['search']),
    sort: oneOf(['createdAt', 'updatedAt', 'title'], search['sort']),
    order: oneOf(['asc', 'desc'], search['order']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/requests/all-requests-page.js')), 'AllRequestsPage'),
});
const integrationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/integrations/integrations-page.js')), 'IntegrationsPage'),
});
const newIntegrationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations/new',
  validateSearch: (search): { plugin?: string | undefined; kind?: ProviderKind | undefined } => ({
    plugin: text(search['plugin']),
    kind: oneOf(KINDS, search['kind']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/integrations/new-integration-page.js')), 'NewIntegrationPage'),
});
const integrationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations/$integrationId',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/integrations/integration-page.js')), 'IntegrationPage'),
});
const pluginsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/plugins',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/plugins/plugins-page.js')), 'PluginsPage'),
});
const installPluginRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/plugins/install',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/plugins/install-plugin-page.js')), 'InstallPluginPage'),
});
const libraryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library',
  validateSearch: (search): { search?: string | undefined; page?: number | undefined } => ({
    search: text(search['search']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/library/library-page.js')), 'LibraryPage'),
});
const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/users/users-page.js')), 'UsersPage'),
});
const apiTokensRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/api-tokens',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/api-tokens/api-tokens-page.js')), 'ApiTokensPage'),
});
const jobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/jobs/jobs-page.js')), 'JobsPage'),
});
const backupsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/backups',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/backups/backups-page.js')), 'BackupsPage'),
});
const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/audit/audit-page.js')), 'AuditPage'),
});
const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/settings/settings-page.js')), 'SettingsPage'),
});

const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/link',
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/link-page.js')), 'LinkPage'),
});
const returnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/return/$provider',
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/return-page.js')), 'ReturnPage'),
});
const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/register',
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
  component: lazyRouteComponent(() => loadPart(import('../pages/sign-in/sign-in-page.js')), 'SignInPage'),
});
const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: async ({ context }) => {
    const setup = await context.client.fetchQuery({ ...setupQuery, staleTime: 0 });
    if (setup.complete) redirect({ to: '/', throw: true });
  },
  component: lazyRouteComponent(() => loadPart(import('../pages/setup/setup-page.js')), 'SetupPage'),
});

const routeTree = rootRoute.addChildren([
  linkRoute,
  returnRoute,
  registerRoute,
  signInRoute,
  setupRoute,
  shellRoute.addChildren([
    homeRoute,
    browseRoute.addChildren([browseStartRoute, categoriesRoute, categoryRoute, keptListRoute]),
    searchRoute,
    authorRoute,
    seriesRoute,
    bookRoute,
    requestsRoute,
    requestRoute,
    accountRoute,
    shelvesRoute,
    newShelfRoute,
    shelfRoute,
    adminRoute.addChildren([
      overviewRoute,
      approvalsRoute,
      allRequestsRoute,
      integrationsRoute,
      newIntegrationRoute,
      integrationRoute,
      pluginsRoute,
      installPluginRoute,
      libraryRoute,
      usersRoute,
      apiTokensRoute,
      jobsRoute,
      backupsRoute,
      auditRoute,
      settingsRoute,
    ]),
  ]),
]);

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: BootError,
    defaultNotFoundComponent: NotFoundPage,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
