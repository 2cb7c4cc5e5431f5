import { expect } from 'chai';
import type { EntitySchema } from 'typeorm';
import { createTestDatabase, hasPostgres } from '../../platform/db/test-databases.js';
import { auditEntities } from '../audit/index.js';
import { settingsEntities } from '../settings/index.js';
import { userEntities } from '../users/index.js';
import { authEntities } from './index.js';
import { createTestPeople } from './test-people.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`entities about people on ${dialect}`, () => {
    it('fit the tables', async function () {
      this.timeout(30_000);
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      const entities: EntitySchema[] = [...auditEntities, ...settingsEntities, ...userEntities, ...authEntities];
      const test = await createTestDatabase(dialect, entities);
      try {
        const { users, auth } = createTestPeople({ database: test.database });
        const user = await users.create({ username: 'mapped', password: 'correct horse battery', role: 'user' }, { name: 'spec' });
        await auth.openSession(user.id, { address: '::1', userAgent: 'spec' });

        const rows = await Promise.all(entities.map((entity) => test.database.entities.find(entity)));

        expect(rows.map((found) => found.length)).to.deep.equal([2, 0, 1, 0, 1]);
        expect(rows[2]?.[0]).to.deep.equal(user);
      } finally {
        await test.dispose();
      }
    });
  });
}
