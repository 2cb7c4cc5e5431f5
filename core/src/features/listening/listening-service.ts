import type { Database } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { PluginHost } from '../../plugin-host/index.js';
import { linkedAccounts } from '../external-sign-in/index.js';
import { MOST_SECTIONS, type HomeSections } from '../home/index.js';
import { choiceOf, choose, countHeard, forgetListening, heardBooks } from './listening-store.js';
import { nextPartsOf, type NextPartDeps } from './next-parts.js';
import { READ_LISTENING } from './read-listening.js';

/** What somebody chose, and what is known of them. */
export interface ListeningState {
  readonly on: boolean;
  readonly asks: boolean;
  /** The media servers that their linked accounts are at. */
  readonly servers: readonly string[];
  /** Books whose progress is stored. */
  readonly heard: number;
}

/** What people listen to, each person for themselves. */
export interface ListeningService {
  of(userId: string): Promise<ListeningState>;
  /** Off: everything that was read is deleted at once. */
  set(userId: string, wanted: { readonly on: boolean; readonly asks: boolean }): Promise<ListeningState>;
  /** ASINs of the next parts of what somebody listens to and the library does not have, the last heard first. Five statements. */
  nextParts(userId: string, count: number): Promise<readonly string[]>;
}

export interface ListeningDeps extends NextPartDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly homeSections: Pick<HomeSections, 'of' | 'arrange'>;
  readonly onChange: (userId: string) => void;
}

/** The row of the home page. */
const ROW = 'next-parts';
/** Heard books whose series are continued. */
const MOST_HEARD = 200;

export function createListeningService(deps: ListeningDeps): ListeningService {
  const { database, host, jobs, homeSections, onChange, now } = deps;

  async function of(userId: string): Promise<ListeningState> {
    const [choice, accounts, heard] = await Promise.all([
      choiceOf(database.read, userId),
      linkedAccounts(database.read, userId),
      countHeard(database.read, userId),
    ]);
    const servers = accounts.flatMap(({ integrationId }) => host.provider('mediaServer', integrationId)?.name ?? []);
    return { on: choice !== undefined, asks: choice?.asks ?? false, servers, heard };
  }

  /** Puts the row after what is on its way, where there is room, and takes it away again. */
  async function showRow(userId: string, isShown: boolean): Promise<void> {
    const { sections } = await homeSections.of(userId);
    const others = sections.map(({ section }) => section).filter((section) => section !== ROW);
    if (isShown === others.length < sections.length || (isShown && others.length >= MOST_SECTIONS)) return;
    const first = others.indexOf('in-progress') + 1;
    await homeSections.arrange(userId, isShown ? [...others.slice(0, first), ROW, ...others.slice(first)] : others);
  }

  return {
    of,

    async set(userId, { on, asks }) {
      const wasOn = (await choiceOf(database.read, userId)) !== undefined;
      await database.transaction(async (tx) => {
        if (!on) return forgetListening(tx, userId);
        await choose(tx, userId, asks, now());
        await jobs.enqueue(tx, READ_LISTENING());
      });
      // who took the row away while it was on does not get it back
      if (on !== wasOn) await showRow(userId, on);
      onChange(userId);
      return of(userId);
    },

    async nextParts(userId, count) {
      const heard = [...new Set((await heardBooks(database.read, userId, MOST_HEARD)).map(({ asin }) => asin))];
      const next = await nextPartsOf(deps, heard);
      return [...new Set(next.flatMap(({ asin }) => asin ?? []))].slice(0, count);
    },
  };
}
