import type { NotificationMessage } from '@lectern/plugin-api';
import { notificationEvent } from '../notification-events.js';

export interface DigestBook {
  readonly asin: string;
  readonly title: string;
  readonly author: string;
}

/** Books that are listed by name; the rest is counted. */
const MOST_NAMED = 25;

function named(books: readonly DigestBook[], heading: string): string[] {
  if (books.length === 0) return [];
  const more = books.length - MOST_NAMED;
  return [
    heading,
    ...books.slice(0, MOST_NAMED).map(({ title, author }) => (author === '' ? `“${title}”` : `“${title}” by ${author}`)),
    ...(more > 0 ? [more === 1 ? 'One more book.' : `${more} more books.`] : []),
  ];
}

/** The weekly summary of one person. Plain text. */
export function composeDigest(
  { asked, others }: { readonly asked: readonly DigestBook[]; readonly others: readonly DigestBook[] },
  { due, at }: { readonly due: string; readonly at: string },
): NotificationMessage {
  const event = notificationEvent('digest');
  return {
    event: event.id,
    title: event.headline,
    lines: [...named(asked, 'You asked for:'), ...named(others, asked.length > 0 ? 'Also new:' : event.text)],
    fields: [],
    links: [{ title: 'Open Lectern', url: '/' }],
    severity: event.severity,
    occurredAt: at,
    dedupeKey: `${event.id}:${due}`,
  };
}
