import type { NotificationMessage } from '@lectern/plugin-api';
import type { NotificationEvent } from './notification-events.js';

/** What the templates of events speak of. */
export interface MessageFacts {
  readonly book?: string;
  readonly author?: string;
  /** Display name of who asked, reported or registered. */
  readonly user?: string;
  /** The name of an integration. */
  readonly name?: string;
  /** A further line: why, or what exactly. */
  readonly reason?: string;
}

/** What people read, in the app and elsewhere. */
export interface MessageText {
  readonly title: string;
  readonly lines: readonly string[];
}

function fillIn(template: string, facts: MessageFacts): string {
  // one pass, so that braces in a title from outside mean nothing
  return template.replace(/\{(book|author|user|name)\}/g, (_, name: 'book' | 'author' | 'user' | 'name') => facts[name] ?? '');
}

/** Title and lines of an event. Plain text. */
export function composeText(event: NotificationEvent, facts: MessageFacts): MessageText {
  const text = fillIn(event.text, facts);
  const reason = facts.reason?.trim() ?? '';
  return { title: fillIn(event.headline, facts), lines: reason === '' || reason === text ? [text] : [text, reason] };
}

/** Links with the server's public address before their paths; none while that is not known. */
export function absoluteLinks(links: NotificationMessage['links'], publicUrl: string | null): NotificationMessage['links'] {
  if (publicUrl === null) return [];
  const base = publicUrl.replace(/(?<!\/)\/+$/, '');
  return links.map(({ title, url }) => ({ title, url: `${base}${url}` }));
}
