import { isTrue, readJson, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import { createSealedSecrets } from '../../platform/security/sealed-secrets.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import type { IntegrationStore, Logger, Redactor, StoredIntegration } from '../../plugin-host/index.js';
import type { PathPair } from '../../files/path-mapping.js';
import { IntegrationEntity, PluginStorageEntity } from './entities.js';
import { OWN_DISK } from './own-disk.js';

/** An integration with all that is stored of it. Secrets are decrypted: never answer it, never log it. */
export interface IntegrationRecord extends StoredIntegration {
  readonly pathMappings: readonly PathPair[];
  /** Events that a notifier is subscribed to. */
  readonly subscriptions: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The members of a record that change. */
export type IntegrationChange = Partial<
  Pick<IntegrationRecord, 'name' | 'enabled' | 'priority' | 'settings' | 'secrets' | 'pluginVersion' | 'pathMappings'>
>;

/** The table of integrations; secrets are one sealed JSON object. */
export interface IntegrationRecords extends IntegrationStore {
  list(): Promise<readonly IntegrationRecord[]>;
  get(id: string, within?: Pick<Database | Tx, 'entities'>): Promise<IntegrationRecord | undefined>;
  insert(tx: Tx, record: IntegrationRecord): Promise<void>;
  /** Locks the row until the transaction ends. @returns undefined if there is none */
  lock(tx: Tx, id: string): Promise<IntegrationRecord | undefined>;
  update(tx: Tx, id: string, change: IntegrationChange): Promise<void>;
  delete(tx: Tx, id: string): Promise<void>;
}

export interface IntegrationStoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly now: () => Date;
}

type IntegrationRow = RowOf<typeof IntegrationEntity>;

/** Creates the store from which the plugin host starts integrations. */
export function createIntegrationStore({ database, secretBox, redactor, log, now }: IntegrationStoreDeps): IntegrationRecords {
  const sealed = createSealedSecrets({
    secretBox,
    redactor,
    onUnreadable: (id, error) =>
      log.error({ integration: id, err: error }, 'the secrets of an integration cannot be decrypted; they have to be entered again'),
  });

  function toRecord(row: IntegrationRow): IntegrationRecord {
    return {
      id: row.id,
      pluginId: row.pluginId,
      name: plainLabel(row.name) || row.pluginId,
      enabled: isTrue(row.enabled),
      priority: row.priority,
      settings: readJson(row.settings),
      secrets: sealed.open(row.id, row.secretsSealed),
      pluginVersion: row.pluginVersion,
      pathMappings: readJson(row.pathMappings),
      subscriptions: readJson(row.subscriptions),
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  }

  async function get(id: string, within: Pick<Database | Tx, 'entities'> = database): Promise<IntegrationRecord | undefined> {
    const row = id === OWN_DISK ? null : await within.entities.findOneBy(IntegrationEntity, { id });
    return row === null ? undefined : toRecord(row);
  }

  async function update(tx: Tx, id: string, change: IntegrationChange): Promise<void> {
    await tx.entities.update(
      IntegrationEntity,
      { id },
      {
        name: change.name,
        enabled: change.enabled,
        priority: change.priority,
        settings: change.settings && JSON.stringify(change.settings),
        secretsSealed: change.secrets && sealed.seal(change.secrets),
        pluginVersion: change.pluginVersion,
        pathMappings: change.pathMappings && JSON.stringify(change.pathMappings),
        updatedAt: now().toISOString(),
      },
    );
  }

  return {
    get,
    update,
    async list() {
      const rows = await database.entities.find(IntegrationEntity, { order: { priority: 'ASC', name: 'ASC', id: 'ASC' } });
      return rows.filter(({ id }) => id !== OWN_DISK).map(toRecord);
    },
    saveMigrated: (id, migrated) => database.transaction((tx) => update(tx, id, migrated)),
    async lock(tx, id) {
      // an UPDATE locks the row on PostgreSQL; SQLite runs one transaction at a time
      const found = id === OWN_DISK ? 0 : await tx.run('UPDATE integrations SET name = name WHERE id = ?', [id]);
      return found === 0 ? undefined : get(id, tx);
    },
    async insert(tx, record) {
      await tx.insert(IntegrationEntity, {
        id: record.id,
        pluginId: record.pluginId,
        name: record.name,
        enabled: record.enabled,
        priority: record.priority,
        settings: JSON.stringify(record.settings),
        secretsSealed: sealed.seal(record.secrets),
        pluginVersion: record.pluginVersion,
        pathMappings: JSON.stringify(record.pathMappings),
        subscriptions: JSON.stringify(record.subscriptions),
        createdAt: record.createdAt,
        updatedAt: record.updatedAt,
      });
    },
    async delete(tx, id) {
      await tx.entities.delete(PluginStorageEntity, { integrationId: id });
      await tx.entities.delete(IntegrationEntity, { id });
    },
  };
}
