import { isIntegrationError } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import { sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import { linkedAccounts } from '../external-sign-in/index.js';
import type { LibraryService } from '../library/index.js';
import type { RequestService } from '../requests/index.js';
import {
  choiceOf,
  forgetDeleted,
  forgetUnlinked,
  heardBooks,
  listeners,
  markAsked,
  nearlyThrough,
  saveProgress,
  type HeardBook,
  type ListeningChoice,
} from './listening-store.js';
import { placeInSeries } from './next-part.js';
import { nextPartsOf, type NextPartDeps } from './next-parts.js';

export interface ReadListeningDeps extends NextPartDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider'>;
  readonly catalog: NextPartDeps['catalog'] & Pick<CatalogService, 'seriesBooks'>;
  readonly library: NextPartDeps['library'] & Pick<LibraryService, 'booksOfItems'>;
  readonly requests: Pick<RequestService, 'create'>;
  /** `undefined` for users who may not sign in. */
  readonly callerOf: (userId: string) => Promise<Caller | undefined>;
  readonly onChange: (userId: string) => void;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** Reads what people listen to, one after the other. */
export const READ_LISTENING = defineJob('listening.read', NO_PAYLOAD, { key: 'schedule' });

const PEOPLE_AT_ONCE = 50;
/** Items of one account that are read. */
const MOST_HEARD = 500;
/** How much of a book makes it nearly through. */
const NEARLY = 0.9;
/** Requests that one run makes for one person. */
const MOST_ASKED = 5;
/** Series that the catalogue is asked for, for one person and run. */
const MOST_FETCHED = 5;
/** Of these the series are fetched, where the part after them is unknown. */
const LAST_HEARD = 20;

/** Reads one account at one server. What cannot be read now is read an hour later. */
async function readAccount(deps: ReadListeningDeps, userId: string, integrationId: string, subject: string, signal: AbortSignal) {
  const server = deps.host.provider('mediaServer', integrationId);
  if (!server) return;
  try {
    const heard = await server.call('progress', async (own, call) => own.progress?.(subject, call), { signal });
    if (!heard) return;
    const first = heard.slice(0, MOST_HEARD);
    const asinOf = await deps.library.booksOfItems(
      integrationId,
      first.map(({ itemId }) => itemId),
    );
    const known = new Map(
      first.flatMap((one) => (asinOf.has(one.itemId) ? [[one.itemId, { ...one, asin: asinOf.get(one.itemId) ?? '' }]] : [])),
    );
    await deps.database.transaction((tx) => saveProgress(tx, userId, integrationId, [...known.values()]));
  } catch (error) {
    if (!isIntegrationError(error)) throw error;
    signal.throwIfAborted();
    deps.log.warn({ integration: integrationId, code: error.code, err: error }, 'what somebody listens to could not be read');
  }
}

/** Has the catalogue list the series of the last heard books, where it is not known how they go on. */
async function fetchSeries(deps: ReadListeningDeps, heard: readonly string[], signal: AbortSignal): Promise<void> {
  const unknown = (await nextPartsOf(deps, heard)).filter(({ isKnown }) => !isKnown);
  const seriesOf = await deps.catalog.seriesOf(unknown.map((next) => next.heard));
  const ids = new Set([...seriesOf.values()].flatMap((series) => (placeInSeries(series) && series[0]?.id) ?? []));
  for (const id of [...ids].slice(0, MOST_FETCHED)) {
    signal.throwIfAborted();
    try {
      await deps.catalog.seriesBooks(id, { page: 1, limit: 50 });
    } catch (error) {
      // the catalogue is away or has no such series
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

/** Whether it is over with this book, or to be tried an hour later. */
async function ask({ requests }: ReadListeningDeps, caller: Caller, asin: string): Promise<'over' | 'later'> {
  try {
    await requests.create(caller, { asin, type: 'audiobook', origin: 'listening' });
    return 'over';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'quota_exceeded' || error.status === 503 ? 'later' : 'over';
  }
}

async function askForNext(deps: ReadListeningDeps, choice: ListeningChoice, signal: AbortSignal): Promise<void> {
  const { database, now } = deps;
  const caller = await deps.callerOf(choice.userId);
  if (!caller) return;
  const through = await nearlyThrough(database.read, choice, NEARLY, LAST_HEARD);
  const next = await nextPartsOf(
    deps,
    through.map(({ asin }) => asin),
  );
  const wanted = through.flatMap((book, index): [HeardBook, string][] => {
    const asin = next[index]?.asin;
    return asin === undefined ? [] : [[book, asin]];
  });
  for (const [book, asin] of wanted.slice(0, MOST_ASKED)) {
    signal.throwIfAborted();
    // who switched it off meanwhile asks for nothing
    if (!(await choiceOf(database.read, choice.userId))?.asks) return;
    if ((await ask(deps, caller, asin)) === 'later') return;
    await database.transaction((tx) => markAsked(tx, choice.userId, book, now()));
  }
}

/** Reads what one person listens to, and asks for what comes next if they want that. */
export async function readListener(deps: ReadListeningDeps, userId: string, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const accounts = await linkedAccounts(database.read, userId);
  await database.transaction((tx) =>
    forgetUnlinked(
      tx,
      userId,
      accounts.map(({ integrationId }) => integrationId),
    ),
  );
  for (const { integrationId, subject } of accounts) await readAccount(deps, userId, integrationId, subject, signal);
  const heard = await heardBooks(database.read, userId, LAST_HEARD);
  await fetchSeries(
    deps,
    heard.map(({ asin }) => asin),
    signal,
  );
  const choice = await choiceOf(database.read, userId);
  if (choice?.asks) await askForNext(deps, choice, signal);
  deps.onChange(userId);
}

export function listeningJob(deps: ReadListeningDeps): JobDefinition {
  const { database } = deps;
  return READ_LISTENING.handledBy({
    title: sentence('job.read_listening'),
    cron: '23 * * * *',
    timeoutMs: 3_000_000,
    async run(job) {
      const { signal } = job;
      await database.transaction((tx) => forgetDeleted(tx));
      let [after, done] = ['', 0];
      for (;;) {
        const some = await listeners(database.read, after, PEOPLE_AT_ONCE);
        for (const { userId } of some) {
          signal.throwIfAborted();
          await readListener(deps, userId, signal);
          done += 1;
        }
        const last = some.at(-1);
        if (!last || some.length < PEOPLE_AT_ONCE) break;
        after = last.userId;
      }
      job.progress({
        done,
        total: done,
        // nobody to read is nothing to tell
        ...(done > 0 ? { message: sentence('progress.listening_read', { count: done }) } : {}),
      });
    },
  });
}
