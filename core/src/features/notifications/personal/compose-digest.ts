import type { NotificationMessage } from '@lectern/plugin-api';
import { sentence, type Said, type Say, type Sentence } from '../../../platform/words/index.js';
import { eventSaid } from '../compose-message.js';
import { notificationEvent } from '../notification-events.js';

export interface DigestBook {
  readonly asin: string;
  readonly title: string;
  readonly author: Said;
}

/** Books that are listed by name; the rest is counted. */
const MOST_NAMED = 25;

function named(books: readonly DigestBook[], heading: Sentence): Sentence[] {
  if (books.length === 0) return [];
  const more = books.length - MOST_NAMED;
  return [
    heading,
    ...books
      .slice(0, MOST_NAMED)
      .map(({ title: book, author }) =>
        author === '' ? sentence('notice_digest.book_alone', { book }) : sentence('notice_digest.book', { book, author }),
      ),
    ...(more > 0 ? [sentence('notice_digest.more', { count: more })] : []),
  ];
}

/** The weekly summary of one person, in their language. Plain text. */
export function composeDigest(
  { asked, others }: { readonly asked: readonly DigestBook[]; readonly others: readonly DigestBook[] },
  { due, at, say }: { readonly due: string; readonly at: string; readonly say: Say },
): NotificationMessage {
  const event = notificationEvent('digest');
  const lines = [
    ...named(asked, sentence('notice_digest.asked')),
    ...named(others, asked.length > 0 ? sentence('notice_digest.also') : eventSaid(event, 'text')),
  ];
  return {
    event: event.id,
    title: say(eventSaid(event, 'headline')),
    lines: lines.map(say),
    fields: [],
    links: [{ title: say(sentence('notice_link.app')), url: '/' }],
    severity: event.severity,
    occurredAt: at,
    dedupeKey: `${event.id}:${due}`,
  };
}
