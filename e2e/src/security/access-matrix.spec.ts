import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { bearer, cookies, type OpenSession } from '../bare-server.spec.support.js';
import { OPEN_TO_WRITING_TOKENS, PUBLIC } from './access-decisions.spec.support.js';
import { nameOf, ownedOutcome, useAccessScene, type Caller, type Outcome } from './access-scene.spec.support.js';
import { json, resourceOf, SAFE_METHODS, send, type WalkedRoute } from './route-walk.spec.support.js';
import { SCOPES, type Scope } from './walked-things.spec.support.js';

describe('access to every route', () => {
  const scene = useAccessScene();
  const { ids, resources, call, as, token } = scene;

  /** A session that held once; the same for all calls, as nothing can end it again. */
  function over(end: (session: OpenSession) => Promise<void>): Caller['headers'] {
    let headers: Promise<Record<string, string>> | undefined;
    async function make(): Promise<Record<string, string>> {
      const session = await scene.server.session(await scene.server.createUser(`gone-${randomUUID()}`, 'admin'));
      await end(session);
      return bearer(session);
    }
    return () => (headers ??= make());
  }

  const isPublic = ({ access }: WalkedRoute): boolean => access.rule === 'public';
  const isWrite = ({ method }: WalkedRoute): boolean => !SAFE_METHODS.includes(method);
  /** Resources that belong to the owner alone do not exist for admins either. */
  const admin: Caller['expected'] = ({ access }) => (access.rule === 'user' && access.owns?.ownerOnly ? '404 not_found' : 'allowed');
  const refused =
    (outcome: Outcome): Caller['expected'] =>
    (route) =>
      isPublic(route) ? 'allowed' : outcome;
  const nobody = refused('401 auth_required');

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
    await scene.server.app.services.database.transaction((tx) => tx.run('UPDATE api_tokens SET expires_at = ? WHERE id = ?', [past, id]));
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
      expected: refused('401 token_expired'),
    },
    {
      name: 'a token that was revoked',
      headers: token('admin', SCOPES, ({ row }) => scene.server.app.services.apiTokens.revoke(row.id, { name: 'spec' })),
      expected: refused('401 token_invalid'),
    },
    { name: 'nobody', headers: async () => ({}), expected: nobody },
    {
      name: 'an API token that does not exist',
      headers: async () => ({ authorization: 'Bearer lect_0123456789abcdef' }),
      expected: refused('401 token_malformed'),
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
      headers: over((session) => scene.server.app.services.users.remove(session.userId, { name: 'spec' })),
      expected: nobody,
    },
    {
      name: 'an admin whose sessions were ended',
      headers: over((session) => scene.server.app.services.users.endSessions(session.userId, { name: 'spec' })),
      expected: nobody,
    },
    {
      name: 'an admin who signed out',
      headers: over((session) => scene.server.app.services.auth.signOut(undefined, { token: session.refreshToken })),
      expected: nobody,
    },
    {
      name: 'an admin who became a user meanwhile',
      headers: over(
        async (session) => void (await scene.server.app.services.users.update(session.userId, { role: 'user' }, { name: 'spec' })),
      ),
      expected: nobody,
    },
  ];

  it('is declared for all of them, and open only where that was decided', () => {
    const open = scene.server.app.routes.filter(isPublic).map(nameOf);
    expect(open.sort()).to.deep.equal(PUBLIC);
  });

  it('is walked with something real behind every path parameter', () => {
    const needed = new Set(scene.server.app.routes.flatMap(({ path }) => resourceOf(path) ?? []));
    expect(
      [...needed].filter((resource) => !Object.hasOwn(resources, resource)),
      'resources the walk does not know',
    ).to.deep.equal([]);
  });

  it('is for the owner below /api/user wherever a path names a thing', () => {
    // a service is nobody's, and a book is everybody's
    const open = scene.server.app.routes.filter(
      ({ path, access }) => /^\/api\/user\/.*\{(?!provider\}|asin\})/.test(path) && !(access.rule === 'user' && access.owns?.ownerOnly),
    );
    expect(open.map(nameOf)).to.deep.equal([]);
  });

  it('is for admins below /api/admin', () => {
    const others = scene.server.app.routes.filter(({ path, access }) => path.startsWith('/api/admin/') && access.rule !== 'admin');
    expect(others.map(nameOf)).to.deep.equal([]);
  });

  for (const caller of callers) {
    it(`is as declared for ${caller.name}`, async () => {
      // all callers have one address, and each of them asks twice
      await scene.server.app.services.rateLimiter.reset('decision-link', '127.0.0.1');
      const wrong: string[] = [];
      for (const route of scene.server.app.routes) {
        const wanted = caller.expected(route);
        const answer = await call(route, await caller.headers());
        const outcome = ownedOutcome(route, answer);
        if (outcome !== wanted) wrong.push(`${nameOf(route)}: ${outcome} (${answer.status} ${answer.code}) instead of ${wanted}`);
      }
      expect(wrong).to.deep.equal([]);
    });
  }

  it('is open to API tokens that write only where that was decided', () => {
    const open = scene.server.app.routes.filter(
      ({ access, scopes }) => access.rule === 'admin' && scopes !== 'none' && scopes.includes('admin:write'),
    );
    expect(open.map(nameOf).sort()).to.deep.equal(OPEN_TO_WRITING_TOKENS);
  });

  for (const [type, status] of [
    ['audiobook', 'downloaded'],
    ['audiobook', 'available'],
    ['ebook', 'downloaded'],
  ] as const) {
    it(`is not wider with somebody else’s ${type} that is ${status}`, async () => {
      async function thing(): Promise<string> {
        const id = await scene.server.insertRequest(ids.owner);
        await scene.server.app.services.database.transaction((tx) =>
          tx.run("UPDATE requests SET type = ?, status = ?, status_group = 'completed' WHERE id = ?", [type, status, id]),
        );
        return id;
      }
      const opened: string[] = [];
      for (const who of ['outsider', 'searcher', 'stranger'] as const) {
        for (const route of scene.server.app.routes.filter(({ path }) => path.startsWith('/api/requests/{id}'))) {
          const answer = await call(route, await as(who)(), route.method, thing);
          if (ownedOutcome(route, answer) === 'allowed') opened.push(`${who}: ${nameOf(route)} ${answer.code}`);
        }
      }
      expect(opened).to.deep.equal([]);
    });
  }

  it('is the same for HEAD as for GET', async () => {
    const wrong: string[] = [];
    for (const route of scene.server.app.routes.filter(({ method }) => method === 'GET')) {
      const { status } = await call(route, {}, 'HEAD');
      if ((status === 401) === isPublic(route)) wrong.push(`${nameOf(route)}: ${status}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('cannot be had by dressing up the address', async () => {
    const headers = bearer(await scene.server.session(ids.owner));
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
      const { status } = await send(`${scene.server.url}${path}`, { headers });
      expect([400, 401, 403, 404], path).to.include(status);
    }
  });

  it('ends for live streams with the session, and with the user', async () => {
    const { users } = scene.server.app.services;
    const id = await scene.server.createUser('streamer');
    const endings: Record<string, (session: OpenSession) => Promise<unknown>> = {
      'signing out': (session) => send(`${scene.server.url}/api/auth/logout`, json('POST', {}, bearer(session))),
      'a new password': async () => users.update(id, { password: 'another horse battery' }, { name: 'spec' }),
      'a new role': async () => users.update(id, { role: 'admin' }, { name: 'spec' }),
      'ended sessions': async () => users.endSessions(id, { name: 'spec' }),
      deletion: async () => users.remove(id, { name: 'spec' }),
    };
    for (const [name, end] of Object.entries(endings)) {
      const session = await scene.server.session(id);
      const stream = await fetch(`${scene.server.url}/api/events`, { headers: bearer(session), signal: AbortSignal.timeout(5_000) });
      expect(stream.status, name).to.equal(200);
      const ended = stream.text();
      await end(session);
      expect(await ended, name).to.contain('connected');
    }
  });
});
