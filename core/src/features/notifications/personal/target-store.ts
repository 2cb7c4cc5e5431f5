import type { JsonObject } from '@lectern/plugin-api';
import { readJson, type Database, type RowOf, type Tx } from '../../../platform/db/index.js';
import { createSealedSecrets } from '../../../platform/security/sealed-secrets.js';
import type { SecretBox } from '../../../platform/security/secret-box.js';
import type { Logger, Redactor } from '../../../plugin-host/index.js';
import { DELETED_ACCOUNTS } from '../../users/account-rows.js';
import { PersonalTargetEntity } from '../entities.js';

/** A person's own target with all that is stored of it. Secrets are decrypted: never answer it, never log it. */
export interface TargetRecord {
  readonly id: string;
  readonly userId: string;
  readonly pluginId: string;
  readonly name: string;
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
  readonly pluginVersion: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type TargetChange = Partial<Pick<TargetRecord, 'name' | 'settings' | 'secrets' | 'pluginVersion'>>;

/** The table of people's own targets; secrets are one sealed JSON object. Sees one person's targets at a time, or only whose they are. */
export interface TargetStore {
  /** `undefined` also for another person's. */
  ofUser(userId: string, id: string): Promise<TargetRecord | undefined>;
  listOf(userId: string): Promise<TargetRecord[]>;
  insert(tx: Tx, record: TargetRecord): Promise<void>;
  update(tx: Tx, record: Pick<TargetRecord, 'id' | 'userId'>, change: TargetChange): Promise<void>;
  /** Also forgets what was chosen for it. @returns false if the person has no such target */
  delete(tx: Tx, userId: string, id: string): Promise<boolean>;
  /** The ids of the people who have targets of each plugin, by the id of the plugin. One statement. */
  people(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

export interface TargetStoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly now: () => Date;
}

export function createTargetStore({ database, secretBox, redactor, log, now }: TargetStoreDeps): TargetStore {
  const sealed = createSealedSecrets({
    secretBox,
    redactor,
    onUnreadable: (id, error) =>
      log.error({ target: id, err: error }, 'the secrets of a person’s target cannot be decrypted; they have to be entered again'),
  });

  function toRecord({ settings, secretsSealed, ...row }: RowOf<typeof PersonalTargetEntity>): TargetRecord {
    return { ...row, settings: readJson(settings), secrets: sealed.open(row.id, secretsSealed) };
  }

  return {
    async ofUser(userId, id) {
      const row = await database.entities.findOneBy(PersonalTargetEntity, { id, userId });
      return row === null ? undefined : toRecord(row);
    },
    async listOf(userId) {
      const rows = await database.entities.find(PersonalTargetEntity, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
      return rows.map(toRecord);
    },
    async insert(tx, { settings, secrets, ...record }) {
      await tx.insert(PersonalTargetEntity, { ...record, settings: JSON.stringify(settings), secretsSealed: sealed.seal(secrets) });
    },
    async update(tx, { id, userId }, { settings, secrets, ...rest }) {
      const secret = secrets && { secretsSealed: sealed.seal(secrets) };
      const change = { ...rest, ...(settings && { settings: JSON.stringify(settings) }), ...secret, updatedAt: now().toISOString() };
      await tx.entities.update(PersonalTargetEntity, { id, userId }, change);
    },
    async people() {
      const rows = await database.read.all<Pick<TargetRecord, 'pluginId' | 'userId'>>(
        `SELECT DISTINCT plugin_id, user_id FROM personal_targets WHERE user_id NOT IN (${DELETED_ACCOUNTS})`,
      );
      const people = new Map<string, Set<string>>();
      for (const { pluginId, userId } of rows) people.set(pluginId, (people.get(pluginId) ?? new Set()).add(userId));
      return people;
    },
    async delete(tx, userId, id) {
      await tx.run('DELETE FROM notification_choices WHERE user_id = ? AND way = ?', [userId, id]);
      return (await tx.run('DELETE FROM personal_targets WHERE id = ? AND user_id = ?', [id, userId])) > 0;
    },
  };
}
