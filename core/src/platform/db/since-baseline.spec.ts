import { expect } from 'chai';
import { entities } from '../../app/entities.js';
import { BackupError } from '../backup/backup-error.js';
import { openSnapshot } from '../backup/snapshot.js';
import { refuseUnknownMigrations, schemaAfter } from '../backup/table-schema.js';
import { openDatabase } from './open-database.js';
import { pendingMigrations } from './pending-migrations.js';
import { sinceBaseline } from './since-baseline.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from './test-databases.js';

/** Some of the 61 migrations before 1.0, with the first and the last. */
const BEFORE = ['Initial1763700000000', 'Shelves1763800000000', 'RemovedItems1764461000000'];
const SINCE = ['Baseline1764461500000', 'JobDeaths1764462000000'];

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a database of a version before 1.0 on ${dialect}`, () => {
    let test: TestDatabase;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    afterEach(() => test?.dispose());

    async function leaveAt(names: readonly string[]): Promise<void> {
      await test.database.transaction(async (tx) => {
        await tx.insert('settings', { key: 'a', value: '1', updatedAt: '2026-01-01T00:00:00.000Z' });
        await tx.run('ALTER TABLE jobs DROP COLUMN deaths');
        await tx.run('DELETE FROM migrations');
        for (const name of names) await tx.run('INSERT INTO migrations (name, timestamp) VALUES (?, ?)', [name, Number(name.slice(-13))]);
      });
    }
    const noted = async (): Promise<string[]> =>
      (await test.database.read.all<{ name: string }>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

    it('goes on with the migrations that came later', async () => {
      await leaveAt(BEFORE);
      const pending = await pendingMigrations(test);
      let backups = 0;

      const upgraded = await openDatabase({ ...test, entities, beforeUpgrade: async () => void (backups += 1) });
      const kept = await upgraded.read.all('SELECT key, value FROM settings');
      await upgraded.close();

      expect(pending).to.deep.equal(SINCE.slice(1));
      expect(upgraded.migrated).to.deep.equal(SINCE.slice(1));
      expect(backups).to.equal(1);
      expect(kept).to.deep.equal([{ key: 'a', value: '1' }]);
      expect(await noted()).to.deep.equal(SINCE);
    });

    it('is as it was when it may not be upgraded, or cannot be backed up before', async () => {
      await leaveAt(BEFORE);
      const refuse = () => Promise.reject(new Error('not now'));

      for (const step of ['mayMigrate', 'beforeUpgrade'])
        await openDatabase({ ...test, entities, [step]: refuse }).catch((error: Error) => expect(error.message).to.equal('not now'));

      expect(await noted()).to.deep.equal(BEFORE);
      await (await openDatabase({ ...test, entities })).close();
    });

    it('is backed up before the upgrade as the version knows it that restores it then', async () => {
      await leaveAt(BEFORE);
      let saved: readonly string[] = [];

      const upgraded = await openDatabase({
        ...test,
        entities,
        async beforeUpgrade() {
          const snapshot = await openSnapshot(test);
          saved = snapshot.migrations;
          await snapshot.close();
        },
      });
      await upgraded.close();

      expect(saved).to.deep.equal(BEFORE);
      expect((await schemaAfter(saved)).map(({ name }) => name)).to.include('removed_items');
    });

    it('is refused with a sentence and left alone if it is older than that', async () => {
      await leaveAt(BEFORE.slice(0, 2));

      const opened = await openDatabase({ ...test, entities }).catch((error: unknown) => error as Error);

      expect(opened)
        .to.have.property('message')
        .that.matches(/too old to go on from/);
      expect(() => refuseUnknownMigrations(BEFORE.slice(0, 2), 'The backup')).to.throw(BackupError, /too old for this one/);
      expect(await noted()).to.deep.equal(BEFORE.slice(0, 2));
      // or the next test gets a database that cannot be opened
      await test.database.transaction((tx) =>
        tx.run('INSERT INTO migrations (name, timestamp) VALUES (?, ?)', ['RemovedItems1764461000000', 1764461000000]),
      );
      await (await openDatabase({ ...test, entities })).close();
    });
  });
}

describe('the names of migrations', () => {
  it('stay what they are where none is from before 1.0', () => {
    expect(sinceBaseline(SINCE)).to.equal(SINCE);
    expect(sinceBaseline([])).to.deep.equal([]);
  });

  it('keep those that are newer than this version', () => {
    expect(sinceBaseline([...BEFORE, 'JobDeaths1764462000000', 'Future9999999999999'])).to.deep.equal([...SINCE, 'Future9999999999999']);
  });
});
