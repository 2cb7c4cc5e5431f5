import type { Tx } from '../../platform/db/index.js';
import type { MoveAnnouncer } from '../lifecycle/announce-moves.js';

/** Writes notifications into the caller's transaction; delivery is a job of its own. */
export interface NotificationService extends MoveAnnouncer {
  /** @param state what an integration turned into */
  integrationEvent(
    tx: Tx,
    event: 'integration_unhealthy' | 'integration_recovered',
    integration: { id: string; name: string },
    message: string,
  ): Promise<void>;
  /** @param user who waits to be let in */
  userEvent(tx: Tx, event: 'user_pending', user: { readonly id: string; readonly name: string }): Promise<void>;
}
