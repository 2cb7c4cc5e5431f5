import type { BookInfo, RequestInfo } from '@lectern/plugin-api';
import { padded, placeholders, readJson, type Database, type Json, type Sql } from '../../platform/db/index.js';
import { RequestEntity } from './entities.js';
import type { RequestRow } from './request-record.js';

/** The book and owner of a request, as messages name them. */
export interface BookFacts {
  readonly username: string;
  readonly displayName: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: string;
  readonly seriesPart?: string;
  readonly coverUrl?: string;
}

/** Reads single requests for jobs and hooks. */
export interface RequestReader {
  row(id: string): Promise<RequestRow | undefined>;
  /** The shape hooks see. One statement. */
  info(request: RequestRow): Promise<RequestInfo>;
  /** The titles of the books of those that exist, by the ids of the requests. One statement. */
  titles(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface FactsRow {
  username: string;
  displayName: string;
  title: string | null;
  authors: Json<{ name: string }[]> | null;
  narrators: Json<string[]> | null;
  series: string | null;
  seriesPart: string | null;
  coverUrl: string | null;
}

/** Reads the facts in one statement; the request itself supplies those that the catalogue does not have. */
export async function bookFacts(sql: Pick<Sql, 'get'>, request: RequestRow): Promise<BookFacts> {
  const row = await sql.get<FactsRow>(
    `SELECT u.username, u.display_name, b.title, b.authors, b.narrators, b.series, b.series_part, b.cover_url FROM users u
     LEFT JOIN audiobooks b ON b.asin = ? AND b.region = ? WHERE u.id = ?`,
    [request.asin, request.region, request.userId],
  );
  const { username = '', displayName = '' } = row ?? {};
  return {
    username,
    displayName,
    title: row?.title ?? request.title,
    authors: readJson(row?.authors)?.map(({ name }) => name) ?? [request.author],
    narrators: readJson(row?.narrators) ?? [],
    series: row?.series ?? undefined,
    seriesPart: row?.seriesPart ?? undefined,
    coverUrl: row?.coverUrl ?? undefined,
  };
}

async function titlesOf(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = padded(ids);
  const rows = await sql.all<{ id: string; title: string }>(
    `SELECT r.id, COALESCE(b.title, r.title) AS title FROM requests r LEFT JOIN audiobooks b ON b.asin = r.asin AND b.region = r.region
     WHERE r.id IN (${placeholders(wanted.length)})`,
    wanted,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** @see RequestReader */
export function createRequestReader(database: Database): RequestReader {
  return {
    row: async (id) => (await database.entities.findOneBy(RequestEntity, { id })) ?? undefined,
    titles: (ids) => titlesOf(database.read, ids),
    async info(request) {
      const { username, title, authors, narrators, series, seriesPart } = await bookFacts(database.read, request);
      const book: BookInfo = { asin: request.asin, title, authors, narrators, series, seriesPart };
      return {
        id: request.id,
        type: request.type,
        status: request.status,
        origin: request.origin,
        user: { id: request.userId, username },
        book,
      };
    },
  };
}
