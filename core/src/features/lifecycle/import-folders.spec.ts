import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { occupantOf, seePlaced } from './import-records.js';
import { moveImports } from './placed-folders.js';

describe('imports by their folder', () => {
  let test: TestDatabase;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
  });
  afterEach(() => test.dispose());

  it('are found without reading them all', async () => {
    const { database } = test;
    const asked: string[] = [];
    const stop = database.onStatement((sql) => asked.push(sql));
    await occupantOf(database.read, '/books/Dune');
    await seePlaced(database.read, '/books/Dune', { files: [], hash: '' } as never);
    await database.transaction((tx) =>
      moveImports(tx, { requestIds: [], contentHashes: [], from: '/books/Dune', to: '/books/Other', names: new Map() }),
    );
    stop();

    const byFolder = asked.filter((sql) => /\bdirectory = /.test(sql));
    expect(byFolder).to.have.length.greaterThan(2);
    for (const sql of byFolder) {
      const params = [...sql.matchAll(/\?|\$\d+/g)].map(() => '');
      const plan = await database.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
      expect(plan.map(({ detail }) => detail).join('; '), sql).to.include('imports_directory');
    }
  });
});
