import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../platform/db/test-databases.js';
import { createTestPeople } from '../features/auth/test-people.js';
import { RefreshSessionEntity } from '../features/auth/entities.js';
import { UserEntity } from '../features/users/entities.js';
import { entities } from './entities.js';

/** Written by statements of their own only: a queue that is claimed, counters that are added to, and limits. */
const SQL_ONLY = ['job_ticks', 'jobs', 'rate_limits', 'request_counts'];

interface Column {
  readonly tableName: string;
  readonly name: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

async function schemaOf({ database }: TestDatabase): Promise<Column[]> {
  const rows = await database.read.all<{ tableName: string; name: string; isRequired: number; initial: string | null }>(
    database.dialect === 'sqlite'
      ? `SELECT m.name AS table_name, c.name, CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN 1 ELSE 0 END AS is_required, c.dflt_value AS initial
           FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'search\\_%' ESCAPE '\\' AND m.name <> 'migrations'`
      : `SELECT table_name, column_name AS name, CASE WHEN is_nullable = 'NO' THEN 1 ELSE 0 END AS is_required, column_default AS initial
           FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations' AND table_name NOT LIKE 'search\\_%'`,
  );
  return rows.map(({ tableName, name, isRequired, initial }) => ({
    tableName,
    name,
    isNullable: isRequired === 0,
    hasDefault: initial !== null,
  }));
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`entities on ${dialect}`, () => {
    let test: TestDatabase;
    let schema: Column[];

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      schema = await schemaOf(test);
    });
    after(() => test?.dispose());

    it('exist for every table that is written', () => {
      const described = entities.map((entity) => entity.options.tableName ?? '');

      expect([...described, ...SQL_ONLY].sort()).to.deep.equal([...new Set(schema.map(({ tableName }) => tableName))].sort());
    });

    for (const entity of entities) {
      const table = entity.options.tableName ?? '';
      it(`describe ${table} correctly`, () => {
        const columns = schema.filter(({ tableName }) => tableName === table);
        const described = test.database.entities.connection.getMetadata(entity).columns;

        for (const { databaseName, isNullable } of described) {
          const column = columns.find(({ name }) => name === databaseName);
          expect(column, `${table}.${databaseName}`).to.include({ isNullable });
        }
        const names = described.map(({ databaseName }) => databaseName);
        const missing = columns.filter(({ name, isNullable, hasDefault }) => !isNullable && !hasDefault && !names.includes(name));
        expect(missing, 'required, but not described').to.deep.equal([]);
      });
    }

    it('read the rows written with them', async () => {
      const { users, auth } = createTestPeople({ database: test.database });
      const user = await users.create({ username: 'mapped', password: 'correct horse battery', role: 'user' }, { name: 'spec' });
      await auth.openSession(user.id, { address: '::1', userAgent: 'spec' });

      expect(await test.database.entities.findBy(UserEntity, { id: user.id })).to.deep.equal([user]);
      expect(await test.database.entities.countBy(RefreshSessionEntity, { userId: user.id })).to.equal(1);
    });

    it('leave nothing behind after a failed transaction', async () => {
      const broken = test.database.transaction(async (tx) => {
        await tx.entities.update(UserEntity, { username: 'mapped' }, { locale: 'de' });
        throw new Error('no');
      });

      await broken.catch(() => undefined);

      expect(await test.database.entities.findOneBy(UserEntity, { username: 'mapped' })).to.include({ locale: null });
    });

    it('cause events like other statements', async () => {
      const heard: string[] = [];
      const stop = test.database.onStatement((sql) => heard.push(sql));

      await test.database.transaction((tx) => tx.entities.update(UserEntity, { username: 'mapped' }, { locale: 'de' }));
      stop();

      expect(heard).to.have.length(1);
    });
  });
}
