/**
 * What paths of the API and of pages begin with. With one of them as the base path, an address with it and one without it could not be told
 * apart: behind a proxy that removes the path, `/requests` would be the start page as well as the list of requests.
 */
export const OWN_PATHS: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'api',
  'assets',
  'authors',
  'book',
  'browse',
  'coming-up',
  'decide',
  'home',
  'metrics',
  'narrator',
  'notifications',
  'releases',
  'reports',
  'requests',
  'search',
  'series',
  'setup',
  'share',
  'shelves',
  'sign-in',
  'statistics',
]);
