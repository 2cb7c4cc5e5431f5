import type { JsonObject } from '@lectern/plugin-api';
import { isTrue, type Database, type Sql, type Tx } from '../../platform/db/index.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import type { IntegrationStore, Logger, Redactor, StoredIntegration } from '../../plugin-host/index.js';
import type { PathPair } from '../organize/index.js';

/** An integration with all that is stored of it. Secrets are decrypted: never answer it, never log it. */
export interface IntegrationRecord extends StoredIntegration {
  readonly pathMappings: readonly PathPair[];
  /** Events a notifier is told of. */
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
  get(id: string, sql?: Sql): Promise<IntegrationRecord | undefined>;
  insert(tx: Tx, record: IntegrationRecord): Promise<void>;
  /** Locks the row until the transaction ends. @returns undefined when there is none */
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

interface IntegrationRow {
  id: string;
  pluginId: string;
  name: string;
  enabled: unknown;
  priority: number;
  settings: string;
  secretsSealed: string | null;
  pluginVersion: string;
  pathMappings: string;
  subscriptions: string;
  createdAt: string;
  updatedAt: string;
}

/** Makes the store that the plugin host starts integrations from. */
export function createIntegrationStore({ database, secretBox, redactor, log, now }: IntegrationStoreDeps): IntegrationRecords {
  function register(secrets: JsonObject): void {
    for (const value of Object.values(secrets)) if (typeof value === 'string') redactor.addSecret(value);
  }

  function open(row: IntegrationRow): JsonObject {
    if (row.secretsSealed === null) return {};
    try {
      const secrets = JSON.parse(secretBox.open(row.secretsSealed)) as JsonObject;
      register(secrets);
      return secrets;
    } catch (error) {
      // one integration whose key is gone must not keep the others from starting
      log.error({ integration: row.id, err: error }, 'the secrets of an integration cannot be decrypted; they have to be entered again');
      return {};
    }
  }

  function seal(secrets: JsonObject): string | null {
    register(secrets);
    return Object.keys(secrets).length === 0 ? null : secretBox.seal(JSON.stringify(secrets));
  }

  function toRecord(row: IntegrationRow): IntegrationRecord {
    return {
      id: row.id,
      pluginId: row.pluginId,
      name: row.name,
      enabled: isTrue(row.enabled),
      priority: row.priority,
      settings: JSON.parse(row.settings) as JsonObject,
      secrets: open(row),
      pluginVersion: row.pluginVersion,
      pathMappings: JSON.parse(row.pathMappings) as PathPair[],
      subscriptions: JSON.parse(row.subscriptions) as string[],
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    };
  }

  async function get(id: string, sql: Sql = database.read): Promise<IntegrationRecord | undefined> {
    const row = await sql.get<IntegrationRow>('SELECT * FROM integrations WHERE id = ?', [id]);
    return row && toRecord(row);
  }

  async function update(tx: Tx, id: string, change: IntegrationChange): Promise<void> {
    const columns = {
      name: change.name,
      enabled: change.enabled,
      priority: change.priority,
      settings: change.settings && JSON.stringify(change.settings),
      secrets_sealed: change.secrets && seal(change.secrets),
      plugin_version: change.pluginVersion,
      path_mappings: change.pathMappings && JSON.stringify(change.pathMappings),
      updated_at: now().toISOString(),
    };
    const set = Object.entries(columns).filter(([, value]) => value !== undefined);
    await tx.run(`UPDATE integrations SET ${set.map(([column]) => `${column} = ?`).join(', ')} WHERE id = ?`, [
      ...set.map(([, value]) => value),
      id,
    ]);
  }

  return {
    get,
    update,
    async list() {
      return (await database.read.all<IntegrationRow>('SELECT * FROM integrations ORDER BY priority, name, id')).map(toRecord);
    },
    saveMigrated: (id, migrated) => database.transaction((tx) => update(tx, id, migrated)),
    async lock(tx, id) {
      // an UPDATE locks the row on PostgreSQL; SQLite runs one transaction at a time
      const found = await tx.run('UPDATE integrations SET name = name WHERE id = ?', [id]);
      return found === 0 ? undefined : get(id, tx);
    },
    insert: (tx, record) =>
      tx.insert('integrations', {
        id: record.id,
        pluginId: record.pluginId,
        name: record.name,
        enabled: record.enabled,
        priority: record.priority,
        settings: JSON.stringify(record.settings),
        secretsSealed: seal(record.secrets),
        pluginVersion: record.pluginVersion,
        pathMappings: JSON.stringify(record.pathMappings),
        subscriptions: JSON.stringify(record.subscriptions),
        createdAt: record.createdAt,
        updatedAt: record.updatedAt,
      }),
    async delete(tx, id) {
      await tx.run('DELETE FROM plugin_storage WHERE integration_id = ?', [id]);
      await tx.run('DELETE FROM integrations WHERE id = ?', [id]);
    },
  };
}
