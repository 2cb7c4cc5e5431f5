import { isTrue, readJson, type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Redactor } from '../../platform/logging/redactor.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { WebhookEntity } from './entities.js';
import { sentence } from '../../platform/words/index.js';
import type { PauseReason } from './pause-reasons.js';

/** A webhook without its secret. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** `null`: every event. */
  readonly events: readonly string[] | null;
  readonly enabled: boolean;
  readonly failingSince: string | null;
  /** Why Lectern itself switched it off; `null` if it did not. */
  readonly pausedBecause: PauseReason | null;
  readonly deliveredAt: string | null;
  readonly createdAt: string;
}

/** What an admin enters of a webhook. */
export type WebhookInput = Pick<Webhook, 'name' | 'url' | 'events' | 'enabled'>;

export interface WebhookStoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly redactor: Pick<Redactor, 'addSecret'>;
  readonly now: () => Date;
}

function toWebhook(row: RowOf<typeof WebhookEntity>): Webhook {
  const { id, name, url, events, enabled, failingSince, pausedBecause, deliveredAt, createdAt } = row;
  const read = { events: readJson(events) ?? null, enabled: isTrue(enabled) };
  return { id, name, url, ...read, failingSince, pausedBecause, deliveredAt, createdAt };
}

function columnsOf({ events, ...input }: WebhookInput) {
  return { ...input, events: events === null ? null : JSON.stringify(events) };
}

/** The enabled webhooks that want an event, which nobody deletes before the transaction ends. One statement. */
export async function webhooksFor(tx: Pick<Tx, 'all'>, dialect: Database['dialect'], event: string): Promise<string[]> {
  // on SQLite transactions take turns
  const lock = dialect === 'postgres' ? 'FOR KEY SHARE' : '';
  const rows = await tx.all<Pick<RowOf<typeof WebhookEntity>, 'id' | 'events'>>(
    `SELECT id, events FROM webhooks WHERE enabled = ? ORDER BY id ${lock}`,
    [true],
  );
  return rows.filter(({ events }) => readJson(events)?.includes(event) ?? true).map(({ id }) => id);
}

/** The rows of webhooks. Secrets are sealed; only the sender opens them. */
export function createWebhookStore({ database, secretBox, redactor, now }: WebhookStoreDeps) {
  function seal(secret: string): string {
    redactor.addSecret(secret);
    return secretBox.seal(secret);
  }

  return {
    /** Oldest first. */
    list: async (sql: Sql = database.read): Promise<Webhook[]> =>
      (await sql.all<RowOf<typeof WebhookEntity>>('SELECT * FROM webhooks ORDER BY created_at, id')).map(toWebhook),

    async get(id: string, sql: Sql = database.read): Promise<Webhook | undefined> {
      const row = await sql.get<RowOf<typeof WebhookEntity>>('SELECT * FROM webhooks WHERE id = ?', [id]);
      return row && toWebhook(row);
    },

    /** @returns `undefined` if no key opens it */
    async secretOf(id: string): Promise<string | undefined> {
      const row = await database.read.get<{ secretSealed: string }>('SELECT secret_sealed FROM webhooks WHERE id = ?', [id]);
      try {
        const secret = row && secretBox.open(row.secretSealed);
        if (secret !== undefined) redactor.addSecret(secret);
        return secret;
      } catch {
        return undefined;
      }
    },

    async insert(tx: Tx, id: string, input: WebhookInput, secret: string): Promise<void> {
      const at = now().toISOString();
      await tx.insert(WebhookEntity, { id, ...columnsOf(input), secretSealed: seal(secret), createdAt: at, updatedAt: at });
    },

    async change(tx: Tx, id: string, input: WebhookInput): Promise<void> {
      await tx.entities.update(WebhookEntity, { id }, { ...columnsOf(input), updatedAt: now().toISOString() });
    },

    /** Forgets how it failed, so that it is judged anew. */
    async beginAnew(tx: Tx, id: string): Promise<void> {
      await tx.entities.update(WebhookEntity, { id }, { failingSince: null, pausedBecause: null });
    },

    /** @returns false if somebody else switched it off, or deleted it, meanwhile */
    pause: async (tx: Tx, id: string, because: PauseReason): Promise<boolean> =>
      (await tx.run('UPDATE webhooks SET enabled = ?, paused_because = ? WHERE id = ? AND enabled = ?', [false, because, id, true])) === 1,

    async renew(tx: Tx, id: string, secret: string): Promise<void> {
      await tx.entities.update(WebhookEntity, { id }, { secretSealed: seal(secret), updatedAt: now().toISOString() });
    },

    /** Its deliveries go with it. */
    remove: (tx: Tx, id: string): Promise<number> => tx.run('DELETE FROM webhooks WHERE id = ?', [id]),

    /** Notes how an attempt ended: failing lasts from the first failure to the next success. */
    async note(tx: Tx, id: string, isDelivered: boolean): Promise<void> {
      const at = now().toISOString();
      if (isDelivered) await tx.run('UPDATE webhooks SET failing_since = NULL, delivered_at = ? WHERE id = ?', [at, id]);
      else await tx.run('UPDATE webhooks SET failing_since = ? WHERE id = ? AND failing_since IS NULL', [at, id]);
    },
  };
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** @throws ApiError 404 `not_found` */
export async function existing(webhooks: WebhookStore, id: string, sql?: Sql): Promise<Webhook> {
  const webhook = await webhooks.get(id, sql);
  if (!webhook) throw new ApiError('not_found', sentence('problem.no_webhook'));
  return webhook;
}
