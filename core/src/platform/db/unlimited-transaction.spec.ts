import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { tmpdir } from 'node:os';
import { createImpatientPostgres, type ImpatientPostgres } from './impatient-postgres.spec.support.js';
import { openDatabase } from './open-database.js';
import { hasPostgres } from './test-databases.js';

/** The locks of servers that migrate. */
const TURNS = `SELECT granted FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE datname = current_database() AND locktype = 'advisory' AND objid = 726401`;

describe('servers that start together on a PostgreSQL with limits', () => {
  let postgres: ImpatientPostgres;

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    postgres = await createImpatientPostgres();
  });
  after(() => postgres?.drop());

  /** What the opening ends with that comes as far as to migrate. */
  const open = (mayMigrate: () => Promise<void>): Promise<string> =>
    openDatabase({ dataDir: tmpdir(), databaseUrl: postgres.url, entities: [], mayMigrate }).then(() => 'opened', String);

  it('keep their turn while they do what comes before an upgrade, however long the connection idles', async () => {
    const client = await postgres.connect();
    let turns: unknown;

    const end = await open(async () => {
      await postgres.outlastIdling();
      turns = (await client.query(TURNS)).rows;
      throw new Error('far enough');
    });
    await client.end();

    expect(turns).to.deep.equal([{ granted: true }]);
    expect(end).to.equal('Error: far enough');
  });

  it('wait for the turn of another one, however long the server waits for locks', async () => {
    const [other, client] = [await postgres.connect(), await postgres.connect()];
    await other.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(726401)`);
    let end: string | undefined;

    const opening = open(() => Promise.reject(new Error('far enough'))).then((what) => (end = what));
    await until(async () => end !== undefined || ((await client.query(TURNS)).rowCount ?? 0) > 1, { what: 'a server that waits' });
    await other.query('COMMIT');
    await opening;
    await Promise.all([other.end(), client.end()]);

    expect(end).to.equal('Error: far enough');
  });
});
