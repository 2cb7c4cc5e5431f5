import type { BookFormat } from '@lectern/plugin-api';
import Type from 'typebox';
import { readJson, type Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { CatalogService } from '../catalog/index.js';
import type { SettingsService } from '../settings/index.js';
import { editionsOf } from './create-request.js';
import { statusSchema } from './request-schemas.js';
import { ebookRequestFor } from '../lifecycle/request-store.js';

export interface EbookRouteDependencies {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'providers'>;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly availabilityOf: (asins: readonly string[], format: BookFormat) => Promise<Map<string, unknown>>;
}

/** The endpoints of ebooks. An ebook is otherwise asked for as any book is, with the type `ebook`. */
export function ebookRoutes({ database, host, catalog, settings, availabilityOf }: EbookRouteDependencies): Route[] {
  /** The caller's own request, else one that already brought the ebook into the library. */
  async function requestFor(asins: readonly string[], userId: string) {
    const row = await ebookRequestFor(database.read, asins, userId);
    if (!row) return null;
    const mine = row.userId === userId;
    return { id: row.id, status: row.status, mine, ...(mine ? { reason: readJson(row.reason)?.code } : {}) };
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/audiobooks/{asin}/ebook',
      summary: 'Whether the ebook of a book can be requested, and whether it already was',
      tag: 'requests',
      access: { rule: 'user' },
      scopes: ['read'],
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      responses: {
        200: Type.Object({
          /** A source is connected. */
          possible: Type.Boolean(),
          /** A media server lists it. */
          inLibrary: Type.Boolean(),
          request: Type.Union([
            Type.Object({
              id: Type.String(),
              status: statusSchema,
              mine: Type.Boolean(),
              reason: Type.Optional(Type.String({ description: 'The code of the reason why the caller’s own request waits.' })),
            }),
            Type.Null(),
          ]),
        }),
      },
      async handler({ params, caller }) {
        const { ebooks } = await settings.get();
        const possible = host.providers('ebookSource').length > 0 || (ebooks.useIndexers && host.providers('indexer').length > 0);
        const asins = await editionsOf({ catalog }, params.asin);
        const inLibrary = (await availabilityOf(asins, 'ebook')).size > 0;
        return json({ possible, inLibrary, request: await requestFor(asins, caller.userId) });
      },
    }),
  ];
}
