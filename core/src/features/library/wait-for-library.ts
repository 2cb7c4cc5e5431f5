import { inRow, sentence, type Said, type SentenceValue } from '../../platform/words/index.js';
import { waitReason, type NewReason, type WaitCode } from '../lifecycle/reasons/wait-reasons.js';
import type { WaitReason } from '../lifecycle/request-record.js';
import type { RefreshOutcome } from './refresh-request.js';

/** Codes of the reasons why a finished audiobook waits. */
export const LIBRARY_WAIT = {
  unreachable: 'media_server_unreachable',
  waiting: 'waiting_for_library',
  notYet: 'not_in_library',
} as const satisfies Record<string, WaitCode>;

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 600_000;
const GIVE_UP_AFTER_MS = 3_600_000;
const FIRST_LATE_WAIT_MS = 3_600_000;
const LONGEST_LATE_WAIT_MS = 86_400_000;
const LATE_LOOKS_END_AFTER_MS = 7 * 86_400_000;
/** Audiobookshelf waits ten seconds for a folder to come to rest, and lists it 15 to 30 s after it appeared. */
const WATCHER_LOOKS_MS = [20_000, 25_000];
/** A server needs ten seconds or more to list an announced file. */
const ASK_AGAIN_AFTER_MS = 30_000;

function growing(firstMs: number, longestMs: number, endMs: number): (elapsedMs: number) => number | undefined {
  return (elapsedMs) => {
    let at = 0;
    for (let wait = firstMs; at <= endMs; wait = Math.min(wait * 2, longestMs)) {
      at += wait;
      if (at > elapsedMs) return at;
    }
    return undefined;
  };
}

const nextDoubled = growing(FIRST_WAIT_MS, LONGEST_WAIT_MS, GIVE_UP_AFTER_MS);

/**
 * Returns the time of the next look, in milliseconds after the wait began: after 5 s, then with doubling pauses up to 10 minutes, and twice
 * between, when a server that watches its folders has most likely listed the book.
 *
 * @param elapsedMs since the wait began
 * @returns `undefined` after about an hour
 */
export function nextLook(elapsedMs: number): number | undefined {
  const doubled = nextDoubled(elapsedMs);
  const between = WATCHER_LOOKS_MS.find((at) => at > elapsedMs);
  return doubled === undefined || between === undefined ? doubled : Math.min(doubled, between);
}

/**
 * The same after that hour: after another hour, then with doubling pauses up to a day. A server that scans for hours
 * drops all requests meanwhile.
 *
 * @param elapsedMs since the end of that hour
 * @returns `undefined` after about a week
 */
export const nextLateLook = growing(FIRST_LATE_WAIT_MS, LONGEST_LATE_WAIT_MS, LATE_LOOKS_END_AFTER_MS);

/** @param elapsedMs since the server was first asked */
export function isTimeToAskAgain(elapsedMs: number): boolean {
  return elapsedMs >= ASK_AGAIN_AFTER_MS;
}

function listed(names: readonly string[]): SentenceValue {
  return names.length < 2 ? (names[0] ?? sentence('finding.the_media_server')) : names;
}

/** No media server is connected, so nothing more happens automatically. */
export function withoutMediaServer(): NewReason {
  return waitReason('no_media_server');
}

/** A media server is connected, but none could be asked or read. */
export function unreachable(names: readonly string[], outcomes: readonly RefreshOutcome[], nextAt: Date): NewReason {
  const problems = problemsOf(outcomes);
  const values = { server: listed(names), problems: problems.length > 0 ? sentence('phrase.because', { cause: inRow(...problems) }) : '.' };
  return waitReason('media_server_unreachable', values, { nextAt });
}

interface Wait {
  /** Absent if nobody was asked this time. */
  readonly outcomes: readonly RefreshOutcome[] | undefined;
  readonly names: readonly string[];
  /** The previous reason, if servers were asked before. */
  readonly before: Pick<WaitReason, 'component' | 'values'> | undefined;
  /** Absent if there will be no more requests. */
  readonly nextAt: Date | undefined;
  /** More than an hour has passed. */
  readonly isLate: boolean;
}

/** The reason while readable servers have not listed the book. */
export function waiting({ outcomes, names, before, nextAt, isLate }: Wait): NewReason {
  const concerned = outcomes?.filter(({ state }) => state === 'asked' || state === 'outside').map(({ server }) => server) ?? [];
  const server = listed(concerned.length > 0 ? concerned : outcomes === undefined && before?.component ? [before.component.name] : names);
  const hint = outcomes === undefined ? (before?.values?.['hint'] ?? '') : hintOf(outcomes);
  const more = nextAt ? { nextAt } : {};
  if (!isLate) return waitReason('waiting_for_library', { server, hint }, more);
  if (hint !== '') return waitReason(nextAt ? 'not_in_library.hinted' : 'not_in_library.scans_hinted', { server, hint }, more);
  return waitReason(nextAt ? 'not_in_library' : 'not_in_library.scans', { server }, more);
}

/** Hints for an admin about servers that were asked, one sentence each. */
function hintOf(outcomes: readonly RefreshOutcome[]): Said {
  const hints = outcomes.flatMap((outcome) => {
    if (outcome.state === 'outside') {
      return [sentence('finding.outside_libraries', { server: outcome.server })];
    }
    return outcome.state === 'failed' ? [sentence('finding.server_not_asked', { server: outcome.server, fault: outcome.fault })] : [];
  });
  return inRow(...hints);
}

function problemsOf(outcomes: readonly RefreshOutcome[]): Said[] {
  return outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [outcome.fault] : []));
}
