import type { Tx } from '../../platform/db/index.js';
import { inEnglish, namesInRow, sentence, type Said } from '../../platform/words/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { bookFacts } from '../lifecycle/request-reader.js';
import { subscribersOf } from '../lifecycle/subscribers.js';
import { countEvents } from '../lifecycle/timeline.js';
import { activeIds } from '../users/account-rows.js';
import type { MessageFacts } from './compose-message.js';
import { repeatsOf } from './overtaken.js';
import { notificationEvent, type NotificationEvent } from './notification-events.js';
import type { NotificationService } from './notification-service.js';
import { writeAnnouncement, type Announcement, type OutboxDeps } from './outbox.js';
import { publicCover } from './public-cover.js';

interface RequestFacts {
  readonly book: string;
  readonly authors: readonly string[];
  readonly author: Said;
  readonly narrators: Said;
  readonly user: Said;
  readonly coverUrl?: string;
}

async function factsOf(tx: Tx, request: RequestRow): Promise<RequestFacts> {
  const { title, authors, narrators, displayName, username, coverUrl } = await bookFacts(tx, request);
  return {
    book: title,
    authors,
    author: namesInRow(authors) || request.author,
    narrators: namesInRow(narrators),
    user: displayName || username || sentence('notice_part.former_user'),
    coverUrl: publicCover(coverUrl),
  };
}

/** The active accounts that receive an event. */
async function recipientsOf(tx: Tx, event: NotificationEvent, request?: Pick<RequestRow, 'id' | 'userId'>): Promise<string[]> {
  const isForRequester = event.recipients.includes('requester') && request !== undefined;
  const ids = isForRequester ? [request.userId, ...(await subscribersOf(tx, request.id))] : [];
  return activeIds(tx, { admins: event.recipients.includes('admins'), ids });
}

/** Once in the life of a request; each time that a person begins it anew is another life. */
async function onceKey(tx: Tx, { id }: NotificationEvent, requestId: string): Promise<string> {
  const restarts = await countEvents(tx, requestId, 'retry');
  return restarts === 0 ? `${id}:${requestId}` : `${id}:${requestId}:again${restarts}`;
}

function fieldsOf(facts: Pick<RequestFacts, 'author' | 'narrators' | 'user'>): Announcement['fields'] {
  return [
    { name: sentence('notice_field.author'), value: facts.author },
    { name: sentence('notice_field.narrator'), value: facts.narrators },
    { name: sentence('notice_field.requested_by'), value: facts.user },
  ].filter((field) => field.value !== '');
}

/** What the text of an event says, and no more. */
function wordsOf({ book, author, user, name, reason, note }: MessageFacts): MessageFacts {
  return { book, author, user, name, reason, note };
}

/** What happens to the server itself, which admins are told. */
function serverEvents(deps: OutboxDeps): Pick<NotificationService, 'userEvent' | 'integrationEvent' | 'webhookEvent'> {
  return {
    async userEvent(tx, eventId, user) {
      const event = notificationEvent(eventId);
      await writeAnnouncement(deps, tx, {
        event,
        dedupeKey: `${event.id}:${user.id}`,
        facts: { user: user.name },
        subject: { user: user.name },
        userIds: await recipientsOf(tx, event),
        fields: [],
        links: [{ title: sentence('notice_link.users'), url: '/admin/users' }],
      });
    },

    async integrationEvent(tx, eventId, integration, why) {
      const event = notificationEvent(eventId);
      await writeAnnouncement(deps, tx, {
        event,
        // the caller's transaction contains the change itself, so it cannot be repeated; each change is news
        dedupeKey: `${event.id}:${integration.id}:${deps.now().toISOString()}`,
        facts: { name: integration.name, ...(why === undefined ? {} : { reason: why }) },
        subject: { integration: { id: integration.id, name: integration.name } },
        userIds: await recipientsOf(tx, event),
        fields: [],
        links: [{ title: sentence('notice_link.integrations'), url: '/admin/integrations' }],
        exceptIntegrationId: integration.id,
      });
    },

    async webhookEvent(tx, eventId, webhook) {
      const event = notificationEvent(eventId);
      await writeAnnouncement(deps, tx, {
        event,
        // the caller's transaction contains the change itself, so each is news
        dedupeKey: `${event.id}:${webhook.id}:${deps.now().toISOString()}`,
        facts: { name: webhook.name },
        subject: { webhook },
        userIds: await recipientsOf(tx, event),
        fields: [],
        links: [{ title: sentence('notice_link.webhooks'), url: '/admin/webhooks' }],
      });
    },
  };
}

export function createNotificationService(deps: OutboxDeps): NotificationService {
  return {
    async requestEvent(tx, eventId, request, reason) {
      const event = notificationEvent(eventId);
      const facts = await factsOf(tx, request);
      // only who decides reads the note
      const note = eventId === 'request_pending_approval' ? (request.note ?? undefined) : undefined;
      await writeAnnouncement(deps, tx, {
        event,
        // the version grows with each transition: a second failure is reported, the same one never twice
        dedupeKey: event.once ? await onceKey(tx, event, request.id) : `${event.id}:${request.id}:${request.version}`,
        facts: wordsOf({ ...facts, reason, note }),
        subject: {
          book: { asin: request.asin, title: facts.book, authors: facts.authors },
          request: { id: request.id, type: request.type, status: request.status },
          user: inEnglish(facts.user),
        },
        userIds: await recipientsOf(tx, event, request),
        requestId: request.id,
        repeats: await repeatsOf(tx, eventId, request),
        fields: fieldsOf(facts),
        links: [{ title: sentence('notice_link.request'), url: `/requests/${request.id}` }],
        coverUrl: facts.coverUrl,
      });
    },

    async followEvent(tx, eventId, { userId, kind, name, book, comesOut }) {
      const event = notificationEvent(eventId);
      const author = namesInRow(book.authors.map((person) => person.name));
      const facts = { book: book.title, author, narrators: namesInRow(book.narrators), user: '' };
      const reason = comesOut === undefined ? undefined : sentence('notice_part.comes_out', { date: { at: comesOut } });
      await writeAnnouncement(deps, tx, {
        event,
        // one message of a book, also to whoever follows its series and its author, and to a channel that several share
        dedupeKey: `${event.id}:${book.asin}`,
        facts: wordsOf({ ...facts, name: kind === 'series' ? sentence('notice_part.series', { name }) : name, reason }),
        // one event for all who follow, so it names nobody
        subject: { book: { asin: book.asin, title: book.title, authors: book.authors.map((person) => person.name) } },
        userIds: await activeIds(tx, { admins: false, ids: [userId] }),
        fields: fieldsOf(facts),
        links: [{ title: sentence('notice_link.book'), url: `/book/${book.asin}` }],
        coverUrl: publicCover(book.coverUrl),
      });
    },

    async reportEvent(tx, eventId, { report, occasion, coverUrl, writer, reason, words, tells }) {
      const event = notificationEvent(eventId);
      const user = writer.displayName || writer.username;
      const isForAdmins = tells === 'admins';
      const recipients = await activeIds(tx, { admins: isForAdmins, ids: isForAdmins ? [] : [report.userId] });
      await writeAnnouncement(deps, tx, {
        event,
        dedupeKey: `${event.id}:${occasion}`,
        facts: { book: report.title, author: report.author, user, reason, note: words },
        subject: {
          book: { asin: report.asin, title: report.title, authors: report.author === '' ? [] : [report.author] },
          user,
        },
        userIds: recipients.filter((id) => id !== writer.userId),
        fields: report.author === '' ? [] : [{ name: sentence('notice_field.author'), value: report.author }],
        links: [{ title: sentence('notice_link.report'), url: isForAdmins ? `/admin/reports/${report.id}` : `/reports/${report.id}` }],
        coverUrl: publicCover(coverUrl),
      });
    },

    ...serverEvents(deps),
  };
}
