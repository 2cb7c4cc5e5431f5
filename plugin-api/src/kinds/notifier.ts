import type { Call } from '../call.js';

/** @since 1.0.0 */
export type NotificationSeverity = 'info' | 'success' | 'warning' | 'error';

/** A rendered event. Titles and lines are plain text from hostile sources: escape everything your service interprets. @since 1.0.0 */
export interface NotificationMessage {
  /** The name of the event, e.g. `request_available`. */
  readonly event: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Absolute URLs of this Lectern; empty when its public address is not set. */
  readonly links: readonly { readonly title: string; readonly url: string }[];
  readonly severity: NotificationSeverity;
  /** A public cover address. */
  readonly coverUrl?: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** The same for every attempt to deliver this message: use it if the service can drop duplicates. */
  readonly dedupeKey: string;
}

/**
 * Sends messages to people.
 *
 * @since 1.0.0
 */
export interface Notifier {
  /** Called once per message, again after a temporary fault. Resolve only after the service has accepted it. */
  send(message: NotificationMessage, call: Call): Promise<void>;
}
