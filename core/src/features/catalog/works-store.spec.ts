import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { saveBooks } from './book-store.js';
import { sampleBook } from './catalog-world.spec.support.js';
import { loadSiblings, recordWorks, seedWork } from './works-store.js';

const AT = '2026-03-01T10:00:00.000Z';
const asinOf = (n: number): string => sampleBook(n).asin;
const timed = (n: number, durationMinutes: number): CatalogBook => sampleBook(n, { title: 'One Title', durationMinutes });

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`works on ${dialect}`, () => {
    let test: TestDatabase;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
    });
    afterEach(() => test.dispose());

    const store = (books: CatalogBook[]): Promise<void> => test.database.transaction((tx) => saveBooks(tx, books, AT));
    const record = (...groups: number[][]): Promise<void> =>
      recordWorks(
        test.database,
        groups.map((group) => group.map(asinOf)),
        'us',
        AT,
      );
    const works = async (): Promise<string[]> => {
      const rows = await test.database.read.all<{ asin: string; workId: string }>('SELECT asin, work_id FROM work_asins ORDER BY asin');
      const byWork = new Map<string, string[]>();
      for (const { asin, workId } of rows) byWork.set(workId, [...(byWork.get(workId) ?? []), String(Number(asin.slice(1)))]);
      return [...byWork.values()].map((asins) => asins.join('+')).sort();
    };

    it('seeds a work once, and lets a recording join it', async () => {
      await store([timed(1, 600), timed(2, 601)]);
      await test.database.transaction((tx) => seedWork(tx, asinOf(1), AT));
      await test.database.transaction((tx) => seedWork(tx, asinOf(1), AT));
      await record([1, 2]);
      expect(await works()).to.deep.equal(['1+2']);
      expect((await loadSiblings(test.database.read, [asinOf(2)])).get(asinOf(2))).to.deep.equal([asinOf(1)]);
    });

    it('merges two works when all of their members agree, and keeps where each came from', async () => {
      await store([timed(1, 600), timed(2, 605), timed(3, 610), timed(4, 615)]);
      await record([1, 2], [3, 4]);
      expect(await works()).to.deep.equal(['1+2', '3+4']);
      await record([2, 3]);
      expect(await works()).to.deep.equal(['1+2+3+4']);
      const row = await test.database.read.get<{ evidence: string }>('SELECT evidence FROM work_asins WHERE asin = ?', [asinOf(4)]);
      const evidence = JSON.parse(row?.evidence ?? '[]') as { fromWork?: string }[];
      expect(evidence).to.have.length(2);
      expect(evidence[1]?.fromWork).to.be.a('string');
      expect(await test.database.read.all('SELECT id FROM works')).to.have.length(1);
    });

    it('does not chain works together through neighbours', async () => {
      // 600 and 620 agree, 620 and 645 agree, 600 and 645 do not.
      await store([timed(1, 600), timed(2, 620), timed(3, 645)]);
      await record([1, 2]);
      await record([2, 3]);
      expect(await works()).to.deep.equal(['1+2']);
    });

    it('does not join what it cannot compare', async () => {
      await store([timed(1, 600)]);
      await record([1, 2]);
      expect(await works()).to.deep.equal([]);
    });
  });
}
