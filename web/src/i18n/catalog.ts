import type { accountMessages } from './messages/en-account.js';
import type { adminMessages } from './messages/en-admin.js';
import type { auditMessages } from './messages/en-audit.js';
import type { decideMessages } from './messages/en-decide.js';
import type { followMessages } from './messages/en-following.js';
import type { keyMessages } from './messages/en-keys.js';
import type { logMessages } from './messages/en-logs.js';
import type { notificationSettingsMessages } from './messages/en-notification-settings.js';
import type { notificationMessages } from './messages/en-notifications.js';
import type { pushMessages } from './messages/en-push.js';
import type { reportMessages } from './messages/en-reports.js';
import type { requestListMessages } from './messages/en-request-lists.js';
import type { shelfMessages } from './messages/en-shelves.js';
import type { statisticsMessages } from './messages/en-statistics.js';
import { shellMessages } from './messages/en.js';

export type MessageKey =
  | keyof typeof shellMessages
  | keyof typeof accountMessages
  | keyof typeof adminMessages
  | keyof typeof auditMessages
  | keyof typeof decideMessages
  | keyof typeof followMessages
  | keyof typeof keyMessages
  | keyof typeof logMessages
  | keyof typeof notificationMessages
  | keyof typeof notificationSettingsMessages
  | keyof typeof pushMessages
  | keyof typeof reportMessages
  | keyof typeof requestListMessages
  | keyof typeof shelfMessages
  | keyof typeof statisticsMessages;

const messages: Partial<Record<MessageKey, string>> = { ...shellMessages };

/** Admin pages bring their own messages, so that the first load does not include them. */
export function registerMessages(more: Partial<Record<MessageKey, string>>): void {
  Object.assign(messages, more);
}

/** A text from elsewhere, such as a schema's title: translated by its key, or unchanged. */
export function wordsOf(key: string, english: string): string {
  return (messages as Partial<Record<string, string>>)[key] ?? english;
}

/** Returns the key itself if a message is missing, which makes the gap visible. */
export function messageOf(key: MessageKey): string {
  return messages[key] ?? key;
}
