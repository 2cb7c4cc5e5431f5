import { demoBooks } from '@lectern/simulators';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { hasPostgres } from '@lectern/core/testing';
import {
  ADMIN_PASSWORD,
  openLiveStream,
  startSeveralProcesses,
  USER_PASSWORD,
  type SeveralProcesses,
} from './several-processes.spec.support.js';

interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

describe('several processes on one PostgreSQL', () => {
  let all: SeveralProcesses;

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    all = await startSeveralProcesses();
  });
  after(() => all?.close());

  const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

  async function session(url: string, username = 'admin', password = ADMIN_PASSWORD): Promise<Session> {
    return (await (await post(url, '/api/auth/local/login', { username, password })).json()) as Session;
  }

  /** Jobs that a process has finished, as its metrics have it. */
  async function jobsFinished(url: string, token: string): Promise<number> {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('lectern_jobs_finished_total{'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  it('import a book together: one serves, the other works with settings saved meanwhile', async () => {
    const { accessToken } = await session(all.one.url);
    const stream = await openLiveStream(all.one.url, accessToken);
    const book = demoBooks.find(({ playable }) => playable);

    const { request } = await all.user.call<{ request: { id: string; status: string } }>('POST', '/api/requests', { asin: book?.asin });
    if (request.status === 'awaiting_approval') await all.admin.one.call('POST', `/api/admin/requests/${request.id}/approve`, {});
    const isThere = async () =>
      (await all.user.call<{ request: { status: string } }>('GET', `/api/requests/${request.id}`)).request.status === 'available';
    await until(isThere, { everyMs: 50 }).catch((error: unknown) => {
      throw new Error(`It did not come home:\n${all.worker.output().slice(-3000)}`, { cause: error });
    });

    expect(await stream.heard(/event: request\.updated\ndata: .*"status":"available"/), 'what the worker did, at the page').to.equal(true);
    stream.close();
    expect(await jobsFinished(all.worker.url, accessToken)).to.be.greaterThan(3);
    expect(await jobsFinished(all.one.url, accessToken)).to.equal(0);
    expect(await jobsFinished(all.two.url, accessToken)).to.equal(0);
  });

  it('have a worker that serves only its health', async () => {
    const { accessToken } = await session(all.one.url);
    const headers = { authorization: `Bearer ${accessToken}` };
    const status = async (path: string, init?: RequestInit) => (await fetch(`${all.worker.url}${path}`, init)).status;

    expect(await status('/api/health')).to.equal(200);
    expect(await status('/api/version')).to.equal(200);
    expect([await status('/metrics'), await status('/metrics', { headers })]).to.deep.equal([401, 200]);
    for (const path of ['/', '/requests', '/api/requests', '/api/docs', '/api/admin/users', '/api/auth/providers']) {
      expect(await status(path, { headers }), path).to.equal(404);
    }
    expect((await post(all.worker.url, '/api/auth/local/login', { username: 'admin', password: ADMIN_PASSWORD })).status).to.equal(404);
    expect(all.worker.output()).not.to.include('Setup token');
  });

  it('use settings that another process saved', async () => {
    const wanted = 'https://books.example';
    const read = async () =>
      (await all.admin.two.call<{ server: { publicUrl: string | null } }>('GET', '/api/admin/settings')).server.publicUrl;
    expect(await read()).to.equal(null);

    await all.admin.one.call('PATCH', '/api/admin/settings', { server: { publicUrl: wanted } });

    await until(async () => (await read()) === wanted, { everyMs: 20 });
  });

  it('run integrations that another process saved', async () => {
    interface Shown {
      readonly id: string;
      readonly pluginId: string;
      readonly health: { readonly state: string };
    }
    const list = async (api = all.admin.two) =>
      (await api.call<{ items: Shown[] }>('GET', '/api/admin/integrations')).items.find(({ pluginId }) => pluginId === 'notify-discord');
    const shown = await list();
    expect(shown?.health.state).to.equal('running');

    await all.admin.one.call('PATCH', `/api/admin/integrations/${shown?.id}`, { enabled: false });
    await until(async () => (await list())?.health.state === 'disabled', { everyMs: 20 });
    await all.admin.two.call('PATCH', `/api/admin/integrations/${shown?.id}`, { enabled: true });
    await until(async () => (await list(all.admin.one))?.health.state === 'running', { everyMs: 20 });
    await all.admin.one.call('DELETE', `/api/admin/integrations/${shown?.id}`);

    await until(async () => (await list()) === undefined, { everyMs: 20 });
  });

  it('count attempts together', async () => {
    const tries = async (url: string, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => post(url, '/api/auth/token/login', { token: 'x'.repeat(43) })));
      return answers.map(({ status }) => status);
    };

    const first = [...(await tries(all.one.url, 5)), ...(await tries(all.two.url, 5))];
    const last = await post(all.one.url, '/api/auth/token/login', { token: 'x'.repeat(43) });

    expect(first).not.to.include(429);
    expect([last.status, last.headers.get('ratelimit-limit'), last.headers.get('ratelimit-remaining')]).to.deep.equal([429, '10', '0']);
    expect(Number(last.headers.get('retry-after'))).to.be.within(1, 900);
  });

  it('end live streams when somebody signs out at another process', async () => {
    const { accessToken } = await session(all.two.url, 'reader', USER_PASSWORD);
    const stream = await openLiveStream(all.two.url, accessToken);

    await post(all.one.url, '/api/auth/logout', {}, { authorization: `Bearer ${accessToken}` });

    expect(await stream.heard(/never said/)).to.equal(false);
  });
});
