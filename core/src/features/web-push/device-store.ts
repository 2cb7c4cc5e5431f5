import { v7 as uuid } from 'uuid';
import { placeholders, readJson, type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { hashToken } from '../../platform/security/token-hash.js';
import { lockAccount } from '../users/account-rows.js';
import { WebPushDeviceEntity } from './entities.js';
import { sentence } from '../../platform/words/index.js';

/** The most devices of one person. */
export const MOST_DEVICES = 20;

/** What a browser gives out when it lets itself be notified. The endpoint is a secret: whoever has it can use up the device's messages. */
export interface Subscription {
  /** An https address of a push service. */
  readonly endpoint: string;
  /** base64url: a P-256 point, and 16 random bytes. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A device as its owner sees it. */
export interface PushDevice {
  readonly id: string;
  readonly host: string;
  readonly userAgent: string;
  readonly createdAt: string;
}

/** Who asks for a device to be notified, and by which sign-in. */
export interface DeviceOwner {
  readonly userId: string;
  readonly sessionId: string | undefined;
  readonly userAgent: string;
}

export interface DeviceStore {
  /** A browser is notified for one person: whoever asks last. @throws ApiError 409 `too_many_devices` */
  save(owner: DeviceOwner, subscription: Subscription): Promise<PushDevice>;
  /**
   * Gives a device its new subscription, after its push service has ended the old one. The secret of the old one shows that the browser itself
   * asks: nobody else but this server knows it. Anything that does not fit changes nothing.
   */
  renew(old: { readonly endpoint: string; readonly auth: string }, subscription: Subscription): Promise<void>;
  /** Oldest first. */
  listOf(userId: string): Promise<PushDevice[]>;
  /** Of somebody who may sign in; none of others. */
  reachable(userId: string): Promise<readonly (PushDevice & { readonly subscription: Subscription })[]>;
  remove(ids: readonly string[]): Promise<void>;
  /** Those among some people who turned a device on. Some of the devices may be out of reach. One statement. */
  owners(sql: Pick<Sql, 'all'>, userIds: readonly string[]): Promise<Set<string>>;
  /** Forgets the devices of people who were deleted, and of sign-ins that were ended. */
  forgetEnded(): Promise<void>;
}

export interface DeviceStoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  /** Which of these sign-ins were ended by somebody. Those that expired are not among them. */
  readonly endedSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly now: () => Date;
}

type Row = RowOf<typeof WebPushDeviceEntity>;

/** True for devices whose owner may sign in, and whose sign-in was not voided since they were turned on. */
const HOLDS = `u.state = 'active' AND u.deleted_at IS NULL AND (u.sessions_invalidated_at IS NULL OR d.created_at >= u.sessions_invalidated_at)`;
const COLUMNS = 'd.id, d.session_id, d.subscription_sealed, d.host, d.user_agent, d.created_at';

function shown({ id, host, userAgent, createdAt }: PushDevice): PushDevice {
  return { id, host, userAgent, createdAt };
}

/** @throws ApiError 409 `too_many_devices` */
async function checkCount(tx: Tx, userId: string, endpointHash: string): Promise<void> {
  const others = await tx.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM web_push_devices WHERE user_id = ? AND endpoint_hash <> ?',
    [userId, endpointHash],
  );
  if (Number(others?.count ?? 0) < MOST_DEVICES) return;
  throw new ApiError('too_many_devices', sentence('problem.too_many_devices', { most: MOST_DEVICES }));
}

type OfSubscription = Pick<Row, 'endpointHash' | 'subscriptionSealed' | 'host'>;

/** Gives a device another subscription, unless a page has turned that one on already. */
async function replace(tx: Tx, id: string, change: OfSubscription): Promise<void> {
  const taken = await tx.get('SELECT id FROM web_push_devices WHERE endpoint_hash = ? AND id <> ?', [change.endpointHash, id]);
  if (taken) await tx.run('DELETE FROM web_push_devices WHERE id = ?', [id]);
  else await tx.entities.update(WebPushDeviceEntity, { id }, change);
}

/** Subscriptions as columns, sealed, and back. */
function createSealing(secretBox: SecretBox) {
  return {
    columnsOf: (subscription: Subscription): OfSubscription => {
      return {
        endpointHash: hashToken(subscription.endpoint),
        subscriptionSealed: secretBox.seal(JSON.stringify(subscription)),
        host: new URL(subscription.endpoint).host,
      };
    },

    /** `undefined` if it was sealed with a key that was lost: the device has to be turned on again. */
    opened: ({ subscriptionSealed }: Pick<Row, 'subscriptionSealed'>): Subscription | undefined => {
      try {
        return readJson<Subscription>(secretBox.open(subscriptionSealed));
      } catch {
        return undefined;
      }
    },
  };
}

export function createDeviceStore({ database, secretBox, endedSessions, now }: DeviceStoreDeps): DeviceStore {
  const { columnsOf, opened } = createSealing(secretBox);

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await database.transaction((tx) => tx.run(`DELETE FROM web_push_devices WHERE id IN (${placeholders(ids.length)})`, ids));
  }

  /** Leaves out devices whose sign-in was ended, and forgets them. */
  async function withoutEnded<T extends Pick<Row, 'id' | 'sessionId'>>(rows: readonly T[]): Promise<T[]> {
    const sessions = rows.flatMap(({ sessionId }) => sessionId ?? []);
    const ended = sessions.length === 0 ? new Set<string>() : await endedSessions(sessions);
    const hasEnded = ({ sessionId }: T): boolean => sessionId !== null && ended.has(sessionId);
    await remove(rows.filter(hasEnded).map(({ id }) => id));
    return rows.filter((row) => !hasEnded(row));
  }

  async function ofUser(userId: string): Promise<Row[]> {
    const rows = await database.read.all<Row>(
      `SELECT ${COLUMNS} FROM web_push_devices d JOIN users u ON u.id = d.user_id
        WHERE d.user_id = ? AND ${HOLDS} ORDER BY d.created_at, d.id LIMIT ${MOST_DEVICES}`,
      [userId],
    );
    return withoutEnded(rows);
  }

  return {
    remove,
    async save({ userId, sessionId, userAgent }, subscription) {
      const given = columnsOf(subscription);
      const row: Row = {
        id: uuid(),
        userId,
        sessionId: sessionId ?? null,
        ...given,
        userAgent: userAgent.slice(0, 300),
        createdAt: now().toISOString(),
      };
      await database.transaction(async (tx) => {
        await lockAccount(tx, userId);
        await checkCount(tx, userId, given.endpointHash);
        const update = ['id', 'userId', 'sessionId', 'subscriptionSealed', 'userAgent', 'createdAt'] as const;
        await tx.upsert(WebPushDeviceEntity, row, { conflict: ['endpointHash'], update });
      });
      return shown(row);
    },
    async renew(old, subscription) {
      const rows = await database.read.all<Row>(
        `SELECT ${COLUMNS} FROM web_push_devices d JOIN users u ON u.id = d.user_id WHERE d.endpoint_hash = ? AND ${HOLDS}`,
        [hashToken(old.endpoint)],
      );
      const [row] = await withoutEnded(rows);
      if (!row || hashToken(opened(row)?.keys.auth ?? '') !== hashToken(old.auth)) return;
      const change = columnsOf(subscription);
      await database.transaction(async (tx) => replace(tx, row.id, change));
    },
    listOf: async (userId) => (await ofUser(userId)).map(shown),
    async reachable(userId) {
      return (await ofUser(userId)).flatMap((row) => {
        const subscription = opened(row);
        return subscription ? [{ ...shown(row), subscription }] : [];
      });
    },
    async owners(sql, userIds) {
      if (userIds.length === 0) return new Set();
      const rows = await sql.all<Pick<Row, 'userId'>>(
        `SELECT DISTINCT d.user_id FROM web_push_devices d JOIN users u ON u.id = d.user_id
          WHERE d.user_id IN (${placeholders(userIds.length)}) AND ${HOLDS}`,
        userIds,
      );
      return new Set(rows.map(({ userId }) => userId));
    },
    async forgetEnded() {
      await database.transaction((tx) =>
        tx.run(
          `DELETE FROM web_push_devices WHERE id IN (SELECT d.id FROM web_push_devices d JOIN users u ON u.id = d.user_id WHERE NOT (${HOLDS}))`,
        ),
      );
      for (let after = ''; ;) {
        const rows = await database.read.all<Pick<Row, 'id' | 'sessionId'>>(
          'SELECT id, session_id FROM web_push_devices WHERE id > ? ORDER BY id LIMIT 200',
          [after],
        );
        await withoutEnded(rows);
        after = rows.at(-1)?.id ?? '';
        if (rows.length < 200) return;
      }
    },
  };
}
