import type { NotificationMessage } from '@lectern/plugin-api';
import { priorityOf, type GotifySettings } from './settings.js';

/** A message as `POST /message` takes it. */
export interface GotifyMessage {
  readonly title: string;
  readonly message: string;
  readonly priority: number;
  readonly extras?: {
    /** Read by the apps: what opens by a tap, and a picture that the phone fetches. */
    readonly 'client::notification': { readonly click?: { readonly url: string }; readonly bigImageUrl?: string };
  };
}

/** Characters. Gotify names no limit; phones show no more. */
const MOST_TEXT = 4000;
const MOST_TITLE = 250;
const LONGEST_URL = 2000;

// characters that are not seen, or that turn the order of what follows
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** One line of so many characters at most, cut between characters. */
function oneLine(text: string, limit: number): string {
  const clean = text
    .slice(0, 2 * limit)
    .replace(UNSEEN, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...clean];
  // a half of a character may be left at the end of the part that was looked at
  const isWhole = characters.length <= limit && text.length <= 2 * limit;
  return isWhole
    ? clean
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && url.length <= LONGEST_URL && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** The lines, the fields and the further links, each on a line of its own, as far as there is room. */
function textOf({ lines, fields, links }: NotificationMessage): string {
  const parts = function* (): Generator<string> {
    yield* lines;
    for (const { name, value } of fields) yield `${name}: ${value}`;
    for (const { title, url } of links.slice(1)) if (isWebAddress(url)) yield `${title}: ${url}`;
  };
  const shown: string[] = [];
  let left = MOST_TEXT;
  for (const part of parts()) {
    const line = oneLine(part, left);
    if (line === '') continue;
    shown.push(line);
    left -= line.length + 1;
    if (left < 2) break;
  }
  return shown.join('\n');
}

/** The message as plain text; nothing in it is read as markup. */
export function compose(message: NotificationMessage, settings: GotifySettings): GotifyMessage {
  const title = oneLine(message.title, MOST_TITLE) || oneLine(message.event, MOST_TITLE);
  const url = message.links[0]?.url;
  const seen = {
    ...(isWebAddress(url) ? { click: { url } } : {}),
    ...(settings.showCover && isWebAddress(message.coverUrl) ? { bigImageUrl: message.coverUrl } : {}),
  };
  return {
    title,
    // Gotify refuses an empty message
    message: textOf(message) || title,
    priority: priorityOf(settings, message.severity),
    ...(Object.keys(seen).length === 0 ? {} : { extras: { 'client::notification': seen } }),
  };
}
