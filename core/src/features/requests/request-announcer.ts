import type { Caller } from '../../platform/http/route.js';
import type { Database } from '../../platform/db/index.js';
import type { EventBus, LiveEvent } from '../../platform/events/event-bus.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Say } from '../../platform/words/index.js';
import { subscribersOf } from '../lifecycle/subscribers.js';
import { presentRequest, type ListedRequest, type RequestList } from './request-list.js';

/** Type of the live event of a changed request. */
export const REQUEST_UPDATED = 'request.updated';

/** Changes that come quicker than this are announced together. */
const GATHER_MS = 120;

interface Announcement {
  readonly row: ListedRequest;
  readonly subscribers: readonly string[];
}

/** Announces changed requests to browsers: reads each once per change, and shows it to each viewer as that one may see it. */
export function createRequestAnnouncer(deps: {
  readonly database: Database;
  readonly list: RequestList;
  readonly events: EventBus;
  readonly log: Logger;
}) {
  const waiting = new Map<string, NodeJS.Timeout>();

  async function announce(requestId: string): Promise<void> {
    const row = await deps.list.row(requestId, { userId: '', role: 'admin', permissions: NO_PERMISSIONS });
    if (!row) return;
    const users = await subscribersOf(deps.database.read, requestId);
    deps.events.publish({
      type: REQUEST_UPDATED,
      data: { row, subscribers: users } satisfies Announcement,
      audience: { users: [row.userId, ...users], andAdmins: true },
    });
  }

  return {
    /** Something of the request changed. */
    changed(requestId: string): void {
      if (waiting.has(requestId)) return;
      const timer = setTimeout(() => {
        waiting.delete(requestId);
        announce(requestId).catch((error: unknown) => deps.log.warn({ err: error, requestId }, 'a changed request could not be announced'));
      }, GATHER_MS);
      timer.unref();
      waiting.set(requestId, timer);
    },

    /** The event's data for one onlooker, in their language. */
    present(event: LiveEvent, caller: Caller, say: Say): object {
      const { row, subscribers } = event.data as Announcement;
      return { request: presentRequest({ ...row, subscribed: subscribers.includes(caller.userId) }, caller, say) };
    },

    stop(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

const NO_PERMISSIONS = { autoApprove: false, interactiveSearch: false, downloadAccess: false };

export type RequestAnnouncer = ReturnType<typeof createRequestAnnouncer>;
