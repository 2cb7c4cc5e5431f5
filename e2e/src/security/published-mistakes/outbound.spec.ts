import { startSimulator, type Simulator } from '@lectern/simulators';
import { expect } from 'chai';
import { startBareServer, type BareServer, type OpenSession } from '../../bare-server.spec.support.js';
import { call, read } from './support.spec.support.js';

const SPEC = { name: 'spec' };
const PLANTED = 'plantedWebhookToken0123456789';

interface CheckAnswer {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly field?: string };
}

/** Ways of writing where the machine itself, its network and a cloud's metadata are. */
const INSIDE: readonly string[] = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:70/_',
  'dict://127.0.0.1:2628/',
  'http://169.254.169.254/latest/meta-data/iam/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://2852039166/latest/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0251.0376.0251.0376/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/latest/meta-data/',
];

describe('what the server asks of other services', () => {
  let server: BareServer;
  let root: OpenSession;
  let user: OpenSession;
  let trap: Simulator;
  let sender: Simulator;
  let target = '';

  before(async () => {
    trap = await startSimulator(() => ({ body: { version: '1', appName: 'Prowlarr', id: '1', name: 'trap' } }));
    sender = await startSimulator(() => ({ status: 307, headers: { location: target } }));
    server = await startBareServer();
    root = await server.session(await server.createUser('root', 'admin'));
    user = await server.session(await server.createUser('reader'));
  });
  after(async () => {
    await server.stop();
    await trap.close();
    await sender.close();
  });
  beforeEach(() => {
    trap.requests.length = 0;
    sender.requests.length = 0;
  });

  async function check(pluginId: string, settings: object): Promise<CheckAnswer> {
    const answer = await call(server, root, 'POST', '/api/admin/integrations/check', { pluginId, settings });
    expect(answer.status, JSON.stringify(settings)).to.be.oneOf([200, 422]);
    expect(answer.text).to.not.contain(PLANTED);
    return answer.status === 200 ? read<CheckAnswer>(answer) : { ok: false };
  }

  it('never goes by a webhook to files, to other protocols or to the metadata of a cloud', async () => {
    let refused = 0;
    for (const base of INSIDE) {
      const webhook = { webhookUrl: `${base}${base.endsWith('/') ? '' : '/'}api/webhooks/1/${PLANTED}` };
      const { ok, error } = await check('notify-discord', { ...webhook, allowOtherHost: true });
      expect(ok, base).to.equal(false);
      if (error?.message.includes('metadata address')) refused += 1;
      expect((await check('notify-pushover', { token: PLANTED, userKey: PLANTED, apiUrl: base })).ok, base).to.equal(false);
    }
    expect(refused, 'refused by the guard, not only out of reach').to.equal(INSIDE.filter((base) => base.startsWith('http:')).length);
    const elsewhere = { webhookUrl: `${trap.url}/api/webhooks/1/${PLANTED}`, allowOtherHost: false };
    expect((await check('notify-discord', elsewhere)).ok, 'another host nobody allowed').to.equal(false);
    const evil = await check('notify-discord', { webhookUrl: `https://discord.com.evil.example/api/webhooks/1/${PLANTED}` });
    expect(evil.error?.message).to.contain('not one of Discord');
    expect(trap.requests).to.deep.equal([]);
  });

  it('does not follow a redirect to loopback, nor take a key there', async () => {
    const drafts: Readonly<Record<string, object>> = {
      'indexer-prowlarr': { baseUrl: sender.url, apiKey: PLANTED },
      'client-transmission': { baseUrl: sender.url, username: 'u', password: PLANTED },
      'client-qbittorrent': { baseUrl: sender.url, username: 'u', password: PLANTED },
      'client-sabnzbd': { baseUrl: sender.url, apiKey: PLANTED },
      'client-nzbget': { baseUrl: sender.url, username: 'u', password: PLANTED },
      'media-audiobookshelf': { baseUrl: sender.url, apiKey: PLANTED },
      'notify-discord': { webhookUrl: `${sender.url}/api/webhooks/1/${PLANTED}`, allowOtherHost: true },
    };
    for (const place of [`${trap.url}/caught`, 'http://169.254.169.254/latest/', 'file:///etc/passwd']) {
      target = place;
      for (const [pluginId, settings] of Object.entries(drafts)) {
        expect((await check(pluginId, settings)).ok, `${pluginId} to ${place}`).to.equal(false);
      }
    }
    expect(sender.requests.length, 'they were asked').to.be.above(Object.keys(drafts).length);
    expect(trap.requests).to.deep.equal([]);
  });

  it('does not go to a shelf whose address only contains an allowed one, added by POST or by PATCH', async () => {
    const evil = [
      `${trap.url}/?www.goodreads.com/user/show/1`,
      'https://evil.example/?https://www.goodreads.com/user/show/1',
      'https://www.goodreads.com.evil.example/user/show/1',
      'https://www.goodreads.com@evil.example/user/show/1',
      'https://www.goodreads.com:8443/user/show/1',
      'https://evilgoodreads.com/user/show/1',
      'file://www.goodreads.com/user/show/1',
      'javascript:alert(1)//www.goodreads.com/user/show/1',
      'https://www.goodreads.com/user/show/../../../admin',
      '1\r\nHost: evil.example',
    ];
    const id = await shelf();
    for (const profile of evil) {
      const body = { pluginId: 'shelf-goodreads', name: 'Mine', settings: { profile, shelf: 'to-read' } };
      const added = await call(server, user, 'POST', '/api/user/shelves', body);
      const tried = await call(server, user, 'POST', '/api/user/shelves/check', { pluginId: 'shelf-goodreads', settings: body.settings });
      const changed = await call(server, user, 'PATCH', `/api/user/shelves/${id}`, { settings: { profile } });
      for (const answer of [added, changed]) expect(answer.status, profile).to.be.within(400, 422);
      if (tried.status === 200) expect(read<CheckAnswer>(tried).ok, profile).to.equal(false);
    }
    expect(trap.requests).to.deep.equal([]);
  });

  async function shelf(): Promise<string> {
    const id = '5f3c2f0e-7f5e-4f5e-9d0a-0a1b2c3d4e5f';
    const at = new Date().toISOString();
    await server.app.services.database.transaction((tx) =>
      server.app.services.shelfStore.insert(tx, {
        id,
        userId: user.userId,
        pluginId: 'shelf-goodreads',
        name: 'Shelf',
        settings: { profile: '1', shelf: 'to-read' },
        secrets: {},
        pluginVersion: '1.0.0',
        autoRequest: false,
        paused: true,
        failures: 0,
        lastWalk: null,
        readAt: null,
        triedAt: null,
        nextAt: null,
        createdAt: at,
        updatedAt: at,
      }),
    );
    return id;
  }

  it('does not go to a cover’s address that came with a request', async () => {
    for (const coverArtUrl of [`${trap.url}/x.png`, 'file:///etc/passwd', '../../keys.json', 'http://169.254.169.254/']) {
      const audiobook = { asin: 'B0COVER001', title: 'A Cover', author: 'A. Author', coverArtUrl };
      await call(server, user, 'POST', '/api/requests', { audiobook });
      const cover = await call(server, user, 'GET', '/api/covers/B0COVER001');
      expect(cover.status, coverArtUrl).to.equal(404);
    }
    const { database } = server.app.services;
    const stored = JSON.stringify([await database.read.all('SELECT * FROM audiobooks'), await database.read.all('SELECT * FROM requests')]);
    expect(stored).to.not.contain(trap.url).and.not.contain('etc/passwd').and.not.contain('169.254');
    expect(trap.requests).to.deep.equal([]);
  });

  it('cannot be steered by the address of a picture', async () => {
    for (const path of [
      '/api/covers/..%2f..%2fapi%2fadmin%2fusers',
      '/api/covers/%2e%2e/admin/users',
      `/api/covers/${encodeURIComponent(`${trap.url}/x`)}`,
      `/api/covers/B0COVER001?url=${encodeURIComponent(trap.url)}`,
      '/api/covers/B0COVER001/../../admin/users',
      '/api/covers/b0cover001',
    ]) {
      const answer = await call(server, user, 'GET', path);
      expect([400, 403, 404], path).to.include(answer.status);
    }
    expect(trap.requests).to.deep.equal([]);
  });

  it('does not take a saved key to an address that was typed a moment ago', async () => {
    const made = await server.app.services.integrations.create(
      { pluginId: 'indexer-prowlarr', name: 'Manager', settings: { baseUrl: 'http://127.0.0.1:9', apiKey: PLANTED }, enabled: false },
      SPEC,
    );
    const draft = { pluginId: 'indexer-prowlarr', integrationId: made.id, settings: { baseUrl: trap.url } };
    await call(server, root, 'POST', '/api/admin/integrations/check', draft);
    await call(server, root, 'POST', '/api/admin/integrations/choices', { ...draft, field: 'indexers' });
    const patched = await call(server, root, 'PATCH', `/api/admin/integrations/${made.id}`, { settings: { baseUrl: trap.url } });

    expect(patched.status).to.equal(422);
    expect(JSON.stringify(trap.requests.map(({ headers, path }) => [headers, path]))).to.not.contain(PLANTED);
  });

  it('uses a key that nobody can read back and no mask replaces', async () => {
    const made = await server.app.services.integrations.create(
      { pluginId: 'indexer-prowlarr', name: 'Second', settings: { baseUrl: 'http://127.0.0.1:9', apiKey: PLANTED }, enabled: false },
      SPEC,
    );
    const path = `/api/admin/integrations/${made.id}`;
    for (const at of [path, '/api/admin/integrations', '/api/admin/audit', '/api/admin/audit/export', '/api/admin/plugins']) {
      expect((await call(server, root, 'GET', at)).text, at).to.not.contain(PLANTED);
    }
    for (const apiKey of ['********', '••••••••', '[redacted]']) {
      const answer = await call(server, root, 'PATCH', path, { settings: { apiKey } });
      expect(answer.status, apiKey).to.equal(422);
    }
    const row = await server.app.services.database.read.get<Record<string, string>>('SELECT * FROM integrations WHERE id = ?', [made.id]);
    expect(JSON.stringify(row)).to.not.contain(PLANTED);
  });
});
