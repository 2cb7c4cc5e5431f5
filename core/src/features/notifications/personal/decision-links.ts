import type { NotificationMessage } from '@lectern/plugin-api';
import type { Database, Tx } from '../../../platform/db/index.js';
import { sentence, type Speakers } from '../../../platform/words/index.js';
import type { RequestRow } from '../../lifecycle/request-record.js';
import { findRequest } from '../../lifecycle/request-store.js';
import type { SettingsService } from '../../settings/index.js';
import { languagesOf } from '../../users/account-rows.js';
import type { PersonalDelivery } from '../delivery-record.js';
import { requestIdOf } from '../overtaken.js';

/** What makes the links with which a person decides; a feature of the same floor. */
export interface DecisionLinkMaker {
  forRequest(
    tx: Tx,
    userId: string,
    request: Pick<RequestRow, 'id' | 'status' | 'version'>,
  ): Promise<{ readonly approve: string; readonly deny: string } | undefined>;
}

export interface DecisionLinkDeps {
  readonly database: Database;
  readonly decisionLinks: DecisionLinkMaker;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly speakers: Speakers;
}

/**
 * Adds the links with which its reader decides about a request. They are made when the message is sent, so that no table keeps their
 * secrets. A push message has none: it opens a page.
 */
export async function withDecisionLinks(
  { database, decisionLinks, settings, speakers }: DecisionLinkDeps,
  { way, userId, message }: PersonalDelivery,
): Promise<NotificationMessage> {
  const requestId = requestIdOf(message);
  if (message.event !== 'request_pending_approval' || way === 'push' || requestId === undefined) return message;
  // without an address of the server, messages have no links
  if ((await settings.get()).server.publicUrl === null) return message;
  return database.transaction(async (tx) => {
    const request = await findRequest(tx, requestId);
    const made = request && (await decisionLinks.forRequest(tx, userId, request));
    if (!made) return message;
    const say = await speakers.in((await languagesOf(tx, [userId])).get(userId) ?? 'en');
    const links = [
      { title: say(sentence('notice_link.approve')), url: made.approve },
      { title: say(sentence('notice_link.deny')), url: made.deny },
    ];
    return { ...message, links: [...links, ...message.links] };
  });
}
