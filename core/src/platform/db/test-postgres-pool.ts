import { appendFile } from 'node:fs/promises';
import pg from 'pg';
import { createPostgresDatabase, type PostgresDatabase } from './test-postgres.js';

/** A file with the databases of this run, one on each line. The process that started the run drops them at its end. Set after specs are loaded. */
const keptIn = () => process.env['LECTERN_TEST_KEPT_DATABASES'];

/** Reads everything that must be as the migrations left it: tables, columns, indexes, constraints, triggers, functions. */
const SCHEMA = `
  SELECT md5(string_agg(line, chr(10) ORDER BY line)) AS print FROM (
    SELECT concat_ws(' ', relname, relkind) AS line FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, pg_get_expr(adbin, adrelid)) FROM pg_attribute
      JOIN pg_class c ON c.oid = attrelid AND relnamespace = 'public'::regnamespace AND relkind = 'r'
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0
    UNION ALL
    SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid AND relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', rolname, setconfig) FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase
      LEFT JOIN pg_roles r ON r.oid = setrole WHERE datname = current_database()
  ) AS lines`;

/**
 * Reads what differs after any change of the schema, and after some things that are none, in a fraction of the time: the number of rows
 * and the last writer of each table that {@link SCHEMA} reads, and of that of the migrations.
 */
const MARK = [
  'pg_class',
  'pg_attribute',
  'pg_attrdef',
  'pg_index',
  'pg_constraint',
  'pg_trigger',
  'pg_proc',
  'pg_db_role_setting',
  'migrations',
]
  .map((table) => {
    // this one is shared by all databases
    const own =
      table === 'pg_db_role_setting' ? ' WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())' : '';
    return `(SELECT count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) FROM ${table}${own})`;
  })
  .join(` || ' ' || `);

/** A migrated database without rows, on loan. */
export interface LentPostgres {
  readonly url: string;
  /** Gives the database back. It is dropped if it cannot be restored to its new state. */
  giveBack(): Promise<void>;
}

interface Kept {
  readonly database: PostgresDatabase;
  /** The fingerprint it must have to be lent again; absent when it is lent only once. */
  readonly print?: string;
  /** What {@link MARK} was when the fingerprint was last compared. */
  mark?: string;
  /** Stays open, because a new connection reads the whole schema again. */
  client?: pg.Client;
}

/** Runs a statement and returns its rows. */
export type Ask = (sql: string) => Promise<Record<string, string>[]>;

const free: Kept[] = [];

async function connected<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query<Record<string, string>>(sql)).rows);
  } finally {
    await client.end();
  }
}

async function filledTables(ask: Ask): Promise<string[]> {
  const tables = await ask("SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
  const filled = await ask(tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL '));
  return filled.flatMap(({ name }) => name ?? []);
}

/** A fingerprint of the schema and of what the migrations themselves wrote. */
export async function printOf(ask: Ask): Promise<string> {
  const [schema] = await ask(SCHEMA);
  const migrations = await ask('SELECT name FROM migrations ORDER BY id');
  return `${schema?.['print']} ${migrations.map(({ name }) => name).join(' ')}`;
}

/** The size of a table, in bytes, from which emptying it by a new file costs less than deleting its rows. */
const LARGE = 65_536;

/** Removes every row but the names of the migrations, and restarts sequences. */
async function empty(ask: Ask): Promise<void> {
  await ask('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()');
  const used = await ask(`
    SELECT quote_ident(relname) AS name, pg_relation_size(oid) >= ${LARGE} OR current_setting('is_superuser') = 'off' AS anew FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations' AND pg_relation_size(oid) > 0`);
  if (used.length === 0) return;
  if (used.some(({ anew }) => anew)) {
    await ask(`TRUNCATE ${used.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`);
    return;
  }
  // all tables that refer to each other are emptied, so nothing needs to be checked for each row
  const deletes = used.map(({ name }) => `DELETE FROM ${name};`).join(' ');
  await ask(`BEGIN; SET LOCAL session_replication_role = replica; ${deletes} COMMIT`);
  await ask("SELECT setval(format('%I.%I', schemaname, sequencename), start_value, false) FROM pg_sequences WHERE last_value IS NOT NULL");
}

async function readMark(ask: Ask): Promise<string> {
  const [row] = await ask(`SELECT ${MARK} AS mark`);
  return row?.['mark'] ?? '';
}

async function create(migrate: (url: string) => Promise<void>): Promise<Kept> {
  const database = await createPostgresDatabase();
  await migrate(database.url);
  const list = keptIn();
  if (list === undefined) return { database };
  await appendFile(list, `${database.name}\n`);
  return connected(database.url, async (ask) => {
    // an emptied database would lack the rows that migrations write
    const isEmpty = (await filledTables(ask)).join() === 'migrations';
    if (!isEmpty) return { database };
    const tables = await ask("SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'");
    // deleted rows stay where they are, so that new ones never fill gaps between others in the middle of a test
    await ask(tables.map(({ name }) => `ALTER TABLE ${name} SET (autovacuum_enabled = false)`).join('; '));
    return { database, print: await printOf(ask), mark: await readMark(ask) };
  });
}

async function connectionTo(kept: Kept): Promise<pg.Client> {
  if (kept.client) return kept.client;
  const client = new pg.Client({ connectionString: kept.database.url });
  await client.connect();
  client.on('error', () => (kept.client = undefined));
  return (kept.client = client);
}

/** @returns whether it is as new */
async function renew(kept: Kept): Promise<boolean> {
  if (kept.print === undefined) return false;
  try {
    const client = await connectionTo(kept);
    const ask: Ask = async (sql) => (await client.query<Record<string, string>>(sql)).rows;
    await empty(ask);
    const mark = await readMark(ask);
    if (mark === kept.mark) return true;
    kept.mark = mark;
    return (await printOf(ask)) === kept.print;
  } catch {
    // the test took its tables away, or the database itself
    return false;
  }
}

/**
 * Lends a database. Making and migrating one takes longer than most tests, so a database that was given back is emptied
 * and lent again, as long as its schema has not changed.
 */
export async function lendPostgres(migrate: (url: string) => Promise<void>): Promise<LentPostgres> {
  const kept = free.pop() ?? (await create(migrate));
  return {
    url: kept.database.url,
    async giveBack() {
      if (await renew(kept)) {
        free.push(kept);
        return;
      }
      await kept.client?.end().catch(() => undefined);
      await kept.database.drop();
    },
  };
}
