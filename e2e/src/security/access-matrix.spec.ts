import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { BARE_PASSWORD, bearer, cookies, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import {
  fillPath,
  resourceOf,
  sample,
  sampleQuery,
  SAFE_METHODS,
  send,
  type WalkAnswer,
  type WalkedRoute,
} from './route-walk.spec.support.js';
import { SCOPES, walkedThings, type Scope, type WalkedPerson } from './walked-things.spec.support.js';

/** Codes with which a request is turned away before its handler sees it. */
const GATE_CODES = ['auth_required', 'csrf_failed', 'admin_required', 'permission_required', 'scope_missing', 'confirmation_required'];

/** Routes that anybody may call. Every other route needs a session; a new one here is a decision. */
const PUBLIC = [
  'GET /api/auth/providers',
  'GET /api/docs',
  'GET /api/docs/{file}',
  // for who holds a link of one's own making
  'GET /api/downloads',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/setup/status',
  'GET /api/version',
  'POST /api/auth/admin/login',
  'POST /api/auth/external/{id}/begin',
  'POST /api/auth/external/{id}/finish',
  'POST /api/auth/external/{id}/login',
  'POST /api/auth/local/login',
  'POST /api/auth/logout',
  'POST /api/auth/refresh',
  'POST /api/auth/register',
  'POST /api/auth/token/login',
  'POST /api/setup/admin',
];

/**
 * Routes that an API token with `admin:write` may call, and no others. A new one here is a decision, because a leaked token must not
 * leave behind a way in that outlives it.
 */
const OPEN_TO_WRITING_TOKENS = [
  'DELETE /api/admin/book-mappings',
  'DELETE /api/admin/integrations/{id}',
  'DELETE /api/admin/plugins/{id}',
  'DELETE /api/admin/users/{id}',
  'PATCH /api/admin/integrations/{id}',
  'PATCH /api/admin/plugins/{id}',
  'PATCH /api/admin/requests/{id}/search-terms',
  'PATCH /api/admin/settings',
  'PATCH /api/admin/users/{id}',
  'POST /api/admin/backups',
  'POST /api/admin/integrations',
  'POST /api/admin/integrations/check',
  'POST /api/admin/integrations/choices',
  'POST /api/admin/integrations/{id}/check',
  'POST /api/admin/integrations/{id}/path-mappings/test',
  'POST /api/admin/jobs/runs/{id}/cancel',
  'POST /api/admin/jobs/{name}/run',
  'POST /api/admin/library/scan',
  'POST /api/admin/library/{id}/link',
  'POST /api/admin/library/{id}/reject',
  'POST /api/admin/notifications/test/{integrationId}',
  'POST /api/admin/requests/{id}/accept-import',
  'POST /api/admin/requests/{id}/approve',
  'POST /api/admin/requests/{id}/deny',
  'POST /api/admin/requests/{id}/reject-release',
  'POST /api/admin/requests/{id}/retry-download',
  'POST /api/admin/works/changes/{id}/undo',
  'POST /api/admin/works/merge',
  'POST /api/admin/works/split',
  'PUT /api/admin/book-mappings',
  'PUT /api/admin/integrations/{id}/path-mappings',
  'PUT /api/admin/notifications/subscriptions/{integrationId}',
  'PUT /api/admin/settings/auto-approve',
  'PUT /api/admin/settings/download-access',
  'PUT /api/admin/settings/interactive-search',
  'PUT /api/admin/settings/quota',
];

/** Routes that decide who gets in, or whose code runs, with bodies that do. A new one here is a decision. */
const CONFIRMED: Readonly<Record<string, readonly object[]>> = {
  'DELETE /api/admin/integrations/{id}': [{}],
  'DELETE /api/admin/plugins/{id}': [{}],
  'PATCH /api/admin/integrations/{id}': [{ enabled: true }, { settings: { issuer: 'http://127.0.0.1:8' } }, { name: 'Another' }],
  'PATCH /api/admin/plugins/{id}': [{ enabled: false }, { enabled: true }, { ignoreCompatibility: true }],
  'PATCH /api/admin/settings': [
    { signIn: { newAccounts: 'open' } },
    { signIn: { registration: 'open' } },
    { signIn: { linkByEmail: true } },
    { server: { publicUrl: 'https://evil.example' } },
    { server: { language: 'en', publicUrl: null }, requests: { autoApprove: false } },
  ],
  'PATCH /api/admin/users/{id}': [
    { role: 'admin' },
    { password: 'another horse battery' },
    { state: 'active' },
    { state: 'disabled' },
    { email: 'mine@evil.example' },
    { displayName: 'Somebody', email: null },
  ],
  'POST /api/admin/api-tokens': [{ name: 'More', scopes: ['read'], userId: randomUUID() }],
  'POST /api/admin/integrations': [
    { pluginId: 'sign-in-oidc', name: 'Mine', settings: { issuer: 'http://127.0.0.1:9', clientId: 'mine' } },
    { pluginId: 'media-audiobookshelf', name: 'Mine', settings: { baseUrl: 'http://127.0.0.1:9', apiKey: 'x' } },
    { pluginId: 'media-plex', name: 'Mine', settings: {} },
  ],
  'POST /api/admin/plugins/install': [{ name: 'lectern-plugin-mine' }],
  'POST /api/admin/plugins/upload': [{}],
  'POST /api/admin/plugins/{id}/release': [{}],
  'POST /api/admin/plugins/{id}/rollback': [{}],
  'POST /api/admin/plugins/{id}/update': [{ version: '1.0.0' }],
  'POST /api/admin/users': [{ username: 'backdoor', password: 'another horse battery', role: 'admin' }],
  'POST /api/admin/users/{id}/login-token': [{}],
  'POST /api/user/api-tokens': [{ name: 'More', scopes: ['read', 'admin:read'] }],
};

type Outcome =
  | 'allowed'
  | '401 auth_required'
  | '403 scope_missing'
  | '403 admin_required'
  | '403 permission_required'
  | '403 csrf_failed'
  | '403 confirmation_required'
  | '404 not_found';

interface Caller {
  readonly name: string;
  /** Its headers; a new session for each call, as some calls end theirs. */
  readonly headers: () => Promise<Record<string, string>>;
  readonly expected: (route: WalkedRoute) => Outcome;
}

function nameOf({ method, path }: WalkedRoute): string {
  return `${method} ${path}`;
}

function outcomeOf(answer: WalkAnswer): string {
  if (answer.status >= 500 && answer.code !== 'catalogue_unavailable') return `${answer.status} ${answer.code}: a fault`;
  return answer.code !== undefined && GATE_CODES.includes(answer.code) ? `${answer.status} ${answer.code}` : 'allowed';
}

/** Like {@link outcomeOf}; resources of somebody else do not exist. */
function ownedOutcome({ access }: WalkedRoute, answer: WalkAnswer): string {
  const isHidden = access.rule === 'user' && access.owns !== undefined && answer.code === 'not_found';
  return isHidden ? `404 ${answer.code}` : outcomeOf(answer);
}

describe('access to every route', function () {
  this.timeout(60_000);

  let server: BareServer;
  const ids: Record<WalkedPerson, string> = {
    admin: '',
    owner: '',
    stranger: '',
    searcher: '',
    subscriber: '',
    downloader: '',
    outsider: '',
  };

  const { resources, apiToken, signInIntegration } = walkedThings(() => server, ids);

  async function call(
    route: WalkedRoute,
    headers: Record<string, string>,
    method: string = route.method,
    thing: () => Promise<string> = async () => (await resources[resourceOf(route.path) ?? '']?.()) ?? '',
    body: unknown = route.body && sample(route.body),
  ): Promise<WalkAnswer> {
    await server.forgetAttempts();
    const path = resourceOf(route.path) === undefined ? route.path : fillPath(route.path, await thing());
    return send(`${server.url}${path}${sampleQuery(route)}`, {
      method,
      headers: { ...headers, ...(route.body ? { 'content-type': 'application/json' } : {}) },
      ...(route.body ? { body: JSON.stringify(body) } : {}),
    });
  }

  const as =
    (who: keyof typeof ids, how: (session: OpenSession) => Record<string, string> = bearer): Caller['headers'] =>
    async () =>
      how(await server.session(ids[who]));

  /** A session that held once; the same for all calls, as nothing can end it again. */
  function over(end: (session: OpenSession) => Promise<void>): Caller['headers'] {
    let headers: Promise<Record<string, string>> | undefined;
    async function make(): Promise<Record<string, string>> {
      const session = await server.session(await server.createUser(`gone-${randomUUID()}`, 'admin'));
      await end(session);
      return bearer(session);
    }
    return () => (headers ??= make());
  }

  const isPublic = ({ access }: WalkedRoute): boolean => access.rule === 'public';
  const isWrite = ({ method }: WalkedRoute): boolean => !SAFE_METHODS.includes(method);
  /** Resources that belong to the owner alone do not exist for admins either. */
  const admin: Caller['expected'] = ({ access }) => (access.rule === 'user' && access.owns?.ownerOnly ? '404 not_found' : 'allowed');
  const nobody: Caller['expected'] = (route) => (isPublic(route) ? 'allowed' : '401 auth_required');

  /** A user, by their relation to the request in question. */
  function user(relation: 'owner' | 'subscriber' | 'stranger', may?: 'interactiveSearch' | 'downloadAccess'): Caller['expected'] {
    return ({ access }) => {
      if (access.rule === 'public') return 'allowed';
      if (access.rule === 'admin') return '403 admin_required';
      if (access.permission && access.permission !== may) return '403 permission_required';
      if (!access.owns || relation === 'owner' || (relation === 'subscriber' && access.owns.orSubscribes)) return 'allowed';
      return '404 not_found';
    };
  }

  async function expire(id: string): Promise<void> {
    const past = new Date(Date.now() - 1_000).toISOString();
    await server.app.services.database.transaction((tx) => tx.run('UPDATE api_tokens SET expires_at = ? WHERE id = ?', [past, id]));
  }

  /** A token made once; `spoil` changes it before it is used. */
  function token(
    who: 'admin' | 'owner',
    scopes: readonly Scope[],
    spoil: (made: Awaited<ReturnType<typeof apiToken>>) => Promise<void> = async () => undefined,
  ): Caller['headers'] {
    let made: ReturnType<typeof apiToken> | undefined;
    async function make(): ReturnType<typeof apiToken> {
      const fresh = await apiToken(ids[who], scopes);
      await spoil(fresh);
      return fresh;
    }
    return async () => {
      const { row, token } = await (made ??= make());
      // there are more routes than a token may call in a minute
      await server.app.services.rateLimiter.reset('api-token', row.id);
      return { authorization: `Bearer ${token}` };
    };
  }

  /** Scopes are checked before everything else that a signed-in caller needs. */
  function tokenOf(scopes: readonly Scope[], owner: Caller['expected']): Caller['expected'] {
    return (route) => {
      if (isPublic(route)) return 'allowed';
      const isOpen = route.scopes !== 'none' && route.scopes.some((scope) => scopes.includes(scope));
      return isOpen ? owner(route) : '403 scope_missing';
    };
  }

  const callers: readonly Caller[] = [
    ...SCOPES.map((scope): Caller => {
      const scopes = [scope];
      return { name: `an admin's token for ${scope}`, headers: token('admin', scopes), expected: tokenOf(scopes, admin) };
    }),
    ...SCOPES.filter((scope) => !scope.startsWith('admin:')).map((scope): Caller => {
      const expected = tokenOf([scope], user('owner'));
      return { name: `a user's token for ${scope}`, headers: token('owner', [scope]), expected };
    }),
    {
      name: 'a token that has expired',
      headers: token('admin', SCOPES, ({ row }) => expire(row.id)),
      expected: nobody,
    },
    {
      name: 'a token that was revoked',
      headers: token('admin', SCOPES, ({ row }) => server.app.services.apiTokens.revoke(row.id, { name: 'spec' })),
      expected: nobody,
    },
    { name: 'nobody', headers: async () => ({}), expected: nobody },
    {
      name: 'an API token that does not exist',
      headers: async () => ({ authorization: 'Bearer lect_0123456789abcdef' }),
      expected: nobody,
    },
    { name: 'the owner', headers: as('owner'), expected: user('owner') },
    { name: 'another user', headers: as('stranger'), expected: user('stranger') },
    { name: 'another user who may search', headers: as('searcher'), expected: user('stranger', 'interactiveSearch') },
    { name: 'another user who may download', headers: as('outsider'), expected: user('stranger', 'downloadAccess') },
    { name: 'a subscriber', headers: as('subscriber'), expected: user('subscriber') },
    { name: 'a subscriber who may download', headers: as('downloader'), expected: user('subscriber', 'downloadAccess') },
    { name: 'an admin', headers: as('admin'), expected: admin },
    {
      name: 'an admin’s page with its CSRF token',
      headers: as('admin', (session) => ({ ...cookies(session), 'x-csrf-token': session.csrfToken })),
      expected: admin,
    },
    {
      name: 'an admin’s cookie without the CSRF header',
      headers: as('admin', cookies),
      expected: (route) => (isWrite(route) ? '403 csrf_failed' : admin(route)),
    },
    {
      name: 'a deleted admin with a token that is still good',
      headers: over((session) => server.app.services.users.remove(session.userId, { name: 'spec' })),
      expected: nobody,
    },
    {
      name: 'an admin whose sessions were ended',
      headers: over((session) => server.app.services.users.endSessions(session.userId, { name: 'spec' })),
      expected: nobody,
    },
    {
      name: 'an admin who signed out',
      headers: over((session) => server.app.services.auth.signOut(undefined, { token: session.refreshToken })),
      expected: nobody,
    },
    {
      name: 'an admin who became a user meanwhile',
      headers: over(async (session) => void (await server.app.services.users.update(session.userId, { role: 'user' }, { name: 'spec' }))),
      expected: nobody,
    },
  ];

  before(async () => {
    server = await startBareServer();
    ids.admin = await server.createUser('root', 'admin');
    ids.owner = await server.createUser('owner');
    ids.stranger = await server.createUser('stranger');
    ids.searcher = await server.createUser('searcher', 'user', { interactiveSearch: true });
    ids.subscriber = await server.createUser('subscriber');
    ids.downloader = await server.createUser('downloader', 'user', { downloadAccess: true });
    ids.outsider = await server.createUser('outsider', 'user', { downloadAccess: true });
  });
  after(() => server.stop());

  it('is declared for all of them, and open only where that was decided', () => {
    const open = server.app.routes.filter(isPublic).map(nameOf);
    expect(open.sort()).to.deep.equal(PUBLIC);
  });

  it('is walked with something real behind every path parameter', () => {
    const needed = new Set(server.app.routes.flatMap(({ path }) => resourceOf(path) ?? []));
    expect(
      [...needed].filter((resource) => !Object.hasOwn(resources, resource)),
      'resources the walk does not know',
    ).to.deep.equal([]);
  });

  it('is for the owner below /api/user wherever a path names a thing', () => {
    // a service is nobody's, and a book is everybody's
    const open = server.app.routes.filter(
      ({ path, access }) => /^\/api\/user\/.*\{(?!provider\}|asin\})/.test(path) && !(access.rule === 'user' && access.owns?.ownerOnly),
    );
    expect(open.map(nameOf)).to.deep.equal([]);
  });

  it('is for admins below /api/admin', () => {
    const others = server.app.routes.filter(({ path, access }) => path.startsWith('/api/admin/') && access.rule !== 'admin');
    expect(others.map(nameOf)).to.deep.equal([]);
  });

  for (const caller of callers) {
    it(`is as declared for ${caller.name}`, async () => {
      const wrong: string[] = [];
      for (const route of server.app.routes) {
        const wanted = caller.expected(route);
        const answer = await call(route, await caller.headers());
        const outcome = ownedOutcome(route, answer);
        if (outcome !== wanted) wrong.push(`${nameOf(route)}: ${outcome} (${answer.status} ${answer.code}) instead of ${wanted}`);
      }
      expect(wrong).to.deep.equal([]);
    });
  }

  it('is open to API tokens that write only where that was decided', () => {
    const open = server.app.routes.filter(
      ({ access, scopes }) => access.rule === 'admin' && scopes !== 'none' && scopes.includes('admin:write'),
    );
    expect(open.map(nameOf).sort()).to.deep.equal(OPEN_TO_WRITING_TOKENS);
  });

  describe('of what decides who gets in', () => {
    function thingOf({ path }: WalkedRoute): (() => Promise<string>) | undefined {
      if (path === '/api/admin/plugins/{id}') return async () => 'sign-in-oidc';
      return path.startsWith('/api/admin/integrations/{id}') ? signInIntegration : undefined;
    }

    /** Outcomes of all such calls. */
    async function walk(headers: Caller['headers']): Promise<Record<string, string>> {
      const outcomes: Record<string, string> = {};
      for (const route of server.app.routes) {
        for (const body of CONFIRMED[nameOf(route)] ?? []) {
          const answer = await call(route, await headers(), route.method, thingOf(route), body);
          outcomes[`${nameOf(route)} ${JSON.stringify(body)}`] = outcomeOf(answer);
        }
      }
      return outcomes;
    }
    const allAre = (outcomes: Record<string, string>, wanted: Outcome) =>
      expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== wanted)).to.deep.equal([]);

    it('is declared, and walked with what makes it so', () => {
      const declared = server.app.routes.filter(({ confirmation }) => confirmation !== undefined);
      expect(declared.map(nameOf).sort()).to.deep.equal(Object.keys(CONFIRMED));
      const always = declared.filter(({ confirmation, scopes }) => confirmation === 'always' && scopes !== 'none');
      expect(always.map(nameOf), 'always, but open to tokens').to.deep.equal([]);
    });

    it('is refused to an API token with every scope', async () => {
      allAre(await walk(token('admin', SCOPES)), '403 scope_missing');
    });

    it('is refused to a session that was signed in longer ago than a quarter of an hour', async () => {
      allAre(await walk(async () => bearer(await server.staleSession(ids.admin))), '403 confirmation_required');
    });

    it('is refused to a session that continues by being renewed', async () => {
      async function renewed(): Promise<Record<string, string>> {
        const { refreshToken } = await server.staleSession(ids.admin);
        const answer = await send(`${server.url}/api/auth/refresh`, json('POST', { refreshToken }, {}));
        return { authorization: `Bearer ${(JSON.parse(answer.text) as { accessToken: string }).accessToken}` };
      }
      allAre(await walk(renewed), '403 confirmation_required');
    });

    it('is open to a session that was signed in just now', async () => {
      allAre(await walk(as('admin')), 'allowed');
    });

    it('is open to one that was confirmed just now', async () => {
      async function confirmed(): Promise<Record<string, string>> {
        const headers = bearer(await server.staleSession(ids.admin));
        await server.forgetAttempts();
        const answer = await send(`${server.url}/api/auth/confirm`, json('POST', { password: BARE_PASSWORD }, headers));
        expect(answer.status).to.equal(200);
        return headers;
      }
      allAre(await walk(confirmed), 'allowed');
    });

    it('leaves to old sessions and tokens what decides nothing of the kind', async () => {
      const { row, token: secret } = await apiToken(ids.admin, ['admin:write']);
      const callers = [bearer(await server.staleSession(ids.admin)), { authorization: `Bearer ${secret}` }];
      const harmless: readonly (readonly [string, string, object])[] = [
        ['PATCH', '/api/admin/settings', { requests: { autoApprove: false }, server: { language: 'en' } }],
        ['PATCH', `/api/admin/users/${ids.stranger}`, { displayName: 'Stranger', permissions: { autoApprove: null } }],
        ['PATCH', `/api/admin/integrations/${(await resources['/api/admin/integrations/{id}']?.()) ?? ''}`, { enabled: false }],
        ['PATCH', '/api/admin/plugins/notify-pushover', { enabled: false }],
      ];
      for (const headers of callers) {
        for (const [method, path, body] of harmless) {
          expect((await send(`${server.url}${path}`, json(method, body, headers))).status, path).to.equal(200);
        }
      }
      await server.app.services.apiTokens.revoke(row.id, { name: 'spec' });
    });
  });

  for (const [type, status] of [
    ['audiobook', 'downloaded'],
    ['audiobook', 'available'],
    ['ebook', 'downloaded'],
  ] as const) {
    it(`is not wider with somebody else’s ${type} that is ${status}`, async () => {
      async function thing(): Promise<string> {
        const id = await server.insertRequest(ids.owner);
        await server.app.services.database.transaction((tx) =>
          tx.run("UPDATE requests SET type = ?, status = ?, status_group = 'completed' WHERE id = ?", [type, status, id]),
        );
        return id;
      }
      const opened: string[] = [];
      for (const who of ['outsider', 'searcher', 'stranger'] as const) {
        for (const route of server.app.routes.filter(({ path }) => path.startsWith('/api/requests/{id}'))) {
          const answer = await call(route, await as(who)(), route.method, thing);
          if (ownedOutcome(route, answer) === 'allowed') opened.push(`${who}: ${nameOf(route)} ${answer.code}`);
        }
      }
      expect(opened).to.deep.equal([]);
    });
  }

  it('is the same for HEAD as for GET', async () => {
    const wrong: string[] = [];
    for (const route of server.app.routes.filter(({ method }) => method === 'GET')) {
      const { status } = await call(route, {}, 'HEAD');
      if ((status === 401) === isPublic(route)) wrong.push(`${nameOf(route)}: ${status}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('cannot be had by dressing up the address', async () => {
    const headers = bearer(await server.session(ids.owner));
    for (const path of [
      '/api/admin/users?x=/api/health',
      '/api/admin/users?/api/auth/local/login',
      '/api/admin/users/',
      '/api//admin/users',
      '/API/admin/users',
      '/api/health/../admin/users',
      '/api/health/%2e%2e/admin/users',
      '/api/health%2f..%2fadmin%2fusers',
      '/api/admin/users;a=b',
      '/api/admin/users%00',
    ]) {
      const { status } = await send(`${server.url}${path}`, { headers });
      expect([400, 401, 403, 404], path).to.include(status);
    }
  });

  it('ends for live streams with the session, and with the user', async () => {
    const { users } = server.app.services;
    const id = await server.createUser('streamer');
    const endings: Record<string, (session: OpenSession) => Promise<unknown>> = {
      'signing out': (session) => send(`${server.url}/api/auth/logout`, json('POST', {}, bearer(session))),
      'a new password': async () => users.update(id, { password: 'another horse battery' }, { name: 'spec' }),
      'a new role': async () => users.update(id, { role: 'admin' }, { name: 'spec' }),
      'ended sessions': async () => users.endSessions(id, { name: 'spec' }),
      deletion: async () => users.remove(id, { name: 'spec' }),
    };
    for (const [name, end] of Object.entries(endings)) {
      const session = await server.session(id);
      const stream = await fetch(`${server.url}/api/events`, { headers: bearer(session), signal: AbortSignal.timeout(5_000) });
      expect(stream.status, name).to.equal(200);
      const ended = stream.text();
      await end(session);
      expect(await ended, name).to.contain('connected');
    }
  });
});

function json(method: string, body: object, headers: Record<string, string>): RequestInit {
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
