import type { NotificationMessage } from '@lectern/plugin-api';
import { sentence, type Said, type Say, type Sentence } from '../../platform/words/index.js';
import { publicAddress } from '../settings/index.js';
import type { NotificationEvent } from './notification-events.js';

/** The values for the templates of events. */
export interface MessageFacts {
  readonly book?: string;
  readonly author?: Said;
  /** Display name of the requester, reporter or new person. */
  readonly user?: Said;
  /** The name of an integration, a series or an author. */
  readonly name?: Said;
  /** An additional line: the reason or the details. */
  readonly reason?: Said;
  /** The requester's words to the admins, of any length and with line breaks. */
  readonly note?: string;
}

/** The text of a message, in the app and elsewhere. */
export interface MessageText {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The words beside those of the events, in English. */
export const NOTICE_WORDS = {
  note: 'Note: “{note}”',
  /** Stands for {author} where the catalogue names nobody. */
  noAuthor: 'an unknown author',
} as const;

/** Characters of a note in a message; the page of the request has all of it. */
const LONGEST_NOTE = 300;

/** A note as one line; empty if there is none. */
function noteLine(note: string | undefined, say: Say): string {
  const words = [...(note ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()];
  if (words.length === 0) return '';
  const shown =
    words.length > LONGEST_NOTE
      ? `${words
          .slice(0, LONGEST_NOTE - 1)
          .join('')
          .trimEnd()}…`
      : words.join('');
  return say({ key: 'notice.note', values: { note: shown } });
}

/** What an event says by a name, such as its title in lists. */
export function eventSaid(
  { id }: Pick<NotificationEvent, 'id'>,
  part: 'title' | 'headline' | 'text',
  values: Sentence['values'] = {},
): Sentence {
  return { key: `notice.${id}.${part}`, values };
}

/** Title and lines of an event in the language of whoever reads them. Plain text. */
export function composeText(event: Pick<NotificationEvent, 'id'>, facts: MessageFacts, say: Say): MessageText {
  const { book = '', user = '', name = '' } = facts;
  const author = facts.author || say(sentence('notice.noAuthor'));
  const values = { book, author, user, name };
  const text = say(eventSaid(event, 'text', values));
  const reason = say(facts.reason ?? '').trim();
  const more = [reason === text ? '' : reason, noteLine(facts.note, say)].filter((line) => line !== '');
  return { title: say(eventSaid(event, 'headline', values)), lines: [text, ...more] };
}

/** Prefixes the links with the server's public address; none until that is known. */
export function absoluteLinks(links: NotificationMessage['links'], publicUrl: string | null): NotificationMessage['links'] {
  if (publicUrl === null) return [];
  return links.map(({ title, url }) => ({ title, url: publicAddress(publicUrl, url) }));
}
