import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { auditRoutes } from '../audit/index.js';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { settingsRoutes, type Settings } from './index.js';

describe('settings routes', () => {
  let test: TestDatabase;
  let http: TestHttp;

  before(async () => {
    test = await createTestDatabase('sqlite');
    const jobs = { titleOf: () => undefined };
    http = await startTestHttp({
      database: test.database,
      routes: (people) => [...settingsRoutes(people), ...auditRoutes({ ...people, jobs })],
    });
  });
  after(async () => {
    await http.stop();
    await test.dispose();
  });

  it('read and change settings, and record who did it', async () => {
    const admin = await http.as('admin');

    const changed = await admin.patch<Settings>('/api/admin/settings', { server: { region: 'de' } });
    expect(changed.status).to.equal(200);
    expect(changed.body.server).to.deep.equal({ publicUrl: null, region: 'de', language: 'en' });
    expect((await admin.get<Settings>('/api/admin/settings')).body).to.deep.equal(changed.body);
    const trace = await admin.get<{ items: { actorName: string; detail: object }[] }>('/api/admin/audit?action=settings.updated');
    expect(trace.body.items[0]).to.deep.include({ actorName: 'admin', targetId: 'server', detail: { region: 'de' } });
  });

  it('show admins the forms of the sections, without invisible fields', async () => {
    const admin = await http.as('admin');

    const { body } = await admin.get<{ sections: { name: string; schema: { title: string; properties: object } }[] }>(
      '/api/admin/settings/forms',
    );

    const server = body.sections.find(({ name }) => name === 'server')?.schema;
    expect(server?.title).to.equal('Server');
    expect(Object.keys(server?.properties ?? {})).to.deep.equal(['publicUrl', 'region']);
    expect((await (await http.as('user')).get('/api/admin/settings/forms')).status).to.equal(403);
  });

  it('refuse members that do not exist, and the members of setup', async () => {
    const admin = await http.as('admin');

    expect((await admin.patch('/api/admin/settings', { library: { nonsense: 1 } })).status).to.equal(400);
    expect((await admin.patch('/api/admin/settings', { setup: { completedAt: null } })).status).to.equal(400);
  });

  it('answer 422 with the failed steps for a missing folder', async () => {
    const admin = await http.as('admin');

    const answer = await admin.patch<{ code: string; errors: object[]; steps: object[] }>('/api/admin/settings', {
      library: { path: '/nowhere/at/all' },
    });

    expect([answer.status, answer.body.code]).to.deep.equal([422, 'library_unusable']);
    expect(answer.body.errors[0]).to.include({ path: '/library/path' });
    expect(answer.body.steps).to.not.be.empty;
  });

  it('preview a template, and say where one is wrong', async () => {
    const admin = await http.as('admin');
    const path = '/api/admin/settings/path-template/preview';

    const good = await admin.post<{ ok: boolean; samples: { path: string }[] }>(path, { template: '{author}/{title}' });
    const bad = await admin.post<{ ok: boolean; errors: { code: string; position: number }[] }>(path, { template: '../{title}' });

    expect(good.body.samples[0]?.path).to.equal('Brandon Sanderson/The Way of Kings');
    expect(bad.body.ok).to.equal(false);
    expect(bad.body.errors[0]).to.include({ code: 'dot_segment', position: 0 });
  });

  it('switch auto-approval, interactive search and download access', async () => {
    const admin = await http.as('admin');

    for (const name of ['auto-approve', 'interactive-search', 'download-access']) {
      expect((await admin.put(`/api/admin/settings/${name}`, { enabled: true })).body).to.deep.equal({ enabled: true });
      expect((await admin.get(`/api/admin/settings/${name}`)).body).to.deep.equal({ enabled: true });
    }
    const { requests, access } = (await admin.get<Settings>('/api/admin/settings')).body;
    expect([requests.autoApprove, access.interactiveSearch, access.downloadAccess]).to.deep.equal([true, true, true]);
  });

  it('set a quota for everybody, and remove it again', async () => {
    const admin = await http.as('admin');
    const path = '/api/admin/settings/quota';

    expect((await admin.get(path)).body).to.deep.equal({ limit: null, days: 7 });
    expect((await admin.put(path, { limit: 3, days: 30 })).body).to.deep.equal({ limit: 3, days: 30 });
    expect((await admin.get(path)).body).to.deep.equal({ limit: 3, days: 30 });
    expect((await admin.put(path, { limit: null, days: 30 })).body).to.deep.equal({ limit: null, days: 30 });
    for (const wrong of [{ limit: -1, days: 7 }, { limit: 1.5, days: 7 }, { limit: 1, days: 0 }, { limit: 1 }, { days: 7 }]) {
      expect((await admin.put(path, wrong)).status, JSON.stringify(wrong)).to.equal(400);
    }
  });

  it('are closed to members', async () => {
    expect((await (await http.as('user')).get('/api/admin/settings')).status).to.equal(403);
    expect((await (await http.as('user')).get('/api/admin/audit')).status).to.equal(403);
  });
});
