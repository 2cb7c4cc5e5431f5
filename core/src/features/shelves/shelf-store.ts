import { isTrue, readJson, readJsonOr, type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { createSealedSecrets } from '../../platform/security/sealed-secrets.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import type { Logger, Redactor } from '../../plugin-host/index.js';
import { ShelfEntity } from './entities.js';
import type { ShelfError, ShelfRecord, SyncResult } from './shelf-record.js';

/** The members of a shelf that change. */
export type ShelfChange = Partial<
  Pick<
    ShelfRecord,
    'name' | 'settings' | 'secrets' | 'pluginVersion' | 'autoRequest' | 'paused' | 'failures' | 'lastWalk' | 'readAt' | 'triedAt' | 'nextAt'
  >
> & { readonly error?: ShelfError | null; readonly result?: SyncResult };

/** The table of shelves; secrets are one sealed JSON object. */
export interface ShelfStore {
  /** For the server's own work; never use it to answer a person. */
  get(id: string): Promise<ShelfRecord | undefined>;
  /** `undefined` also for another user's. */
  ofUser(userId: string, id: string): Promise<ShelfRecord | undefined>;
  /** @param within the transaction that decides by them */
  listOf(userId: string, within?: Pick<Tx, 'entities'>): Promise<ShelfRecord[]>;
  insert(tx: Tx, record: ShelfRecord): Promise<void>;
  update(tx: Tx, id: string, change: ShelfChange): Promise<void>;
  /** Also deletes its books and its plugin's storage. @returns false if the user has no such shelf */
  delete(tx: Tx, userId: string, id: string): Promise<boolean>;
  /** Deletes the shelves of deleted users, including tokens. @returns how many */
  deleteOrphans(tx: Tx): Promise<number>;
  /** The ids of the people who have shelves of each plugin, by the id of the plugin. One statement. */
  people(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Ids of the shelves that are due: of active users, and not paused. */
  due(sql: Sql): Promise<string[]>;
}

export interface ShelfStoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly now: () => Date;
}

export function createShelfStore({ database, secretBox, redactor, log, now }: ShelfStoreDeps): ShelfStore {
  const sealed = createSealedSecrets({
    secretBox,
    redactor,
    onUnreadable: (id, error) =>
      log.error({ shelf: id, err: error }, 'the secrets of a shelf cannot be decrypted; they have to be entered again'),
  });

  function toRecord(row: RowOf<typeof ShelfEntity>): ShelfRecord {
    const { settings, secretsSealed, autoRequest, paused, ...rest } = row;
    const { error: _error, result: _result, ...columns } = rest;
    const [error, result] = [readJsonOr(row.error, undefined), readJsonOr(row.result, undefined)];
    return {
      ...columns,
      settings: readJson(settings),
      secrets: sealed.open(row.id, secretsSealed),
      autoRequest: isTrue(autoRequest),
      paused: isTrue(paused),
      ...(error === undefined ? {} : { error }),
      ...(result === undefined ? {} : { result }),
    };
  }

  return {
    async get(id) {
      const row = await database.entities.findOneBy(ShelfEntity, { id });
      return row === null ? undefined : toRecord(row);
    },
    async ofUser(userId, id) {
      const row = await database.entities.findOneBy(ShelfEntity, { id, userId });
      return row === null ? undefined : toRecord(row);
    },
    async listOf(userId, { entities } = database) {
      const rows = await entities.find(ShelfEntity, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
      return rows.map(toRecord);
    },
    async insert(tx, record) {
      const { settings, secrets, error, result, ...rest } = record;
      await tx.insert(ShelfEntity, {
        ...rest,
        settings: JSON.stringify(settings),
        secretsSealed: sealed.seal(secrets),
        error: error ? JSON.stringify(error) : null,
        result: result ? JSON.stringify(result) : null,
      });
    },
    async update(tx, id, { settings, secrets, error, result, ...rest }) {
      await tx.entities.update(
        ShelfEntity,
        { id },
        {
          ...rest,
          settings: settings && JSON.stringify(settings),
          secretsSealed: secrets && sealed.seal(secrets),
          error: error && JSON.stringify(error),
          ...(error === null ? { error: null } : {}),
          result: result && JSON.stringify(result),
          updatedAt: now().toISOString(),
        },
      );
    },
    async delete(tx, userId, id) {
      return (await tx.run('DELETE FROM shelves WHERE id = ? AND user_id = ?', [id, userId])) > 0;
    },
    async deleteOrphans(tx) {
      const gone = 'SELECT id FROM users WHERE deleted_at IS NOT NULL';
      await tx.run(`DELETE FROM book_mapping_corrections WHERE holds_for IN (${gone})`);
      return tx.run(`DELETE FROM shelves WHERE user_id IN (${gone})`);
    },
    async people() {
      const rows = await database.read.all<{ pluginId: string; userId: string }>(
        'SELECT DISTINCT s.plugin_id, s.user_id FROM shelves s JOIN users u ON u.id = s.user_id WHERE u.deleted_at IS NULL',
      );
      const people = new Map<string, Set<string>>();
      for (const { pluginId, userId } of rows) people.set(pluginId, (people.get(pluginId) ?? new Set()).add(userId));
      return people;
    },
    async due(sql) {
      const rows = await sql.all<{ id: string }>(
        `SELECT s.id FROM shelves s JOIN users u ON u.id = s.user_id
         WHERE s.paused = ? AND u.state = 'active' AND u.deleted_at IS NULL ORDER BY s.tried_at, s.id`,
        [false],
      );
      return rows.map(({ id }) => id);
    },
  };
}
