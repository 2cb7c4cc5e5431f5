import { loadConfig, startApp, type RunningApp } from '@lectern/core';
import { seedDemo, setUpLectern, startDemoWorld, stockLibrary, type DemoWorld } from '@lectern/demo';
import { demoBooks } from '@lectern/simulators';
import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillPath, resourceOf, sampleQuery, send, type WalkedRoute } from './route-walk.spec.support.js';
import { idsIn, isUnsaid, textsOf, type FoundText } from './unsaid-words.spec.support.js';

/** What no language changes, and why. */
const NOT_OURS: readonly (readonly [where: RegExp, why: string])[] = [
  [
    /^\/api\/(admin\/)?(audiobooks|home\b(?!-)|library|requests|reports|audit|user\/(?!home-sections|shelves\/providers))\S*: .*\.(title|description|publisher)$/,
    'books and releases have words of their own',
  ],
  [/^\/api\/notifications: \.items\[\]/, 'it was said in the language of the person, when it happened'],
  [/\.(report|items\[\]|entries\[\])\.text$/, 'people wrote it'],
  [/shelves\S*: .*\.name$/, 'people named it'],
  [/reason\.values\./, 'it is within the sentence of the reason'],
  [/\.type$/, 'it is the same for every problem'],
  [/\.(subject|pattern|path|placeholder)$/, 'programs read it'],
  [/[pP]athTemplate(\.default)?$/, 'it is a pattern of paths'],
  [/\/texts: /, 'the author of a plugin wrote it'],
  [/support-bundle: /, 'those who help read it, in English'],
  [/filesystem\/browse: \.entries/, 'folders are called so'],
  [/logs: /, 'logs are in English'],
];

/** Titles of the books of this scene. What the server shows of them is data, wherever it stands. */
const TITLES: ReadonlySet<string> = new Set(demoBooks.map(({ title }) => title));

/** Things of a kind whose pages are opened. */
const MOST_OF_A_KIND = 12;

describe('what the server says to a reader of another language', () => {
  let root: string;
  let sims: DemoWorld;
  let app: RunningApp;
  let found: FoundText[];
  let tokenOfUser: string;

  async function walk(token: string): Promise<FoundText[]> {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en-XA' };
    const answers = new Map<string, unknown>();
    const texts: FoundText[] = [];

    async function read(route: WalkedRoute, path: string): Promise<void> {
      const { text, headers: told } = await send(`${app.url}${path}${sampleQuery(route)}`, { headers, timeoutMs: 30_000 });
      if (!told.get('content-type')?.includes('json')) return;
      const value = JSON.parse(text) as unknown;
      answers.set(route.path, value);
      texts.push(...textsOf(value, `${route.path}: `));
    }

    // the description of the API is in English
    const routes = app.routes.filter(({ method, path }) => method === 'GET' && !/^\/api\/(openapi|docs|events)/.test(path));
    for (const route of routes.filter(({ path }) => !path.includes('{'))) await read(route, route.path);
    for (const route of routes.filter(({ path }) => path.includes('{'))) {
      const list = (resourceOf(route.path) ?? '').replace(/\/[^/]*$/, '');
      const ids = idsIn(answers.get(list), MOST_OF_A_KIND);
      for (const id of ids.length > 0 ? ids : [randomUUID()]) await read(route, fillPath(route.path, encodeURIComponent(id)));
    }
    return texts;
  }

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-unsaid-'));
    sims = await startDemoWorld(root, { secondsPerDownload: 1 });
    await mkdir(join(root, 'data'), { recursive: true });
    const config = loadConfig({
      LECTERN_PORT: '0',
      LECTERN_DATA: join(root, 'data'),
      LECTERN_HOST: '127.0.0.1',
      LECTERN_TIME_SCALE: '0.05',
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      LECTERN_STAND_INS: sims.shelves.standIns,
    });
    app = await startApp(config, { validateResponses: true, passwordCost: 4, logTo: { write: () => true } });
    const { admin, user } = await setUpLectern(app.url, {
      setupToken: (await app.setupToken()) ?? '',
      adminPassword: randomBytes(12).toString('base64url'),
      userPassword: randomBytes(12).toString('base64url'),
      libraryDir: sims.libraryDir,
      downloadDir: sims.downloadDir,
      integrations: sims.integrations,
    });
    await stockLibrary(sims, admin.api);
    await seedDemo({ url: app.url, world: sims, admin, user });
    const { users, auth } = app.services;
    found = [];
    for (const name of [admin.username, user.username]) {
      const account = await users.findByUsername(name);
      const { accessToken } = await auth.openSession(account?.id ?? '', { address: '127.0.0.1', userAgent: 'walk' });
      found.push(...(await walk(accessToken)));
      tokenOfUser = accessToken;
    }
  });
  after(async () => {
    await app.stop();
    await sims.close();
    await rm(root, { recursive: true, force: true });
  });

  function unsaid(): FoundText[] {
    return found.filter(({ where, text }) => isUnsaid(text) && !TITLES.has(text) && !NOT_OURS.some(([at]) => at.test(where)));
  }

  it('bears the marks of a sentence wherever it is one', () => {
    expect(Object.fromEntries(unsaid().map(({ where, text }) => [where, text]))).to.deep.equal({});
  });

  it('is marked in some places, so that the walk has seen any', () => {
    const marked = found.filter(({ text }) => /^\[.*[åéîöü].*\]$/su.test(text)).map(({ where }) => where);

    expect(marked).to.include('/api/admin/settings/forms: .sections[].schema.properties.path.description');
    expect(marked).to.include('/api/notifications/preferences: .events[].title');
  });

  it('is, in notifications, the language that a person chose, whatever a program asks for', async () => {
    const headers = { authorization: `Bearer ${tokenOfUser}`, 'content-type': 'application/json', 'accept-language': 'fr' };
    const titles = async (language: string) => {
      const { text } = await send(`${app.url}/api/notifications`, { headers: { ...headers, 'accept-language': language } });
      return (JSON.parse(text) as { items: { title: string }[] }).items.map(({ title }) => title);
    };
    const german = await titles('de');
    expect(german)
      .to.have.length.above(0)
      .and.not.to.deep.equal(await titles('fr'));

    await send(`${app.url}/api/user/profile`, { method: 'PATCH', headers, body: JSON.stringify({ locale: 'de' }) });

    expect(await titles('fr')).to.deep.equal(german);
  });
});
