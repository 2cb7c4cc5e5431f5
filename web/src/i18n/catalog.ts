import type { accountMessages } from './messages/en-account.js';
import type { adminMessages } from './messages/en-admin.js';
import type { shelfMessages } from './messages/en-shelves.js';
import { shellMessages } from './messages/en.js';

export type MessageKey =
  keyof typeof shellMessages | keyof typeof accountMessages | keyof typeof adminMessages | keyof typeof shelfMessages;

const messages: Partial<Record<MessageKey, string>> = { ...shellMessages };

/** The admin pages bring their messages with them, so that the first load does not carry them. */
export function registerMessages(more: Partial<Record<MessageKey, string>>): void {
  Object.assign(messages, more);
}

/** A text that came from elsewhere, such as a title of a schema: as the catalogue says it under its key, or as it is. */
export function wordsOf(key: string, english: string): string {
  return (messages as Partial<Record<string, string>>)[key] ?? english;
}

/** The key itself when a message is missing, which makes the gap visible. */
export function messageOf(key: MessageKey): string {
  return messages[key] ?? key;
}
