import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { openDatabase, type Database } from '@lectern/core/testing';
import { libraryOf, type CrashStage, type Scene } from './crash-scene.spec.support.js';
import type { Kill } from './crash-kills.spec.support.js';

/** The moves of a request that nothing went wrong with. A resumed search stays in its status and is no move. */
const MOVES = [
  '-> awaiting_approval',
  'awaiting_approval -> pending',
  'pending -> searching',
  'searching -> downloading',
  'downloading -> processing',
  'processing -> downloaded',
  'downloaded -> available',
];

/** Looks into the database beside the server. Never while the server is down: to recover is the server's own task. */
export async function withDatabase<T>(
  stage: Pick<CrashStage, 'dataDir' | 'databaseUrl'>,
  look: (database: Database) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = stage;
  const database = await openDatabase({ dataDir, databaseUrl, entities: [], migrate: false });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

interface Line {
  readonly event: string;
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
}

/** Returns the events of a request's timeline and the names of its jobs. */
export async function traceOf(database: Database, requestId: string): Promise<{ events: string[]; jobs: string[] }> {
  const lines = await database.read.all<Line>('SELECT event FROM request_events WHERE request_id = ? ORDER BY id', [requestId]);
  const jobs = await database.read.all<{ name: string }>(
    `SELECT DISTINCT name FROM jobs WHERE name LIKE 'request.%' OR name IN ('hooks.tell', 'notify.deliver', 'downloads.monitor') OR subject = ?`,
    [`request:${requestId}`],
  );
  return { events: lines.map(({ event }) => event), jobs: jobs.map(({ name }) => name) };
}

/** Waits until no job is due. @returns jobs that are still there, or failed */
export async function stuckJobs(database: Database): Promise<object[]> {
  const due = () =>
    database.read.all<{ name: string; state: string }>(
      `SELECT name, state, attempt, error FROM jobs WHERE state IN ('running', 'failed') OR (state = 'queued' AND run_at <= ?)`,
      [new Date().toISOString()],
    );
  let rows = await due();
  const isSettled = async () => {
    rows = await due();
    // what has failed stays so
    return rows.every(({ name, state }) => state === 'failed' || name.startsWith('integrations.'));
  };
  // a job that only comes back when the lease of a dead process is over is stuck: a restart takes its jobs over
  // eslint-disable-next-line no-restricted-syntax
  await until(isSettled, { everyMs: 30, timeoutMs: 25_000 }).catch(() => undefined);
  return rows.filter(({ name }) => !name.startsWith('integrations.'));
}

/** Compares the counts that are kept with the requests that there are. */
export async function expectCountsRight(database: Database): Promise<void> {
  const sql = (table: string) => `SELECT user_id, status, count FROM (${table}) c WHERE count <> 0 ORDER BY user_id, status`;
  const kept = await database.read.all(sql('SELECT user_id, status, count FROM request_counts'));
  const real = await database.read.all<{ count: number }>(
    sql('SELECT user_id, status, COUNT(*) AS count FROM requests GROUP BY user_id, status'),
  );
  expect(kept, 'counts of requests').to.deep.equal(real.map((row) => ({ ...row, count: Number(row.count) })));
}

/** Expects the line of moves of a request that nothing went wrong with, each once. */
export async function expectTimeline(database: Database, requestId: string): Promise<void> {
  const lines = await database.read.all<Line>('SELECT event, from_status, to_status FROM request_events WHERE request_id = ? ORDER BY id', [
    requestId,
  ]);
  const moves = lines.filter(({ fromStatus, toStatus }) => toStatus !== null && fromStatus !== toStatus);
  expect(moves.map(({ fromStatus, toStatus }) => `${fromStatus ?? ''} -> ${toStatus}`.trim())).to.deep.equal(MOVES);
  for (const once of ['created', 'approve', 'grabbed', 'import_planned']) {
    expect(lines.filter(({ event }) => event === once).length, `lines of ${once}`).to.equal(1);
  }
}

async function expectToldOnce(stage: CrashStage, scene: Scene, database: Database, requestId: string, kill?: Kill): Promise<void> {
  const deliveries = () =>
    database.read.all<{ state: string }>('SELECT state FROM notification_deliveries WHERE dedupe_key = ?', [
      `request_available:${requestId}`,
    ]);
  const states = (await deliveries()).map(({ state }) => state);
  expect(states).to.deep.equal([kill?.mayLoseTrack ? 'unknown' : 'sent']);
  const told = stage.world.discord.messages.filter((message) => JSON.stringify(message).includes(scene.book.title));
  expect(told.length, 'messages').to.equal(kill?.losesMessage ? 0 : 1);
  const notes = await database.read.all<{ event: string; n: number }>(
    'SELECT event, COUNT(*) AS n FROM notifications n JOIN users u ON u.id = n.user_id WHERE request_id = ? AND u.username = ? GROUP BY event',
    [requestId, stage.user.username],
  );
  const counts = new Map(notes.map(({ event, n }) => [event, Number(n)]));
  expect(counts.get('request_available'), 'notes in the centre').to.equal(1);
  expect([...counts.values()].every((n) => n === 1)).to.equal(true);
}

/** One request, one download, one import, one message; nothing left over. */
export async function expectOneOfEach(stage: CrashStage, scene: Scene, requestId: string, kill?: Kill): Promise<void> {
  const { world, book, infoHash } = scene;
  await withDatabase(stage, async (database) => {
    expect(await stuckJobs(database), 'jobs that are stuck or have failed').to.deep.equal([]);
    const requests = await database.read.all('SELECT id FROM requests WHERE asin = ?', [book.asin]);
    expect(requests).to.deep.equal([{ id: requestId }]);
    await expectTimeline(database, requestId);
    await expectCountsRight(database);

    // ids of the client grow with each torrent it takes, so that one taken and removed again would show
    const { torrents } = world.transmission;
    expect(torrents.filter((torrent) => torrent.infoHash === infoHash)).to.have.length(1);
    expect(torrents.map(({ id }) => id)).to.deep.equal(torrents.map((_, index) => index + 1));
    const downloads = await database.read.all<{ ours: unknown }>('SELECT state, item_id, ours FROM download_history WHERE request_id = ?', [
      requestId,
    ]);
    expect(downloads.map((row) => ({ ...row, ours: Boolean(row.ours) }))).to.deep.equal([
      { state: 'imported', itemId: infoHash, ours: true },
    ]);

    expect(await database.read.all('SELECT id FROM imports WHERE request_id = ?', [requestId])).to.have.length(1);
    const library = await libraryOf(world.libraryDir);
    expect(library.left, 'working folders').to.deep.equal([]);
    expect([...library.books].filter(([folder]) => folder.includes(book.title))).to.deep.equal([[book.title, stage.files]]);

    await expectToldOnce(stage, scene, database, requestId, kill);
  });
}
