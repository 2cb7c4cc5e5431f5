import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createPostgresDatabase,
  factsOf,
  openDatabase,
  REQUEST_STATUSES,
  requestFigures,
  type Database,
  type SqlValue,
} from '@lectern/core/testing';
import { sampleRows } from './sample-rows.js';

/**
 * Prints how long each statement behind the statistics of a household takes, over all time:
 * `npx tsx --conditions=lectern-source bench/src/statistics.ts [--rows 100000] [--postgres] [--plans]`.
 */
const { rows, postgres, plans } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    postgres: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
  },
}).values;
const TABLES = new Set(['users', 'integrations', 'audiobooks', 'requests']);
const BATCH = 500;
const ROUNDS = 5;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A description of a release as long as real ones, which a statement that looks into it has to read. */
const release = (indexer: string): string =>
  JSON.stringify({ title: 'A release with a long name', indexer, protocol: 'torrent', details: 'x'.repeat(500) });

async function fill(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [table, all] of sampleRows(Number(rows))) {
      if (!TABLES.has(table)) continue;
      const columns = [...new Set(all.flatMap((row) => Object.keys(row)))];
      const tuple = `(${columns.map(() => '?').join(', ')})`;
      for (let start = 0; start < all.length; start += BATCH) {
        const some = all.slice(start, start + BATCH);
        await tx.run(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${some.map(() => tuple).join(', ')}`,
          some.flatMap((row) => columns.map((column) => row[column] ?? null)),
        );
      }
    }
    const arrived = REQUEST_STATUSES.filter((status) => factsOf(status).group === 'completed');
    await tx.run(
      `UPDATE requests SET arrived_at = status_since, current_download_id = id WHERE status IN (${arrived.map(() => '?').join(', ')})`,
      arrived,
    );
    await tx.run(
      `INSERT INTO download_history (id, request_id, integration_id, state, release, release_key, indexer, ours, created_at, updated_at)
       SELECT id, id, 'client', 'imported', CASE WHEN id < ? THEN ? ELSE ? END, asin, CASE WHEN id < ? THEN ? ELSE ? END, ?, created_at, created_at FROM requests
       WHERE arrived_at IS NOT NULL`,
      ['01980000', release('Shelf Tracker'), release('Archive'), '01980000', 'Shelf Tracker', 'Archive', true],
    );
  });
  if (database.dialect === 'postgres') await database.read.run('VACUUM (ANALYZE)');
}

/** What is counted, by the names that the statements have in common. */
function nameOf(sql: string): string {
  const names: readonly [string, RegExp][] = [
    ['names', /best_author/],
    ['people', /display_name/],
    ['sources', /download_history/],
    ['waits', /ninetieth/],
    ['monthly waits', /PARTITION/],
    ['arrivals', /minutes/],
    ['dropped', /r\.status,/],
  ];
  return names.find(([, sign]) => sign.test(sql))?.[0] ?? 'another';
}

interface Heard {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

async function hear(database: Database): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  const stop = database.onStatement((sql, params) => heard.push({ sql, params }));
  await requestFigures(database, {});
  stop();
  return heard;
}

/** Of processors for SQLite, which runs in this process: what else the machine does adds little to it. */
function clock({ dialect }: Database): number {
  const { user, system } = process.cpuUsage();
  return dialect === 'sqlite' ? (user + system) / 1000 : performance.now();
}

/** The least time of some rounds, ms. */
async function timeOf(database: Database, { sql, params }: Heard): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = clock(database);
    await database.read.all(sql, params);
    times.push(clock(database) - start);
  }
  return Math.min(...times);
}

async function explain({ read, dialect }: Database, { sql, params }: Heard): Promise<void> {
  const plan = await read.all<Record<string, string>>(`EXPLAIN ${dialect === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`, params);
  for (const step of plan) print(`    ${step['detail'] ?? Object.values(step)[0] ?? ''}`);
}

/** Each statement as it is, and without the indexes that are there for it. */
async function measure(database: Database): Promise<void> {
  const statements = await hear(database);
  const times: number[] = [];
  for (const statement of statements) times.push(await timeOf(database, statement));
  if (plans)
    for (const statement of statements) {
      print(nameOf(statement.sql));
      await explain(database, statement);
    }
  for (const index of ['requests_arrived', 'requests_counted']) await database.transaction((tx) => tx.run(`DROP INDEX ${index}`));
  const slower: number[] = [];
  for (const statement of statements) slower.push(await timeOf(database, statement));
  const line = (name: string, time: number, without: number): void =>
    print(`${name.padEnd(13)} ${time.toFixed(0).padStart(6)} ms, ${(without / time).toFixed(1)} times as long without its indexes`);
  statements.forEach(({ sql }, index) => line(nameOf(sql), times[index] ?? 0, slower[index] ?? 0));
  const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0);
  line('all', sum(times), sum(slower));
}

const dataDir = await mkdtemp(join(tmpdir(), 'lectern-statistics-'));
const made = postgres ? await createPostgresDatabase() : undefined;
try {
  const database = await openDatabase({ dataDir, databaseUrl: made?.url, entities: [] });
  await fill(database);
  await measure(database);
  await database.close();
} finally {
  await made?.drop();
  await rm(dataDir, { recursive: true, force: true });
}
