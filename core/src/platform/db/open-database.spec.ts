import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { defineEntity, key, nullable, text, time } from './columns.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from './test-databases.js';

const SettingEntity = defineEntity('settings', { key: key(text()), value: text(), updatedAt: time() });
const now = '2026-01-01T00:00:00.000Z';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`database on ${dialect}`, () => {
    let test: TestDatabase;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());

    it('writes and reads rows with camelCase members', async () => {
      await test.database.transaction((tx) => tx.insert('settings', { key: 'a', value: '1', updatedAt: now }));

      const row = await test.database.read.get<{ updatedAt: string }>('SELECT * FROM settings WHERE key = ?', ['a']);

      expect(row).to.deep.equal({ key: 'a', value: '1', updatedAt: now });
    });

    it('inserts rows or takes over the members that are named, in one statement, and counts what was written', async () => {
      const { database } = test;
      const value = async (key: string): Promise<object | undefined> =>
        database.read.get('SELECT value, updated_at FROM settings WHERE key = ?', [key]);
      const later = '2026-02-02T00:00:00.000Z';
      await database.transaction((tx) => tx.insert('settings', { key: 'up-old', value: '1', updatedAt: now }));
      const statements: string[] = [];
      const stop = database.onStatement((sql) => statements.push(sql));

      const rows = ['up-old', 'up-new'].map((key) => ({ key, value: '2', updatedAt: later }));
      const written = await database.transaction((tx) => tx.upsert(SettingEntity, rows, { conflict: ['key'], update: ['value'] }));
      const none = await database.transaction((tx) => tx.upsert(SettingEntity, [], { conflict: ['key'], update: ['value'] }));
      stop();

      expect([written, none]).to.deep.equal([2, 0]);
      expect(statements.filter((sql) => sql.includes('settings'))).to.have.length(1);
      expect(await value('up-old')).to.deep.equal({ value: '2', updatedAt: now });
      expect(await value('up-new')).to.deep.equal({ value: '2', updatedAt: later });
    });

    it('leaves a row as it is that an upsert names no members for', async () => {
      const row = { key: 'up-kept', value: '1', updatedAt: now };
      const upsert = (value: string) =>
        test.database.transaction((tx) => tx.upsert(SettingEntity, { ...row, value }, { conflict: ['key'] }));

      const written = [await upsert('1'), await upsert('2')];

      expect(written).to.deep.equal([1, 0]);
      expect(await test.database.read.get('SELECT value FROM settings WHERE key = ?', ['up-kept'])).to.deep.equal({ value: '1' });
    });

    it('writes null where only some of the rows of an upsert have a member', async () => {
      const Blocked = defineEntity('blocklist', {
        id: key(text()),
        asin: nullable(text()),
        releaseKey: text(),
        title: text(),
        indexer: text(),
        reason: text(),
        createdAt: time(),
      });
      const row = { releaseKey: 'k', title: 't', indexer: 'i', reason: 'r', createdAt: now };
      const clash = { conflict: ['id'], update: ['asin'] } as const;
      await test.database.transaction(async (tx) => {
        await tx.upsert(
          Blocked,
          [
            { ...row, id: 'a' },
            { ...row, id: 'b', asin: 'B' },
          ],
          clash,
        );
        await tx.upsert(
          Blocked,
          [
            { ...row, id: 'b' },
            { ...row, id: 'a', asin: 'A' },
          ],
          clash,
        );
      });

      const rows = await test.database.read.all('SELECT id, asin FROM blocklist ORDER BY id');

      expect(rows).to.deep.equal([
        { id: 'a', asin: 'A' },
        { id: 'b', asin: null },
      ]);
    });

    it('rolls everything back and runs no effects when the work fails', async () => {
      let effects = 0;

      const failed = await test.database
        .transaction(async (tx) => {
          tx.afterCommit(() => (effects += 1));
          await tx.insert('settings', { key: 'lost', value: '1', updatedAt: now });
          throw new Error('no');
        })
        .catch((error: Error) => error.message);

      expect(failed).to.equal('no');
      expect(effects).to.equal(0);
      expect(await test.database.read.get('SELECT key FROM settings WHERE key = ?', ['lost'])).to.equal(undefined);
    });

    it('isolates concurrent transactions', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          test.database.transaction(async (tx) => {
            await tx.insert('settings', { key: `k${i}`, value: '1', updatedAt: now });
            await new Promise((resolve) => setTimeout(resolve, 2));
            if (i % 2 === 1) throw new Error('odd');
          }),
        ),
      );

      const rows = await test.database.read.all<{ key: string }>("SELECT key FROM settings WHERE key LIKE 'k%'");

      expect(results.filter((r) => r.status === 'rejected')).to.have.length(10);
      expect(rows.map((r) => Number(r.key.slice(1)) % 2)).to.deep.equal(Array.from({ length: 10 }, () => 0));
    });

    it('does not show what is not committed', async () => {
      let seen: unknown = 'unread';

      await test.database.transaction(async (tx) => {
        await tx.insert('settings', { key: 'hidden', value: '1', updatedAt: now });
        seen = await test.database.read.get('SELECT key FROM settings WHERE key = ?', ['hidden']);
      });

      expect(seen).to.equal(undefined);
    });

    it('counts changed rows and returns rows of an UPDATE … RETURNING', async () => {
      const result = await test.database.transaction(async (tx) => {
        await tx.insert('settings', { key: 'cas', value: '1', updatedAt: now });
        const hit = await tx.run("UPDATE settings SET value = '2' WHERE key = ? AND value = '1'", ['cas']);
        const miss = await tx.run("UPDATE settings SET value = '3' WHERE key = ? AND value = '1'", ['cas']);
        const rows = await tx.all('UPDATE settings SET value = ? WHERE key = ? RETURNING key, value', ['4', 'cas']);
        return { hit, miss, rows };
      });

      expect(result).to.deep.equal({ hit: 1, miss: 0, rows: [{ key: 'cas', value: '4' }] });
    });

    it('enforces foreign keys', async () => {
      const failed = await test.database
        .transaction((tx) => tx.insert('user_identities', { id: 'i', userId: 'nobody', provider: 'p', subject: 's', createdAt: now }))
        .then(
          () => 'stored',
          () => 'refused',
        );

      expect(failed).to.equal('refused');
    });
  });
}

describe('the database file', () => {
  it('is readable only by the server’s user, with the files beside it, even in a folder that others may read', async () => {
    const test = await createTestDatabase('sqlite');
    await chmod(test.dataDir, 0o755);
    await test.database.transaction((tx) => tx.insert('settings', { key: 'a', value: '1', updatedAt: now }));

    const files = (await readdir(test.dataDir)).filter((name) => name.startsWith('lectern.db'));
    const modes = await Promise.all(files.map(async (name) => (await stat(join(test.dataDir, name))).mode & 0o077));
    await test.dispose();

    expect(files).to.include('lectern.db').and.have.length.above(1);
    expect(modes.every((others) => others === 0)).to.equal(true);
  });
});
