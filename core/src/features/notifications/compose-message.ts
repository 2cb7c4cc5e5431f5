import type { NotificationMessage } from '@lectern/plugin-api';
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

/** Title and lines of an event. Plain text. */
export function composeText(event: NotificationEvent, facts: MessageFacts): MessageText {
  const text = fillIn(event.text, facts);
  const reason = facts.reason?.trim() ?? '';
  return { title: fillIn(event.headline, facts), lines: reason === '' || reason === text ? [text] : [text, reason] };
}

/** Prefixes the links with the server's public address; none until that is known. */
export function absoluteLinks(links: NotificationMessage['links'], publicUrl: string | null): NotificationMessage['links'] {
  if (publicUrl === null) return [];
  const base = publicUrl.replace(/(?<!\/)\/+$/, '');
  return links.map(({ title, url }) => ({ title, url: `${base}${url}` }));
}
