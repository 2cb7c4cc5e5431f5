import type { BookFormat } from '@lectern/plugin-api';
import { isTrue, padded, placeholders, readJson, type Database, type Sql, type SqlValue } from '../../platform/db/index.js';
import { foldersAround } from '../../files/path-jail.js';
import { createPathMapping, type PathMapping, type PathPair } from '../../files/path-mapping.js';
import { allIntegrationFacts } from '../integration-records/integration-facts.js';
import type { LibraryItemRow, MatchedBy } from './entities.js';

/** Where the files of an item are, according to its media server. */
export interface ItemPlace {
  /** Our id. */
  readonly id: string;
  readonly integrationId: string;
  /** The name that the admin gave the media server. */
  readonly server: string;
  readonly title: string;
  /** The book it counts for. */
  readonly asin: string;
  readonly matchedBy: MatchedBy | null;
  readonly formats: readonly BookFormat[];
  /** As the media server names it; `null` if it does not. */
  readonly path: string | null;
  /** The same by the path mappings of the integration: a path of this server, if they are right. Nothing about it has been checked. */
  readonly local: string | null;
}

/** An item and the place it names. */
export interface SharedQuestion {
  readonly item: Pick<ItemPlace, 'id' | 'integrationId'>;
  /** The library folder. */
  readonly root: string;
  /** The paths of the place inside the library folder; links on the way give it several. */
  readonly places: readonly string[];
  /** The ASINs of the item's recording. */
  readonly asins: readonly string[];
}

interface PlaceRow extends Pick<LibraryItemRow, 'id' | 'integrationId' | 'title' | 'hasAudio' | 'hasEbook' | 'path' | 'matchedBy'> {
  readonly asin: string;
  readonly server: string;
  readonly pathMappings: string;
}

const SELECT = `SELECT l.id, l.integration_id, n.name AS server, n.path_mappings, l.title, l.matched_asin AS asin, l.has_audio, l.has_ebook, l.path, l.matched_by
  FROM library_items l JOIN integrations n ON n.id = l.integration_id`;

function toPlaces(rows: readonly PlaceRow[]): ItemPlace[] {
  const mappings = new Map<string, ReturnType<typeof createPathMapping>>();
  return rows.map(({ pathMappings, hasAudio, hasEbook, ...row }) => {
    const mapping = mappings.get(row.integrationId) ?? createPathMapping(readJson<PathPair[]>(pathMappings));
    mappings.set(row.integrationId, mapping);
    const formats = [...(isTrue(hasAudio) ? (['audiobook'] as const) : []), ...(isTrue(hasEbook) ? (['ebook'] as const) : [])];
    return { ...row, formats, local: row.path === null ? null : mapping.toLocal(row.path).path };
  });
}

interface Around {
  /** A condition on items `l`. */
  readonly where: string;
  readonly params: readonly SqlValue[];
}

/** Which items lie at these places of the library folder, below them or around them, as their media servers name them. */
function around(
  root: string,
  places: readonly string[],
  servers: readonly { readonly id: string; readonly mapping: PathMapping }[],
): Around {
  const conditions: string[] = [];
  const params: SqlValue[] = [];
  for (const { id, mapping } of servers) {
    for (const place of places) {
      const path = mapping.toRemote(place).path;
      const separator = path.includes('\\') ? '\\' : '/';
      const at = [path, ...foldersAround(root, place).map((folder) => mapping.toRemote(folder).path)];
      conditions.push(`(l.integration_id = ? AND (l.path IN (${placeholders(at.length)}) OR substr(l.path, 1, ?) = ?))`);
      params.push(id, ...at, [...path].length + 1, `${path}${separator}`);
    }
  }
  return { where: conditions.length === 0 ? '1 = 0' : `(${conditions.join(' OR ')})`, params };
}

async function serversOf(sql: Pick<Sql, 'all'>): Promise<{ readonly id: string; readonly mapping: PathMapping }[]> {
  return (await allIntegrationFacts(sql)).map(({ id, pathMappings }) => ({ id, mapping: createPathMapping(pathMappings) }));
}

/** The items at a place of the library folder, below it or around it, and where that is here. Two statements. @param names of the place */
export async function itemsAround(
  sql: Pick<Sql, 'all'>,
  root: string,
  names: readonly string[],
): Promise<{ readonly id: string; readonly local: string }[]> {
  const servers = await serversOf(sql);
  const mappings = new Map(servers.map(({ id, mapping }) => [id, mapping]));
  const { where, params } = around(root, names, servers);
  const rows = await sql.all<{ id: string; integrationId: string; path: string }>(
    `SELECT l.id, l.integration_id, l.path FROM library_items l WHERE ${where} ORDER BY l.id`,
    params,
  );
  return rows.map(({ id, integrationId, path }) => ({ id, local: mappings.get(integrationId)?.toLocal(path).path ?? path }));
}

/** What media servers say about where books are. */
export function createItemPlaces({ read }: Pick<Database, 'read'>) {
  return {
    /** The items of these books. One statement. */
    async placesOf(asins: readonly string[]): Promise<ItemPlace[]> {
      const wanted = padded([...new Set(asins)]);
      if (wanted.length === 0) return [];
      return toPlaces(
        await read.all<PlaceRow>(
          `${SELECT} WHERE l.matched_asin IN (${placeholders(wanted.length)}) ORDER BY l.missing_scans, l.id`,
          wanted,
        ),
      );
    },

    /** An item that counts for a book. */
    async placeOf(id: string): Promise<ItemPlace | undefined> {
      return toPlaces(await read.all<PlaceRow>(`${SELECT} WHERE l.id = ? AND l.matched_asin IS NOT NULL`, [id]))[0];
    },

    /**
     * Whether another book lies at a place, below it or around it, as far as any media server says. Two statements, one of which
     * looks at the path of each item.
     */
    async isShared({ item, root, places, asins }: SharedQuestion): Promise<boolean> {
      const servers = await serversOf(read);
      const exact = new Set(servers.flatMap(({ id, mapping }) => places.map((place) => `${id} ${mapping.toRemote(place).path}`)));
      const { where, params } = around(root, places, servers);
      const others = await read.all<{ integrationId: string; path: string; asin: string | null }>(
        `SELECT l.integration_id, l.path, l.matched_asin AS asin FROM library_items l
         WHERE l.id <> ? AND (l.matched_asin IS NULL OR l.matched_asin NOT IN (${placeholders(asins.length)})) AND ${where}
         LIMIT 20`,
        [item.id, ...asins, ...params],
      );
      // another server may list the very same folder without knowing which book it is
      return others.some(
        ({ integrationId, path, asin }) => asin !== null || integrationId === item.integrationId || !exact.has(`${integrationId} ${path}`),
      );
    },
  };
}

export type ItemPlaces = ReturnType<typeof createItemPlaces>;
