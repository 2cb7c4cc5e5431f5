import type { Tx } from '../../platform/db/index.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { Webhook } from './webhook-store.js';

type Named = Pick<Webhook, 'id' | 'name' | 'url'>;

/** Writes what somebody did with a webhook. Addresses may hold a key, so the host alone is named. @param verb completes `webhook.…` */
export async function noteWebhook(
  audit: Pick<AuditService, 'record'>,
  tx: Tx,
  actor: Actor,
  verb: string,
  { id, name, url }: Named,
  detail: object = {},
): Promise<void> {
  const entry = { action: `webhook.${verb}`, targetType: 'webhook', targetId: id, detail: { name, host: new URL(url).host, ...detail } };
  await audit.record(tx, { ...byActor(actor), ...entry });
}
