import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import type { DownloadLinks } from './download-links.js';
import { downloadStatusSchema, type ReadDownloadStatus } from './download-status.js';

/** What the routes need. */
export interface BookFileRoutesDeps {
  readonly links: DownloadLinks;
  readonly status: ReadDownloadStatus;
}

/** Files of books that are in the library, for people who may have them. */
export function bookFileRoutes({ links, status }: BookFileRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/audiobooks/{asin}/download-status',
      summary: 'Whether one may download a book, and what of it',
      tag: 'downloads',
      access: { rule: 'user' },
      scopes: ['read'],
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      responses: { 200: downloadStatusSchema },
      handler: async ({ params, caller }) => json(await status(caller, params.asin)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/requests/{id}/download-token',
      summary: 'Make a link to the files of a book',
      description:
        'Good for an hour and a few uses, for the one file or archive it was made for. It ends at once with the permission, the account, the session or API token it was made with. Shown this once.',
      tag: 'downloads',
      access: { rule: 'user', owns: { param: 'id', resource: 'request', orFollows: true }, permission: 'downloadAccess' },
      scopes: ['library:read'],
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      body: Type.Object(
        {
          file: Type.Optional(
            Type.String({
              maxLength: 4000,
              description: 'As the download status names it. Without it: the only audio or ebook file, or all files as a zip.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      errors: [409, 410, 429],
      responses: {
        201: Type.Object({
          token: Type.String(),
          path: Type.String({ description: 'Where to get it. Open it as it is; it needs no session.' }),
          name: Type.String({ description: 'As it is saved.' }),
          size: Type.Integer({ description: 'Bytes; of a zip those of its files.' }),
          expiresAt: Type.String(),
        }),
      },
      async handler(context) {
        const made = await links.create(context.caller, context.params.id, context.body?.file, actorOf(context));
        return json({ ...made, path: `/api/downloads?token=${made.token}` }, 201);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/downloads',
      summary: 'What a link leads to',
      description: 'A file can be had in parts (`Range`), a zip only as a whole.',
      tag: 'downloads',
      access: { rule: 'public' },
      scopes: 'none',
      rateLimit: 'file-download',
      query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
      errors: [403, 410, 416, 429],
      responses: { 200: { contentType: '*/*' }, 206: { contentType: '*/*' } },
      handler: ({ query, header, address }) => links.open(query.token, { range: header('range'), ifRange: header('if-range') }, address),
    }),
  ];
}
