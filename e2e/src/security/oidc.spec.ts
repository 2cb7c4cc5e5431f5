import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { BARE_PASSWORD, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import {
  createCookieJar,
  OIDC_CLIENT,
  startRealProvider,
  walkProvider,
  type AtProvider,
  type RealProvider,
} from './oidc-world.spec.support.js';

const SPEC = { name: 'spec' };
const PUBLIC_URL = 'https://books.example/library';

interface Answer {
  readonly user: { readonly id: string; readonly username: string; readonly displayName: string; readonly role: string };
  readonly accessToken: string;
  readonly code: string;
  readonly url: string;
  readonly external: readonly { readonly id: string; readonly name: string; readonly kind: string; readonly buttonText?: string }[];
}

interface Result {
  readonly status: number;
  readonly body: Answer;
}

describe('signing in with a real OpenID provider', () => {
  let server: BareServer;
  let provider: RealProvider;
  let id: string;

  const services = () => server.app.services;
  const configure = (settings: object) =>
    services().integrations.update(
      id,
      {
        settings: {
          issuer: provider.issuer,
          clientId: OIDC_CLIENT,
          scopes: ['groups'],
          buttonText: 'Household account',
          allowedGroups: [],
          adminGroups: [],
          ...settings,
        },
      },
      SPEC,
    );

  before(async () => {
    provider = await startRealProvider();
    server = await startBareServer();
    await server.app.ready;
    await server.createUser('root', 'admin');
    await services().settings.update({ server: { publicUrl: PUBLIC_URL }, signIn: { newAccounts: 'open' } }, SPEC);
    const settings = { issuer: provider.issuer, clientId: OIDC_CLIENT, clientSecret: provider.secret, scopes: ['groups'] };
    id = (await services().integrations.create({ pluginId: 'sign-in-oidc', name: 'Home', enabled: true, settings }, SPEC)).id;
    await configure({});
    provider.allow(`${PUBLIC_URL}/sign-in/return/${id}`);
  });
  after(async () => {
    await server?.stop();
    await provider?.stop();
  });
  beforeEach(async () => {
    await server.forgetAttempts();
    provider.people.clear();
    provider.people.set('jane-1', {
      preferred_username: 'Jane.Reader',
      name: 'Jane Reader',
      groups: ['library-users'],
      email: 'jane@example.org',
      email_verified: true,
    });
    await configure({});
    await services().settings.update({ signIn: { newAccounts: 'open', linkByEmail: false } }, SPEC);
    await services().database.transaction(async (tx) => {
      await tx.run('DELETE FROM user_identities', []);
      await tx.run('DELETE FROM refresh_sessions', []);
      await tx.run(`UPDATE users SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE username <> 'root'`, []);
    });
  });

  function browser() {
    const jar = createCookieJar();
    async function post(path: string, body: object = {}): Promise<Result> {
      const csrf = jar.cookies.get('lectern_csrf');
      const response = await jar.fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(csrf === undefined ? {} : { 'x-csrf-token': decodeURIComponent(csrf) }) },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Answer };
    }
    return {
      jar,
      post,
      begin: () => post(`/api/auth/external/${id}/begin`),
      finish: (back: URL | Record<string, string>) =>
        post(`/api/auth/external/${id}/finish`, { query: back instanceof URL ? Object.fromEntries(back.searchParams) : back }),
      get: async (path: string): Promise<Result> => {
        const response = await jar.fetch(`${server.url}${path}`);
        return { status: response.status, body: (await response.json()) as Answer };
      },
    };
  }

  /** Goes the whole way, in a separate browser. */
  async function comes(person: AtProvider = { name: 'jane-1' }): Promise<Result> {
    const mine = browser();
    const { body } = await mine.begin();
    return mine.finish(await walkProvider(body.url, person));
  }

  const meStatus = async (accessToken: string) =>
    (await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

  it('offers it with its own words, and what is not configured is not there', async () => {
    const mine = browser();
    const { external } = (await mine.get('/api/auth/providers')).body;
    const unknown = (await mine.post('/api/auth/external/0190aaaa-0000-7000-8000-000000000000/begin')).status;
    const asPassword = (await mine.post(`/api/auth/external/${id}/login`, { username: 'a', password: 'b' })).status;
    await services().settings.update({ server: { publicUrl: null } }, SPEC);
    const homeless = [(await mine.begin()).status, (await mine.get('/api/auth/providers')).body.external];
    await services().settings.update({ server: { publicUrl: PUBLIC_URL } }, SPEC);
    await services().integrations.update(id, { enabled: false }, SPEC);
    const off = [
      (await mine.begin()).status,
      (await mine.finish({ code: 'x' })).status,
      (await mine.get('/api/auth/providers')).body.external,
    ];
    await services().integrations.update(id, { enabled: true }, SPEC);

    expect(external).to.deep.equal([{ id, name: 'Home', kind: 'redirect', buttonText: 'Household account' }]);
    expect([unknown, asPassword]).to.deep.equal([404, 404]);
    expect(homeless).to.deep.equal([404, []]);
    expect(off).to.deep.equal([404, 404, []]);
  });

  it('lets somebody in, and knows them again', async () => {
    const first = await comes();
    const again = await comes();

    expect([first.status, again.status]).to.deep.equal([200, 200]);
    expect(first.body.user).to.include({ username: 'jane.reader', displayName: 'Jane.Reader', role: 'user' });
    expect(again.body.user.id).to.equal(first.body.user.id);
    expect(await meStatus(again.body.accessToken)).to.equal(200);
  });

  it('comes back to the public address whatever the browser calls the server', async () => {
    const response = await fetch(`${server.url}/api/auth/external/${id}/begin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      body: '{}',
    });
    const { url } = (await response.json()) as Answer;
    const back = await walkProvider(url, { name: 'jane-1' });

    expect(`${back.origin}${back.pathname}`).to.equal(`${PUBLIC_URL}/sign-in/return/${id}`);
    expect(new URL(url).searchParams.get('redirect_uri')).to.equal(`${PUBLIC_URL}/sign-in/return/${id}`);
  });

  it('ends only in the browser that began, once, with the state of that sign-in', async () => {
    const mine = browser();
    const other = browser();
    const { url } = (await mine.begin()).body;
    const back = await walkProvider(url, { name: 'jane-1' });
    const query = Object.fromEntries(back.searchParams);
    const { state: _, ...stateless } = query;

    const byNobody = await other.finish(back);
    await other.begin();
    const byOther = await other.finish(back);
    const wrong = await mine.finish({ ...query, state: 'another' });
    const missing = await mine.finish(stateless);
    const mixedUp = await mine.finish({ ...query, iss: 'https://evil.example' });

    for (const refused of [byNobody, byOther, wrong, missing, mixedUp]) {
      expect([refused.status, refused.body.code]).to.deep.equal([400, 'sign_in_not_begun']);
    }
    const fresh = await mine.begin();
    const right = await walkProvider(fresh.body.url, { name: 'jane-1' });
    const cookie = mine.jar.cookies.get('lectern_flow') ?? '';
    const done = await mine.finish(right);
    // also with a cookie that was kept
    mine.jar.cookies.set('lectern_flow', cookie);
    const replayed = await mine.finish(right);

    expect(done.status).to.equal(200);
    expect([replayed.status, replayed.body.code]).to.deep.equal([400, 'sign_in_not_begun']);
    expect(await services().users.count()).to.equal(2);
  });

  it('tells somebody who said no', async () => {
    const denied = await comes('abort');

    expect([denied.status, denied.body.code]).to.deep.equal([403, 'account_refused']);
  });

  it('makes admins by their group, and none of who has left it, at once', async () => {
    await configure({ adminGroups: ['library-admins'] });
    const member = await comes();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader', groups: ['library-users', '/library-admins'] });
    const admin = await comes();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader', groups: [] });
    const lowered = await comes();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader', groups: 'library-admins' });
    await comes();
    // the claim is not delivered any more
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader' });
    const kept = await comes();

    const answers = [member, admin, lowered, kept];
    expect(answers.map(({ body }) => body.user.role)).to.deep.equal(['user', 'admin', 'user', 'admin']);
    expect(new Set(answers.map(({ body }) => body.user.id)).size).to.equal(1);
    expect([await meStatus(admin.body.accessToken), await meStatus(kept.body.accessToken)]).to.deep.equal([401, 200]);
    expect(server.log()).to.include('the provider told no groups, so the role stays as it is');
    expect((await browser().post('/api/auth/admin/login', { username: 'root', password: BARE_PASSWORD })).status).to.equal(200);
  });

  it('keeps out who is in no group that may come in', async () => {
    await configure({ allowedGroups: ['library-users'] });
    const inside = await comes();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader', groups: ['others'] });
    const outside = await comes();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader' });
    const untold = await comes();

    expect([inside.status, outside.status, untold.status]).to.deep.equal([200, 403, 403]);
    expect(outside.body.code).to.equal('account_refused');
  });

  it('takes another subject for another person, though name and e-mail are the same', async () => {
    const jane = await comes();
    provider.people.set('jane-2', provider.people.get('jane-1') ?? {});
    const other = await comes({ name: 'jane-2' });

    expect(other.body.user.id).not.to.equal(jane.body.user.id);
    expect(other.body.user.username).to.equal('jane.reader-2');
  });

  it('needs neither a name nor an e-mail address', async () => {
    provider.people.set('7f3a0c9e', {});

    const { status, body } = await comes({ name: '7f3a0c9e' });

    expect([status, body.code, body.user?.username]).to.deep.equal([200, undefined, '7f3a0c9e']);
  });

  it('never gets a local account by name or by an address that is not verified, and by a verified one only where that is on', async () => {
    const create = (username: string, email: string) =>
      services().users.create({ username, email, password: BARE_PASSWORD, role: 'user' }, SPEC);
    const local = await create('local-jane', 'jane@example.org');
    await create('admin-to-be', 'admin@example.org');
    provider.people.set('evil', { preferred_username: 'root', email: 'admin@example.org', email_verified: false });

    const off = await comes();
    await services().settings.update({ signIn: { linkByEmail: true } }, SPEC);
    const evil = await comes({ name: 'evil' });
    const known = await comes();
    await services().database.transaction((tx) => tx.run('DELETE FROM user_identities', []));
    const linked = await comes();

    expect(off.body.user.id).not.to.equal(local.id);
    expect(evil.body.user).to.include({ username: 'root-2', role: 'user' });
    expect(known.body.user.id).to.equal(off.body.user.id);
    expect(linked.body.user.id).to.equal(local.id);
  });

  it('continues when the provider signs with another key', async () => {
    await comes();
    provider.rotateKey();

    expect((await comes()).status).to.equal(200);
  });

  it('believes no provider that calls itself something else', async () => {
    await configure({ issuer: `${provider.issuer}/` });
    const { status, body } = await browser().begin();
    const check = await services()
      .host.check(id)
      .then(
        () => 'well',
        (error: Error) => error.message,
      );

    expect([status, body.code]).to.deep.equal([502, 'sign_in_failed']);
    expect(check).to.include(`calls itself ${provider.issuer}, not ${provider.issuer}/`);
  });

  it('starts without the provider, lets people in with passwords meanwhile, and with it once it is there', async () => {
    await provider.stop();
    await server.restart();
    const down = await browser().begin();
    const local = await browser().post('/api/auth/local/login', { username: 'root', password: BARE_PASSWORD });
    await provider.start();

    expect([down.status, down.body.code]).to.deep.equal([502, 'sign_in_unavailable']);
    expect(local.status).to.equal(200);
    expect((await comes()).status).to.equal(200);
  });

  it('shows its secret to nobody', async () => {
    await comes();
    const rootId = (await services().users.findByUsername('root'))?.id ?? '';
    const { accessToken } = await server.session(rootId);
    const listed = await fetch(`${server.url}/api/admin/integrations`, { headers: { authorization: `Bearer ${accessToken}` } });
    const stored = await readFile(join(server.dataDir, 'lectern.db'), 'latin1');
    const places = [await listed.text(), server.log(), stored].join('\n');

    for (const form of [provider.secret, encodeURIComponent(provider.secret), Buffer.from(provider.secret).toString('base64')]) {
      expect(places.includes(form)).to.equal(false);
    }
  });
});
