import { expect } from 'chai';
import { BARE_PASSWORD, startBareServer, type BareServer } from '../../bare-server.spec.support.js';
import { json, send, type WalkAnswer } from '../route-walk.spec.support.js';
import { call, read } from './support.spec.support.js';

const SPEC = { name: 'spec' };
const ALL_SCOPES = ['read', 'requests:write', 'library:read', 'admin:read', 'admin:write'] as const;
const REFUSED = [403, 'scope_missing'];

describe('a leaked token of an admin', () => {
  let server: BareServer;
  let token: string;

  before(async () => {
    server = await startBareServer();
    const root = await server.createUser('root', 'admin');
    await server.app.services.settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    ({ token } = await server.app.services.apiTokens.create({ userId: root, name: 'Leaked', scopes: ALL_SCOPES }, SPEC));
  });
  after(() => server.stop());
  beforeEach(() => server.forgetAttempts());

  const byToken = (method: string, path: string, body?: object): Promise<WalkAnswer> =>
    send(`${server.url}${path}`, json(method, body, { authorization: `Bearer ${token}` }));
  const outcome = ({ status, code }: WalkAnswer) => [status, code];

  it('cannot open registration, nor give an account of its own permissions or an address', async () => {
    const opened = await byToken('PATCH', '/api/admin/settings', { signIn: { registration: 'open' } });
    const registered = await call(server, undefined, 'POST', '/api/auth/register', { username: 'backdoor', password: BARE_PASSWORD });
    const reader = await server.createUser('reader');
    const address = await byToken('PATCH', `/api/admin/users/${reader}`, {
      permissions: { autoApprove: true },
      email: 'mine@evil.example',
    });

    expect([outcome(opened), outcome(address)]).to.deep.equal([REFUSED, REFUSED]);
    expect(registered.status).to.be.oneOf([403, 404]);
    const { users, settings } = server.app.services;
    expect(await users.findByUsername('backdoor')).to.equal(undefined);
    expect(await users.get(reader)).to.include({ email: null, autoApprove: null });
    expect((await settings.get()).signIn).to.deep.equal({ newAccounts: 'approval', registration: 'closed', linkByEmail: false });
  });

  it('cannot connect a sign-in provider of its own, whose admins would be admins here', async () => {
    const issuer = { issuer: 'https://id.evil.example', clientId: 'mine', adminGroups: ['mine'] };
    const connected = await byToken('POST', '/api/admin/integrations', { pluginId: 'sign-in-oidc', name: 'Mine', settings: issuer });
    const { integrations, settings } = server.app.services;
    const own = { issuer: 'http://127.0.0.1:9', clientId: 'lectern' };
    const { id } = await integrations.create({ pluginId: 'sign-in-oidc', name: 'Ours', enabled: false, settings: own }, SPEC);

    const attempts = [
      connected,
      await byToken('PATCH', '/api/admin/settings', { server: { publicUrl: 'https://evil.example' }, signIn: { newAccounts: 'open' } }),
      await byToken('PATCH', `/api/admin/integrations/${id}`, { settings: issuer }),
      await byToken('PATCH', `/api/admin/integrations/${id}`, { enabled: true }),
      await byToken('POST', '/api/admin/integrations', { pluginId: 'media-plex', name: 'Mine', settings: {} }),
      await byToken('POST', '/api/admin/plugins/install', { name: 'lectern-plugin-mine' }),
    ];

    expect(attempts.map(outcome)).to.deep.equal(attempts.map(() => REFUSED));
    expect((await integrations.list()).map(({ name, enabled, settings: saved }) => [name, enabled, saved['issuer']])).to.deep.equal([
      ['Ours', false, own.issuer],
    ]);
    expect((await settings.get()).server.publicUrl).to.equal(null);
  });

  it('cannot let in an account that waits for a decision', async () => {
    const { users } = server.app.services;
    const waiting = await server.createUser('waiting');
    await server.app.services.database.transaction((tx) => tx.run("UPDATE users SET state = 'pending' WHERE id = ?", [waiting]));

    const approved = await byToken('PATCH', `/api/admin/users/${waiting}`, { state: 'active' });
    const signedIn = await call(server, undefined, 'POST', '/api/auth/local/login', { username: 'waiting', password: BARE_PASSWORD });

    expect([outcome(approved), outcome(signedIn)]).to.deep.equal([REFUSED, [403, 'account_inactive']]);
    expect((await users.get(waiting))?.state).to.equal('pending');
  });

  it('cannot have events sent to a receiver of its own, which would get them after its end', async () => {
    const { webhooks } = server.app.services;
    const ours = { name: 'Ours', url: 'http://127.0.0.1:9/key-in-the-address', events: null, enabled: true };
    const { id } = (await webhooks.create(ours, SPEC)).webhook;
    const path = `/api/admin/webhooks/${id}`;

    const attempts = [
      await byToken('POST', '/api/admin/webhooks', { ...ours, name: 'Mine', url: 'https://evil.example' }),
      await byToken('PATCH', path, { url: 'https://evil.example' }),
      await byToken('POST', `${path}/secret`, {}),
      await byToken('POST', `${path}/test`, {}),
      await send(`${server.url}/api/admin/webhooks`, { headers: { authorization: `Bearer ${token}` } }),
      await send(`${server.url}${path}/deliveries`, { headers: { authorization: `Bearer ${token}` } }),
    ];

    expect(attempts.map(outcome)).to.deep.equal(attempts.map(() => REFUSED));
    expect((await webhooks.list()).map(({ name, url }) => [name, url])).to.deep.equal([['Ours', ours.url]]);
  });

  it('cannot connect a service of its own, nor have one of ours lead elsewhere', async () => {
    const { integrations } = server.app.services;
    const topic = { serverUrl: 'http://127.0.0.1:9', topic: 'ours' };
    const { id } = await integrations.create({ pluginId: 'notify-ntfy', name: 'Ours', enabled: false, settings: topic }, SPEC);
    const before = (await integrations.list()).map(({ name }) => name);
    const mine = { name: 'Mine', settings: { serverUrl: 'https://evil.example', topic: 'mine' } };

    const attempts = [
      await byToken('POST', '/api/admin/integrations', { pluginId: 'notify-ntfy', ...mine }),
      await byToken('POST', '/api/admin/integrations', { pluginId: 'notify-discord', ...mine }),
      await byToken('POST', '/api/admin/integrations', { pluginId: 'indexer-prowlarr', ...mine }),
      await byToken('POST', '/api/admin/integrations', { pluginId: 'client-transmission', ...mine }),
      await byToken('PATCH', `/api/admin/integrations/${id}`, { settings: mine.settings }),
      await byToken('PUT', `/api/admin/integrations/${id}/path-mappings`, { mappings: [{ remote: '/', local: '/etc' }] }),
      await byToken('DELETE', `/api/admin/integrations/${id}`),
    ];

    expect(attempts.map(outcome)).to.deep.equal(attempts.map(() => REFUSED));
    expect((await integrations.list()).map(({ name }) => name)).to.deep.equal(before);
    expect((await integrations.get(id)).settings['serverUrl']).to.equal(topic.serverUrl);
  });

  it('cannot confirm its own calls', async () => {
    const confirmed = await byToken('POST', '/api/auth/confirm', { password: BARE_PASSWORD });
    const session = await server.staleSession((await server.app.services.users.findByUsername('root'))?.id ?? '');
    const patch = { server: { publicUrl: 'https://books.example' } };
    const stale = await call(server, session, 'PATCH', '/api/admin/settings', patch);
    const mine = await call(server, session, 'POST', '/api/auth/confirm', { password: BARE_PASSWORD });
    const fresh = await call(server, session, 'PATCH', '/api/admin/settings', patch);

    expect(outcome(confirmed)).to.deep.equal(REFUSED);
    expect([outcome(stale), mine.status, fresh.status]).to.deep.equal([[403, 'confirmation_required'], 200, 200]);
    expect(read<{ server: { publicUrl: string } }>(fresh).server.publicUrl).to.equal('https://books.example');
  });
});
