import { expect } from 'chai';
import pg from 'pg';
import { entities } from '../../app/entities.js';
import { mountSmallDisk, type SmallDisk } from '../testing/test-small-disk.js';
import type { Database, Tx } from './database.js';
import { isDatabaseUnavailable } from './database-fault.js';
import { openDatabase } from './open-database.js';
import { startOwnPostgres } from './own-postgres.spec.support.js';
import { createPostgresDatabase, hasPostgres } from './test-databases.js';

const now = '2026-01-01T00:00:00.000Z';
const text = (kilobytes: number): string => 'x'.repeat(kilobytes * 1024);

const row = (key: string, kilobytes: number): { key: string; value: string; updatedAt: string } => ({
  key,
  value: JSON.stringify(text(kilobytes)),
  updatedAt: now,
});

/** The ways in which features write. Each makes one row called `key`. */
const WAYS: Readonly<Record<string, (tx: Tx, key: string, kilobytes: number) => Promise<unknown>>> = {
  'an insert': (tx, key, kilobytes) => tx.insert('settings', row(key, kilobytes)),
  'an SQL statement': (tx, key, kilobytes) =>
    tx.run('INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?)', [key, JSON.stringify(text(kilobytes)), now]),
  'a statement that returns rows': (tx, key, kilobytes) =>
    tx.all('INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?) RETURNING key', [key, JSON.stringify(text(kilobytes)), now]),
  'TypeORM’s insert': (tx, key, kilobytes) => tx.entities.insert('settings', row(key, kilobytes)),
  'TypeORM’s save': (tx, key, kilobytes) => tx.entities.save('settings', row(key, kilobytes)),
  'two statements': async (tx, key, kilobytes) => {
    await tx.insert('settings', row(key, kilobytes));
    await tx.run('UPDATE settings SET updated_at = ? WHERE key = ?', [now, key]);
  },
  'work that swallows a failure': async (tx, key, kilobytes) => {
    await tx.insert('settings', row(`${key}.first`, kilobytes)).catch(() => undefined);
    await tx.insert('settings', row(key, 0)).catch(() => undefined);
  },
};

interface Place {
  readonly disk: SmallDisk;
  open(): Promise<Database>;
  dispose(): Promise<void>;
}

async function sqlitePlace(): Promise<Place | undefined> {
  const disk = await mountSmallDisk(6);
  return disk && { disk, open: () => openDatabase({ dataDir: disk.dir, entities }), dispose: () => disk.dispose() };
}

/** On a server of its own: a full tablespace keeps the whole server from checkpoints, and so from making databases. */
async function postgresPlace(): Promise<Place | undefined> {
  const disk = await mountSmallDisk(48);
  if (!disk) return undefined;
  const { url, own, dispose } = await startOwnPostgres();
  await own(disk.dir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLESPACE small LOCATION '${disk.dir}'`);
  await client.query('CREATE DATABASE small TABLESPACE small');
  await client.end();
  const databaseUrl = new URL('small', url).href;
  return {
    disk,
    open: () => openDatabase({ dataDir: disk.dir, databaseUrl, entities }),
    async dispose() {
      await dispose();
      await disk.dispose();
    },
  };
}

for (const [dialect, makePlace] of [
  ['sqlite', sqlitePlace],
  ['postgres', postgresPlace],
] as const) {
  describe(`a ${dialect} database on a full disk`, () => {
    let place: Place | undefined;
    let database: Database;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      place = await makePlace();
      if (!place) return this.skip();
      database = await place.open();
    });
    after(async () => {
      await database?.close();
      await place?.dispose();
    });

    async function seen(from: Database): Promise<string[]> {
      const rows = await from.read.all<{ key: string }>("SELECT key FROM settings WHERE key LIKE 'k%' ORDER BY key");
      return rows.map(({ key }) => key);
    }

    it('shows and keeps exactly what it said was saved, however it was written', async () => {
      const { disk, open } = place as Place;
      const saved: string[] = [];
      const refused: unknown[] = [];
      let number = 0;
      const write = async (way: (typeof WAYS)[string], kilobytes: number): Promise<void> => {
        const key = `k${String((number += 1)).padStart(4, '0')}`;
        await database
          .transaction((tx) => way(tx, key, kilobytes))
          .then(
            () => saved.push(key),
            (error: unknown) => refused.push(error),
          );
      };

      for (const leave of [0, 16, 64, 200]) {
        await disk.fill(leave * 1024);
        for (let round = 0; round < 3; round += 1) for (const way of Object.values(WAYS)) await write(way, 40);
        for (const way of Object.values(WAYS)) await write(way, 1);
        // what other specs do on the shared server meanwhile
        if (dialect === 'postgres') await (await createPostgresDatabase()).drop();
        await disk.empty();
        for (const way of Object.values(WAYS)) await write(way, 1);
      }
      const shown = await seen(database);
      await database.close();
      database = await open();

      expect(refused).to.have.length.above(20);
      expect(refused.filter((error) => !isDatabaseUnavailable(error) || error.kind !== 'full')).to.deep.equal([]);
      expect(shown.filter((key) => !key.includes('.'))).to.deep.equal(saved);
      expect(await seen(database)).to.deep.equal(shown);
    });

    it('names the problem while it lasts', async () => {
      const { disk } = place as Place;
      const write = (kilobytes: number) => database.transaction((tx) => tx.entities.save('settings', row('k-fault', kilobytes)));
      await disk.fill();
      await write(2000).catch(() => undefined);
      const full = database.fault?.kind;
      await disk.empty();
      await write(1);

      expect(full).to.equal('full');
      expect(database.fault).to.equal(undefined);
    });
  });
}
