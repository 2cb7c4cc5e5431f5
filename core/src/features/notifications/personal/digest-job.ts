import type { Database } from '../../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../../platform/jobs/define-job.js';
import type { JobDefinition, JobQueue } from '../../../platform/jobs/job-queue.js';
import { sentence, type Speakers } from '../../../platform/words/index.js';
import { arrivedSince } from '../../lifecycle/arrived-books.js';
import { languagesOf } from '../../users/account-rows.js';
import { composeDigest, type DigestBook } from './compose-digest.js';
import { lastTimeOf, serverTimeZone } from './local-time.js';
import { queueFor } from './personal-outbox.js';
import { digestOf, digestReaders, mendDigests, passDigest, type PersonRow } from './preference-store.js';
import { waysOf, type WaysDeps } from './ways.js';

const DIGEST = defineJob('notify.digest', NO_PAYLOAD, { key: 'schedule' });

export interface DigestDeps extends WaysDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly addedSince: (since: string, most: number) => Promise<readonly DigestBook[]>;
  readonly speakers: Speakers;
  readonly now: () => Date;
}

/** Rows that are read for one digest. */
const MOST_ROWS = 500;

interface Due {
  readonly userId: string;
  readonly due: string;
  readonly since: string;
}

/** Whose digest is due. What was missed while the server was off is one digest, not one for each week. */
function dueOf(rows: readonly PersonRow[], at: Date): Due[] {
  return rows.flatMap((row) => {
    const time = digestOf(row);
    if (!time || row.digestAfter === null) return [];
    const due = lastTimeOf(row.timeZone ?? serverTimeZone(), time, at).toISOString();
    return due > row.digestAfter ? [{ userId: row.userId, due, since: row.digestSince ?? row.digestAfter }] : [];
  });
}

/** The first of each book. */
function once(books: readonly DigestBook[], except: readonly DigestBook[] = []): DigestBook[] {
  const seen = new Set(except.map(({ asin }) => asin));
  return books.filter(({ asin }) => !seen.has(asin) && seen.add(asin));
}

async function booksFor({ database, addedSince }: DigestDeps, { userId, since }: Due): Promise<Parameters<typeof composeDigest>[0]> {
  const arrived = await arrivedSince(database.read, since, MOST_ROWS);
  const asked = once(arrived.filter((book) => book.userId === userId));
  return { asked, others: once([...arrived, ...(await addedSince(since, MOST_ROWS))], asked) };
}

async function queueDigest(deps: DigestDeps, one: Due, at: string): Promise<void> {
  const books = await booksFor(deps, one);
  const language = (await languagesOf(deps.database.read, [one.userId])).get(one.userId) ?? 'en';
  const message = composeDigest(books, { due: one.due, at, say: await deps.speakers.in(language) });
  await deps.database.transaction(async (tx) => {
    if (!(await passDigest(tx, one.userId, one.due, at))) return;
    // a week without news needs no message
    if (books.asked.length + books.others.length === 0) return;
    await queueFor(tx, deps.jobs, { userId: one.userId, way: 'mail', message, runAt: undefined });
  });
}

/** Sends each person who wants it, once a week by mail, what is new. */
export function digestJob(deps: DigestDeps): JobDefinition {
  return DIGEST.handledBy({
    title: sentence('job.weekly_summaries'),
    // times of day begin at a quarter of an hour in all time zones
    cron: '*/15 * * * *',
    async run() {
      const { database, now } = deps;
      const at = now();
      await database.transaction((tx) => mendDigests(tx, at));
      const due = dueOf(await digestReaders(database.read), at);
      const people = await waysOf(
        database.read,
        deps,
        due.map(({ userId }) => userId),
      );
      // a digest that cannot be sent now stays due
      const reachable = new Set(
        people.filter(({ ways }) => ways.some(({ id, obstacle }) => id === 'mail' && !obstacle)).map(({ contact }) => contact.id),
      );
      for (const one of due) if (reachable.has(one.userId)) await queueDigest(deps, one, at.toISOString());
    },
  });
}
