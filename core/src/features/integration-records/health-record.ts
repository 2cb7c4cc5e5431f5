import { readJson, type Sql, type Tx } from '../../platform/db/index.js';
import { CORE_KEY_PREFIX, writeStored } from './plugin-storage-store.js';

/** The last reported health of an integration. */
export interface HealthRecord {
  readonly healthy: boolean;
  readonly since: string;
}

const KEY = `${CORE_KEY_PREFIX}health`;

/** Stored in the database, so that a restart neither repeats nor loses a notification. */
export async function readHealth(sql: Sql, integrationId: string): Promise<HealthRecord | undefined> {
  const row = await sql.get<{ value: string }>('SELECT value FROM plugin_storage WHERE integration_id = ? AND key = ?', [
    integrationId,
    KEY,
  ]);
  return row && readJson<HealthRecord>(row.value);
}

export async function writeHealth(tx: Tx, integrationId: string, record: HealthRecord): Promise<void> {
  await writeStored(tx, integrationId, KEY, record);
}
