const MARK = '…';

const PATTERNS: readonly [RegExp, string][] = [
  // between typographic quotes, as our own sentences have them; without the second one all that follows may be the path
  [/“(?:\/|[A-Za-z]:[\\/]|\\\\)[^”]*(?:”|$)/g, `“${MARK}”`],
  // between plain ones, as errors of the system have them; a name may hold an apostrophe, so up to the last one
  [/(['"])(?:\/|[A-Za-z]:\\|\\\\)[^\s'"](?:.*\1|.*$)/gm, `$1${MARK}$1`],
  // bare; later words belong to it while they hold a separator
  [/(?<![^\s(=:,;])\/[^\s/“”'"][^\s“”'"]*(?:[ \t]+[^\s/“”'"]*\/[^\s“”'"]+)*/g, MARK],
  [/(?<![^\s(=:,;])(?:[A-Za-z]:\\|\\\\[^\s\\])[^\s“”'"]*(?:[ \t]+[^\s\\“”'"]*\\[^\s“”'"]+)*/g, MARK],
];

/** Words with which a fault of the network goes on after the host, as in `http-client/fault-mapping.ts`. */
const FAULTS: readonly string[] = [
  'no such host',
  'the name server did',
  'connection refused',
  'broke the connection',
  'the network cannot',
  'connecting timed out',
  'its TLS certificate',
  'does not speak TLS',
  'answered',
  'sent a compressed',
  'could not be reached',
  'timed out after',
  'lies in a private network',
  'is a link-local',
  'is not among the hosts',
  'failed (HTTP',
  'refused the key',
  'does not allow that',
  'has nothing at that',
  'asks us to',
];

const WORD = /(?<![\w.-])[a-z0-9][\w.-]{0,252}/gi;

const ADDRESSES: readonly RegExp[] = [
  /\bhttps?:\/\/[^\s“”'"<>()]+/gi,
  // a host with its port; a time of day has no letter before its colon
  /(?<![\w.-])(?=[\w.-]{0,252}[a-z])[a-z0-9][\w.-]{0,252}:\d{2,5}\b/gi,
  /(?<![\w.:])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.]*\w)/g,
  /\[[0-9a-f:.]{2,45}\](?::\d{1,5})?/gi,
  // names that mean something inside a house only
  /(?<![\w.-])(?:localhost|(?:[a-z0-9_-]{1,63}\.){1,10}(?:local|localdomain|lan|home|internal|intranet|arpa|private|corp|svc|test))(?![\w-])/gi,
];

/** Whether a word that ends there is the host that a fault is about. */
function isFollowedByFault(text: string, end: number): boolean {
  const begin = text[end] === ':' ? end + 1 : end;
  return text[begin] === ' ' && FAULTS.some((words) => text.startsWith(words, begin + 1));
}

/** Takes addresses of the network out of a sentence. */
function hideAddresses(text: string): string {
  const left = ADDRESSES.reduce((rest, pattern) => rest.replace(pattern, MARK), text);
  return left.replace(WORD, (word, at: number) => (isFollowedByFault(left, at + word.length) ? MARK : word));
}

function hidePaths(text: string): string {
  return PATTERNS.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);
}

/**
 * Takes absolute paths and addresses out of a sentence that is shown to somebody who is not to know where the server
 * keeps things, and what it talks to. Whatever a fault says goes through this on its way to who is no admin.
 */
export function hidePlaces(text: string): string {
  return hideAddresses(hidePaths(text));
}
