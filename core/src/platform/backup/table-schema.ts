import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { migrations } from '../db/migrations/index.js';
import { sinceBaseline } from '../db/since-baseline.js';
import { BackupError } from './backup-error.js';

/** The type of a column, independent of the database. */
export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'boolean' | 'integer' | 'double';
  readonly isNullable: boolean;
  /** The most characters; absent if unlimited. Only PostgreSQL enforces it. */
  readonly maxLength?: number;
}

export interface TableSchema {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
}

interface PragmaRow {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** Tables that belong to the schema itself. */
export const SCHEMA_TABLES = ['migrations', 'typeorm_metadata'];

/** Indexes of words, which fill themselves when the rows they are about are written. */
const INDEX_TABLES = /^search_/;

/** Names of all migrations of this program, oldest first. */
export const knownMigrations: readonly string[] = migrations.map((migration) => migration.name);

function kindOf(type: string): Column['kind'] {
  const base = type.toLowerCase().replace(/\(\d+\)$/, '');
  if (base === 'varchar' || base === 'text') return 'text';
  if (base === 'boolean' || base === 'integer') return base;
  if (base === 'bigint') return 'integer';
  if (base === 'double precision') return 'double';
  throw new Error(`A backup does not know columns of the type ${type}.`);
}

function toColumn({ name, type, notnull, pk }: PragmaRow): Column {
  const length = /\((\d+)\)$/.exec(type)?.[1];
  return {
    name,
    kind: kindOf(type),
    isNullable: notnull === 0 && pk === 0,
    ...(length === undefined ? {} : { maxLength: Number(length) }),
  };
}

/** Runs those of the named migrations that have not run yet, in the runner's transaction. */
export async function migrateTo(source: DataSource, runner: QueryRunner, names: readonly string[]): Promise<void> {
  const executor = new MigrationExecutor(source, runner);
  const wanted = sinceBaseline(names) ?? [];
  for (const migration of await executor.getPendingMigrations()) {
    if (wanted.includes(migration.name)) await executor.executeMigration(migration);
  }
}

/** @throws BackupError if this program does not know one of them, or can no longer make the schema that they made */
export function refuseUnknownMigrations(names: readonly string[], what: string): void {
  const known = sinceBaseline(names);
  if (!known)
    throw new BackupError(`${what} comes from a version before 1.0 that is too old for this one. Use the last version before 1.0.`);
  const unknown = known.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `${what} comes from a newer version of Lectern (it knows ${unknown.join(', ')}). Use that version or a later one.`,
    );
  }
}

/**
 * The tables as they are after the named migrations. The migrations run on a database in memory, so that the result is
 * the same for both databases.
 */
export async function schemaAfter(names: readonly string[]): Promise<readonly TableSchema[]> {
  const source = await new DataSource({ type: 'sqlite', database: ':memory:', migrations: [...migrations] }).initialize();
  try {
    const runner = source.createQueryRunner();
    await migrateTo(source, runner, names);
    const tables = (await runner.query(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )) as { name: string }[];
    const described: TableSchema[] = [];
    for (const { name } of tables) {
      if (SCHEMA_TABLES.includes(name) || INDEX_TABLES.test(name)) continue;
      const rows = (await runner.query(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`)) as PragmaRow[];
      const keys = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      described.push({ name, columns: rows.map(toColumn), primaryKey: keys.map((key) => key.name) });
    }
    return described;
  } finally {
    await source.destroy();
  }
}
