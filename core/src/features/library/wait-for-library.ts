import type { WaitReason } from '../requests/request-record.js';
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

/**
 * When to look next, in milliseconds after the wait began: after 5 s, then with doubling pauses of up to 10 minutes.
 *
 * @param elapsedMs since the wait began
 * @returns `undefined` after about an hour
 */
export function nextLook(elapsedMs: number): number | undefined {
  let at = 0;
  for (let wait = FIRST_WAIT_MS; at <= GIVE_UP_AFTER_MS; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    at += wait;
    if (at > elapsedMs) return at;
  }
  return undefined;
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

/** A media server is connected, but none could be asked. */
export function unreachable(names: readonly string[], problems: readonly string[], nextAt: Date): Reason {
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

/** Asked; what to tell while it has not shown up. */
export function waiting(outcomes: readonly RefreshOutcome[] | undefined, names: readonly string[], nextAt: Date): Reason {
  const asked = outcomes?.filter((outcome) => outcome.state !== 'failed').map((outcome) => outcome.server) ?? names;
  const outside = outcomes?.find((outcome) => outcome.state === 'outside');
  return {
    code: LIBRARY_WAIT.waiting,
    message: `The files are in the library folder. Waiting for ${listed(asked)} to list the book.`,
    component: { kind: 'mediaServer', name: listed(asked) },
    nextAt: nextAt.toISOString(),
    nextStep: 'The library is read again.',
    ...(outside ? { todo: outsideHint(outside.server) } : {}),
  };
}

function outsideHint(server: string): string {
  return `None of the libraries of ${server} contains the book's folder as far as the path mappings tell. Check them under Integrations.`;
}

/** An hour has passed. The regular scans go on looking. */
export function leftToScans(names: readonly string[], hint: string | undefined): Reason {
  return {
    code: LIBRARY_WAIT.notYet,
    message: `The files are in the library folder, but ${listed(names)} has not listed the book for an hour.`,
    component: { kind: 'mediaServer', name: listed(names) },
    nextStep: 'The regular library scans go on looking for it.',
    todo: hint ?? `Start a library scan in ${listed(names)}, and check that it sees the library folder and that the path mappings fit.`,
  };
}
