import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAuditService, type AuditService } from './index.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`audit service on ${dialect}`, () => {
    let test: TestDatabase;
    let audit: AuditService;
    let at = Date.parse('2026-01-01T00:00:00.000Z');

    const record = (actorName: string, action: string) =>
      test.database.transaction((tx) => audit.record(tx, { actorName, action, targetType: 'thing', targetId: 't1', detail: { n: 1 } }));

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      audit = createAuditService({ database: test.database, now: () => new Date((at += 1000)) });
    });
    after(() => test?.dispose());

    it('lists the newest first, in pages, with totals', async () => {
      for (const action of ['thing.made', 'thing.moved', 'thing.gone']) await record('Ada', action);

      const first = await audit.list({ page: 1, limit: 2 });
      const second = await audit.list({ page: 2, limit: 2 });

      expect([...first.items, ...second.items].map(({ action }) => action)).to.deep.equal(['thing.gone', 'thing.moved', 'thing.made']);
      expect(first.total).to.equal(3);
      expect(first.items[0]).to.deep.include({ actorName: 'Ada', detail: { n: 1 }, at: '2026-01-01T00:00:03.000Z' });
    });

    it('filters by action, and searches case-insensitively', async () => {
      await record('Bob', 'other.done');

      expect((await audit.list({ page: 1, limit: 10, action: 'thing.moved' })).total).to.equal(1);
      expect((await audit.list({ page: 1, limit: 10, search: 'BOB' })).items.map(({ action }) => action)).to.deep.equal(['other.done']);
    });

    it('filters by person, group, target and time', async () => {
      const start = new Date((at += 1000)).toISOString();
      const entry = { actorName: 'Cy', targetType: 'api_token' } as const;
      await test.database.transaction(async (tx) => {
        await audit.record(tx, { ...entry, actorId: 'cy', action: 'api_token.created', targetId: 'x' });
        await audit.record(tx, { ...entry, actorId: 'cy', action: 'api_token.revoked', targetId: 'y' });
        await audit.record(tx, { ...entry, actorId: 'di', actorName: 'Di', action: 'apixtoken.created', targetId: 'x' });
      });
      const count = async (filter: object) => (await audit.list({ page: 1, limit: 10, ...filter })).total;
      const [newest] = (await audit.list({ page: 1, limit: 1 })).items;

      expect(await count({ actorId: 'cy' })).to.equal(2);
      expect(await count({ group: 'api_token' })).to.equal(2);
      expect(await count({ group: 'api' })).to.equal(0);
      expect(await count({ targetType: 'api_token', targetId: 'x' })).to.equal(2);
      expect(await count({ targetId: 'x', actorId: 'cy' })).to.equal(1);
      expect(await count({ from: start })).to.equal(3);
      expect(await count({ from: start, to: newest?.at })).to.equal(2);
    });

    it('says what there is to filter by', async () => {
      const { people, groups } = await audit.choices();

      expect(people).to.deep.equal([
        { id: 'cy', name: 'Cy' },
        { id: 'di', name: 'Di' },
      ]);
      expect(groups).to.deep.equal(['api_token', 'apixtoken', 'other', 'thing']);
    });

    it('returns all matches once, even while more are added', async () => {
      await test.database.transaction(async (tx) => {
        for (let n = 0; n < 1201; n += 1)
          await audit.record(tx, { actorName: 'Bulk', action: 'bulk.done', targetType: 'thing', targetId: `b${n}` });
      });

      const seen: string[] = [];
      for await (const { targetId } of audit.all({ action: 'bulk.done' })) {
        if (seen.length === 600) await record('Late', 'bulk.done');
        seen.push(targetId ?? '');
      }

      expect(seen).to.have.length(1201);
      expect(new Set(seen).size).to.equal(1201);
      expect(seen[0]).to.equal('b1200');
    });

    it('keeps nothing from a transaction that was rolled back', async () => {
      await test.database
        .transaction(async (tx) => {
          await audit.record(tx, { actorName: 'Eve', action: 'thing.failed', targetType: 'thing' });
          throw new Error('no');
        })
        .catch(() => undefined);

      expect((await audit.list({ page: 1, limit: 10, search: 'eve' })).total).to.equal(0);
    });

    it('deletes entries older than a time', async () => {
      expect(await audit.prune(new Date('2026-01-01T00:00:02.500Z'))).to.equal(2);
      expect(await audit.prune(new Date('2026-01-01T00:00:02.500Z'))).to.equal(0);

      const { items, total } = await audit.list({ page: 1, limit: 5, action: 'audit.pruned' });
      expect(total).to.equal(1);
      expect(items[0]).to.deep.include({ actorName: 'server', detail: { before: '2026-01-01T00:00:02.500Z', count: 2 } });
    });
  });
}
