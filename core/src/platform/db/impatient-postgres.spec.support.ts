import pg from 'pg';
import { askPostgres, createPostgresDatabase, type PostgresDatabase } from './test-postgres.js';

/** A database whose server ends transactions that idle, and waits for no lock, as hosted ones are set up. */
export interface ImpatientPostgres extends PostgresDatabase {
  /** A connection of its own. */
  connect(): Promise<pg.Client>;
  /** Resolves when the server has ended a transaction that idled. Whatever idled before has been ended then, too, if it may be. */
  outlastIdling(): Promise<void>;
}

export async function createImpatientPostgres(): Promise<ImpatientPostgres> {
  const made = await createPostgresDatabase();
  await askPostgres(`ALTER DATABASE ${made.name} SET idle_in_transaction_session_timeout = '1s'`);
  await askPostgres(`ALTER DATABASE ${made.name} SET lock_timeout = '1ms'`);

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: made.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  return {
    ...made,
    connect,
    async outlastIdling() {
      const client = await connect();
      const ended = new Promise<void>((resolve) => void client.once('end', resolve));
      await client.query('BEGIN');
      await ended;
    },
  };
}
