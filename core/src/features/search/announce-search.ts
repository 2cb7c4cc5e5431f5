import type { EventBus } from '../../platform/events/event-bus.js';
import type { RequestRow } from '../lifecycle/request-record.js';

/** Tells the requester and the admins that the releases found for a request have changed. */
export function announceSearch(events: EventBus, { id, userId }: Pick<RequestRow, 'id' | 'userId'>, searchId: string): void {
  events.publish({
    type: 'search.updated',
    data: { requestId: id, searchId },
    audience: { users: [userId], andAdmins: true },
  });
}
