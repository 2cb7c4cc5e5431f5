import type { JsonValue } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';

function hostsIn(value: JsonValue): AllowedHost[] {
  if (Array.isArray(value)) return value.flatMap(hostsIn);
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return [];
  const { hostname, port, protocol } = new URL(value);
  return [{ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)), private: true }];
}

/**
 * The places in the settings of the integration that found a download: an admin put them there, so files may come from
 * them even inside the own network. Everything else has to be on the public internet.
 */
export function createSourceHosts(database: Database) {
  return async function sourceHosts(itemId: string): Promise<readonly AllowedHost[]> {
    const row = await database.read.get<{ settings: string }>(
      `SELECT i.settings FROM download_history d JOIN release_candidates c ON c.id = d.candidate_id
       JOIN integrations i ON i.id = c.integration_id WHERE d.id = ?`,
      [itemId.replace(/^lectern-/, '')],
    );
    return row ? Object.values(JSON.parse(row.settings) as Record<string, JsonValue>).flatMap(hostsIn) : [];
  };
}
