import type { NotificationMessage } from '@lectern/plugin-api';
import { priorityOf, type NtfySettings } from './settings.js';

/** A message as the server takes it at its root ("Publish as JSON" of its documentation). */
export interface NtfyMessage {
  readonly topic: string;
  readonly title?: string;
  readonly message: string;
  readonly priority: number;
  /** What opens when the notification is tapped. */
  readonly click?: string;
  /** A picture that the phone fetches. */
  readonly attach?: string;
  readonly actions?: readonly { readonly action: 'view'; readonly label: string; readonly url: string }[];
}

/**
 * Bytes of the text. The server takes 4,096 and makes a file of what is longer, and it reads twice as many of JSON, in which quotes and
 * line ends take two.
 */
const MOST_TEXT = 3_500;
const MOST_TITLE = 250;
const LONGEST_URL = 500;
/** Buttons; the first link opens by a tap. */
const MOST_ACTIONS = 2;

// characters that are not seen, or that turn the order of what follows
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

function bytesIn(text: string): number {
  return Buffer.byteLength(JSON.stringify(text), 'utf8') - 2;
}

/** Cuts a text between characters, so that it has at most so many bytes within JSON. */
function cut(text: string, bytes: number): string {
  // no character takes less than a byte
  if (text.length <= bytes && bytesIn(text) <= bytes) return text;
  let left = bytes - bytesIn('…');
  let kept = '';
  for (const character of text.slice(0, bytes)) {
    left -= bytesIn(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

function oneLine(text: string, bytes: number): string {
  return cut(
    text
      .slice(0, 2 * bytes)
      .replace(UNSEEN, ' ')
      .replace(/ {2,}/g, ' ')
      .trim(),
    bytes,
  );
}

function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && url.length <= LONGEST_URL && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The lines and fields, each on a line of its own, as far as there is room. */
function textOf({ lines, fields }: NotificationMessage): string {
  const parts = function* (): Generator<string> {
    yield* lines;
    for (const { name, value } of fields) yield `${name}: ${value}`;
  };
  const shown: string[] = [];
  let left = MOST_TEXT;
  for (const part of parts()) {
    const line = oneLine(part, left);
    if (line === '') continue;
    shown.push(line);
    left -= bytesIn(line) + 2;
    if (left < 4) break;
  }
  return shown.join('\n');
}

/** The message within all limits of the server. Nothing in it is read as markup. */
export function compose(message: NotificationMessage, settings: NtfySettings): NtfyMessage {
  const title = oneLine(message.title, MOST_TITLE);
  const [first, ...others] = message.links.slice(0, MOST_ACTIONS + 1).filter(({ url }) => isWebAddress(url));
  const actions = others.map((link) => ({ action: 'view' as const, label: oneLine(link.title, 60) || 'Open', url: link.url }));
  return {
    topic: settings.topic,
    ...(title === '' ? {} : { title }),
    // the server writes "triggered" where a message is empty
    message: textOf(message) || title || message.event.slice(0, 100),
    priority: priorityOf(settings, message.severity),
    ...(first ? { click: first.url } : {}),
    ...(settings.showCover && isWebAddress(message.coverUrl) ? { attach: message.coverUrl } : {}),
    ...(actions.length > 0 ? { actions } : {}),
  };
}
