import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { authRoutes } from '../auth/index.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp } from '../auth/test-http.js';
import { userRoutes } from './index.js';

interface UserAnswer {
  user: { id: string; username: string; role: string; permissions: Record<string, boolean | null>; quota: object | null };
  code: string;
}

describe('user routes', () => {
  let test: TestDatabase;
  let http: TestHttp;

  before(async () => {
    test = await createTestDatabase('sqlite');
    http = await startTestHttp({ database: test.database, routes: (people) => [...authRoutes(people), ...userRoutes(people)] });
  });
  after(async () => {
    await http.stop();
    await test.dispose();
  });

  it('let admins create, list, change and delete users, and show no hash', async () => {
    const admin = await http.as('admin');

    const made = await admin.post<UserAnswer>('/api/admin/users', { username: ' Anna ', password: TEST_PASSWORD, role: 'user' });
    expect(made.status).to.equal(201);
    expect(made.body.user).to.include({ username: 'anna', role: 'user' });
    const { id } = made.body.user;
    const changed = await admin.patch<UserAnswer>(`/api/admin/users/${id}`, { permissions: { downloadAccess: true } });
    expect(changed.body.user.permissions).to.deep.equal({ autoApprove: null, interactiveSearch: null, downloadAccess: true });
    const list = await admin.get<{ total: number; items: object[] }>('/api/admin/users?search=ANN');
    expect(list.body.total).to.equal(1);
    expect(JSON.stringify(list.body)).to.not.match(/hash|\$2/i);
    expect((await admin.delete(`/api/admin/users/${id}`)).status).to.equal(204);
    expect((await admin.get(`/api/admin/users/${id}`)).status).to.equal(404);
  });

  it('give a user their own quota, no limit, or the general one', async () => {
    const admin = await http.as('admin');
    const made = await admin.post<UserAnswer>('/api/admin/users', { username: 'quinn', password: TEST_PASSWORD, role: 'user' });
    const path = `/api/admin/users/${made.body.user.id}`;
    expect(made.body.user.quota).to.equal(null);

    for (const quota of [{ limit: 4, days: 30 }, { limit: null, days: 7 }, { limit: 0, days: 1 }, null]) {
      expect((await admin.patch<UserAnswer>(path, { quota })).body.user.quota).to.deep.equal(quota);
      const unrelated = await admin.patch<UserAnswer>(path, { displayName: 'Quinn' });
      expect(unrelated.body.user.quota, 'a patch without it').to.deep.equal(quota);
    }
    expect((await admin.patch(path, { quota: { limit: -1, days: 7 } })).status).to.equal(400);
  });

  it('set, keep and remove an e-mail address', async () => {
    const admin = await http.as('admin');
    const made = await admin.post<{ user: { id: string; email?: string } }>('/api/admin/users', {
      username: 'mail',
      password: TEST_PASSWORD,
      role: 'user',
      email: 'Mail@Example.org',
    });
    const path = `/api/admin/users/${made.body.user.id}`;
    const change = async (body: object) => (await admin.patch<{ user: { email?: string } }>(path, body)).body.user.email;

    expect(made.body.user.email).to.equal('mail@example.org');
    expect(await change({ displayName: 'Mail' })).to.equal('mail@example.org');
    expect(await change({ email: null })).to.equal(undefined);
    expect((await admin.patch(path, { email: 'no address' })).status).to.equal(400);
  });

  it('answer others with 403 or 401', async () => {
    expect((await (await http.as('user')).get('/api/admin/users')).status).to.equal(403);
    expect((await (await http.as('nobody')).get('/api/admin/users')).status).to.equal(401);
  });

  it('name the wrong field', async () => {
    const admin = await http.as('admin');

    const short = await admin.post<UserAnswer>('/api/admin/users', { username: 'ok', password: 'short', role: 'user' });
    const taken = await admin.post<UserAnswer>('/api/admin/users', { username: 'ADMIN', password: TEST_PASSWORD, role: 'user' });

    expect([short.status, short.body.code]).to.deep.equal([422, 'password_invalid']);
    expect([taken.status, taken.body.code]).to.deep.equal([409, 'username_taken']);
  });
});
