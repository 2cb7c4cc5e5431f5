type Filter = Readonly<Record<string, string | number | boolean | undefined>>;

/** Every key of the query cache, so that live events and mutations address the same entries as the pages. */
export const queryKeys = {
  me: ['me'] as const,
  setup: ['setup'] as const,
  providers: ['auth-providers'] as const,
  apiTokens: ['api-tokens'] as const,
  ownSessions: ['own-sessions'] as const,
  ownIdentities: ['own-identities'] as const,
  waysToConfirm: ['ways-to-confirm'] as const,
  books: ['books'] as const,
  home: ['books', 'home'] as const,
  homeArrangement: ['home-arrangement'] as const,
  bookList: (list: string) => ['books', 'list', list] as const,
  category: (id: string) => ['books', 'category', id] as const,
  categories: ['categories'] as const,
  author: (id: string) => ['author', id] as const,
  authorBooks: (id: string) => ['books', 'author', id] as const,
  series: (id: string) => ['series', id] as const,
  seriesBooks: (id: string) => ['books', 'series', id] as const,
  bookSearch: (query: string) => ['books', 'search', query] as const,
  book: (asin: string) => ['books', 'book', asin] as const,
  allDownloadStatuses: ['download-status'] as const,
  downloadStatus: (asin: string) => ['download-status', asin] as const,
  quota: ['quota'] as const,
  ebook: (asin: string) => ['ebook', asin] as const,
  requestLists: ['requests', 'list'] as const,
  requestList: (filter: Filter) => ['requests', 'list', normalized(filter)] as const,
  request: (id: string) => ['requests', 'detail', id] as const,
  candidates: (id: string) => ['requests', 'candidates', id] as const,
  notifications: ['notifications'] as const,
  admin: ['admin'] as const,
  downloads: ['admin', 'downloads'] as const,
  metrics: ['admin', 'metrics'] as const,
  plugins: ['admin', 'plugins'] as const,
  integrations: ['admin', 'integrations'] as const,
  choices: (area: string, pluginId: string, savedId: string | undefined, name: string, draft: string) =>
    ['choices', area, pluginId, savedId, name, draft] as const,
  settings: ['admin', 'settings'] as const,
  settingsForms: ['admin', 'settings-forms'] as const,
  ignored: ['ignored'] as const,
  ignoredPage: (page: number) => ['ignored', page] as const,
  following: ['following'] as const,
  shelves: ['shelves'] as const,
  shelfProviders: ['shelves', 'providers'] as const,
  shelfList: ['shelves', 'list'] as const,
  shelfBooks: (id: string, outcome: string, page: number) => ['shelves', 'books', id, outcome, page] as const,
  templatePreview: (template: string) => ['admin', 'template', template] as const,
  subscriptions: ['admin', 'subscriptions'] as const,
  jobs: ['admin', 'jobs'] as const,
  backups: ['admin', 'backups'] as const,
  users: (page: number) => ['admin', 'users', page] as const,
  audit: (filter: Filter) => ['admin', 'audit', normalized(filter)] as const,
  auditChoices: ['admin', 'audit-choices'] as const,
  everyonesTokens: ['admin', 'api-tokens'] as const,
  userChoices: ['admin', 'users', 'choices'] as const,
  pendingUsers: ['admin', 'users', 'pending'] as const,
  allUsers: ['admin', 'users'] as const,
  library: (search: string, page: number) => ['admin', 'library', search, page] as const,
  likelyMatches: (page: number) => ['admin', 'library', { likely: page }] as const,
  allLibrary: ['admin', 'library'] as const,
  folder: (path: string) => ['admin', 'folder', path] as const,
  version: ['version'] as const,
};

/** Gives equal filters the same key, whatever the order of their members and with or without empty ones. */
function normalized(filter: Filter): Filter {
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}
