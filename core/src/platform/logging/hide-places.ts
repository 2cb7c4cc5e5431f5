import { inEnglish, withTexts, type Said, type Say } from '../words/index.js';

const MARK = '…';

const PATTERNS: readonly [RegExp, string][] = [
  // between typographic quotes, as in our own sentences; without a closing quote, everything that follows may be the path
  [/“(?:\/|[A-Za-z]:[\\/]|\\\\)[^”]*(?:”|$)/g, `“${MARK}”`],
  // between plain quotes, as in errors of the system; a name may contain an apostrophe, so the match goes to the last quote
  [/(['"])(?:\/|[A-Za-z]:\\|\\\\)[^\s'"](?:.*\1|.*$)/gm, `$1${MARK}$1`],
  // without quotes; later words belong to the path as long as they contain a separator
  [/(?<![^\s(=:,;])\/[^\s/“”'"][^\s“”'"]*(?:[ \t]+[^\s/“”'"]*\/[^\s“”'"]+)*/g, MARK],
  [/(?<![^\s(=:,;])(?:[A-Za-z]:\\|\\\\[^\s\\])[^\s“”'"]*(?:[ \t]+[^\s\\“”'"]*\\[^\s“”'"]+)*/g, MARK],
];

/** Words that follow the host in a fault of the network, as in `http-client/fault-mapping.ts`. */
const FAULTS: readonly string[] = [
  'no such host',
  'the name server did',
  'connection refused',
  'closed the connection',
  'the network cannot',
  'connecting timed out',
  'its TLS certificate',
  'does not speak TLS',
  // a person answers a report
  'answered something',
  'answered unexpectedly',
  'answered with',
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
  // names that only exist in a local network
  /(?<![\w.-])(?:localhost|(?:[a-z0-9_-]{1,63}\.){1,10}(?:local|localdomain|lan|home|internal|intranet|arpa|private|corp|svc|test))(?![\w-])/gi,
];

/** Whether a word that ends there is the host that a fault is about. */
function isFollowedByFault(text: string, end: number): boolean {
  const begin = text[end] === ':' ? end + 1 : end;
  return text[begin] === ' ' && FAULTS.some((words) => text.startsWith(words, begin + 1));
}

/** Removes network addresses from a sentence. */
function hideAddresses(text: string): string {
  const left = ADDRESSES.reduce((rest, pattern) => rest.replace(pattern, MARK), text);
  return left.replace(WORD, (word, at: number) => (isFollowedByFault(left, at + word.length) ? MARK : word));
}

function hidePaths(text: string): string {
  return PATTERNS.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);
}

/**
 * Removes absolute paths and addresses from a sentence, for people who should not learn where the server keeps its files
 * and which services it uses. Every message of a fault goes through this before somebody who is not an admin sees it.
 */
export function hidePlaces(text: string): string {
  return hideAddresses(hidePaths(text));
}

/** Values of sentences that show where something is. */
const PLACES: ReadonlySet<string> = new Set(['address', 'file', 'folder', 'host', 'path', 'target', 'url']);

const WHOLE_PATH = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

const ONE_WORD = /^[a-z0-9][\w.-]{0,252}$/i;

/** How often words stand in a text, each without a full stop after it. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [found] of text.matchAll(WORD)) {
    let end = found.length;
    while (found[end - 1] === '.') end -= 1;
    const word = found.slice(0, end);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Takes out the values that are hosts by the words that follow them in English, whatever their names are. */
function withoutHosts<Words extends Said>(said: Words): Words {
  if (typeof said === 'string') return said;
  const english = inEnglish(said);
  if (!FAULTS.some((words) => english.includes(words))) return said;
  const left = hidePlaces(english);
  const [all, shown] = [countWords(english), countWords(left)];
  const isHidden = (word: string) => (shown.get(word) ?? 0) < (all.get(word) ?? 0);
  return withTexts(said, (text, name) => (name !== undefined && ONE_WORD.test(text) && isHidden(text) ? MARK : text));
}

/**
 * The same for what is not said yet, whose words differ by language: takes paths and addresses out of what a sentence is filled in with, and
 * whatever its name, or the words after it in English, say is one.
 */
export function withoutPlaces<Words extends Said>(said: Words): Words {
  return withTexts(withoutHosts(said), (text, name) =>
    (name !== undefined && PLACES.has(name)) || WHOLE_PATH.test(text) ? MARK : hidePlaces(text),
  );
}

/** Says without paths and addresses, for people who are not admins. */
export function sayingNoPlaces(say: Say): Say {
  return (said) => hidePlaces(say(withoutPlaces(said)));
}
