import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import type { NotificationService } from '../notifications/index.js';
import type { RequestService } from '../requests/index.js';
import { decide, type Decision, type WantedPart } from './decide.js';
import type { FollowedListing, FollowMemory, FollowRecord, FollowResult, RecentBook } from './follow-record.js';
import { isStillFollowed, saveChecked } from './follow-store.js';
import { outcome, type FollowOutcome } from './outcomes.js';
import { rememberNames } from './remembered-names.js';
import { readPersonStates, type SharedStates } from './person-states.js';
import type { WalkedListing } from './walk-listing.js';

export interface FollowerDeps {
  readonly database: Database;
  readonly requests: Pick<RequestService, 'create'>;
  readonly notifications: Pick<NotificationService, 'followEvent'>;
  /** Called after each change that the owner's browsers should show. */
  readonly onChange: (record: Pick<FollowRecord, 'id' | 'userId' | 'kind'>) => void;
  readonly now: () => Date;
}

/** A walk at work. */
export interface Walk {
  readonly listing: FollowedListing;
  readonly walked: WalkedListing;
  readonly shared: SharedStates;
  readonly signal: AbortSignal;
}

export interface CheckedFollower {
  readonly memory: FollowMemory;
  readonly result: FollowResult;
  /** Books are left that can be requested before the next daily check: soon, or when the catalogue may answer again. */
  readonly goesOn: 'soon' | 'later' | undefined;
  /** Released books, newest first. */
  readonly recent: readonly RecentBook[];
}

type Concluded = Omit<CheckedFollower, 'recent'>;

/** The most requests that one run makes for one person. */
export const REQUESTS_AT_ONCE = 20;

interface Asked {
  readonly requested: number;
  readonly waiting: number;
  readonly asins: readonly string[];
  readonly stop: 'budget' | 'quota' | 'catalogue' | undefined;
}

/** Names of parts and of their readings. */
function namesOf(parts: readonly { readonly key: string; readonly asins: readonly string[] }[]): string[] {
  return parts.flatMap(({ key, asins }) => [key, ...asins]);
}

/** Returns why a refusal ends the run; `undefined` if only this book is refused. */
function stopFor(error: unknown): 'quota' | 'catalogue' | undefined {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'quota_exceeded') return 'quota';
  return error.status === 503 ? 'catalogue' : undefined;
}

async function ask(
  { database, requests }: FollowerDeps,
  record: FollowRecord,
  caller: Caller,
  wanted: readonly WantedPart[],
  { signal }: Pick<Walk, 'signal'>,
): Promise<Asked> {
  const origin = record.kind === 'series' ? 'watch-series' : 'watch-author';
  const asins: string[] = [];
  let refused = 0;
  for (const [index, { book }] of wanted.entries()) {
    signal.throwIfAborted();
    const waiting = wanted.length - index + refused;
    if (asins.length >= REQUESTS_AT_ONCE) return { requested: asins.length, waiting, asins, stop: 'budget' };
    // who stopped following, or may not sign in any more, asks for nothing
    if (!(await isStillFollowed(database.read, record))) break;
    try {
      await requests.create(caller, { asin: book.asin, type: 'audiobook', origin });
      asins.push(book.asin);
    } catch (error) {
      const stop = stopFor(error);
      if (stop) return { requested: asins.length, waiting, asins, stop };
      refused += 1;
      continue;
    }
    // at once: a request of somebody else that was joined leaves no other trace when the server stops now
    const memory = { ...record.memory, asked: [...record.memory.asked, ...asins] };
    await database.transaction((tx) => saveChecked(tx, record, { ...record, memory }));
  }
  return { requested: asins.length, waiting: refused, asins, stop: undefined };
}

function outcomeOf({ requested, waiting, stop }: Asked): FollowOutcome {
  if (stop === 'catalogue') return outcome('catalogue_failed', { error: 'catalogue_unavailable' });
  if (stop === 'quota') return outcome('quota_used_up', { requested, waiting });
  if (stop === 'budget') return outcome('more_to_come', { requested, waiting });
  if (waiting > 0) return outcome('not_requested', { requested, waiting });
  return requested > 0 ? outcome('requested', { requested }) : outcome('nothing_new');
}

/** The first check requests what the preview showed, and that very reading. */
function shownOf(wanted: readonly WantedPart[], shown: readonly string[], { walked }: Walk): WantedPart[] {
  const seen = new Set(shown);
  const books = new Map(walked.books.map((book) => [book.asin, book]));
  return wanted.flatMap((part) => {
    const asin = part.asins.find((one) => seen.has(one));
    const book = asin === undefined ? undefined : books.get(asin);
    return book ? [{ ...part, book }] : [];
  });
}

async function requestWanted(
  deps: FollowerDeps,
  record: FollowRecord,
  caller: Caller,
  { wanted, counts, names, awaited }: Decision,
  walk: Walk,
): Promise<Concluded> {
  const { memory } = record;
  const isFirst = memory.known === undefined;
  const asked = await ask(deps, record, caller, isFirst ? shownOf(wanted, record.shown, walk) : wanted, walk);
  const goesOn = asked.stop === 'budget' ? 'soon' : asked.stop === 'catalogue' ? 'later' : undefined;
  const pending = new Set(wanted.map(({ key }) => key));
  // until all that was shown has had its turn, it is still the first check
  const known = memory.known ?? (goesOn ? undefined : namesOf(names.filter(({ key }) => !pending.has(key))));
  const taken = new Set(asked.asins);
  const fresh = wanted.filter(({ book, asins }) => taken.has(book.asin) || asins.some((asin) => taken.has(asin)));
  const after = {
    ...counts,
    requested: counts.requested + fresh.length,
    missing: counts.missing - fresh.filter(({ isUpcoming }) => !isUpcoming).length,
    upcoming: counts.upcoming - fresh.filter(({ isUpcoming }) => isUpcoming).length,
  };
  return {
    memory: { ...(known ? { known } : {}), awaited, asked: rememberNames([...memory.asked, ...asked.asins], new Set(namesOf(names))) },
    result: { outcome: outcomeOf(asked), counts: after },
    goesOn,
  };
}

/**
 * The most messages that one check sends to one person; a catalogue that lists everything as new causes no flood. Later checks send the
 * rest.
 */
const MOST_TOLD = 20;

/** Announces a new part when it is listed, and one that was awaited from the beginning when it is out. */
async function tellOfNew(deps: FollowerDeps, record: FollowRecord, { wanted, counts, names, awaited }: Decision): Promise<Concluded> {
  const { memory } = record;
  if (!memory.known) {
    const later = new Set(wanted.filter(({ isUpcoming }) => isUpcoming).map(({ key }) => key));
    const known = namesOf(names.filter(({ key }) => !later.has(key)));
    return { memory: { ...memory, known, awaited }, result: { outcome: outcome('nothing_new'), counts }, goesOn: undefined };
  }
  const known = new Set(memory.known);
  const before = new Set(memory.awaited.map(({ key }) => key));
  const isNew = ({ key, asins }: WantedPart): boolean => !known.has(key) && !asins.some((asin) => known.has(asin));
  const news = wanted.filter((part) => isNew(part) && !(part.isUpcoming && before.has(part.key)));
  const told = news.slice(0, MOST_TOLD);
  const untold = new Set(news.slice(MOST_TOLD).map(({ key }) => key));
  const after = {
    ...memory,
    known: rememberNames([...memory.known, ...namesOf(told)], new Set(namesOf(names))),
    awaited: awaited.filter(({ key }) => !untold.has(key)),
  };
  const result = { outcome: told.length > 0 ? outcome('told', { told: told.length }) : outcome('nothing_new'), counts };
  if (told.length === 0) return { memory: after, result, goesOn: undefined };
  await deps.database.transaction(async (tx) => {
    // remembered with the messages themselves: a repeated check tells nothing twice
    if (!(await saveChecked(tx, record, { ...record, memory: after }))) return;
    for (const { book, isUpcoming } of told) {
      await deps.notifications.followEvent(tx, 'followed_book_found', {
        userId: record.userId,
        kind: record.kind,
        name: record.name,
        book,
        comesOut: isUpcoming ? book.releaseDate : undefined,
      });
    }
  });
  return { memory: after, result, goesOn: undefined };
}

/** Makes the requests or messages of one walk for one person, and returns the state of the series. */
export async function checkFollower(deps: FollowerDeps, record: FollowRecord, caller: Caller, walk: Walk): Promise<CheckedFollower> {
  const { memory } = record;
  const decision = decide({
    listing: walk.listing,
    books: walk.walked.books,
    rule: record.rule,
    startDay: record.startedAt.slice(0, 10),
    today: deps.now().toISOString().slice(0, 10),
    states: await readPersonStates(deps, walk.shared, record.userId, memory.asked),
    known: memory.known && new Set(memory.known),
  });
  const concluded =
    record.mode === 'ask' ? await requestWanted(deps, record, caller, decision, walk) : await tellOfNew(deps, record, decision);
  return { ...concluded, recent: decision.recent };
}
