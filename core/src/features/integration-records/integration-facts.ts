import type { JsonObject } from '@lectern/plugin-api';
import { isTrue, readJson, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import type { IntegrationEntity } from './entities.js';
import type { PathPair } from '../../files/path-mapping.js';

/** The stored facts about an integration. */
export interface IntegrationFacts {
  readonly id: string;
  readonly pluginId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Without secrets. */
  readonly settings: JsonObject;
  readonly pathMappings: readonly PathPair[];
  /** Events that a notifier is subscribed to. */
  readonly subscriptions: readonly string[];
}

type FactsRow = Pick<
  RowOf<typeof IntegrationEntity>,
  'id' | 'pluginId' | 'name' | 'enabled' | 'settings' | 'pathMappings' | 'subscriptions'
>;

const SELECT = 'SELECT id, plugin_id, name, enabled, settings, path_mappings, subscriptions FROM integrations';

function readFacts(row: FactsRow): IntegrationFacts {
  return {
    ...row,
    enabled: isTrue(row.enabled),
    settings: readJson(row.settings),
    pathMappings: readJson(row.pathMappings),
    subscriptions: readJson(row.subscriptions),
  };
}

/** @returns undefined if the integration was removed */
export async function integrationFacts(sql: Pick<Sql, 'get'>, id: string): Promise<IntegrationFacts | undefined> {
  const row = await sql.get<FactsRow>(`${SELECT} WHERE id = ?`, [id]);
  return row && readFacts(row);
}

/** All integrations, in order of priority. */
export async function allIntegrationFacts(sql: Pick<Sql, 'all'>): Promise<IntegrationFacts[]> {
  const rows = await sql.all<FactsRow>(`${SELECT} ORDER BY priority, name, id`);
  return rows.map(readFacts);
}

/** The number of integrations of a plugin. */
export async function countOfPlugin(sql: Pick<Sql, 'get'>, pluginId: string): Promise<number> {
  const row = await sql.get<{ total: number }>('SELECT COUNT(*) AS total FROM integrations WHERE plugin_id = ?', [pluginId]);
  return Number(row?.total ?? 0);
}

/** The path mappings of an integration; none for one that was removed. */
export async function pathMappingsOf(sql: Pick<Sql, 'get'>, id: string): Promise<readonly PathPair[]> {
  return (await integrationFacts(sql, id))?.pathMappings ?? [];
}

/** Ids of the enabled integrations that are subscribed to an event. */
export async function subscribersOf(sql: Pick<Sql, 'all'>, eventId: string): Promise<string[]> {
  const rows = await sql.all<FactsRow>(`${SELECT} WHERE enabled = ? AND subscriptions LIKE ? ORDER BY id`, [true, `%"${eventId}"%`]);
  // in LIKE, the underscores of event names would match anything
  return rows
    .map(readFacts)
    .filter(({ subscriptions }) => subscriptions.includes(eventId))
    .map(({ id }) => id);
}

/** Sets the events that an integration is subscribed to. */
export async function subscribe(tx: Tx, id: string, events: readonly string[], at: Date): Promise<void> {
  await tx.run('UPDATE integrations SET subscriptions = ?, updated_at = ? WHERE id = ?', [JSON.stringify(events), at.toISOString(), id]);
}
