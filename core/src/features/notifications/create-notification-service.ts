import type { NotificationMessage } from '@lectern/plugin-api';
import type { Tx } from '../../platform/db/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { composeText } from './compose-message.js';
import { notificationEvent, type NotificationEvent } from './notification-events.js';
import type { NotificationService } from './notification-service.js';
import { writeAnnouncement, type OutboxDeps } from './outbox.js';
import { publicCover } from './public-cover.js';

interface RequestFacts {
  readonly book: string;
  readonly author: string;
  readonly narrators: string;
  readonly user: string;
  readonly coverUrl?: string;
}

interface FactsRow {
  displayName: string;
  username: string;
  title: string | null;
  authors: string | null;
  narrators: string | null;
  coverUrl: string | null;
}

function names(text: string | null | undefined): string {
  const list = JSON.parse(text ?? '[]') as (string | { name: string })[];
  return list.map((entry) => (typeof entry === 'string' ? entry : entry.name)).join(', ');
}

async function factsOf(tx: Tx, request: RequestRow): Promise<RequestFacts> {
  const row = await tx.get<FactsRow>(
    `SELECT u.display_name, u.username, b.title, b.authors, b.narrators, b.cover_url FROM users u
     LEFT JOIN audiobooks b ON b.asin = ? AND b.region = ? WHERE u.id = ?`,
    [request.asin, request.region, request.userId],
  );
  return {
    book: row?.title ?? request.title,
    author: names(row?.authors) || request.author,
    narrators: names(row?.narrators),
    user: row?.displayName || row?.username || 'A former user',
    coverUrl: publicCover(row?.coverUrl),
  };
}

/** Active accounts that get an event. One statement. */
async function recipientsOf(tx: Tx, event: NotificationEvent, request?: Pick<RequestRow, 'id' | 'userId'>): Promise<string[]> {
  const anyOf: string[] = [];
  const params: string[] = [];
  if (event.recipients.includes('admins')) anyOf.push("role = 'admin'");
  if (event.recipients.includes('requester') && request) {
    anyOf.push('id = ?', 'id IN (SELECT user_id FROM request_subscribers WHERE request_id = ?)');
    params.push(request.userId, request.id);
  }
  if (anyOf.length === 0) return [];
  const rows = await tx.all<{ id: string }>(
    `SELECT id FROM users WHERE deleted_at IS NULL AND state = 'active' AND (${anyOf.join(' OR ')}) ORDER BY id`,
    params,
  );
  return rows.map((row) => row.id);
}

function fieldsOf(facts: RequestFacts): NotificationMessage['fields'] {
  return [
    { name: 'Author', value: facts.author },
    { name: 'Narrator', value: facts.narrators },
    { name: 'Requested by', value: facts.user },
  ].filter((field) => field.value !== '');
}

/** @see NotificationService */
export function createNotificationService(deps: OutboxDeps): NotificationService {
  return {
    async requestEvent(tx, eventId, request, reason) {
      const event = notificationEvent(eventId);
      const facts = await factsOf(tx, request);
      await writeAnnouncement(deps, tx, {
        event,
        // the version grows with each transition: a second failure is told, the same one never twice
        dedupeKey: event.once ? `${event.id}:${request.id}` : `${event.id}:${request.id}:${request.version}`,
        text: composeText(event, { ...facts, reason }),
        userIds: await recipientsOf(tx, event, request),
        requestId: request.id,
        fields: fieldsOf(facts),
        links: [{ title: 'Open the request', url: `/requests/${request.id}` }],
        coverUrl: facts.coverUrl,
      });
    },

    async userEvent(tx, eventId, user) {
      const event = notificationEvent(eventId);
      await writeAnnouncement(deps, tx, {
        event,
        dedupeKey: `${event.id}:${user.id}`,
        text: composeText(event, { user: user.name }),
        userIds: await recipientsOf(tx, event),
        fields: [],
        links: [{ title: 'Open the people', url: '/admin/users' }],
      });
    },

    async integrationEvent(tx, eventId, integration, message) {
      const event = notificationEvent(eventId);
      await writeAnnouncement(deps, tx, {
        event,
        // the caller's transaction holds the change itself, so it cannot be repeated; each change is news
        dedupeKey: `${event.id}:${integration.id}:${deps.now().toISOString()}`,
        text: composeText(event, { name: integration.name, reason: message }),
        userIds: await recipientsOf(tx, event),
        fields: [],
        links: [{ title: 'Open the integrations', url: '/admin/integrations' }],
        exceptIntegrationId: integration.id,
      });
    },
  };
}
