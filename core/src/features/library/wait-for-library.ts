import type { WaitReason } from '../lifecycle/request-record.js';
import type { RefreshOutcome } from './refresh-request.js';

/** Codes of reasons for which a finished audiobook waits. */
export const LIBRARY_WAIT = {
  none: 'no_media_server',
  unreachable: 'media_server_unreachable',
  waiting: 'waiting_for_library',
  notYet: 'not_in_library',
} as const;

type Reason = Omit<WaitReason, 'since'>;

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 600_000;
const GIVE_UP_AFTER_MS = 3_600_000;
const FIRST_LATE_WAIT_MS = 3_600_000;
const LONGEST_LATE_WAIT_MS = 86_400_000;
const LATE_LOOKS_END_AFTER_MS = 7 * 86_400_000;
/** A server that was told of a file takes ten seconds and more until it lists it. */
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

/**
 * When to look next, in milliseconds after the wait began: after 5 s, then with doubling pauses of up to 10 minutes.
 *
 * @param elapsedMs since the wait began
 * @returns `undefined` after about an hour
 */
export const nextLook = growing(FIRST_WAIT_MS, LONGEST_WAIT_MS, GIVE_UP_AFTER_MS);

/**
 * The same after that hour: after another hour, then with doubling pauses of up to a day. A server that scans for hours
 * drops whatever it is asked meanwhile.
 *
 * @param elapsedMs since that hour was over
 * @returns `undefined` after about a week
 */
export const nextLateLook = growing(FIRST_LATE_WAIT_MS, LONGEST_LATE_WAIT_MS, LATE_LOOKS_END_AFTER_MS);

/** @param elapsedMs since the server was asked first */
export function isTimeToAskAgain(elapsedMs: number): boolean {
  return elapsedMs >= ASK_AGAIN_AFTER_MS;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? 'the media server') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** No media server is connected: nothing more happens by itself. */
export function withoutMediaServer(): Reason {
  return {
    code: LIBRARY_WAIT.none,
    message: 'The files are in the library folder. No media server is connected that could show them.',
    component: { kind: 'mediaServer', name: 'media server' },
    nextStep: 'The book becomes available as soon as a connected media server lists it.',
    todo: 'Connect a media server under Integrations, or listen to the files from the library folder.',
  };
}

/** A media server is connected, but none could be asked or read. */
export function unreachable(names: readonly string[], outcomes: readonly RefreshOutcome[], nextAt: Date): Reason {
  const problems = problemsOf(outcomes);
  return {
    code: LIBRARY_WAIT.unreachable,
    message: `The files are in the library folder. ${listed(names)} could not be asked to look for them${
      problems.length > 0 ? `: ${problems.join(' ')}` : '.'
    }`,
    component: { kind: 'mediaServer', name: listed(names) },
    nextAt: nextAt.toISOString(),
    nextStep: `${listed(names)} is asked again.`,
    todo: 'Look at the health of the media server under Integrations.',
  };
}

interface Wait {
  /** Absent: nobody was asked this time. */
  readonly outcomes: readonly RefreshOutcome[] | undefined;
  readonly names: readonly string[];
  /** What was told before, when servers were asked before. */
  readonly before: Reason | undefined;
  /** Absent: nobody asks any more. */
  readonly nextAt: Date | undefined;
  /** It has been an hour. */
  readonly isLate: boolean;
}

/** What to tell while servers that can be read have not listed the book. */
export function waiting({ outcomes, names, before, nextAt, isLate }: Wait): Reason {
  const concerned = outcomes?.filter(({ state }) => state === 'asked' || state === 'outside').map(({ server }) => server) ?? [];
  const who = listed(concerned.length > 0 ? concerned : outcomes === undefined && before?.component ? [before.component.name] : names);
  const todo = outcomes === undefined ? before?.todo : hintOf(outcomes);
  const lateTodo = `Start a library scan in ${who}, and check that it sees the library folder and that the path mappings fit.`;
  return {
    code: isLate ? LIBRARY_WAIT.notYet : LIBRARY_WAIT.waiting,
    message: isLate
      ? `The files are in the library folder, but ${who} has not listed the book for an hour.`
      : `The files are in the library folder. Waiting for ${who} to list the book.`,
    component: { kind: 'mediaServer', name: who },
    ...(nextAt ? { nextAt: nextAt.toISOString() } : {}),
    nextStep: nextStepOf(who, nextAt, isLate),
    ...(todo !== undefined ? { todo } : isLate ? { todo: lateTodo } : {}),
  };
}

function nextStepOf(who: string, nextAt: Date | undefined, isLate: boolean): string {
  if (nextAt === undefined) return 'The regular library scans go on looking for it.';
  return isLate
    ? `${who} is asked again. The regular library scans go on looking for it.`
    : 'The library is read again, and asked again when it does not list the book.';
}

/** What an admin can do about servers that were asked, one sentence each. */
function hintOf(outcomes: readonly RefreshOutcome[]): string | undefined {
  const hints = outcomes.flatMap((outcome) => {
    if (outcome.state === 'outside') {
      return [
        `None of the libraries of ${outcome.server} contains the book's folder as far as the path mappings tell. Check them under Integrations.`,
      ];
    }
    return outcome.state === 'failed' ? [`${outcome.server} could not be asked to look: ${outcome.message}`] : [];
  });
  return hints.length === 0 ? undefined : hints.join(' ');
}

function problemsOf(outcomes: readonly RefreshOutcome[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [outcome.message] : []));
}
