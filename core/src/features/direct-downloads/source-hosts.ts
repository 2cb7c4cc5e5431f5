import type { JsonValue } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';
import { integrationFacts } from '../integration-records/integration-facts.js';
import { downloadOf } from './direct-item.js';

function hostsIn(value: JsonValue): AllowedHost[] {
  if (Array.isArray(value)) return value.flatMap(hostsIn);
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return [];
  const { hostname, port, protocol } = new URL(value);
  return [{ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)), private: true }];
}

/** Finds the integration that a download came from. */
export interface SourceHostsDeps {
  readonly database: Pick<Database, 'read'>;
  readonly downloads: { get(id: string): Promise<{ readonly candidateId: string | null } | undefined> };
  readonly candidates: { integrationOf(candidateId: string): Promise<string | undefined> };
}

/**
 * The hosts in the settings of the integration that found a download. An admin entered them, so files may come from
 * them even on the home network. All other hosts must be on the public internet.
 */
export function createSourceHosts({ database, downloads, candidates }: SourceHostsDeps) {
  return async function sourceHosts(itemId: string): Promise<readonly AllowedHost[]> {
    const candidateId = (await downloads.get(downloadOf(itemId)))?.candidateId ?? undefined;
    const integrationId = candidateId === undefined ? undefined : await candidates.integrationOf(candidateId);
    const found = integrationId === undefined ? undefined : await integrationFacts(database.read, integrationId);
    return found ? Object.values(found.settings).flatMap(hostsIn) : [];
  };
}
