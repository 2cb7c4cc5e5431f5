import { expect } from 'chai';
import { createTestDatabase, hasPostgres } from './test-databases.js';
import { printOf } from './test-postgres-pool.js';

describe('a PostgreSQL database that a test returned', () => {
  before(async function () {
    if (!(await hasPostgres())) this.skip();
  });

  it('is lent again without its rows', async () => {
    const first = await createTestDatabase('postgres');
    await first.database.transaction((tx) => tx.insert('settings', { key: 'a', value: '1', updatedAt: '2026-01-01T00:00:00.000Z' }));
    await first.dispose();

    const second = await createTestDatabase('postgres');
    const left = await second.database.read.all('SELECT key FROM settings');
    await second.dispose();

    expect(second.databaseUrl).to.equal(first.databaseUrl);
    expect(left).to.deep.equal([]);
  });

  it('is not lent again when its tables have changed', async () => {
    const first = await createTestDatabase('postgres');
    await first.database.transaction((tx) => tx.run('DROP TABLE login_tokens'));
    await first.dispose();

    const second = await createTestDatabase('postgres');
    await second.dispose();

    expect(second.databaseUrl).not.to.equal(first.databaseUrl);
  });

  it('is not lent twice at the same time', async () => {
    const [one, other] = [await createTestDatabase('postgres'), await createTestDatabase('postgres')];
    await Promise.all([one.dispose(), other.dispose()]);

    expect(one.databaseUrl).not.to.equal(other.databaseUrl);
  });

  it('differs from a new one after any change of its schema', async () => {
    const test = await createTestDatabase('postgres');
    const changes = [
      'DROP TABLE login_tokens',
      'CREATE TABLE more (id integer)',
      'ALTER TABLE settings ADD extra text',
      "ALTER TABLE settings ALTER value SET DEFAULT '1'",
      'ALTER TABLE settings ALTER value DROP NOT NULL',
      'ALTER TABLE settings ADD CHECK (length(value) > 0)',
      'CREATE INDEX one_more ON settings (value)',
      'CREATE VIEW seen AS SELECT key FROM settings',
      'DELETE FROM migrations WHERE id = 1',
    ];
    const prints: string[] = [];
    for (const change of ['SELECT 1', 'SELECT 1', ...changes]) {
      const undone = test.database.transaction(async (tx) => {
        await tx.run(change);
        prints.push(await printOf((sql) => tx.all<Record<string, string>>(sql)));
        throw new Error('undone');
      });
      await undone.catch(() => undefined);
    }
    await test.dispose();

    expect(prints[1]).to.equal(prints[0]);
    expect(new Set(prints).size).to.equal(changes.length + 1);
  });
});
