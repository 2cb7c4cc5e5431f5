import type { NotificationMessage } from '@lectern/plugin-api';
import { publicAddress } from '../settings/index.js';
import type { NotificationEvent } from './notification-events.js';

/** The values for the templates of events. */
export interface MessageFacts {
  readonly book?: string;
  readonly author?: string;
  /** Display name of the requester, reporter or new person. */
  readonly user?: string;
  /** The name of an integration. */
  readonly name?: string;
  /** An additional line: the reason or the details. */
  readonly reason?: string;
  /** The requester's words to the admins, of any length and with line breaks. */
  readonly note?: string;
}

/** The text of a message, in the app and elsewhere. */
export interface MessageText {
  readonly title: string;
  readonly lines: readonly string[];
}

function fillIn(template: string, facts: MessageFacts): string {
  // in one pass, so that braces in a title from outside have no effect
  return template.replace(/\{(book|author|user|name)\}/g, (_, name: 'book' | 'author' | 'user' | 'name') => facts[name] ?? '');
}

/** Characters of a note in a message; the page of the request has all of it. */
const LONGEST_NOTE = 300;

/** A note as one line; empty if there is none. */
function noteLine(note: string | undefined): string {
  const words = [...(note ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()];
  if (words.length === 0) return '';
  const shown =
    words.length > LONGEST_NOTE
      ? `${words
          .slice(0, LONGEST_NOTE - 1)
          .join('')
          .trimEnd()}…`
      : words.join('');
  return `Note: “${shown}”`;
}

/** Title and lines of an event. Plain text. */
export function composeText(event: NotificationEvent, facts: MessageFacts): MessageText {
  const text = fillIn(event.text, facts);
  const reason = facts.reason?.trim() ?? '';
  const more = [reason === text ? '' : reason, noteLine(facts.note)].filter((line) => line !== '');
  return { title: fillIn(event.headline, facts), lines: [text, ...more] };
}

/** Prefixes the links with the server's public address; none until that is known. */
export function absoluteLinks(links: NotificationMessage['links'], publicUrl: string | null): NotificationMessage['links'] {
  if (publicUrl === null) return [];
  return links.map(({ title, url }) => ({ title, url: publicAddress(publicUrl, url) }));
}
