import { createECDH, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addShelves } from '@lectern/demo';
import { startSimulator, type Simulator } from '@lectern/simulators';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { bearer, type OpenSession } from '../bare-server.spec.support.js';
import { bytesOf, filesBelow, formsOf } from './planted-secrets.spec.support.js';
import { fillPath, resourceOf, sampleQuery, send } from './route-walk.spec.support.js';
import { startWorld, type World } from '../world.js';

const PASSWORD = 'planted-user-password';
const WRONG_PASSWORD = 'planted-wrong-password';
const DRAFT = 'plantedDraftSecret000000000000';
const MOVED = 'planted-moved-secret';
const MAIL_PASSWORD = 'planted-mail-password';
const PUSH_ADDRESS = 'plantedPushAddress000000000000';

describe('planted secrets', () => {
  let world: World;
  let secrets: Record<string, string>;
  let sessions: { readonly admin: OpenSession; readonly user: OpenSession };
  let streams: Record<'admin' | 'user', string>;
  let firstRequest: string;
  let shelfId: string;
  let elsewhere: Simulator;
  const logs: string[] = [];
  const closing = new AbortController();

  /** Returns the names of the secrets that a text contains, in any of their forms. */
  function found(text: string, except: readonly string[] = []): string[] {
    return Object.entries(secrets)
      .filter(([name]) => !except.includes(name))
      .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
      .map(([name]) => name);
  }

  async function sessionOf(username: string): Promise<OpenSession> {
    const { users, auth } = world.app.services;
    const user = await users.findByUsername(username);
    const opened = await auth.openSession(user?.id ?? '', { address: '127.0.0.1', userAgent: 'spec' });
    const { accessToken, refreshToken, csrfToken } = opened;
    return { userId: user?.id ?? '', accessToken, refreshToken, csrfToken };
  }

  async function listen(who: 'admin' | 'user'): Promise<void> {
    const response = await fetch(`${world.app.url}/api/events`, { headers: bearer(sessions[who]), signal: closing.signal });
    const decoder = new TextDecoder();
    void (async () => {
      for await (const chunk of response.body ?? []) streams[who] += decoder.decode(chunk as Uint8Array, { stream: true });
    })().catch(() => undefined);
  }

  async function untilShelf(test: (shelf: { readonly error?: object }) => boolean): Promise<void> {
    const isSo = async () => {
      const { shelf } = await world.api.user.call<{ shelf: { readonly error?: object } }>('GET', `/api/user/shelves/${shelfId}`);
      return test(shelf);
    };
    await until(isSo, { everyMs: 100, what: 'the shelf to come to it' });
  }

  async function integrations(): Promise<{ readonly id: string; readonly pluginId: string }[]> {
    return (await world.api.admin.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations')).items;
  }

  /** Lets everything fail in every way it can, and looks at it meanwhile. */
  async function provokeFaults(): Promise<void> {
    const { prowlarr, transmission, audiobookshelf, discord, pushover, audible } = world.sims;
    const sims: Simulator[] = [prowlarr, transmission, audiobookshelf, discord, pushover, audible];
    const all = await integrations();
    const checkAll = () => Promise.all(all.map(({ id }) => world.api.admin.call('POST', `/api/admin/integrations/${id}/check`, {})));
    for (const fault of [
      { kind: 'status', status: 401 },
      { kind: 'status', status: 500 },
      { kind: 'html' },
      { kind: 'malformed' },
      { kind: 'reset' },
    ] as const) {
      for (const sim of sims) sim.fail(fault);
      await checkAll();
      for (const sim of sims) sim.heal();
      // with the background work, the faults in a row would be enough to leave an integration alone for a while
      await checkAll();
    }
    logs.push(world.log());

    prowlarr.fail({ kind: 'status', status: 500, path: /search/ });
    const [, second, third] = world.sims.playable;
    const unfound = await world.request(second?.asin ?? '');
    await world.untilRequest(unfound, 'an indexer that fails', ({ reason, status }) => status === 'awaiting_search' && reason !== null);
    prowlarr.heal();

    transmission.fail({ kind: 'status', status: 401 });
    const ungrabbed = await world.request(third?.asin ?? '');
    await world.untilRequest(ungrabbed, 'a client that refuses', ({ status, reason }) => status === 'downloading' && reason !== null);
    transmission.heal();

    // indexers put their own key into the links they hand out, and may send one elsewhere
    audiobookshelf.fail({ kind: 'html' });
    await world.api.admin.call('POST', '/api/admin/library/scan');
    discord.fail({ kind: 'status', status: 404 });
    pushover.fail({ kind: 'status', status: 400 });
    for (const { id, pluginId } of all) {
      if (pluginId.startsWith('notify-')) await world.api.admin.call('POST', `/api/admin/notifications/test/${id}`, {});
    }
    // the user's view of a shelf that is refused
    const { hardcover } = world.sims.shelves;
    hardcover.fail({ kind: 'status', status: 401 });
    await world.api.user.call('POST', `/api/user/shelves/${shelfId}/sync`);
    await untilShelf(({ error }) => error !== undefined);
    const draft = { pluginId: 'shelf-hardcover', settings: { token: DRAFT, shelf: 'status:1' } };
    await world.api.user.call('POST', '/api/user/shelves/check', draft);
    hardcover.heal();
    await world.api.user.call('POST', '/api/user/shelves/check', draft);
    audiobookshelf.heal();
    discord.heal();
    pushover.heal();
    logs.push(world.log());
  }

  /** Integrations whose services send everybody elsewhere. */
  async function followRedirects(): Promise<void> {
    const sender = await startSimulator(({ path }) => ({
      status: path.includes('rpc') ? 307 : 302,
      headers: { location: `${elsewhere.url}/caught` },
    }));
    const drafts: Record<string, object> = {
      'indexer-prowlarr': { baseUrl: sender.url, apiKey: DRAFT },
      'client-transmission': { baseUrl: sender.url, username: 'demo', password: DRAFT },
      'client-qbittorrent': { baseUrl: sender.url, username: 'demo', password: DRAFT },
      'media-audiobookshelf': { baseUrl: sender.url, apiKey: DRAFT },
      'notify-discord': { webhookUrl: `${sender.url}/api/webhooks/1/${DRAFT}`, allowOtherHost: true },
      'notify-pushover': { token: DRAFT, userKey: DRAFT, apiUrl: sender.url },
    };
    for (const [pluginId, settings] of Object.entries(drafts)) {
      await world.api.admin.call('POST', '/api/admin/integrations/check', { pluginId, settings });
    }
    await sender.close();
  }

  /** What leaves the server: a webhook, a mail server that is away, and a browser that is notified. */
  async function plantReceivers(): Promise<void> {
    const { admin } = world.api;
    const hook = { name: 'Planted', url: `${elsewhere.url}/hook`, events: null, enabled: true };
    const { webhook, secret } = await admin.call<{ webhook: { id: string }; secret: string }>('POST', '/api/admin/webhooks', hook);
    secrets['the secret of a webhook'] = secret;
    secrets['the key of a webhook'] = secret.slice('whsec_'.length);
    await admin.call('POST', `/api/admin/webhooks/${webhook.id}/test`);

    const sender = { senderAddress: 'books@example.com', senderName: 'Books', allowSelfSigned: false, enabled: true };
    const settings = { host: '127.0.0.1', port: 9, security: 'none', username: 'books', password: MAIL_PASSWORD, ...sender };
    await admin.call('PUT', '/api/admin/mail', settings);
    await admin.call('POST', '/api/admin/mail/test', { to: 'reader@example.com', settings });
    secrets['the password of the mail server'] = MAIL_PASSWORD;
    secrets['what signs in at the mail server'] = `\0books\0${MAIL_PASSWORD}`;

    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
    const endpoint = `https://push.invalid/${PUSH_ADDRESS}`;
    await world.api.user.call('POST', '/api/web-push/subscriptions', { endpoint, keys });
    await world.api.user.call('POST', '/api/web-push/test');
    secrets['the address of a browser'] = PUSH_ADDRESS;
    secrets['the key of a browser'] = keys.auth;
  }

  before(async () => {
    elsewhere = await startSimulator(() => ({ body: {} }));
    world = await startWorld();
    const { keys } = world.app.services;
    secrets = {
      'the key of Prowlarr': world.sims.prowlarr.apiKey,
      'the password of Transmission': 'demo-transmission-password',
      'the pair of Transmission': 'demo:demo-transmission-password',
      'the key of Audiobookshelf': 'demo-audiobookshelf-key',
      'the token of the webhook': 'demo-webhook-token',
      'the token of Pushover': world.sims.pushover.token,
      'the key of Pushover': world.sims.pushover.user,
      'the token of Hardcover': world.sims.shelves.hardcover.users[0]?.token ?? '',
      'the secret of a draft': DRAFT,
      'a secret that was replaced': MOVED,
      'a password': PASSWORD,
      'a mistyped password': WRONG_PASSWORD,
      'the signing key': keys.jwtKey.toString('base64'),
      'the signing key as it is': keys.jwtKey.toString('latin1'),
      ...Object.fromEntries([...keys.ring.keys].map(([id, key]) => [`the sealing key ${id}`, key.toString('base64')])),
    };
    sessions = { admin: await sessionOf('admin'), user: await sessionOf('reader') };
    streams = { admin: '', user: '' };
    await Promise.all([listen('admin'), listen('user')]);

    // every member of the settings that the plugins call secret is one that was planted
    for (const { pluginId, settings } of world.sims.integrations) {
      const known = world.app.services.host.settings(pluginId)?.secretFields ?? [];
      for (const field of known.filter((name) => Object.hasOwn(settings, name))) {
        expect(found(JSON.stringify(settings[field])), `${pluginId} ${field}`).to.not.deep.equal([]);
      }
    }

    const admin = world.api.admin;
    await admin.call('POST', '/api/admin/users', { username: 'planted', password: PASSWORD, role: 'user' });
    await send(`${world.app.url}/api/auth/local/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'planted', password: WRONG_PASSWORD }),
    });
    firstRequest = await world.request(world.sims.playable[0]?.asin ?? '');
    await world.until(firstRequest, 'available');
    logs.push(world.log());

    shelfId =
      (await addShelves(world.api.user, world.sims.shelves.shelves)).find(({ pluginId }) => pluginId === 'shelf-hardcover')?.id ?? '';
    const prowlarr = (await integrations()).find(({ pluginId }) => pluginId === 'indexer-prowlarr');
    const path = `/api/admin/integrations/${prowlarr?.id}`;
    await admin.call('PATCH', path, { settings: { apiKey: MOVED } });
    await admin.call('PATCH', path, { settings: { apiKey: world.sims.prowlarr.apiKey } });
    await plantReceivers();
    await followRedirects();
    await provokeFaults();
  });
  after(async () => {
    closing.abort();
    await world?.stop();
    await elsewhere?.close();
  });

  it('are in no answer to anybody', async () => {
    const [integration] = await integrations();
    const asin = world.sims.playable[0]?.asin ?? '';
    const resources: Record<string, string> = {
      '/api/requests/{id}': firstRequest,
      '/api/admin/requests/{id}': firstRequest,
      '/api/admin/users/{id}': sessions.user.userId,
      '/api/admin/integrations/{id}': integration?.id ?? '',
      '/api/user/shelves/{id}': shelfId,
      '/api/audiobooks/{asin}': asin,
      '/api/covers/{asin}': asin,
    };
    const leaks: string[] = [];
    let answered = 0;
    for (const route of world.app.routes.filter(({ method, path }) => method === 'GET' && path !== '/api/events')) {
      const resource = resourceOf(route.path);
      const path = `${resource === undefined ? route.path : fillPath(route.path, resources[resource] ?? 'x')}${sampleQuery(route)}`;
      for (const headers of [bearer(sessions.admin), bearer(sessions.user), {}]) {
        const { status, text, headers: sent } = await send(`${world.app.url}${path}`, { headers });
        if (status === 200) answered += 1;
        const all = `${text}\n${JSON.stringify([...sent])}`;
        for (const name of found(all)) leaks.push(`${path}: ${name}`);
        if (/\$2[aby]\$\d\d\$/.test(text)) leaks.push(`${path}: a password hash`);
        if (/private_?sealed|secrets_?sealed/i.test(text)) leaks.push(`${path}: a sealed column`);
      }
    }
    for (const { id } of await integrations()) {
      const { text } = await send(`${world.app.url}/api/admin/integrations/${id}`, { headers: bearer(sessions.admin) });
      for (const name of found(text)) leaks.push(`integration ${id}: ${name}`);
    }
    expect(leaks).to.deep.equal([]);
    expect(answered).to.be.above(40);
  });

  it('are in no line of the log', () => {
    logs.push(world.log());
    const text = logs.join('\n');
    expect(text.length).to.be.above(10_000);
    expect(found(text)).to.deep.equal([]);
    expect(text).to.not.match(/eyJ[\w-]{10,}\.[\w-]{10,}\./, 'an access token');
    for (const { accessToken, refreshToken } of Object.values(sessions)) {
      expect(text).to.not.contain(accessToken);
      expect(text).to.not.contain(refreshToken);
    }
  });

  it('are in no support bundle, which has what helps', async () => {
    const { text } = await send(`${world.app.url}/api/admin/support-bundle`, { headers: bearer(sessions.admin) });
    const { integrations: told, log, failedJobs, database, config } = JSON.parse(text) as Record<string, object & { length?: number }>;

    expect(found(text)).to.deep.equal([]);
    expect(text).to.not.match(/\$2[aby]\$\d\d\$|eyJ[\w-]{10,}\.[\w-]{10,}\./);
    expect(told).to.have.length((await integrations()).length);
    expect(log?.length).to.be.above(10);
    expect(failedJobs).to.be.an('array');
    expect(database).to.include({ dialect: 'sqlite' });
    expect(config).to.include({ keysFrom: 'keys.json' }).and.not.have.any.keys('keys', 'databaseUrl', 'pluginRegistryToken');
  });

  it('are in no backup, sealed as they are in the database', async () => {
    const { backups } = world.app.services;
    const { file, name } = await backups.create('manual');
    const text = gunzipSync(await readFile(file)).toString('latin1');
    await backups.remove(name);

    expect(text).to.include('secrets_sealed').and.include('"username":"planted"');
    expect(found(text)).to.deep.equal([]);
    for (const { refreshToken, accessToken } of Object.values(sessions))
      expect(text.includes(refreshToken) || text.includes(accessToken)).to.equal(false);
  });

  it('are in no live event', () => {
    for (const stream of Object.values(streams)) {
      expect(stream).to.contain('request.updated');
      expect(found(stream)).to.deep.equal([]);
    }
  });

  it('are in no row of any table, sealed columns included', async () => {
    const { database } = world.app.services;
    const tables = await database.read.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    const leaks: string[] = [];
    const seen: string[] = [];
    for (const { name } of tables) {
      const rows = await database.read.all(`SELECT * FROM "${name}"`);
      if (rows.length > 0) seen.push(name);
      const text = JSON.stringify(rows);
      for (const secret of found(text)) leaks.push(`${name}: ${secret}`);
      const hashes = text.match(/"(\w+)":"\$2[aby]\$/g) ?? [];
      for (const hash of hashes.filter((column) => !column.startsWith('"passwordHash"'))) leaks.push(`${name}: a password hash in ${hash}`);
      for (const { refreshToken } of Object.values(sessions)) if (text.includes(refreshToken)) leaks.push(`${name}: a refresh token`);
    }
    expect(leaks).to.deep.equal([]);
    expect(seen).to.include.members([
      ...['jobs', 'request_events', 'audit_log', 'searches', 'release_candidates', 'download_history'],
      ...['shelves', 'shelf_books', 'book_mappings'],
      ...['notifications', 'notification_deliveries', 'integrations', 'users', 'refresh_sessions'],
    ]);
  });

  it('are in no file but the key file', async () => {
    const files = (await filesBelow(world.dirs.data)).filter((path) => !path.endsWith('keys.json'));
    expect(files.some((path) => /\.(db|sqlite)/.test(path))).to.equal(true);
    for (const path of [...files, ...(await filesBelow(world.dirs.library))]) {
      expect(found(await bytesOf(path)), path).to.deep.equal([]);
    }
  });

  it('go to their own service only, in a header where it takes them there', () => {
    const { prowlarr, transmission, audiobookshelf, discord, pushover, audible } = world.sims;
    const owners: readonly (readonly [Simulator, readonly string[], readonly string[], (readonly string[])?])[] = [
      [prowlarr, ['the key of Prowlarr', 'a secret that was replaced'], []],
      [transmission, ['the pair of Transmission'], []],
      [audiobookshelf, ['the key of Audiobookshelf'], []],
      // a webhook has its token in its path
      [discord, [], ['the token of the webhook']],
      // its messages hold both in the body; its lists want the token in the address
      [pushover, [], ['the token of Pushover'], ['the token of Pushover', 'the key of Pushover']],
      [audible, [], []],
      [world.sims.shelves.hardcover, ['the token of Hardcover', 'the secret of a draft'], []],
      [world.sims.shelves.goodreads, [], []],
      [elsewhere, [], []],
    ];
    for (const [sim, inHeaders, inPath, inBody = []] of owners) {
      for (const { method, path, query, headers, body } of sim.requests) {
        const what = `${method} ${path}`;
        expect(found(JSON.stringify(headers), inHeaders), `headers of ${what}`).to.deep.equal([]);
        expect(found(`${path}?${query.toString()}`, inPath), `address of ${what}`).to.deep.equal([]);
        expect(found(body.toString('latin1'), inBody), `body of ${what}`).to.deep.equal([]);
      }
      const headers = JSON.stringify(sim.requests.map((request) => request.headers));
      if (inHeaders.length > 0) expect(found(headers), 'it did reach its own service').to.include.members(inHeaders.slice(0, 1));
    }
  });

  it('have company: where the server keeps things is shown to admins only', async () => {
    const { id } = (await integrations()).find(({ pluginId }) => pluginId === 'client-transmission') ?? {};
    const path = `/api/admin/integrations/${id}/path-mappings`;
    const local = join(world.dirs.root, 'not mounted', 'here');
    await world.api.admin.call('PUT', path, { mappings: [{ remote: world.dirs.downloads, local }] });
    const lost = await world.request(world.sims.playable[3]?.asin ?? '');
    const seen = await world.untilRequest(lost, 'files that are not visible', ({ reason }) => reason?.code === 'path_not_visible');
    expect(seen.reason?.message).to.contain(local);

    const shown = await Promise.all(
      [`/api/requests/${lost}`, `/api/requests/${firstRequest}`, '/api/requests', '/api/notifications'].map((url) =>
        world.api.user.call('GET', url),
      ),
    );
    const text = JSON.stringify(shown);
    expect(text).to.contain('The download is finished, but the server cannot see its files. An admin can help.');
    expect(text).to.not.contain(world.dirs.root);
    expect(streams.user).to.not.contain(world.dirs.root);
    await world.api.admin.call('PUT', path, { mappings: [] });
  });
});
