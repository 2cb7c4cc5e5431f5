import { isTrue, type Sql } from '../../platform/db/index.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { allIntegrationFacts } from '../integration-records/integration-facts.js';
import type { LibraryItemRow } from './entities.js';

/** An item with the facts that a check-up looks at. */
export interface ItemToCheck {
  /** Our id. */
  readonly id: string;
  readonly title: string;
  /** The book it counts for. */
  readonly asin: string | undefined;
  readonly hasAudio: boolean;
  /** According to the media server. */
  readonly durationSeconds: number | undefined;
  /** The name that the admin gave the media server. */
  readonly server: string;
  /** As the media server names it. */
  readonly path: string | null;
  /** The same by the path mappings of the integration. Nothing about it has been checked. */
  readonly local: string | null;
}

type Row = Pick<LibraryItemRow, 'id' | 'integrationId' | 'title' | 'matchedAsin' | 'hasAudio' | 'durationSeconds' | 'path'>;

/** Items of all media servers, some at a time, by their ids after `after`. Two statements. */
export async function itemsToCheck(sql: Pick<Sql, 'all'>, after: string, limit: number): Promise<ItemToCheck[]> {
  const servers = new Map(
    (await allIntegrationFacts(sql)).map(({ id, name, pathMappings }) => [id, { name, mapping: createPathMapping(pathMappings) }]),
  );
  // a number, as PostgreSQL takes a bound limit for a tenth of the table
  const rows = await sql.all<Row>(
    `SELECT id, integration_id, title, matched_asin, has_audio, duration_seconds, path FROM library_items WHERE id > ?
     ORDER BY id LIMIT ${Math.trunc(limit)}`,
    [after],
  );
  return rows.map(({ id, integrationId, title, matchedAsin, hasAudio, durationSeconds, path }) => {
    const server = servers.get(integrationId);
    return {
      id,
      title,
      asin: matchedAsin ?? undefined,
      hasAudio: isTrue(hasAudio),
      durationSeconds: durationSeconds === null ? undefined : Number(durationSeconds),
      server: server?.name ?? '',
      path,
      local: path === null || !server ? null : server.mapping.toLocal(path).path,
    };
  });
}

/** How many items the media servers have. */
export async function countItems(sql: Pick<Sql, 'get'>): Promise<number> {
  const row = await sql.get<{ total: number }>('SELECT COUNT(*) AS total FROM library_items');
  return Number(row?.total ?? 0);
}
