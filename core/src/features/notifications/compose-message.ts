import type { NotificationMessage } from '@lectern/plugin-api';
import { formatMessage, loadMessages, type LanguageTag, type Messages } from '@lectern/messages';
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

/** The words beside those of the events, in English. */
export const NOTICE_WORDS = { note: 'Note: “{note}”' } as const;

/** Characters of a note in a message; the page of the request has all of it. */
const LONGEST_NOTE = 300;

/** A note as one line; empty if there is none. */
function noteLine(note: string | undefined, say: (key: string, english: string, values: Record<string, string>) => string): string {
  const words = [...(note ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()];
  if (words.length === 0) return '';
  const shown =
    words.length > LONGEST_NOTE
      ? `${words
          .slice(0, LONGEST_NOTE - 1)
          .join('')
          .trimEnd()}…`
      : words.join('');
  return say('note', NOTICE_WORDS.note, { note: shown });
}

/** Title and lines of an event in the language of whoever reads them. Plain text. */
export async function composeText(event: NotificationEvent, facts: MessageFacts, language: LanguageTag): Promise<MessageText> {
  // English is in the list of events
  const words: Messages = language === 'en' ? {} : await loadMessages(language, 'serverNotices');
  const say = (key: string, english: string, values: Record<string, string>) =>
    formatMessage(words[`notice.${key}`] ?? english, values, language);
  const { book = '', author = '', user = '', name = '' } = facts;
  const values = { book, author, user, name };
  const text = say(`${event.id}.text`, event.text, values);
  const reason = facts.reason?.trim() ?? '';
  const more = [reason === text ? '' : reason, noteLine(facts.note, say)].filter((line) => line !== '');
  return { title: say(`${event.id}.headline`, event.headline, values), lines: [text, ...more] };
}

/** Prefixes the links with the server's public address; none until that is known. */
export function absoluteLinks(links: NotificationMessage['links'], publicUrl: string | null): NotificationMessage['links'] {
  if (publicUrl === null) return [];
  return links.map(({ title, url }) => ({ title, url: publicAddress(publicUrl, url) }));
}
