import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { ownProfileRoutes } from './index.js';

describe('one’s own profile', () => {
  let test: TestDatabase;
  let http: TestHttp;

  before(async () => {
    test = await createTestDatabase('sqlite');
    http = await startTestHttp({ database: test.database, routes: (people) => ownProfileRoutes(people) });
  });
  after(async () => {
    await http.stop();
    await test.dispose();
  });

  it('has a name that its owner can change, which is recorded in the history', async () => {
    const user = await http.as('ada');

    const answer = await user.patch<{ user: { displayName: string } }>('/api/user/profile', { displayName: ' Ada Lovelace ' });

    expect([answer.status, answer.body.user.displayName]).to.deep.equal([200, 'Ada Lovelace']);
    expect((await http.people.users.findByUsername('ada'))?.displayName).to.equal('Ada Lovelace');
    const { items } = await http.people.audit.list({ page: 1, limit: 5 });
    expect(items.find(({ action }) => action === 'user.updated')).to.include({ actorName: 'ada' });
  });

  it('has a language that its owner can choose, and leave to the browser again', async () => {
    const user = await http.as('cleo');
    const choose = async (locale: string | null) => user.patch<{ user: { locale?: string } }>('/api/user/profile', { locale });

    const [chosen, left, unknown] = [await choose('en'), await choose(null), await choose('tlh')];

    expect([chosen.body.user.locale, left.body.user.locale, unknown.status]).to.deep.equal(['en', undefined, 400]);
    expect(await http.people.users.findByUsername('cleo')).to.include({ displayName: 'cleo', locale: null });
  });

  it('keeps everything that only admins decide, and a name that would become empty', async () => {
    const user = await http.as('bea');

    const answers = [
      await user.patch('/api/user/profile', { displayName: 'Bea', role: 'admin' }),
      await user.patch('/api/user/profile', { displayName: 'Bea', email: 'somebody@example.org' }),
      await user.patch('/api/user/profile', { displayName: '   ' }),
    ];

    expect(answers.map(({ status }) => status)).to.deep.equal([400, 400, 422]);
    expect(await http.people.users.findByUsername('bea')).to.include({ displayName: 'bea', role: 'user', email: null });
  });
});
