import type { NotificationSeverity } from '@lectern/plugin-api';

/**
 * The recipients of an event in the in-app center: `requester` is whoever requested the book or subscribed to the request, `follower`
 * whoever follows its series or author, `reporter` whoever reported a problem with it. Where these and admins are named, those who did
 * not write themselves are told.
 */
export type Recipient = 'requester' | 'follower' | 'reporter' | 'admins';

/** Ways by which a message reaches one person besides the list in the app. */
export type WayKind = 'push' | 'mail' | 'plugin';

/** An event that people are notified of. */
export interface NotificationEvent {
  readonly id: string;
  /** The title in lists of events. */
  readonly title: string;
  readonly severity: NotificationSeverity;
  readonly recipients: readonly Recipient[];
  /** The ways by which it reaches people who have chosen nothing else. */
  readonly byDefault: readonly WayKind[];
  /** The headline of a message. `{book}`, `{author}`, `{user}` and `{name}` are filled in. */
  readonly headline: string;
  /** The first line of a message; filled in likewise. */
  readonly text: string;
  /** Sent once in the life of a request, however often the event happens; again after a person retried the request. */
  readonly once?: true;
  /** No code announces it yet, so forms do not offer it. */
  readonly hidden?: true;
}

/** For what somebody waits for or has to do something about. */
const EVERY_WAY = ['push', 'mail', 'plugin'] as const;
/** For news that do not have to be in anybody's mailbox. */
const AT_ONCE = ['push', 'plugin'] as const;
/** For what the list in the app is enough for. */
const NO_WAY: readonly WayKind[] = [];

/** Every event there is. */
export const NOTIFICATION_EVENTS = [
  {
    id: 'request_pending_approval',
    title: 'A request waits for approval',
    severity: 'info',
    recipients: ['admins'],
    byDefault: EVERY_WAY,
    headline: 'Approval needed: {book}',
    text: '{user} requests “{book}” by {author}.',
  },
  {
    id: 'request_approved',
    title: 'A request was approved',
    severity: 'info',
    recipients: ['requester'],
    byDefault: EVERY_WAY,
    headline: 'Approved: {book}',
    text: 'The request for “{book}” by {author} was approved.',
  },
  {
    id: 'request_denied',
    title: 'A request was denied',
    severity: 'warning',
    recipients: ['requester'],
    byDefault: EVERY_WAY,
    headline: 'Denied: {book}',
    text: 'The request for “{book}” by {author} was denied.',
  },
  {
    id: 'request_reopened',
    title: 'A decision was taken back',
    severity: 'info',
    recipients: ['requester'],
    byDefault: EVERY_WAY,
    headline: 'Waiting for approval again: {book}',
    text: 'The decision about “{book}” by {author} was taken back. An admin decides about the request again.',
  },
  {
    id: 'request_grabbed',
    title: 'A download began',
    severity: 'info',
    recipients: ['requester'],
    byDefault: NO_WAY,
    headline: 'Downloading: {book}',
    text: 'A release of “{book}” by {author} is being downloaded.',
  },
  {
    id: 'request_available',
    title: 'A book is in the library',
    severity: 'success',
    recipients: ['requester'],
    byDefault: EVERY_WAY,
    headline: 'Available: {book}',
    text: '“{book}” by {author} is in the library.',
    // a media server that loses and finds it again is no news to anybody
    once: true,
  },
  {
    id: 'request_error',
    title: 'A request needs attention',
    severity: 'error',
    recipients: ['requester', 'admins'],
    byDefault: EVERY_WAY,
    headline: 'Needs attention: {book}',
    text: 'The request for “{book}” by {author} cannot continue without help.',
  },
  {
    id: 'request_cancelled',
    title: 'A request was cancelled',
    severity: 'info',
    recipients: ['requester'],
    byDefault: NO_WAY,
    headline: 'Cancelled: {book}',
    text: 'The request for “{book}” by {author} was cancelled.',
  },
  {
    id: 'request_released',
    title: 'An awaited book was published',
    severity: 'info',
    recipients: ['requester'],
    byDefault: NO_WAY,
    headline: 'Published: {book}',
    text: '“{book}” by {author} is published; the search begins.',
  },
  {
    id: 'followed_book_found',
    title: 'A followed series or author has a new book',
    severity: 'info',
    recipients: ['follower'],
    byDefault: AT_ONCE,
    headline: 'New: {book}',
    text: 'There is a new book of {name}: “{book}” by {author}.',
  },
  {
    id: 'issue_reported',
    title: 'A problem with a book was reported',
    severity: 'warning',
    recipients: ['admins'],
    byDefault: EVERY_WAY,
    headline: 'Problem reported: {book}',
    text: '{user} reported a problem with “{book}”.',
  },
  {
    id: 'issue_answered',
    title: 'A report was answered',
    severity: 'info',
    recipients: ['reporter', 'admins'],
    byDefault: AT_ONCE,
    headline: 'Answer about {book}',
    text: '{user} answered the report about “{book}”.',
  },
  {
    id: 'issue_resolved',
    title: 'A reported problem was resolved',
    severity: 'success',
    recipients: ['reporter'],
    byDefault: AT_ONCE,
    headline: 'Problem resolved: {book}',
    text: '{user} resolved the reported problem with “{book}”.',
  },
  {
    id: 'issue_dismissed',
    title: 'A report was dismissed',
    severity: 'info',
    recipients: ['reporter'],
    byDefault: NO_WAY,
    headline: 'Report dismissed: {book}',
    text: '{user} dismissed the report about “{book}”.',
  },
  {
    id: 'user_pending',
    title: 'A new user waits for approval',
    severity: 'info',
    recipients: ['admins'],
    byDefault: EVERY_WAY,
    headline: 'New user: {user}',
    text: '{user} has registered and waits for approval.',
  },
  {
    id: 'integration_unhealthy',
    title: 'An integration stopped working',
    severity: 'error',
    recipients: ['admins'],
    byDefault: AT_ONCE,
    headline: '{name} does not work',
    text: '{name} does not work at present.',
  },
  {
    id: 'integration_recovered',
    title: 'An integration works again',
    severity: 'success',
    recipients: ['admins'],
    byDefault: NO_WAY,
    headline: '{name} works again',
    text: '{name} works again.',
  },
  {
    id: 'webhook_paused',
    title: 'A webhook was paused',
    severity: 'error',
    recipients: ['admins'],
    byDefault: EVERY_WAY,
    headline: 'Webhook paused: {name}',
    text: '{name} takes no events, so Lectern sends it no more until you switch it on again.',
  },
  {
    id: 'digest',
    title: 'A summary of what is new',
    severity: 'info',
    recipients: ['requester'],
    byDefault: NO_WAY,
    headline: 'New in the library',
    text: 'These books are new in the library.',
    hidden: true,
  },
] as const satisfies readonly NotificationEvent[];

export type NotificationEventId = (typeof NOTIFICATION_EVENTS)[number]['id'];

type KnownEvent = NotificationEvent & { readonly id: NotificationEventId };

const BY_ID = new Map<NotificationEventId, KnownEvent>(NOTIFICATION_EVENTS.map((event) => [event.id, event]));

/** The events that code announces, in the order of lists. */
export function offeredEvents(): KnownEvent[] {
  return NOTIFICATION_EVENTS.filter((event: NotificationEvent) => event.hidden !== true);
}

/** The events that can be about a person with this role, in the order of lists. */
export function eventsFor(role: 'admin' | 'user'): KnownEvent[] {
  return offeredEvents().filter(({ recipients }) => role === 'admin' || recipients.some((who) => who !== 'admins'));
}

export function notificationEvent(id: NotificationEventId): KnownEvent {
  const event = BY_ID.get(id);
  if (!event) throw new Error(`There is no notification event ${id}.`);
  return event;
}

/** The events that a new backend announces until an admin chooses. */
export const DEFAULT_SUBSCRIPTIONS: readonly NotificationEventId[] = ['request_pending_approval', 'request_available', 'request_error'];
