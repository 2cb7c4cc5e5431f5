/* global setInterval, clearInterval */
// A development server with sample data: node dev/mock-server.mjs [port] [--fresh]
// It speaks the HTTP API well enough to work on the pages and serves dist. Not part of the product.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { BACKUPS, makeBackup } from './mock-backups.mjs';
import * as data from './mock-data.mjs';
import { PROVIDERS, SHELF_BOOKS, SHELVES } from './mock-shelves.mjs';

const PORT = Number(process.argv[2] ?? 3939);
const DIST = resolve(import.meta.dirname, '../dist');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
};
const CSP =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

const books = data.createBooks();
const requests = data.createRequests(books);
const integrations = data.createIntegrations();
const jobs = data.createJobs();
const settings = structuredClone(data.SETTINGS);
let notifications = structuredClone(data.NOTIFICATIONS);
const setup = { complete: !process.argv.includes('--fresh'), admin: false, library: false };
const sessions = new Set(['dev-admin', 'dev-user', 'dev-empty', 'dev-safe']);
const streams = new Set();

class Problem extends Error {
  constructor(status, code, detail, errors) {
    super(detail);
    Object.assign(this, { status, code, errors });
  }
}
const paged = (items, query) => {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 20);
  return { items: items.slice((page - 1) * limit, page * limit), page, limit, total: items.length };
};
const emit = (type, payload) => streams.forEach((stream) => stream.write(`event: ${type}\ndata: ${JSON.stringify(payload)}\n\n`));
const DETAIL_ONLY = ['timeline', 'stages', 'release', 'downloadClient', 'files'];
const summary = (request) => Object.fromEntries(Object.entries(request).filter(([name]) => !DETAIL_ONLY.includes(name)));
const findRequest = (id) => requests.find((request) => request.id === id) ?? fail(404, 'not_found', 'There is no such request.');
const fail = (status, code, detail, errors) => {
  throw new Problem(status, code, detail, errors);
};
const annotate = (book) => {
  const request = requests.find((candidate) => candidate.book.asin === book.asin && !['cancelled', 'denied'].includes(candidate.status));
  const has = request?.status === 'available';
  return {
    ...book,
    availability: has ? 'available' : request ? 'requested' : 'none',
    request: request ? { id: request.id, status: request.status, mine: request.mine, username: request.user.displayName } : null,
    // every third book is there to be read
    ebookItem: Number(book.asin.slice(1, 4)) % 3 === 0 ? { id: 'e1', integrationId: integrations[4].id, title: book.title } : null,
    libraryItem: has ? { id: 'l1', integrationId: integrations[4].id, title: book.title } : null,
  };
};
function move(request, status, stage, group, message) {
  Object.assign(request, {
    status,
    stage,
    group,
    reason: message ? { code: 'sample', message, since: new Date().toISOString() } : null,
    statusSince: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
  });
  const at = request.stages.findIndex((entry) => entry.stage === stage);
  request.stages.forEach((entry, index) =>
    Object.assign(entry, {
      state: status === 'available' || index < at ? 'done' : index === at ? (group === 'closed' ? 'failed' : 'current') : 'todo',
    }),
  );
  request.timeline.push({ id: `t${Math.random()}`, at: new Date().toISOString(), event: 'state', to: status, message: message ?? 'Done.' });
  request.actions = group === 'closed' || status === 'available' ? [] : ['cancel'];
  emit('request.updated', { request: summary(request) });
}
function run(request) {
  setTimeout(() => move(request, 'searching', 'approved', 'active', 'Prowlarr is asked.'), 800);
  setTimeout(() => {
    request.progress = { fraction: 0, bytesDone: 0, bytesTotal: 4e8, downBps: 2e7, etaSeconds: 20 };
    move(request, 'downloading', 'downloading', 'active', 'Transmission downloads the release.');
    const timer = setInterval(() => {
      if (request.status !== 'downloading') return clearInterval(timer);
      const progress = request.progress;
      progress.fraction = Math.min(1, progress.fraction + 0.1);
      Object.assign(progress, { bytesDone: progress.fraction * 4e8, etaSeconds: (1 - progress.fraction) * 20 });
      emit('request.updated', { request: summary(request) });
      if (progress.fraction < 1) return;
      clearInterval(timer);
      delete request.progress;
      move(request, 'available', 'in_library', 'completed', null);
    }, 1000);
  }, 2500);
}
const checkAnswer = (values) => {
  const url = String(values?.baseUrl ?? '');
  if (url.includes('wrong'))
    return {
      ok: false,
      error: { code: 'INTEGRATION_UNAVAILABLE', message: 'No answer from this address: the name cannot be resolved.', field: 'baseUrl' },
      tookMs: 31,
    };
  if (String(values?.apiKey ?? '').startsWith('bad'))
    return { ok: false, error: { code: 'INTEGRATION_UNAUTHORIZED', message: 'Prowlarr refused this key.', field: 'apiKey' }, tookMs: 44 };
  return { ok: true, version: '1.24.3', details: ['5 indexers, 4 of them for audiobooks'], tookMs: 128 };
};
const counts = (list) =>
  Object.fromEntries(
    ['active', 'waiting', 'completed', 'attention', 'closed'].map((group) => [
      group,
      list.filter((request) => request.group === group).length,
    ]),
  );

const routes = [
  [
    'GET',
    '/api/setup/status',
    () => ({
      complete: setup.complete,
      steps: {
        admin: setup.admin,
        library: setup.library,
        integrations: { catalog: 1, indexer: 1, downloadClient: 0, mediaServer: 0, notifier: 0 },
      },
    }),
  ],
  [
    'POST',
    '/api/setup/admin',
    ({ body, res }) => {
      if (body.token !== 'token') fail(403, 'setup_token_invalid', 'This is not the setup token.');
      setup.admin = true;
      res.setHeader('set-cookie', ['lectern_session=dev-admin; Path=/; HttpOnly', 'lectern_csrf=c; Path=/']);
      return { user: data.USERS[0] };
    },
  ],
  [
    'POST',
    '/api/setup/library',
    ({ body }) => {
      const ok = !String(body.path).includes('missing');
      setup.library = ok;
      return {
        ok,
        saved: ok,
        steps: [
          { name: 'exists', ok, message: ok ? 'The folder exists.' : 'There is no such folder. Create it, or correct the path.' },
          ...(ok
            ? [
                { name: 'write', ok: true, message: 'Lectern may write there.' },
                { name: 'hardlink', ok: true, message: 'Files can be hard-linked from the downloads folder: no second copy is needed.' },
              ]
            : []),
        ],
      };
    },
  ],
  ['POST', '/api/setup/complete', () => void (setup.complete = true)],
  ['GET', '/api/auth/providers', () => ({ local: true, registration: true, external: data.EXTERNAL })],
  [
    'POST',
    '/api/auth/local/login',
    ({ body, res }) => {
      if (body.password === 'wrong') fail(401, 'invalid_credentials', 'The user name or the password is wrong.');
      const session = body.username === 'ben' ? 'dev-user' : 'dev-admin';
      res.setHeader('set-cookie', [`lectern_session=${session}; Path=/; HttpOnly`, 'lectern_csrf=c; Path=/']);
      return { user: me(session) };
    },
  ],
  ['POST', '/api/auth/refresh', () => fail(401, 'auth_required', 'Sign in first.')],
  ['POST', '/api/auth/logout', ({ res }) => void res.setHeader('set-cookie', 'lectern_session=; Path=/; Max-Age=0')],
  ['GET', '/api/auth/me', ({ session }) => ({ user: me(session) })],
  ['POST', '/api/auth/change-password', () => undefined],
  [
    'POST',
    '/api/auth/register',
    ({ body }) => {
      if (data.USERS.some(({ username }) => username === body.username)) {
        const message = `The username ${body.username} is taken.`;
        fail(409, 'username_taken', message, [{ path: '/username', message }]);
      }
      return { pending: true };
    },
  ],
  ['PATCH', '/api/user/profile', ({ session, body }) => ({ user: { ...me(session), ...body } })],
  ['GET', '/api/user/identities', () => ({ items: data.IDENTITIES })],
  ['POST', '/api/user/identities/:id/login', () => undefined],
  ['DELETE', '/api/user/identities/:id', () => undefined],
  ['POST', '/api/auth/token/login', () => fail(401, 'login_token_invalid', 'This link is not good any more. Ask an admin for a new one.')],
  ['GET', '/api/user/quota', () => ({ limit: 5, days: 7, used: 3, left: 2, nextAt: null })],
  [
    'GET',
    '/api/audiobooks/:asin/download-status',
    () => ({
      allowed: false,
      reason: { code: 'not_requested', message: 'Files can be downloaded by those who asked for the book or follow the request.' },
      downloads: [],
    }),
  ],
  ['GET', '/api/user/sessions', () => ({ items: data.SESSIONS })],
  [
    'GET',
    '/api/user/api-tokens',
    ({ session }) => ({ items: session === 'dev-empty' ? [] : data.API_TOKENS, page: 1, limit: 100, total: 2 }),
  ],
  ['POST', '/api/user/api-tokens', () => ({ token: `lect_${'Example'.repeat(6)}x`, apiToken: data.API_TOKENS[0] })],
  ['GET', '/api/admin/audit', () => ({ items: data.AUDIT, page: 1, limit: 50, total: data.AUDIT.length })],
  [
    'POST',
    '/api/admin/users/:id/login-token',
    () => ({
      token: 'x',
      path: `/sign-in/link#${'Example'.repeat(6)}x`,
      url: null,
      expiresAt: new Date(Date.now() + 72 * 3_600_000).toISOString(),
    }),
  ],
  [
    'GET',
    '/api/home',
    ({ session }) => ({
      sections:
        session === 'dev-empty'
          ? []
          : [
              { id: 'popular', title: 'Popular', items: books.slice(20, 40).map(annotate) },
              {
                id: 'new-releases',
                title: 'New',
                items: [...books.slice(0, 4), ...books.slice(9, 20)].map(annotate),
                stale: true,
                fetchedAt: new Date(Date.now() - 8 * 3.6e6).toISOString(),
              },
              {
                id: 'in-progress',
                title: 'In progress',
                items: requests.filter((request) => ['active', 'waiting'].includes(request.group)).map((request) => annotate(request.book)),
              },
              {
                id: 'recently-added',
                title: 'Added',
                items: requests.filter((request) => request.status === 'available').map((request) => annotate(request.book)),
              },
            ],
    }),
  ],
  [
    'GET',
    '/api/audiobooks/search',
    ({ query }) => {
      const q = (query.get('q') ?? '').toLowerCase();
      if (q === 'error')
        fail(503, 'catalogue_unavailable', 'The catalogue does not answer. Results you have seen before can still be opened.');
      const found = paged(
        books
          .filter((book) =>
            `${book.title} ${book.authors[0].name} ${book.narrators} ${book.series[0]?.name ?? ''}`.toLowerCase().includes(q),
          )
          .map(annotate),
        query,
      );
      return { ...found, hasMore: found.page * found.limit < found.total };
    },
  ],
  [
    'GET',
    '/api/audiobooks/:asin',
    ({ params }) => {
      const book =
        books.find((candidate) => candidate.asin === params.asin) ?? fail(404, 'unknown_book', 'The catalogue knows no such book.');
      return {
        book: annotate(book),
        editions: books.indexOf(book) % 2 === 0 ? books.slice(5, 7).map((edition) => annotate({ ...edition, title: book.title })) : [],
      };
    },
  ],
  [
    'GET',
    '/api/requests',
    ({ query, session }) => {
      let list = session === 'dev-empty' ? [] : requests.filter((request) => query.get('scope') === 'all' || request.mine);
      const search = (query.get('search') ?? '').toLowerCase();
      if (search) list = list.filter((request) => `${request.book.title} ${request.user.username}`.toLowerCase().includes(search));
      const group = query.get('group');
      const status = query.get('status');
      const shown = list.filter((request) => (!group || request.group === group) && (!status || request.status === status));
      const sort = query.get('sort') ?? 'createdAt';
      const value = (request) => (sort === 'title' ? request.book.title : request[sort]);
      shown.sort((a, b) => value(a).localeCompare(value(b)) * (query.get('order') === 'asc' ? 1 : -1));
      return { ...paged(shown.map(summary), query), counts: counts(list) };
    },
  ],
  [
    'POST',
    '/api/requests',
    ({ body, session }) => {
      const book =
        books.find((candidate) => candidate.asin === body.asin) ?? fail(404, 'unknown_book', 'The catalogue knows no such book.');
      const template = requests[13];
      const now = new Date().toISOString();
      const waits = session === 'dev-user';
      const user = me(session);
      const request = {
        ...structuredClone(template),
        id: randomUUID(),
        book,
        mine: true,
        user: { id: user.id, username: user.username, displayName: user.displayName },
        createdAt: now,
        updatedAt: now,
        timeline: [],
      };
      requests.unshift(request);
      if (waits) move(request, 'awaiting_approval', 'asked', 'attention', 'An admin has to approve this request.');
      else {
        move(request, 'pending', 'approved', 'active', 'Waiting for its turn to be searched.');
        run(request);
      }
      return { request: summary(request), outcome: 'created' };
    },
  ],
  ['GET', '/api/requests/:id', ({ params }) => ({ request: findRequest(params.id) })],
  [
    'GET',
    '/api/requests/:id/candidates',
    ({ params }) =>
      findRequest(params.id).downloadAttempts > 0 || findRequest(params.id).status === 'awaiting_search'
        ? {
            search: data.SEARCH,
            candidates: data.CANDIDATES.map((candidate) => ({
              ...candidate,
              picked: candidate.picked && findRequest(params.id).downloadAttempts > 0,
            })),
          }
        : { search: null, candidates: [] },
  ],
  ['POST', '/api/requests/:id/subscribe', ({ params }) => void (findRequest(params.id).subscribed = true)],
  ['DELETE', '/api/requests/:id/subscribe', ({ params }) => void (findRequest(params.id).subscribed = false)],
  [
    'POST',
    '/api/requests/:id/cancel',
    ({ params }) => {
      move(findRequest(params.id), 'cancelled', 'asked', 'closed', 'Cancelled by Anna.');
      return { request: summary(findRequest(params.id)) };
    },
  ],
  ['POST', '/api/requests/:id/search', ({ params }) => (run(findRequest(params.id)), { searchId: 's1' })],
  ['POST', '/api/requests/:id/:verb', ({ params }) => (run(findRequest(params.id)), { request: summary(findRequest(params.id)) })],
  [
    'POST',
    '/api/admin/requests/:id/deny',
    ({ params, body }) => {
      move(findRequest(params.id), 'denied', 'asked', 'closed', `Denied by Anna: ${body.reason}`);
      return { request: summary(findRequest(params.id)) };
    },
  ],
  [
    'POST',
    '/api/admin/requests/:id/:verb',
    ({ params }) => {
      move(findRequest(params.id), 'pending', 'approved', 'active', 'Waiting for its turn to be searched.');
      run(findRequest(params.id));
      return { request: summary(findRequest(params.id)) };
    },
  ],
  [
    'GET',
    '/api/notifications',
    ({ session }) =>
      session === 'dev-empty'
        ? { items: [], unread: 0 }
        : { items: notifications, unread: notifications.filter((item) => !item.read).length },
  ],
  [
    'POST',
    '/api/notifications/read',
    ({ body }) =>
      void (notifications = notifications.map((item) => ({ ...item, read: item.read || !body?.ids || body.ids.includes(item.id) }))),
  ],
  [
    'GET',
    '/api/admin/downloads/active',
    ({ session }) => ({
      items:
        session === 'dev-empty'
          ? []
          : requests
              .filter((request) => request.status === 'downloading')
              .map((request) => ({
                requestId: request.id,
                title: request.book.title,
                client: 'Transmission',
                state: 'downloading',
                progress: request.progress.fraction,
                downBps: request.progress.downBps,
                etaSeconds: request.progress.etaSeconds,
              })),
    }),
  ],
  ['GET', '/api/admin/metrics', () => ({ requests: { available: 128, downloading: 2 }, users: 3, libraryItems: 412, jobs: {} })],
  [
    'GET',
    '/api/admin/plugins',
    ({ session }) => ({
      items: session === 'dev-empty' ? data.PLUGINS.filter(({ origin }) => origin === 'bundled') : data.PLUGINS,
      safeMode: session === 'dev-safe',
      apiVersion: '1.1.0',
      registry: 'https://registry.npmjs.org/',
    }),
  ],
  ['GET', '/api/admin/plugins/mode', ({ session }) => ({ safeMode: session === 'dev-safe' })],
  [
    'GET',
    '/api/admin/plugins/package',
    ({ query }) => {
      const spec = query.get('spec') ?? '';
      const at = spec.indexOf('@', 1);
      const [name, wanted] = at < 0 ? [spec] : [spec.slice(0, at), spec.slice(at + 1)];
      if (!/^(@[\w-]+\/)?lectern-plugin-/.test(name)) {
        const message = `“${name}” is not the name of a plugin. Plugins are called lectern-plugin-… or @somebody/lectern-plugin-….`;
        fail(422, 'install_name_invalid', message);
      }
      if (wanted?.includes('9')) {
        const message = `The registry registry.npmjs.org has no ${name} ${wanted}; it has 3.0.0-beta.1, 2.1.0, 2.0.0. Give one of those it has, or none for the newest.`;
        fail(404, 'install_no_such_version', message);
      }
      return {
        ...{ name, version: '2.1.0', id: 'notify-lighthouse', displayName: 'Lighthouse', provides: ['notifier'], api: '^1.0.0' },
        ...{ compatible: true, description: 'Blinks a lamp when a book has come in.', ...(wanted ? { wanted } : {}) },
      };
    },
  ],
  [
    'GET',
    '/api/admin/plugins/updates',
    () => ({ items: [{ id: 'shelf-driftwood', version: '0.5.0', compatible: true }], checkedAt: new Date().toISOString() }),
  ],
  [
    'GET',
    '/api/admin/plugins/search',
    ({ query }) => {
      const text = query.get('q') ?? '';
      const message =
        'The registry registry.npmjs.org cannot be reached: registry.npmjs.org: no such host. Check LECTERN_PLUGIN_REGISTRY and the network, or upload the package as a .tgz file.';
      if (text === 'error') return { items: [], total: 0, problem: { code: 'INSTALL_REGISTRY_UNREACHABLE', message } };
      const items = data.FOUND_PLUGINS.filter(({ name }) => name.includes(text));
      return { items, total: items.length };
    },
  ],
  [
    'GET',
    '/api/admin/plugins/versions',
    () => ({
      latest: '2.1.0',
      versions: [
        { version: '3.0.0-beta.1', compatible: false, api: '^2.0.0' },
        { version: '2.1.0', compatible: true, api: '^1.0.0' },
        { version: '2.0.0', compatible: true, api: '^1.0.0', deprecated: 'It blinks too often.' },
      ],
    }),
  ],
  [
    'POST',
    '/api/admin/plugins/install',
    ({ body }) => {
      const now = new Date().toISOString();
      const times = { createdAt: now, startedAt: now, runAt: now };
      const job = {
        id: randomUUID(),
        name: 'plugins.install',
        title: 'Install a plugin',
        subject: body.name,
        attempt: 1,
        maxAttempts: 1,
        ...times,
      };
      Object.assign(job, { state: 'running', progress: { done: 2, total: 5, message: 'Installing what it needs.' } });
      jobs.items.unshift(job);
      emit('job.updated', { job });
      return { jobId: job.id };
    },
  ],
  [
    'PATCH',
    '/api/admin/plugins/:id',
    ({ params, body }) => {
      const plugin = data.PLUGINS.find(({ id }) => id === params.id);
      const { enabled, ignoreCompatibility } = Object.assign(plugin, body);
      return Object.assign(plugin, {
        state: enabled ? (plugin.compatible || ignoreCompatibility ? 'ready' : 'incompatible') : 'disabled',
      });
    },
  ],
  ['GET', '/api/user/shelves/providers', () => ({ items: PROVIDERS })],
  ['GET', '/api/user/shelves', ({ session }) => ({ items: session === 'dev-empty' ? [] : SHELVES })],
  [
    'GET',
    '/api/user/shelves/:id/books',
    ({ query }) =>
      paged(
        SHELF_BOOKS.filter((book) => !query.get('outcome') || book.outcome === query.get('outcome')),
        query,
      ),
  ],
  ['POST', '/api/user/shelves/choices', () => ({ choices: [{ value: 'to-read', title: 'Want to read (to-read)' }] })],
  ['POST', '/api/user/shelves/check', () => ({ ok: true, details: ['It has 186 books.'], tookMs: 180 })],
  ['GET', '/api/admin/integrations', ({ session }) => ({ items: session === 'dev-empty' ? [] : integrations })],
  ['POST', '/api/admin/integrations/check', ({ body }) => checkAnswer(body.settings)],
  [
    'POST',
    '/api/admin/integrations/choices',
    ({ body }) => {
      if (!body.settings.baseUrl) fail(422, 'settings_invalid', 'Give the address first.');
      return {
        choices: [
          { value: 1, title: 'AudioBay' },
          { value: 2, title: 'ShelfTracker' },
          { value: 3, title: 'BookNest' },
          { value: 4, title: 'OldTapes' },
        ],
      };
    },
  ],
  [
    'GET',
    '/api/admin/integrations/:id',
    ({ params }) => integrations.find((item) => item.id === params.id) ?? fail(404, 'not_found', 'There is no such integration.'),
  ],
  [
    'POST',
    '/api/admin/integrations',
    ({ body }) => {
      if (String(body.settings.baseUrl ?? '').includes('invalid'))
        fail(422, 'settings_invalid', 'Some settings are not valid.', [{ path: '/baseUrl', message: 'This host may not be used.' }]);
      const plugin = data.PLUGINS.find((item) => item.id === body.pluginId);
      const integration = {
        ...structuredClone(integrations[0]),
        id: randomUUID(),
        pluginId: body.pluginId,
        pluginName: plugin.displayName,
        installed: true,
        provides: plugin.provides,
        name: body.name,
        settings: body.settings,
        secretsSet: [],
        enabled: true,
      };
      integrations.push(integration);
      return { integration };
    },
  ],
  [
    'PATCH',
    '/api/admin/integrations/:id',
    ({ params, body }) => {
      const integration = integrations.find((item) => item.id === params.id);
      Object.assign(integration, { ...body, settings: { ...integration.settings, ...body.settings } });
      return { integration };
    },
  ],
  [
    'DELETE',
    '/api/admin/integrations/:id',
    ({ params }) =>
      void integrations.splice(
        integrations.findIndex((item) => item.id === params.id),
        1,
      ),
  ],
  [
    'POST',
    '/api/admin/integrations/:id/check',
    ({ params }) => {
      const integration = integrations.find((item) => item.id === params.id);
      return integration.health.lastError ? { ok: false, error: integration.health.lastError, tookMs: 240 } : checkAnswer({});
    },
  ],
  [
    'PUT',
    '/api/admin/integrations/:id/path-mappings',
    ({ params, body }) => ({
      integration: Object.assign(
        integrations.find((item) => item.id === params.id),
        { pathMappings: body.mappings },
      ),
    }),
  ],
  [
    'POST',
    '/api/admin/integrations/:id/path-mappings/test',
    ({ params, body }) => {
      const rule = integrations.find((item) => item.id === params.id).pathMappings?.find((item) => body.path.startsWith(item.remote));
      const local = rule ? body.path.replace(rule.remote, rule.local) : body.path;
      return {
        remote: body.path,
        local,
        rule,
        existsHere: Boolean(rule),
        message: rule ? 'The rule applies and the folder exists here.' : 'No rule applies, and this folder does not exist here.',
      };
    },
  ],
  ['GET', '/api/admin/settings', () => settings],
  [
    'PATCH',
    '/api/admin/settings',
    ({ body }) => {
      if (body.library?.path === '')
        fail(422, 'settings_invalid', 'The library folder is needed.', [{ path: '/library/path', message: 'Give a folder.' }]);
      for (const [key, value] of Object.entries(body)) Object.assign(settings[key], value);
      return settings;
    },
  ],
  [
    'POST',
    '/api/admin/settings/path-template/preview',
    ({ body }) =>
      body.template.includes('{title}')
        ? {
            ok: true,
            errors: [],
            samples: [
              { book: 'Salt Roads', path: 'Ibrahim Okafor/Salt Roads/Salt Roads.m4b' },
              {
                book: 'The Lamplighter’s Almanac',
                path: 'Edith Marlowe/The Tarn Chronicles/1 - The Lamplighter’s Almanac/The Lamplighter’s Almanac.m4b',
              },
            ],
          }
        : {
            ok: false,
            errors: [
              {
                code: 'TITLE_MISSING',
                message: 'The template needs {title}: without it, two books of an author share one folder.',
                position: body.template.length,
              },
            ],
            samples: [],
          },
  ],
  [
    'GET',
    '/api/admin/notifications/subscriptions',
    () => ({
      events: [
        { id: 'request.created', title: 'A request is made' },
        { id: 'request.awaiting_approval', title: 'A request waits for approval' },
        { id: 'request.available', title: 'A book is in the library' },
        { id: 'request.attention', title: 'A request needs a person' },
      ],
      items: [{ integrationId: integrations[5]?.id, events: ['request.available'] }],
    }),
  ],
  ['PUT', '/api/admin/notifications/subscriptions/:id', () => undefined],
  ['GET', '/api/admin/jobs', ({ session }) => (session === 'dev-empty' ? { schedules: jobs.schedules, items: [] } : jobs)],
  [
    'POST',
    '/api/admin/jobs/:name/run',
    ({ params }) => {
      const schedule = jobs.schedules.find((item) => item.name === params.name);
      const now = new Date().toISOString();
      const job = {
        id: randomUUID(),
        name: params.name,
        title: schedule?.title ?? params.name,
        state: 'running',
        attempt: 1,
        maxAttempts: 1,
        createdAt: now,
        startedAt: now,
        runAt: now,
        progress: { done: 0, total: 10 },
      };
      jobs.items.unshift(job);
      const timer = setInterval(() => {
        job.progress.done += 1;
        if (job.progress.done >= 10) Object.assign(job, { state: 'done', finishedAt: new Date().toISOString() });
        emit('job.updated', { job });
        if (job.state !== 'running') clearInterval(timer);
      }, 500);
      return { jobId: job.id };
    },
  ],
  [
    'POST',
    '/api/admin/jobs/runs/:id/cancel',
    ({ params }) => {
      const job = jobs.items.find((item) => item.id === params.id);
      Object.assign(job, { state: 'cancelled', finishedAt: new Date().toISOString() });
      emit('job.updated', { job });
    },
  ],
  [
    'GET',
    '/api/admin/library',
    ({ query, session }) => {
      const search = (query.get('search') ?? '').toLowerCase();
      const { id: integrationId, name: server } = integrations[4];
      const examples = ['The Left Hand of Darkness', 'Project Hail Mary'];
      const loss = { integrationId, server, libraryId: 'l1', library: 'Audiobooks', known: 412, missing: 398, examples };
      const page = paged(
        (session === 'dev-empty' ? [] : books)
          .filter((book) => book.title.toLowerCase().includes(search))
          .map((book, n) => ({
            id: book.asin,
            integrationId: integrations[4].id,
            title: book.title,
            authors: book.authors.map((author) => author.name),
            formats: n % 3 ? ['audiobook'] : ['audiobook', 'ebook'],
            ...(n % 4 ? { asin: book.asin, matchedBy: ['hash', 'asin', 'manual'][n % 3] } : {}),
            path: `/library/${book.authors[0].name}/${book.title}`,
            addedAt: new Date(Date.now() - n * 8e7).toISOString(),
          })),
        query,
      );
      return { ...page, losses: session === 'dev-empty' ? [] : [loss] };
    },
  ],
  ['POST', '/api/admin/library/scan', () => ({ jobId: jobs.items[0].id })],
  [
    'GET',
    '/api/admin/users',
    ({ query }) =>
      paged(
        data.USERS.filter(({ state }) => state === (query.get('state') ?? state)),
        query,
      ),
  ],
  [
    'POST',
    '/api/admin/users',
    ({ body }) => {
      if (data.USERS.some((user) => user.username === body.username))
        fail(409, 'username_taken', 'This user name is taken.', [{ path: '/username', message: 'This user name is taken.' }]);
      data.USERS.push({
        id: randomUUID(),
        permissions: { autoApprove: null, interactiveSearch: null, downloadAccess: null },
        createdAt: new Date().toISOString(),
        displayName: body.username,
        ...body,
      });
      return {};
    },
  ],
  [
    'PATCH',
    '/api/admin/users/:id',
    ({ params, body }) =>
      Object.assign(
        data.USERS.find((user) => user.id === params.id),
        body,
      ),
  ],
  [
    'DELETE',
    '/api/admin/users/:id',
    ({ params }) =>
      void data.USERS.splice(
        data.USERS.findIndex((user) => user.id === params.id),
        1,
      ),
  ],
  [
    'GET',
    '/api/admin/filesystem/browse',
    ({ query }) => {
      const path = query.get('path') || '/srv';
      return {
        path,
        parent: path === '/' ? null : path.split('/').slice(0, -1).join('/') || '/',
        entries: ['audiobooks', 'downloads', 'ebooks'].map((name) => ({ name, path: `${path}/${name}`, kind: 'dir' })),
      };
    },
  ],
  ['GET', '/api/admin/backups', ({ session }) => ({ items: session === 'dev-empty' ? [] : BACKUPS })],
  [
    'POST',
    '/api/admin/backups',
    () => {
      const now = new Date().toISOString();
      const times = { createdAt: now, startedAt: now, runAt: now };
      const job = { id: randomUUID(), name: 'backups.create', title: 'Make a backup', attempt: 1, maxAttempts: 3, ...times };
      Object.assign(job, { state: 'running', progress: { done: 6, total: 24, message: 'Writing requests.' } });
      jobs.items.unshift(job);
      emit('job.updated', { job });
      setTimeout(() => {
        BACKUPS.unshift(makeBackup());
        Object.assign(job, { state: 'done', finishedAt: new Date().toISOString() });
        delete job.progress;
        emit('job.updated', { job });
      }, 4000);
      return { jobId: job.id };
    },
  ],
  [
    'DELETE',
    '/api/admin/backups/:name',
    ({ params }) => {
      const at = BACKUPS.findIndex(({ name }) => name === params.name);
      if (at < 0) fail(404, 'not_found', 'There is no such backup.');
      BACKUPS.splice(at, 1);
    },
  ],
  ['GET', '/api/version', () => ({ version: '0.1.0' })],
];

function me(session) {
  if (session === 'dev-user')
    return { ...data.USERS[1], hasPassword: false, permissions: { autoApprove: false, interactiveSearch: false, downloadAccess: true } };
  return { ...data.USERS[0], hasPassword: true };
}
function match(method, path) {
  for (const [verb, pattern, handler] of routes) {
    if (verb !== method) continue;
    const names = [];
    const expression = new RegExp(`^${pattern.replace(/:(\w+)/g, (_all, name) => (names.push(name), '([^/]+)'))}$`);
    const found = expression.exec(path);
    if (found) return { handler, params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1])])) };
  }
  return undefined;
}
async function readBody(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
}
async function file(path, res) {
  for (const candidate of [path, '/index.html']) {
    try {
      const body = await readFile(join(DIST, candidate));
      res.writeHead(200, { 'content-type': TYPES[extname(candidate)] ?? 'application/octet-stream', 'content-security-policy': CSP });
      return res.end(body);
    } catch {
      // Unknown paths get the page, which routes by itself.
    }
  }
  return res.writeHead(404).end();
}

async function handle(req, res) {
  const url = new URL(req.url, 'http://localhost');
  const session = /lectern_session=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1] ?? '';
  if (!url.pathname.startsWith('/api')) return file(url.pathname === '/' ? '/index.html' : url.pathname, res);
  if (url.pathname.startsWith('/api/covers/')) {
    const index = books.findIndex((book) => url.pathname.endsWith(book.asin));
    return res.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=600' }).end(data.coverSvg(index));
  }
  try {
    const open = url.pathname.startsWith('/api/setup') || (url.pathname.startsWith('/api/auth/') && url.pathname !== '/api/auth/me');
    if (!open && !sessions.has(session)) fail(401, 'auth_required', 'Sign in first.');
    if (url.pathname === '/api/events') {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      res.write(': hello\n\n');
      streams.add(res);
      return req.on('close', () => streams.delete(res));
    }
    const found = match(req.method, url.pathname) ?? fail(404, 'not_found', `No route ${req.method} ${url.pathname}`);
    const body = await readBody(req);
    const answer = await found.handler({ params: found.params, query: url.searchParams, body, session, res });
    if (answer === undefined) return res.writeHead(204).end();
    return res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch (error) {
    const { status = 500, code = 'internal', message, errors } = error;
    if (status === 500) console.error(error);
    return res
      .writeHead(status, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ type: 'about:blank', title: code, status, code, detail: message, errors, requestId: 'req-mock' }));
  }
}

createServer((req, res) => void handle(req, res)).listen(PORT, '127.0.0.1', () => console.log(`mock server on http://localhost:${PORT}`));
