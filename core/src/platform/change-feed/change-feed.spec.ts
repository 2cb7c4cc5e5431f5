import { expect } from 'chai';
import pg from 'pg';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../db/test-databases.js';
import type { ChangeFeed } from './change-feed.js';
import { createMessageJoiner, splitMessage } from './message-parts.js';
import { createPostgresChangeFeed } from './postgres-change-feed.js';

const PATIENCE_MS = 10_000;

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    if (Date.now() > end) throw new Error('it did not come to be');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('messages in parts', () => {
  const message = { topic: 't', data: { text: 'Größe “…” 📚'.repeat(2_000) } };

  it('arrive as they were sent, each part small enough', () => {
    const join = createMessageJoiner();
    const parts = splitMessage('a', '1', message);

    const joined = parts.map((part) => join(part));

    expect(parts.length).to.be.greaterThan(2);
    expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).to.equal(true);
    expect(joined.at(-1)).to.deep.equal({ from: 'a', message });
    expect(joined.slice(0, -1).every((one) => one === undefined)).to.equal(true);
  });

  it('are dropped when a part is missing, and the next one is whole', () => {
    const join = createMessageJoiner();
    const [, second = '', third = ''] = splitMessage('a', '1', message);
    const [small = ''] = splitMessage('a', '2', { topic: 't', data: {} });

    expect([join(second), join(third), join('garbage')]).to.deep.equal([undefined, undefined, undefined]);
    expect(join(small)).to.deep.equal({ from: 'a', message: { topic: 't', data: {} } });
  });

  it('do not mix with those of other senders', () => {
    const join = createMessageJoiner();
    const ours = splitMessage('a', '1', message);
    const theirs = splitMessage('b', '1', message);

    const whole = ours.flatMap((part, n) => [join(part), join(theirs[n] ?? '')]).filter((one) => one !== undefined);

    expect(whole.map(({ from }) => from)).to.deep.equal(['a', 'b']);
  });
});

describe('change feed on PostgreSQL', () => {
  let test: TestDatabase;
  let one: ChangeFeed;
  let two: ChangeFeed;
  let heard: unknown[];

  const create = (): ChangeFeed =>
    createPostgresChangeFeed({
      database: test.database,
      databaseUrl: test.databaseUrl ?? '',
      log: { warn: () => undefined, error: () => undefined, info: () => undefined },
      retryMs: 20,
    });

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    test = await createTestDatabase('postgres');
  });
  after(() => test?.dispose());
  beforeEach(async () => {
    heard = [];
    one = create();
    two = create();
    await one.start();
    await two.start();
    two.hear('things', (data) => heard.push(data));
  });
  afterEach(async () => {
    await one?.stop();
    await two?.stop();
  });

  it('tells the others at the commit, and nothing about a rollback', async () => {
    await test.database.transaction((tx) => one.tell(tx, 'things', { n: 1 }));
    await test.database
      .transaction(async (tx) => {
        await one.tell(tx, 'things', { n: 2 });
        throw new Error('no');
      })
      .catch(() => undefined);
    one.send('others', { n: 3 });
    one.send('things', { n: 4 });
    await until(() => heard.length >= 2);

    expect(heard).to.deep.equal([{ n: 1 }, { n: 4 }]);
  });

  it('does not hear itself, and calls every listener even if one fails', async () => {
    const own: unknown[] = [];
    one.hear('things', (data) => own.push(data));
    const end = two.hear('things', () => {
      throw new Error('a listener that fails');
    });
    one.send('things', { n: 1 });
    await until(() => heard.length === 1);
    end();
    two.send('things', { n: 2 });
    await until(() => own.length === 1);

    expect(own).to.deep.equal([{ n: 2 }]);
    expect(heard).to.deep.equal([{ n: 1 }]);
  });

  it('carries more than fits into one notification', async () => {
    const data = { text: 'ä'.repeat(20_000) };

    one.send('things', data);
    await until(() => heard.length === 1);

    expect(heard).to.deep.equal([data]);
  });

  it('reconnects, and says that something may have been missed', async () => {
    const admin = new pg.Client({ connectionString: test.databaseUrl });
    await admin.connect();
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lectern changes'
      AND datname = current_database()`);
    await admin.end();
    await until(() => heard.length === 1);

    one.send('things', { n: 1 });
    await until(() => heard.length === 2);

    expect(heard).to.deep.equal([undefined, { n: 1 }]);
  });
});
