import type { Database, Tx } from '../../platform/db/index.js';
import { sentence, type Sentence } from '../../platform/words/index.js';
import type { NotificationService } from '../notifications/index.js';
import type { DeliveryStore } from './delivery-store.js';
import type { PauseReason } from './pause-reasons.js';
import type { WebhookStore } from './webhook-store.js';

/** A receiver that took nothing for so long is not asked any more. */
const LONGEST_FAILING_DAYS = 3;
const LONGEST_FAILING_MS = LONGEST_FAILING_DAYS * 86_400_000;
/** Nor is one that fails while more events than these wait for it. */
export const MOST_WAITING = 10_000;

/** What the log says of the events that waited. */
const GIVEN_UP: Readonly<Record<PauseReason, Sentence>> = {
  failing: sentence('delivery_fault.webhook_failing', { days: LONGEST_FAILING_DAYS }),
  too_many_waiting: sentence('delivery_fault.webhook_overrun', { count: MOST_WAITING }),
};

export interface PauseDeps {
  readonly database: Database;
  readonly webhooks: Pick<WebhookStore, 'get' | 'pause'>;
  readonly deliveries: Pick<DeliveryStore, 'countWaitingFor' | 'giveUp'>;
  readonly notifications: Pick<NotificationService, 'webhookEvent'>;
  readonly now: () => Date;
  readonly timeScale: number;
}

/**
 * Switches a webhook off that has failed for too long or has too much before it, gives up what waits, and tells the admins. Called after a
 * failure, so that a receiver that takes events is never paused, however many come at once.
 *
 * @param gaveUp whether an event was just given up: one failure after a quiet week says little
 * @returns whether it was switched off
 */
export async function pauseHopeless(deps: PauseDeps, webhookId: string, gaveUp: boolean): Promise<boolean> {
  const { database, webhooks, deliveries, notifications, now, timeScale } = deps;

  async function reasonOf(tx: Tx, failingSince: string): Promise<PauseReason | undefined> {
    const failingMs = now().getTime() - Date.parse(failingSince);
    if (gaveUp && failingMs >= LONGEST_FAILING_MS * timeScale) return 'failing';
    return (await deliveries.countWaitingFor(tx, webhookId)) > MOST_WAITING ? 'too_many_waiting' : undefined;
  }

  return database.transaction(async (tx) => {
    const webhook = await webhooks.get(webhookId, tx);
    // it may have taken another event meanwhile
    if (!webhook?.enabled || webhook.failingSince === null) return false;
    const reason = await reasonOf(tx, webhook.failingSince);
    if (reason === undefined || !(await webhooks.pause(tx, webhookId, reason))) return false;
    await deliveries.giveUp(tx, webhookId, GIVEN_UP[reason]);
    await notifications.webhookEvent(tx, 'webhook_paused', { id: webhookId, name: webhook.name });
    return true;
  });
}
