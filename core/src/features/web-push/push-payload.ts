import { createHash } from 'node:crypto';

/** What a device shows. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The page that a click opens: a path of this server, without its base path. */
  readonly path: string;
  /** A picture: a path of this server, likewise. */
  readonly icon?: string;
  /** Of messages with the same key, a device keeps the newest. */
  readonly dedupeKey?: string;
  /** How soon a device that saves power should wake up for it. Default `normal`. */
  readonly urgency?: 'low' | 'normal' | 'high';
  /** How long a push service keeps it for a device that is away. Default: a day. */
  readonly ttlSeconds?: number;
}

/** Push services take 4,096 bytes, encrypted; this leaves room for what encryption adds. */
const MOST_BYTES = 3072;
const LONGEST_TITLE = 120;
const LONGEST_PATH = 600;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The bytes of a text inside of a JSON string. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Cuts between characters as people see them, so that no accent or part of an emoji is left over. */
function cut(text: string, fits: (characters: number, bytes: number) => boolean): string {
  let [kept, characters, bytes] = ['', 0, 0];
  const ending = bytesOf('…');
  let short = '';
  for (const { segment } of graphemes.segment(text.slice(0, 2 * MOST_BYTES))) {
    characters += 1;
    bytes += bytesOf(segment);
    if (!fits(characters, bytes)) return `${short}…`;
    kept += segment;
    if (fits(characters + 1, bytes + ending)) short = kept;
  }
  return kept.length < text.length ? `${short}…` : text;
}

function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && path.length <= LONGEST_PATH && /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** At most 32 characters of base64url, as RFC 8030 §5.4 wants a topic. */
export function topicOf(dedupeKey: string): string {
  return createHash('sha256').update(dedupeKey).digest('base64url').slice(0, 32);
}

/** The JSON that the service worker reads, at most 3 kB; a long text loses its end. */
export function payloadOf({ title, body, path, icon, dedupeKey }: PushMessage): string {
  const rest = {
    title: cut(title, (characters) => characters <= LONGEST_TITLE),
    path: ownPath(path) ?? '/',
    tag: dedupeKey === undefined ? undefined : topicOf(dedupeKey),
    icon: ownPath(icon),
  };
  const room = MOST_BYTES - Buffer.byteLength(JSON.stringify({ ...rest, body: '' }));
  return JSON.stringify({ ...rest, body: cut(body, (_, bytes) => bytes <= room) });
}
