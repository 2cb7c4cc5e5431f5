import type { BookInfo, RequestInfo } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { RequestEntity } from './entities.js';
import type { RequestRow } from './request-record.js';

/** Reads single requests for jobs and hooks. */
export interface RequestReader {
  row(id: string): Promise<RequestRow | undefined>;
  /** The shape hooks see. One statement. */
  info(request: RequestRow): Promise<RequestInfo>;
}

interface InfoRow {
  username: string;
  title: string | null;
  authors: string | null;
  narrators: string | null;
  series: string | null;
  seriesPart: string | null;
}

/** @see RequestReader */
export function createRequestReader(database: Database): RequestReader {
  return {
    row: async (id) => (await database.entities.findOneBy(RequestEntity, { id })) ?? undefined,
    async info(request) {
      const found = await database.read.get<InfoRow>(
        `SELECT u.username, b.title, b.authors, b.narrators, b.series, b.series_part FROM users u
         LEFT JOIN audiobooks b ON b.asin = ? AND b.region = ? WHERE u.id = ?`,
        [request.asin, request.region, request.userId],
      );
      const names = (text: string | null | undefined): string[] =>
        (JSON.parse(text ?? '[]') as (string | { name: string })[]).map((entry) => (typeof entry === 'string' ? entry : entry.name));
      const book: BookInfo = {
        asin: request.asin,
        title: found?.title ?? request.title,
        authors: found?.authors ? names(found.authors) : [request.author],
        narrators: names(found?.narrators),
        series: found?.series ?? undefined,
        seriesPart: found?.seriesPart ?? undefined,
      };
      return {
        id: request.id,
        type: request.type,
        status: request.status,
        origin: request.origin,
        user: { id: request.userId, username: found?.username ?? '' },
        book,
      };
    },
  };
}
