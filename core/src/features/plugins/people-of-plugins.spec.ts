import { expect } from 'chai';
import { rowOf } from '../../app/row-of.spec.support.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { createTargetStore } from '../notifications/personal/target-store.js';
import { createShelfStore } from '../shelves/shelf-store.js';
import { createPluginPeople } from './people-of-plugins.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the people of plugins on ${dialect}`, () => {
    let test: TestDatabase;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());

    it('are counted once each, those who were deleted left out, in two statements', async () => {
      const { database } = test;
      await database.transaction(async (tx) => {
        for (const [id, deletedAt] of [
          ['ann', null],
          ['ben', null],
          ['gone', '2026-01-01T00:00:00.000Z'],
        ])
          await tx.insert('users', rowOf('users', { id, username: id, deletedAt }));
        for (const [userId, pluginId] of [
          ['ann', 'shelf'],
          ['ann', 'shelf'],
          ['ben', 'shelf'],
          ['gone', 'shelf'],
        ])
          await tx.insert('shelves', rowOf('shelves', { userId, pluginId, settings: '{}' }));
        for (const [userId, pluginId] of [
          ['ann', 'push'],
          ['gone', 'push'],
          ['ben', 'shelf'],
        ])
          await tx.insert('personal_targets', rowOf('personal_targets', { userId, pluginId, settings: '{}' }));
      });
      const redactor = createRedactor();
      const log = createLogger({ level: 'silent', redactor });
      const deps = {
        database,
        redactor,
        log,
        secretBox: createSecretBox({ current: 'k', keys: new Map([['k', Buffer.alloc(32)]]) }),
        now: () => new Date(),
      };
      const people = createPluginPeople({ shelfStore: createShelfStore(deps), personalTargets: createTargetStore(deps) });
      let statements = 0;
      const off = database.onStatement(() => (statements += 1));

      const found = await people();
      off();

      expect([...found].map(([plugin, ids]) => [plugin, [...ids].sort()])).to.have.deep.members([
        ['shelf', ['ann', 'ben']],
        ['push', ['ann']],
      ]);
      expect(statements).to.equal(2);
    });
  });
}
