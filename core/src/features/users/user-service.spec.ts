import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';

const actor = { name: 'spec' };
const password = 'correct horse battery';

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`user service on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      people = createTestPeople({ database: test.database });
    });
    after(() => test?.dispose());

    it('stores a username trimmed, lower-cased and composed, and finds it in any case', async () => {
      const made = await people.users.create({ username: '  Zoe\u0308 ', password, role: 'user' }, actor);

      expect(made.username).to.equal('zoë');
      expect(made.libraryIdentity).to.equal('local-zoë');
      expect((await people.users.findByUsername('ZOË'))?.id).to.equal(made.id);
    });

    it('removes characters from a display name that turn or break lines', async () => {
      const shown = 'Ada\u202E\u0007nimda\n';
      const made = await people.users.create({ username: 'turner', displayName: shown, password, role: 'user' }, actor);
      await people.users.update(made.id, { displayName: `${shown} again` }, actor);

      expect(made.displayName).to.equal('Ada nimda');
      expect((await people.users.get(made.id))?.displayName).to.equal('Ada nimda again');
    });

    it('refuses a name that another user has in another case, and frees it when that user is deleted', async () => {
      const first = await people.users.create({ username: 'twice', password, role: 'user' }, actor);

      expect(await codeOf(people.users.create({ username: 'TWICE', password, role: 'user' }, actor))).to.equal('username_taken');
      await people.users.remove(first.id, actor);
      const second = await people.users.create({ username: 'Twice', password, role: 'user' }, actor);

      expect(second.id).to.not.equal(first.id);
      expect(await people.users.get(first.id)).to.equal(undefined);
    });

    it('gives a name to one of several people who want it at once', async () => {
      const results = await Promise.all(
        ['Race', 'race', 'RACE'].map((username) => codeOf(people.users.create({ username, password, role: 'user' }, actor))),
      );

      expect(results.sort()).to.deep.equal(['none', 'username_taken', 'username_taken']);
    });

    it('creates one first admin, however many try at once', async () => {
      const results = await Promise.all(
        ['a1', 'a2', 'a3', 'a4'].map((username) => codeOf(people.users.createFirstAdmin({ username, password }, '::1'))),
      );

      expect(results.filter((code) => code === 'none')).to.have.length(1);
      expect(results.filter((code) => code === 'admin_exists')).to.have.length(3);
    });

    it('never deletes or demotes the last admin, even if two admins demote each other at once', async () => {
      const { items } = await people.users.list({ page: 1, limit: 10, role: 'admin' });
      const first = items[0]?.id ?? '';
      expect(await codeOf(people.users.remove(first, actor))).to.equal('last_admin');
      expect(await codeOf(people.users.update(first, { role: 'user' }, actor))).to.equal('last_admin');
      expect(await codeOf(people.users.update(first, { state: 'disabled' }, actor))).to.equal('last_admin');
      const second = await people.users.create({ username: 'second-admin', password, role: 'admin' }, actor);

      const results = await Promise.all([first, second.id].map((id) => codeOf(people.users.update(id, { role: 'user' }, actor))));

      expect(results.sort()).to.deep.equal(['last_admin', 'none']);
      expect(await people.users.hasAdmin()).to.equal(true);
    });

    it('keeps three states of a permission apart: yes, no, follow the setting', async () => {
      const user = await people.users.create({ username: 'perm', password, role: 'user' }, actor);

      const yes = await people.users.update(user.id, { permissions: { autoApprove: true, downloadAccess: false } }, actor);
      const back = await people.users.update(user.id, { permissions: { autoApprove: null } }, actor);

      expect(Boolean(yes.autoApprove)).to.equal(true);
      expect(back.autoApprove).to.equal(null);
      expect(Boolean(back.downloadAccess)).to.equal(false);
      expect(back.downloadAccess).to.not.equal(null);
      expect(back.sessionsInvalidatedAt).to.equal(null);
    });

    it('writes no password into the audit log', async () => {
      const user = await people.users.create({ username: 'secretive', password, role: 'user' }, actor);
      await people.users.update(user.id, { password: 'another long one' }, actor);

      const { items } = await people.audit.list({ page: 1, limit: 100 });

      expect(JSON.stringify(items)).to.not.match(/another long one|correct horse|\$2[aby]\$/);
      expect(items.find((item) => item.targetId === user.id)?.detail).to.include({ passwordChanged: true });
    });
  });
}
