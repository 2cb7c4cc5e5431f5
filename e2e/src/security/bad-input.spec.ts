import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLecternApi, LecternApiError, type LecternApi } from '@lectern/demo';
import { startSimulator, type Simulator } from '@lectern/simulators';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

interface Asked {
  readonly request: { readonly id: string };
  readonly outcome: string;
}

interface CheckAnswer {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly field?: string };
}

/** The answer to a call that must be refused. */
async function refusal(call: Promise<unknown>): Promise<LecternApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof LecternApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** A folder with a book's worth of files and no audio. */
async function makeTextFolder(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'read me.txt'), 'Nothing to hear here.');
  await writeFile(join(dir, 'picture.jpg'), randomBytes(40_000));
  return dir;
}

describe('bad input', () => {
  let world: World;
  let web: Simulator;
  let other: LecternApi;
  let token: string;

  before(async () => {
    // a proxy's sign-in page: answers every address with 200 and HTML
    web = await startSimulator(() => ({ headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' }));
    world = await startWorld({ timeScale: 0.005 });
    token = await newUser();
    other = createLecternApi(world.app.url, token);
  });

  after(async () => {
    await world?.stop();
    await web?.close();
  });

  /** @returns the access token of another reader */
  async function newUser(): Promise<string> {
    const account = { username: 'other', password: randomBytes(12).toString('base64url') };
    await world.api.admin.call('POST', '/api/admin/users', { ...account, role: 'user' });
    const session = await createLecternApi(world.app.url).call<{ accessToken: string }>('POST', '/api/auth/local/login', account);
    return session.accessToken;
  }

  function post(body: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(`${world.app.url}/api/requests`, { method: 'POST', headers, body });
  }

  async function count(sql: string, ...params: string[]): Promise<number> {
    const row = await world.app.services.database.read.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, params);
    return Number(row?.n);
  }

  describe('in requests', () => {
    const wrong: readonly [string, object, string][] = [
      ['a number for an ASIN', { asin: 12 }, '/asin'],
      ['an ASIN that is none', { asin: '../../etc' }, '/asin'],
      ['an unknown type', { asin: 'B0DEMO0001', type: 'vinyl' }, '/type'],
      ['a member it does not know', { asin: 'B0DEMO0001', status: 'available' }, ''],
      ['a note without end', { asin: 'B0DEMO0001', note: 'x'.repeat(2000) }, '/note'],
    ];
    for (const [what, body, path] of wrong) {
      it(`refuses ${what} and says where it is`, async () => {
        const response = await post(JSON.stringify(body));
        const problem = (await response.json()) as { code: string; errors?: { path: string; message: string }[] };

        expect(response.status).to.equal(400);
        expect(response.headers.get('content-type')).to.match(/^application\/problem\+json/);
        expect(problem.errors).to.have.length.greaterThan(0);
        expect(problem.errors?.[0]?.path).to.match(new RegExp(`^${path}`));
        expect(problem.errors?.[0]?.message).to.be.a('string').and.not.equal('');
      });
    }

    it('refuses a body that is no JSON', async () => {
      const response = await post('{"asin": ');

      expect(response.status).to.equal(400);
      expect(await response.json()).to.include.keys('code', 'detail');
    });

    it('knows no book of an ASIN the catalogue does not have', async () => {
      const error = await refusal(world.request('B0NOWHERE0'));

      expect(error).to.include({ status: 404, code: 'unknown_book' });
      expect(error.message).to.contain('B0NOWHERE0');
    });

    it('takes a book once, however often it is clicked', async () => {
      const user = other;
      const clicks = await Promise.allSettled([1, 2, 3].map(() => user.call<Asked>('POST', '/api/requests', { asin: 'B0DEMO0006' })));
      const later = await refusal(user.call('POST', '/api/requests', { asin: 'B0DEMO0006' }));

      const taken = clicks.filter((click) => click.status === 'fulfilled');
      const refused = clicks.flatMap((click) => (click.status === 'rejected' ? [click.reason as LecternApiError] : []));
      expect(taken).to.have.length(1);
      for (const error of [...refused, later]) expect(error).to.include({ status: 409, code: 'duplicate' });
      await world.until(taken[0]?.value.request.id ?? '', 'available');
      const afterwards = await refusal(user.call('POST', '/api/requests', { asin: 'B0DEMO0006' }));
      expect(afterwards).to.include({ status: 409 });
    });

    it('fetches a book once that two people want at the same moment, and tells both', async () => {
      const users = [world.api.user, other];
      const before = world.sims.transmission.torrents.length;
      const asked = await Promise.all(users.map((user) => user.call<Asked>('POST', '/api/requests', { asin: 'B0DEMO0007' })));

      expect(asked.map((answer) => answer.outcome).sort()).to.deep.equal(['created', 'joined']);
      expect(new Set(asked.map((answer) => answer.request.id)).size).to.equal(1);
      const id = asked[0]?.request.id ?? '';
      await world.until(id, 'available');
      expect(world.sims.transmission.torrents.length - before).to.equal(1);
      expect(await count('download_history WHERE request_id = ?', id)).to.equal(1);
      expect(await count('imports WHERE request_id = ?', id)).to.equal(1);
      for (const user of users) {
        const told = async () => {
          const { items } = await user.call<{ items: { event: string; requestId?: string }[] }>('GET', '/api/notifications');
          return items.filter((item) => item.event === 'request_available' && item.requestId === id);
        };
        expect(await until(async () => (await told()).length, { what: 'the notification in the app' })).to.equal(1);
      }
    });

    it('takes a cancelled download out of the client, files included', async () => {
      world.sims.transmission.setSpeed({ seconds: 60 });
      try {
        const id = await world.request('B0DEMO0011');
        await world.untilRequest(id, 'some progress', (request) => (request.progress?.fraction ?? 0) > 0);
        const before = world.sims.transmission.torrents.length;
        await world.api.user.call('POST', `/api/requests/${id}/cancel`, {});
        await until(() => world.sims.transmission.torrents.length === before - 1, { what: 'the torrent to go' });

        const request = await world.look(id);
        expect(request.status).to.equal('cancelled');
        expect(await count("download_history WHERE request_id = ? AND state <> 'removed'", id)).to.equal(0);
        expect(await count('imports WHERE request_id = ?', id)).to.equal(0);
      } finally {
        world.sims.transmission.setSpeed({ seconds: 1 });
      }
    });
  });

  describe('in releases', () => {
    it('blocks a release without audio and takes the next one', async () => {
      const folder = await makeTextFolder(join(world.dirs.root, 'no-audio', 'Chesterton - The Innocence of Father Brown [M4B]'));
      const title = 'The Innocence of Father Brown by G. K. Chesterton [ENG / M4B] [Narrated by Desmond Hale]';
      world.sims.offer(folder, { title, size: 250_000, seeders: 90 });

      const id = await world.request('B0DEMO0011');
      const request = await world.until(id, 'available');

      expect(request.release?.title).to.contain('MP3');
      const broken = request.timeline.find((entry) => entry.event === 'import_broken');
      expect(broken?.message).to.match(/no audio/i);
      expect(await count('blocklist WHERE asin = ? AND title = ?', 'B0DEMO0011', title)).to.equal(1);
      expect(await count('imports WHERE request_id = ?', id)).to.equal(1);
    });

    it('waits for another search when the only release has no audio, and says so', async () => {
      const folder = await makeTextFolder(join(world.dirs.root, 'no-audio', 'Doyle - The Sign of the Four [M4B]'));
      world.sims.offer(folder, {
        title: 'The Sign of the Four by Arthur Conan Doyle [ENG / M4B] [Narrated by Eleanor Whitcombe]',
        size: 120_000_000,
      });

      const id = await world.request('B0DEMO0003');
      const request = await world.untilRequest(
        id,
        'a wait after the bad release',
        ({ status, timeline }) => status === 'awaiting_search' && timeline.some((entry) => entry.event === 'import_broken'),
      );

      expect(request.reason?.message).to.match(/no audio/i);
      expect(request.reason?.todo).to.be.a('string').and.not.equal('');
      expect(request.reason?.nextAt).to.be.a('string');
      expect(await count('blocklist WHERE asin = ?', 'B0DEMO0003')).to.equal(1);
      expect(await count('imports WHERE request_id = ?', id)).to.equal(0);
      await world.api.user.call('POST', `/api/requests/${id}/cancel`, {});
    });
  });

  describe('in integrations', () => {
    const SECRET: Record<string, string> = {
      'indexer-prowlarr': 'apiKey',
      'client-transmission': 'password',
      'media-audiobookshelf': 'apiKey',
    };

    const settingsOf = (pluginId: string) => world.sims.integrations.find((entry) => entry.pluginId === pluginId)?.settings ?? {};
    const check = (pluginId: string, settings: object) =>
      world.api.admin.call<CheckAnswer>('POST', '/api/admin/integrations/check', {
        pluginId,
        settings: { ...settingsOf(pluginId), ...settings },
      });

    for (const [pluginId, secret] of Object.entries(SECRET)) {
      it(`names the address when ${pluginId} does not answer there`, async () => {
        const answer = await check(pluginId, { baseUrl: 'http://127.0.0.1:9' });
        expect(answer.ok).to.equal(false);
        expect(answer.error?.field).to.equal('baseUrl');
        expect(answer.error?.message).to.match(/127\.0\.0\.1|refused|reach/i);
      });

      it(`names the address when a web page answers for ${pluginId}`, async () => {
        const answer = await check(pluginId, { baseUrl: web.url });
        expect(answer.ok).to.equal(false);
        expect(answer.error?.field).to.equal('baseUrl');
      });

      it(`names the key when ${pluginId} refuses it`, async () => {
        const answer = await check(pluginId, { [secret]: 'wrong-key-wrong-key' });
        expect(answer.ok).to.equal(false);
        expect(answer.error?.field).to.equal(secret);
        expect(answer.error?.message).not.to.contain('wrong-key-wrong-key');
      });
    }

    it('names the webhook when Discord does not know it, and when a web page answers', async () => {
      const { webhookUrl } = settingsOf('notify-discord') as { webhookUrl: string };
      const unknown = await check('notify-discord', { webhookUrl: `${webhookUrl}x` });
      const page = await check('notify-discord', { webhookUrl: `${web.url}/api/webhooks/123456789012345678/token` });

      for (const answer of [unknown, page]) {
        expect(answer.ok).to.equal(false);
        expect(answer.error?.field).to.equal('webhookUrl');
        expect(answer.error?.message).not.to.contain('demo-webhook-token');
      }
    });

    it('names the address when the catalogue answers with a web page', async () => {
      const answer = await check('catalog-audible', { apiBaseUrl: web.url, audnexusUrl: web.url });
      expect(answer.ok).to.equal(false);
      expect(answer.error?.message).to.be.a('string').and.not.equal('');
    });

    it('saves no settings that the plugin does not have', async () => {
      const error = await refusal(
        world.api.admin.call('POST', '/api/admin/integrations', {
          pluginId: 'indexer-prowlarr',
          name: 'Broken',
          settings: { baseUrl: 'not an address', apiKey: 'x', nonsense: true },
        }),
      );

      expect(error).to.include({ status: 422, code: 'settings_invalid' });
    });
  });
});
