import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import type { UserRow } from '../users/index.js';
import { createTestPeople, type TestPeople } from './test-people.js';

const origin = { address: '127.0.0.1', userAgent: 'spec' };
const actor = { name: 'spec' };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`refresh sessions on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let user: UserRow;
    let at = Date.parse('2026-01-01T00:00:00.000Z');

    const open = async () => (await test.database.transaction((tx) => people.sessions.open(tx, user.id, origin))).refreshToken;
    const rotate = async (token: string) => (await people.sessions.rotate(token, origin))?.refreshToken;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      people = createTestPeople({ database: test.database, now: () => new Date(at) });
      user = await people.users.create({ username: 'reader', password: 'correct horse battery', role: 'user' }, actor);
    });
    after(() => test?.dispose());

    it('exchange each token for a new one', async () => {
      const first = await open();
      at += 60_000;
      const second = await rotate(first);
      at += 60_000;
      const third = await rotate(second ?? '');

      expect(new Set([first, second, third]).size).to.equal(3);
      expect(third).to.have.length(43);
    });

    it('store no token in clear text', async () => {
      const token = await open();

      const rows = await test.database.read.all('SELECT * FROM refresh_sessions');

      expect(JSON.stringify(rows)).to.not.include(token);
    });

    it('end the whole family when a used token comes back', async () => {
      const stolen = await open();
      at += 60_000;
      const next = (await rotate(stolen)) ?? '';
      at += 60_000;

      expect(await rotate(stolen)).to.equal(undefined);
      expect(await rotate(next)).to.equal(undefined);
    });

    it('serve two tabs that refresh at once, and keep both alive', async () => {
      const token = await open();
      at += 60_000;

      const [one, two] = await Promise.all([rotate(token), rotate(token)]);
      at += 9_000;
      const late = await rotate(token);
      at += 60_000;

      expect(new Set([one, two, late]).size).to.equal(3);
      for (const tab of [one, two, late]) expect(await rotate(tab ?? '')).to.be.a('string');
    });

    it('expire after thirty days', async () => {
      const token = await open();
      at += 30 * 24 * 3600_000 + 1;

      expect(await rotate(token)).to.equal(undefined);
    });

    it('do not survive the end of their family, however a rotation races with it', async () => {
      const token = await open();
      const family = (await people.sessions.familyOf(token)) ?? '';

      const [, next] = await Promise.all([people.sessions.endFamily(family), rotate(token)]);

      expect(await rotate(token)).to.equal(undefined);
      if (next !== undefined) expect(await rotate(next)).to.equal(undefined);
    });

    it('are compared with the end of sessions to the millisecond', async () => {
      const before = await open();
      await people.users.endSessions(user.id, actor);
      at += 1;
      const after = await open();

      expect(await rotate(before)).to.equal(undefined);
      expect(await rotate(after)).to.be.a('string');
    });

    it('are refused for a user who was deleted or is no longer active', async () => {
      const other = await people.users.create({ username: 'other', password: 'correct horse battery', role: 'user' }, actor);
      const openOther = async () => (await test.database.transaction((tx) => people.sessions.open(tx, other.id, origin))).refreshToken;
      const token = await openOther();
      await test.database.transaction((tx) => tx.run("UPDATE users SET state = 'rejected' WHERE id = ?", [other.id]));
      expect(await rotate(token)).to.equal(undefined);
      await test.database.transaction((tx) => tx.run("UPDATE users SET state = 'active', deleted_at = ? WHERE id = ?", ['x', other.id]));

      expect(await rotate(token)).to.equal(undefined);
    });

    it('are pruned by family', async () => {
      const token = await open();
      at += 20 * 24 * 3600_000;
      await rotate(token);
      at += 11 * 24 * 3600_000;
      await people.sessions.prune();
      const left = await test.database.read.all('SELECT id FROM refresh_sessions');
      at += 31 * 24 * 3600_000;
      await people.sessions.prune();

      expect(left).to.have.length(2);
      expect(await test.database.read.all('SELECT id FROM refresh_sessions')).to.have.length(0);
    });
  });
}
