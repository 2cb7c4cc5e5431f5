import { startSimulator } from '@lectern/demo';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/demo';
import type { CheckResult, IntegrationError, LibraryItem, MediaServer, PluginInstance } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import plugin from './index.js';
import type { AudiobookshelfSettings } from './settings.js';

const LIBRARY = 'd82fce9a-c6c9-4cac-b88c-8ef6f8acda26';
const call = { signal: new AbortController().signal };

function recorded(name: string): SimulatorResponse {
  const text = readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8');
  const { status, headers, body } = (JSON.parse(text) as { response: { status: number; headers: Record<string, string>; body: object } })
    .response;
  const type = headers['content-type'];
  return {
    status,
    body,
    headers: { ...(type ? { 'content-type': type } : {}), ...(headers['retry-after'] ? { 'retry-after': headers['retry-after'] } : {}) },
  };
}

/** Answers by `METHOD /path`, each a fixture's name or an answer. */
type Script = Record<string, string | SimulatorResponse | ((request: SimulatorRequest) => SimulatorResponse)>;

const HEALTHY: Script = {
  'GET /status': 'status',
  'GET /api/me': 'me.api-key',
  'GET /api/libraries': 'libraries',
};

async function codeOf(work: Promise<unknown>): Promise<{ code: string; message: string; field?: string; retryAfterMs?: number }> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

describe('Audiobookshelf plugin on recorded answers', () => {
  let simulator: Simulator;

  afterEach(() => simulator.close());

  async function start(script: Script, settings: Partial<AudiobookshelfSettings> = {}) {
    simulator = await startSimulator((request) => {
      const answer = script[`${request.method} ${request.path}`];
      if (answer === undefined) return recorded('unknown-route');
      return typeof answer === 'string' ? recorded(answer) : typeof answer === 'function' ? answer(request) : answer;
    });
    const context = createTestContext<AudiobookshelfSettings>({
      settings: { baseUrl: `${simulator.url}/`, apiKey: 'planted-key', ...settings },
    });
    const instance: PluginInstance = plugin.create(context);
    const media = instance.provides.mediaServer as MediaServer;
    return { instance, media, context };
  }

  const last = (): SimulatorRequest => simulator.requests.at(-1) as SimulatorRequest;
  const jsonOf = (request: SimulatorRequest): unknown => JSON.parse(request.body.toString());

  describe('check', () => {
    const check = async (script: Script, settings: Partial<AudiobookshelfSettings> = {}): Promise<CheckResult> => {
      const { instance } = await start({ ...HEALTHY, ...script }, settings);
      return instance.check(call);
    };

    const faultOf = async (work: Promise<unknown>): Promise<IntegrationError> =>
      work.then(
        () => Promise.reject(new Error('nothing was thrown')),
        (error: unknown) => error as IntegrationError,
      );

    it('tells the version, what the key may do and how many libraries it sees', async () => {
      const result = await check({});

      expect(result).to.deep.equal({
        ok: true,
        version: '2.36.0',
        details: ['The key speaks for root (root); it can read, start scans, write ASINs.', '2 book libraries can be read.'],
      });
      expect(simulator.requests[0]?.headers.authorization).to.equal(undefined);
      expect(last().headers.authorization).to.equal('Bearer planted-key');
    });

    it('tells what an ordinary account may not do, and which libraries it may not see', async () => {
      const { user } = recorded('login.plain-user').body as { user: object };
      const result = await check({ 'GET /api/me': { body: user } }, { libraryIds: ['gone'], allowSignIn: true });

      expect(result.details).to.deep.equal([
        'The key speaks for reader (user); it can read.',
        'It cannot start scans (needs an admin account), write ASINs (needs the update permission).',
        'Finished books appear only when Audiobookshelf finds them by itself: with its folder watcher on, or at its own scheduled scans.',
        '1 book library can be read.',
        '1 more may not be read by this account.',
        '1 of the chosen libraries cannot be found: gone.',
      ]);
    });

    it('warns of a token of the old kind, of an expiry and of password sign-in being off', async () => {
      const me = recorded('me.api-key').body as object;
      const key = `x.${Buffer.from(JSON.stringify({ type: 'api', exp: 1_800_000_000 })).toString('base64url')}.y`;
      const status = { ...(recorded('status').body as object), authMethods: ['openid'] };

      const expiring = await check({ 'GET /status': { body: status } }, { apiKey: key, allowSignIn: true });
      await simulator.close();
      const old = await check({ 'GET /api/me': { body: { ...me, isOldToken: true } } });

      expect(expiring.details).to.include('The key expires on 2027-01-15T08:00:00.000Z.');
      expect(expiring.details?.at(-1)).to.match(/password is turned off/);
      expect(old.details?.join(' ')).to.match(/old kind/);
    });

    it('believes what a key says of itself more than what the server remembers of its account', async () => {
      const me = recorded('me.api-key').body as object;
      const key = `x.${Buffer.from(JSON.stringify({ type: 'api' })).toString('base64url')}.y`;

      const result = await check({ 'GET /api/me': { body: { ...me, isOldToken: true } } }, { apiKey: key });

      expect(result.details?.join(' ')).to.not.match(/old kind/);
    });

    it('is not well without a library of books that the account may read', async () => {
      const me = recorded('me.api-key').body as { permissions: object };
      const blind = { ...me, permissions: { ...me.permissions, accessAllLibraries: false }, librariesAccessible: [] };
      const error = await faultOf(check({ 'GET /api/me': { body: blind } }));
      await simulator.close();
      const none = await faultOf(check({ 'GET /api/libraries': { body: { libraries: [] } } }));

      expect([error.code, error.field]).to.deep.equal(['INTEGRATION_FORBIDDEN', 'apiKey']);
      expect([none.code, none.field]).to.deep.equal(['INTEGRATION_MISCONFIGURED', 'baseUrl']);
    });

    it('warns of the token of a session, which ends after an hour', async () => {
      const claims = Buffer.from(JSON.stringify({ userId: 'u', exp: 1_800_000_000 })).toString('base64url');

      expect((await check({}, { apiKey: `x.${claims}.y` })).details?.join(' ')).to.match(/token of a session.*Create an API key/);
    });

    it('does not blame the key when a proxy refuses what needs none', async () => {
      const error = await codeOf(check({ 'GET /status': { status: 403, body: 'no' } }));

      expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'baseUrl' });
    });

    it('says when the server was never set up', async () => {
      const error = await codeOf(check({ 'GET /status': 'status.uninitialised' }));

      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
      expect(error.message).to.match(/not set up/);
    });

    it('says when something else answers', async () => {
      expect(await codeOf(check({ 'GET /status': { body: { status: 'fine' } } }))).to.include({
        code: 'INTEGRATION_MISCONFIGURED',
        field: 'baseUrl',
      });
      await simulator.close();
      expect(await codeOf(check({ 'GET /status': 'unknown-route' }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    });

    it('blames the key when it is refused, though the answer has no content type', async () => {
      const error = await codeOf(check({ 'GET /api/me': 'me.no-token' }));

      expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
    });

    it('says so when the sign-in page of a proxy stands in front', async () => {
      const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' };
      const moved = { status: 302, headers: { location: 'https://sso.example.test/login?rd=secret' } };

      const html = await codeOf(check({ 'GET /status': page }));
      await simulator.close();
      const redirect = await codeOf(check({ 'GET /status': moved }));

      expect(html.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(html.message).to.match(/proxy/);
      expect(redirect).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
      expect(redirect.message).to.include('https://sso.example.test/login.').and.not.include('secret');
    });

    it('works under a sub-path', async () => {
      const script = Object.fromEntries(Object.entries(HEALTHY).map(([key, value]) => [key.replace(' ', ' /audiobookshelf'), value]));
      const { context } = await start(script);
      const instance = plugin.create({ ...context, settings: { ...context.settings, baseUrl: `${simulator.url}/audiobookshelf/` } });

      expect((await instance.check(call)).version).to.equal('2.36.0');
    });
  });

  describe('libraries', () => {
    it('leaves podcasts out and names the folders', async () => {
      const { media } = await start(HEALTHY);

      expect(await media.libraries(call)).to.deep.equal([
        { id: LIBRARY, name: 'Audiobooks', type: 'mixed', roots: ['/media/audiobooks'] },
        { id: '0a78dd12-fff2-48d4-aaf7-e23e97b616ee', name: 'Ebooks', type: 'mixed', roots: ['/media/ebooks'] },
      ]);
    });

    it('keeps to the chosen ones', async () => {
      const { media } = await start(HEALTHY, { libraryIds: [LIBRARY] });

      expect((await media.libraries(call)).map(({ id }) => id)).to.deep.equal([LIBRARY]);
    });

    it('is empty on a server without libraries, and for an account that is shown all but may see none', async () => {
      const first = await start({ ...HEALTHY, 'GET /api/libraries': { body: { libraries: [] } } });
      expect(await first.media.libraries(call)).to.deep.equal([]);
      await simulator.close();

      const nothing = { id: 'u', username: 'u', type: 'user', permissions: { accessAllLibraries: false }, librariesAccessible: [] };
      const second = await start({ ...HEALTHY, 'GET /api/me': { body: nothing } });
      expect(await second.media.libraries(call)).to.deep.equal([]);
    });

    it('are choices for the form, asked with the drafted settings', async () => {
      const { instance } = await start(HEALTHY);
      const choices = instance.choices?.libraries;

      expect(await choices?.({ ...call, draft: { apiKey: 'drafted' } })).to.deep.equal([
        { value: LIBRARY, title: 'Audiobooks' },
        { value: '0a78dd12-fff2-48d4-aaf7-e23e97b616ee', title: 'Ebooks' },
      ]);
      expect(last().headers.authorization).to.equal('Bearer drafted');
    });

    it('never send the saved key to another address', async () => {
      const { instance } = await start(HEALTHY);
      const error = await codeOf(
        instance.choices?.libraries?.({ ...call, draft: { baseUrl: 'http://other.example.test' } }) ?? Promise.resolve(),
      );

      expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'apiKey' });
      expect(simulator.requests).to.deep.equal([]);
    });
  });

  describe('items', () => {
    const page = (results: object[], total = results.length) => ({ body: { results, total, limit: 200, page: 0 } });
    const bodyOf = (name: string) => recorded(name).body as Record<string, unknown>;
    const listPath = `GET /api/libraries/${LIBRARY}/items`;
    const listing =
      (results: object[]) =>
      ({ query }: SimulatorRequest): SimulatorResponse =>
        query.get('filter') === 'issues' ? recorded('items.filter-issues') : page(results);

    it('asks for the parameters the server understands, and for details only where the list is not clear', async () => {
      // the second has two narrators, joined by a comma
      const [clear, joined] = bodyOf('items.page0').results as Record<string, unknown>[];
      const { media } = await start({
        [listPath]: listing([clear ?? {}, joined ?? {}]),
        'POST /api/items/batch/get': { body: { libraryItems: [] } },
      });

      const { items, next, total } = await media.items(LIBRARY, call);

      expect(items.map(({ title, asin }) => [title, asin])).to.deep.equal([
        ['The Paper Lighthouse', 'B0TEST0001'],
        ['The Salt Compass', 'B0TEST0002'],
      ]);
      expect({ next, total }).to.deep.equal({ next: undefined, total: 2 });
      expect(Object.fromEntries(simulator.requests[0]?.query ?? [])).to.deep.equal({ limit: '200', page: '0', sort: 'addedAt' });
      expect(jsonOf(last())).to.deep.equal({ libraryItemIds: [joined?.id] });
    });

    it('leaves out what is missing or invalid, and fetches the files of what has no ASIN', async () => {
      const expanded = bodyOf('item.multi-file');
      const missing = bodyOf('item.missing');
      const script: Script = {
        [listPath]: listing([{ ...expanded, libraryFiles: undefined }, missing, { ...expanded, id: 'invalid', isInvalid: true }]),
        'POST /api/items/batch/get': { body: { libraryItems: [expanded] } },
      };
      const { media, context } = await start(script);

      const { items } = await media.items(LIBRARY, call);

      expect(items.map(({ title }) => title)).to.deep.equal(['Quiet Engines']);
      expect(items[0]?.files?.map(({ size }) => size)).to.include(16557);
      expect(jsonOf(last())).to.deep.equal({ libraryItemIds: [expanded.id] });
      expect(context.logs.map(({ level }) => level)).to.deep.equal(['warn']);
    });

    it('fetches the files of everything that is new since a time', async () => {
      const [first] = bodyOf('items.page0').results as Record<string, unknown>[];
      const script: Script = {
        [listPath]: page([first ?? {}]),
        'POST /api/items/batch/get': {
          body: { libraryItems: [{ ...first, libraryFiles: [{ metadata: { path: '/a/b.m4b', size: 5 } }] }] },
        },
      };
      const { media } = await start(script);

      const added = await media.items(LIBRARY, { ...call, since: '2026-11-20T00:00:00.000Z' });
      const changed = await media.items(LIBRARY, { ...call, since: '2026-11-20T00:00:00.000Z', cursor: added.next });

      expect(added.items.map(({ files }) => files)).to.deep.equal([[{ path: '/a/b.m4b', size: 5 }]]);
      expect(changed).to.deep.equal({ items: [] });
      expect(Object.fromEntries(last().query)).to.deep.equal({ limit: '200', page: '0', sort: 'mtimeMs', desc: '1' });
    });

    it('refuses an answer that is not a page', async () => {
      const { media } = await start({ [listPath]: { body: { results: 'none' } } });

      expect((await codeOf(media.items(LIBRARY, call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
    });

    it('passes over rows that are not items', async () => {
      const { media } = await start({ [listPath]: listing([{ title: 'no id' }, null as unknown as object]) });

      expect(await media.items(LIBRARY, call)).to.deep.equal({ items: [], total: 2 });
    });
  });

  describe('refresh', () => {
    const SCAN = `/api/libraries/${LIBRARY}/scan`;
    const script: Script = {
      ...HEALTHY,
      'GET /api/tasks': 'tasks.idle',
      'POST /api/authorize': 'authorize',
      'POST /api/watcher/update': 'watcher.update.outside',
      [`POST ${SCAN}`]: 'library.scan',
    };
    const file = '/media/audiobooks/Gus Tarn/Pushed/Pushed.m4b';
    /** What was asked for, besides how things are. */
    const asked = (): string[] => simulator.requests.map(({ path }) => path).filter((path) => path === SCAN || path.includes('watcher'));

    /** A recorded answer, changed. */
    function changed(name: string, change: (body: Record<string, unknown>) => void): SimulatorResponse {
      const answer = recorded(name);
      change(answer.body as Record<string, unknown>);
      return answer;
    }

    const unwatchedLibrary = changed('libraries', ({ libraries }) => {
      for (const { settings } of libraries as { settings: object }[]) Object.assign(settings, { disableWatcher: true });
    });
    const unwatchedServer = changed('authorize', (body) => Object.assign(body.serverSettings as object, { scannerDisableWatcher: true }));
    const taskWith = (more: object): SimulatorResponse =>
      changed('tasks.scanning', (body) => Object.assign((body.tasks as object[])[0] as object, more));

    it('announces a file to a server that watches, and starts no scan beside it', async () => {
      const { media } = await start(script);

      await media.refresh(LIBRARY, { ...call, path: file });

      expect(asked()).to.deep.equal(['/api/watcher/update']);
      expect(jsonOf(simulator.requests.at(-1) as SimulatorRequest)).to.deep.equal({ libraryId: LIBRARY, path: file, type: 'add' });
    });

    it('starts a scan where nobody watches, since the server answers OK and ignores the file', async () => {
      const scripts: readonly Script[] = [{ 'GET /api/libraries': unwatchedLibrary }, { 'POST /api/authorize': unwatchedServer }];
      for (const unwatched of scripts) {
        const { media } = await start({ ...script, ...unwatched });

        await media.refresh(LIBRARY, { ...call, path: file });

        expect(asked()).to.deep.equal([SCAN]);
        await simulator.close();
      }
    });

    it('starts a scan when an announced file did not show up', async () => {
      const { media } = await start(script);

      await media.refresh(LIBRARY, { ...call, path: file, isAgain: true });

      expect(asked()).to.deep.equal([SCAN]);
    });

    it('asks for nothing while a scan of the library or the watcher is at work, since that makes books appear twice', async () => {
      for (const tasks of ['tasks.scanning', taskWith({ action: 'watcher-scan', startedAt: Date.now(), data: {} })]) {
        const { media } = await start({ ...script, 'GET /api/tasks': tasks });

        await media.refresh(LIBRARY, { ...call, path: file });
        await media.refresh(LIBRARY, { ...call, path: file, isAgain: true });

        expect(asked()).to.deep.equal([]);
        await simulator.close();
      }
    });

    it('goes by no scan of another library, by none that ended, and by no watcher that has hung for long', async () => {
      for (const more of [
        { data: { libraryId: 'other' } },
        { isFinished: true },
        { action: 'watcher-scan', startedAt: Date.now() - 3_600_000 },
        { action: 'embed-metadata' },
      ]) {
        const { media } = await start({ ...script, 'GET /api/tasks': taskWith(more) });

        await media.refresh(LIBRARY, { ...call, path: file, isAgain: true });

        expect(asked(), JSON.stringify(more)).to.deep.equal([SCAN]);
        await simulator.close();
      }
    });

    it('only announces the file, every time, when scans are turned off', async () => {
      const { media } = await start(script, { fullScan: false });

      await media.refresh(LIBRARY, { ...call, path: '/media/audiobooks/x.epub' });
      await media.refresh(LIBRARY, { ...call, path: '/media/audiobooks/x.epub', isAgain: true });

      expect(asked()).to.deep.equal(['/api/watcher/update', '/api/watcher/update']);
    });

    it('always scans for a directory, which the watcher route does not take', async () => {
      const { media } = await start(script, { fullScan: false });

      await media.refresh(LIBRARY, { ...call, path: '/media/audiobooks/Gus Tarn/Vol. 1' });

      expect(asked()).to.deep.equal([SCAN]);
    });

    it('says when the account may not scan', async () => {
      const { media } = await start({ ...script, [`POST ${SCAN}`]: 'user.patch-forbidden' });

      expect(await codeOf(media.refresh(LIBRARY, call))).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'apiKey' });
    });
  });

  describe('single items', () => {
    const path = '/api/items/8b9aff81-578e-48c7-8070-b91930dcba78';
    const id = '8b9aff81-578e-48c7-8070-b91930dcba78' satisfies LibraryItem['itemId'];

    it('writes an ASIN in upper case and nothing else, and takes "nothing changed" for success', async () => {
      const { media } = await start({ [`PATCH ${path}/media`]: 'item.patch-media.same-value' });

      await media.setAsin?.(id, ' b0test0003', call);

      expect(jsonOf(last())).to.deep.equal({ metadata: { asin: 'B0TEST0003' } });
    });

    it('says when the account may not write, and when the item is gone', async () => {
      const forbidden = await start({ [`PATCH ${path}/media`]: 'user.patch-forbidden' });
      expect((await codeOf(forbidden.media.setAsin?.(id, 'B0TEST0003', call) ?? Promise.resolve())).code).to.equal('INTEGRATION_FORBIDDEN');
      await simulator.close();

      const gone = await start({});
      expect((await codeOf(gone.media.setAsin?.(id, 'B0TEST0003', call) ?? Promise.resolve())).code).to.equal('INTEGRATION_NOT_FOUND');
    });

    it('removes the record, the files only when told to, and takes an absent item for removed', async () => {
      const soft = await start({ [`DELETE ${path}`]: 'item.delete.soft' });
      await soft.media.remove?.(id, call);
      expect(last().query.get('hard')).to.equal(null);
      await simulator.close();

      const hard = await start({ [`DELETE ${path}`]: 'item.delete.again' }, { deleteFiles: true });
      await hard.media.remove?.(id, call);
      expect(last().query.get('hard')).to.equal('1');
    });

    it('keeps an id inside its place in the path', async () => {
      const { media } = await start({});

      await codeOf(media.setAsin?.('../../users?x', 'B0TEST0003', call) ?? Promise.resolve());

      expect(last().path).to.equal('/api/items/..%2F..%2Fusers%3Fx/media');
    });

    it("fetches a cover as JPEG of a width within the server's limits", async () => {
      const picture = { headers: { 'content-type': 'image/jpeg; charset=x' }, body: Buffer.from([255, 216, 255]) };
      const { media } = await start({ [`GET ${path}/cover`]: picture });

      const cover = await media.cover(id, { ...call, width: 9000.4 });

      expect(cover?.contentType).to.equal('image/jpeg');
      expect([...(cover?.bytes ?? [])]).to.deep.equal([255, 216, 255]);
      expect(Object.fromEntries(last().query)).to.deep.equal({ format: 'jpeg', width: '4096' });
    });

    it('answers null without a cover, and refuses what is not a picture', async () => {
      const none = await start({ [`GET ${path}/cover`]: 'cover.missing' });
      expect(await none.media.cover(id, call)).to.equal(null);
      await simulator.close();

      const page = await start({ [`GET ${path}/cover`]: { headers: { 'content-type': 'text/html' }, body: '<svg/>' } });
      expect((await codeOf(page.media.cover(id, call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
    });
  });

  describe('sign-in', () => {
    const credentials = { username: 'Reader', password: 'planted-password', clientAddress: '203.0.113.9' };

    async function signIn(script: Script, given = credentials) {
      const { media, context } = await start(script, { allowSignIn: true });
      const door = media.accounts?.signIn;
      if (door?.kind !== 'password') throw new Error('expected a sign-in by password');
      return { account: door.signIn(given, call), context };
    }

    it('is offered only when turned on', async () => {
      const { media } = await start({});

      expect(media.accounts).to.equal(undefined);
    });

    it('names the account by its stable id, forwards the address and closes the session again', async () => {
      const { account } = await signIn({ 'POST /login': 'login.plain-user', 'POST /logout': 'logout' });

      expect(await account).to.deep.equal({
        subject: '03a926f0-9dcb-4db5-8ca9-a333ee4793aa',
        username: 'reader',
        email: 'reader@example.test',
        isAdmin: false,
      });
      const [login, logout] = simulator.requests;
      expect(login?.headers).to.include({ 'x-return-tokens': 'true', 'x-forwarded-for': '203.0.113.9' });
      expect(login?.headers.authorization).to.equal(undefined);
      expect(logout?.headers['x-refresh-token']).to.equal('<refresh-token>');
    });

    it('forwards nothing that is not an address', async () => {
      const { account } = await signIn(
        { 'POST /login': 'login.plain-user', 'POST /logout': 'logout' },
        { ...credentials, clientAddress: 'unix' },
      );
      await account;

      expect(simulator.requests[0]?.headers).not.to.have.property('x-forwarded-for');
    });

    it('succeeds though the session cannot be closed, and says so in the log without the token', async () => {
      const { account, context } = await signIn({ 'POST /login': 'login.plain-user', 'POST /logout': { status: 500, body: 'x' } });

      expect((await account).username).to.equal('reader');
      expect(context.logs.map(({ level }) => level)).to.deep.equal(['warn']);
      expect(JSON.stringify(context.logs)).not.to.match(/refresh-token|planted/);
    });

    it('has no session to close at servers before 2.26', async () => {
      const { account } = await signIn({
        'POST /login': { body: { user: { id: 'u1', username: 'old', type: 'admin', token: 'legacy' } } },
      });

      expect(await account).to.deep.equal({ subject: 'u1', username: 'old', isAdmin: true });
      expect(simulator.requests).to.have.length(1);
    });

    it('tells wrong credentials from a refused key', async () => {
      const { account } = await signIn({ 'POST /login': 'login.bad-password' });
      const error = await codeOf(account);

      expect(error.code).to.equal('INTEGRATION_UNAUTHORIZED');
      expect(error.field).to.equal(undefined);
      expect(simulator.requests).to.have.length(1);
    });

    it('passes on how long to wait, and does not try again by itself', async () => {
      const { account } = await signIn({ 'POST /login': 'login.rate-limited' });

      expect(await codeOf(account)).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 599_000 });
      expect(simulator.requests).to.have.length(1);
    });

    it('never follows a redirect with a password', async () => {
      const { account } = await signIn({ 'POST /login': { status: 307, headers: { location: '/elsewhere' } } });

      expect(await codeOf(account)).to.include({ code: 'INTEGRATION_MISCONFIGURED' });
      expect(simulator.requests).to.have.length(1);
    });

    it('does not blame the API key when a proxy refuses a sign-in', async () => {
      const { account } = await signIn({ 'POST /login': { status: 403, body: 'no' } });

      expect(await codeOf(account)).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'baseUrl' });
    });

    it('refuses an account that is not active', async () => {
      const { account } = await signIn({ 'POST /login': { body: { user: { id: 'u', username: 'u', isActive: false } } } });

      expect((await codeOf(account)).code).to.equal('INTEGRATION_UNAUTHORIZED');
    });
  });
});
