import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { BookListFilter } from '../api/book-list-filter.js';
import { loadPart } from '../api/load-part.js';
import { HOME_LISTS, KEPT_LISTS } from '../api/queries/book-list-queries.js';
import { homeQuery } from '../api/queries/book-queries.js';
import { STATISTICS_PERIODS, type StatisticsPeriod } from '../api/queries/statistics-queries.js';
import { SHELF_OUTCOMES } from '../api/shelf-outcomes.js';
import type { ReportState, RequestType, ShelfOutcome } from '../api/types.js';
import { NotFoundPage } from '../pages/not-found/not-found-page.js';
import { shellRoute } from './root-routes.js';
import { bookListFilter, oneOf, positive, requestListFilter, text } from './search-params.js';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: ({ context }) => void context.client.prefetchQuery(homeQuery),
  component: lazyRouteComponent(() => loadPart(import('../pages/home/home-page.js')), 'HomePage'),
});
const homeListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/home/$list',
  validateSearch: bookListFilter,
  beforeLoad: ({ params }) => {
    if (!oneOf(HOME_LISTS, params.list)) redirect({ to: '/', replace: true, throw: true });
  },
  component: lazyRouteComponent(() => loadPart(import('../pages/home/home-list-page.js')), 'HomeListPage'),
});
const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: (search): BookListFilter & { q?: string | undefined } => ({ ...bookListFilter(search), q: text(search['q']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/search/search-page.js')), 'SearchPage'),
});
const releasesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/releases',
  validateSearch: (search): { words?: string | undefined; type?: RequestType | undefined } => ({
    words: text(search['words'])?.slice(0, 300),
    type: oneOf(['audiobook', 'ebook'] as const, search['type']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/releases/releases-page.js')), 'ReleasesPage'),
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
  validateSearch: bookListFilter,
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
  validateSearch: bookListFilter,
  component: lazyRouteComponent(() => loadPart(import('../pages/browse/category-page.js')), 'CategoryPage'),
});
const authorByNameRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/authors',
  validateSearch: (search): { name?: string | undefined } => ({ name: text(search['name']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/author/author-by-name.js')), 'AuthorByName'),
});
const authorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/authors/$authorId',
  validateSearch: bookListFilter,
  component: lazyRouteComponent(() => loadPart(import('../pages/author/author-page.js')), 'AuthorPage'),
});
const narratorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/narrator',
  validateSearch: (search): BookListFilter & { name?: string | undefined } => ({ ...bookListFilter(search), name: text(search['name']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/narrator/narrator-page.js')), 'NarratorPage'),
});
const seriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/series/$seriesId',
  validateSearch: (search): Pick<BookListFilter, 'notInLibrary'> => ({ notInLibrary: bookListFilter(search).notInLibrary }),
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
  validateSearch: requestListFilter,
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

const accountNotificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account/notifications',
  component: lazyRouteComponent(
    () => loadPart(import('../pages/account/notifications/notification-settings-page.js')),
    'NotificationSettingsPage',
  ),
});
const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  component: lazyRouteComponent(() => loadPart(import('../pages/notifications/notifications-page.js')), 'NotificationsPage'),
});

const shelvesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shelves',
  component: lazyRouteComponent(() => loadPart(import('../pages/shelves/shelves-page.js')), 'ShelvesPage'),
});
const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: (search): { state?: ReportState | undefined; page?: number | undefined } => ({
    state: oneOf(['open', 'resolved', 'dismissed'], search['state']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/reports/reports-page.js')), 'ReportsPage'),
});
const reportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports/$reportId',
  component: lazyRouteComponent(() => loadPart(import('../pages/reports/report-page.js')), 'ReportPage'),
});
const comingUpRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/coming-up',
  component: lazyRouteComponent(() => loadPart(import('../pages/coming-up/coming-up-page.js')), 'ComingUpPage'),
});
const statisticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/statistics',
  validateSearch: (search): { of?: 'household' | undefined; person?: string | undefined; period?: StatisticsPeriod | undefined } => ({
    of: oneOf(['household'] as const, search['of']),
    person: text(search['person'])?.slice(0, 36),
    period: oneOf(STATISTICS_PERIODS, search['period']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/statistics/statistics-page.js')), 'StatisticsPage'),
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

const shareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/share',
  validateSearch: (search): { title?: string | undefined; text?: string | undefined; url?: string | undefined } => ({
    title: text(search['title']),
    text: text(search['text']),
    url: text(search['url']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/share/share-page.js')), 'SharePage'),
});

/** An address that no page has is told so in the frame; whoever is not signed in is asked to sign in first. */
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

/** The pages for everybody who is signed in. */
export const memberRoutes = [
  browseRoute.addChildren([browseStartRoute, categoriesRoute, categoryRoute, keptListRoute]),
  homeRoute,
  homeListRoute,
  searchRoute,
  shareRoute,
  releasesRoute,
  authorByNameRoute,
  authorRoute,
  narratorRoute,
  seriesRoute,
  bookRoute,
  requestsRoute,
  requestRoute,
  accountRoute,
  accountNotificationsRoute,
  notificationsRoute,
  shelvesRoute,
  reportsRoute,
  reportRoute,
  comingUpRoute,
  statisticsRoute,
  newShelfRoute,
  shelfRoute,
  unknownRoute,
] as const;
