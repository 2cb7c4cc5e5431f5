import { expect } from 'chai';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import { createStatementNames } from './statement-names.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from './test-databases.js';
import { askPostgres, createPostgresDatabase } from './test-postgres.js';

describe('names of statements', () => {
  const often = (names: ReturnType<typeof createStatementNames>, sql: string): string | undefined => {
    for (let run = 0; run < 20; run += 1) names.nameOf(sql);
    return names.nameOf(sql);
  };

  it('are given to statements that run often, to each its own', () => {
    const names = createStatementNames();

    expect(names.nameOf('SELECT 1')).to.equal(undefined);
    const [one, two] = [often(names, 'SELECT 1'), often(names, 'SELECT 2')];

    expect([one, two]).to.satisfy((both: unknown[]) => both.every((name) => typeof name === 'string'));
    expect(one).to.not.equal(two);
    expect(names.nameOf('SELECT 1')).to.equal(one);
  });

  it('are not given to searches, whose plan depends on the words, nor twice to one that was refused', () => {
    const names = createStatementNames();
    const search = "SELECT 1 FROM requests WHERE search_words @@ to_tsquery('simple', ?)";
    const first = often(names, 'SELECT 1');
    names.drop('SELECT 1');

    expect(often(names, search)).to.equal(undefined);
    expect(often(names, 'SELECT 1')).to.equal(undefined);
    expect(often(names, 'SELECT 2')).to.not.equal(first);
  });

  it('are not given without end', () => {
    const names = createStatementNames();

    const given = Array.from({ length: 400 }, (_, n) => often(names, `SELECT ${n}`)).filter((name) => name !== undefined);

    expect(given).to.have.length.within(50, 200);
    expect(new Set(given).size).to.equal(given.length);
  });
});

describe('names of statements that no longer run', () => {
  it('make room for others after an hour, and are never given again', () => {
    let time = 0;
    const names = createStatementNames(() => time);
    const often = (sql: string): string | undefined => {
      for (let run = 0; run < 20; run += 1) names.nameOf(sql);
      return names.nameOf(sql);
    };
    const first = Array.from({ length: 150 }, (_, n) => often(`SELECT ${n}`));
    expect(often('SELECT 500')).to.equal(undefined);

    time += 2 * 3_600_000;
    expect(names.nameOf('SELECT 0')).to.equal(first[0]);
    const later = often('SELECT 500');

    expect(later).to.be.a('string');
    expect(first).to.not.include(later);
    expect(names.nameOf('SELECT 0')).to.equal(first[0]);
    expect(names.nameOf('SELECT 1')).to.equal(undefined);
  });
});

describe('statements that run often on postgres', () => {
  let test: TestDatabase;

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    test = await createTestDatabase('postgres');
  });
  after(() => test?.dispose());

  it('are kept by the server, and survive that a column is added', async () => {
    const { database } = test;
    await database.transaction((tx) => tx.run('CREATE TABLE kept_statements (id integer PRIMARY KEY)'));
    await database.transaction((tx) => tx.run('INSERT INTO kept_statements VALUES (1)'));
    const read = () => database.read.all<object>('SELECT * FROM kept_statements WHERE id = ?', [1]);
    for (let run = 0; run < 20; run += 1) expect(await read()).to.deep.equal([{ id: 1 }]);
    const kept = await database.read.all<{ statement: string }>('SELECT statement FROM pg_prepared_statements');

    await database.transaction((tx) => tx.run('ALTER TABLE kept_statements ADD COLUMN more integer'));

    expect(kept.map(({ statement }) => statement)).to.include('SELECT * FROM kept_statements WHERE id = $1');
    for (let run = 0; run < 20; run += 1) expect(await read()).to.deep.equal([{ id: 1, more: null }]);
  });

  it('are not compiled', async () => {
    expect(await test.database.read.all('SHOW jit')).to.deep.equal([{ jit: 'off' }]);
  });

  it('are planned for tables in memory, unless the server was told what its disks cost', async () => {
    const told = await createPostgresDatabase();
    await askPostgres(`ALTER DATABASE ${told.name} SET random_page_cost = 3`);
    const opened = await openDatabase({ dataDir: test.dataDir, databaseUrl: told.url, entities: [], migrate: false });
    try {
      const cost = (database: Database) => database.read.all('SHOW random_page_cost');

      expect([await cost(test.database), await cost(opened)]).to.deep.equal([[{ randomPageCost: '1.1' }], [{ randomPageCost: '3' }]]);
    } finally {
      await opened.close();
      await told.drop();
    }
  });
});
