import type { Sql } from '../../../platform/db/index.js';
import type { Mailer } from '../../mail/index.js';
import { contactsOf, type Contact } from '../../users/account-rows.js';
import type { WebPushService } from '../../web-push/index.js';
import type { WayKind } from '../notification-events.js';
import { targetsOf, type TargetLabel } from './preference-store.js';

/** A way by which a message could reach a person. */
export interface Way {
  /** `push`, `mail`, or the id of a target. */
  readonly id: string;
  readonly kind: WayKind;
  /** Of a plugin, its target. */
  readonly target?: TargetLabel;
  /** Why nothing can be sent by it now. */
  readonly obstacle?: 'no_devices' | 'mail_off' | 'no_address';
}

export interface WaysDeps {
  readonly mail: Pick<Mailer, 'isReady'>;
  readonly webPush: Pick<WebPushService, 'owners'>;
}

export interface Reachable {
  readonly contact: Contact;
  readonly ways: readonly Way[];
}

/** The ways of active people, usable or not. Four statements. */
export async function waysOf(sql: Pick<Sql, 'all' | 'get'>, { mail, webPush }: WaysDeps, userIds: readonly string[]): Promise<Reachable[]> {
  const contacts = await contactsOf(sql, userIds);
  const isMailReady = await mail.isReady(sql);
  const owners = await webPush.owners(sql, userIds);
  const targets = await targetsOf(sql, userIds);
  return contacts.map((contact) => ({
    contact,
    ways: [
      { id: 'push', kind: 'push', ...(owners.has(contact.id) ? {} : { obstacle: 'no_devices' }) },
      {
        id: 'mail',
        kind: 'mail',
        ...(isMailReady ? (contact.email === null ? { obstacle: 'no_address' } : {}) : { obstacle: 'mail_off' }),
      },
      ...targets.filter(({ userId }) => userId === contact.id).map((target): Way => ({ id: target.id, kind: 'plugin', target })),
    ],
  }));
}
