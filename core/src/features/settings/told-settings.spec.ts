import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { pino } from 'pino';
import { createPostgresChangeFeed, type ChangeFeed } from '../../platform/change-feed/index.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { createSettingsService, type Settings, type SettingsService } from './index.js';

const log = pino({ level: 'silent' });

describe('settings of several processes on one PostgreSQL', () => {
  let test: TestDatabase;
  let feeds: ChangeFeed[] = [];

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    test = await createTestDatabase('postgres');
  });
  after(async () => {
    for (const feed of feeds) await feed.stop();
    await test?.dispose();
  });

  it('are read again at once when another process says that it has saved some', async () => {
    const { database, databaseUrl = '' } = test;
    feeds = [0, 1].map(() => createPostgresChangeFeed({ database, databaseUrl, log }));
    for (const feed of feeds) await feed.start();
    const now = () => new Date();
    const [saving, reading] = feeds.map((feed) =>
      // nothing is read again because time has passed
      createSettingsService({ database, feed, now, audit: createAuditService({ database, now }), dataDir: tmpdir(), cacheMs: Infinity }),
    ) as [SettingsService, SettingsService];
    const before = await reading.get();
    const heard = new Promise<Settings>((resolve) => reading.onChange(resolve));

    await saving.update({ requests: { minSeeders: before.requests.minSeeders + 1 } }, { name: 'spec' });

    expect((await heard).requests.minSeeders).to.equal(before.requests.minSeeders + 1);
    expect((await reading.get()).requests.minSeeders).to.equal(before.requests.minSeeders + 1);
  });
});
