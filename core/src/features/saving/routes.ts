import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import type { DownloadLinks } from './download-links.js';
import { downloadStatusSchema, type ReadDownloadStatus } from './download-status.js';

export interface BookFileRoutesDeps {
  readonly links: DownloadLinks;
  readonly status: ReadDownloadStatus;
}

/** Files of books in the library, for people who may have them. */
export function bookFileRoutes({ links, status }: BookFileRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/audiobooks/{asin}/download-status',
      summary: 'Whether you may download a book, and which files',
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
      summary: 'Create a link to the files of a book',
      description:
        'Valid for an hour and a few uses, for the one file or archive it was made for. It ends immediately with the permission, the account, the session or the API token it was made with. Shown only this once.',
      tag: 'downloads',
      access: { rule: 'user', owns: { param: 'id', resource: 'request', orSubscribes: true }, permission: 'downloadAccess' },
      scopes: ['library:read'],
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      body: Type.Object(
        {
          file: Type.Optional(
            Type.String({
              maxLength: 4000,
              description: 'As the download status names it. If absent, the only audio or ebook file, or all files as a zip.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      errors: ['unknown_file', 'no_files', 'not_ready', 'files_gone'],
      responses: {
        201: Type.Object({
          token: Type.String(),
          path: Type.String({ description: 'Where to get it. Open it unchanged; it needs no session.' }),
          name: Type.String({ description: 'The name it is saved under.' }),
          size: Type.Integer({ description: 'In bytes; for a zip, the total of its files.' }),
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
      summary: 'The file or archive behind a link',
      description: 'A file can be fetched in parts (`Range`), a zip only as a whole.',
      tag: 'downloads',
      access: { rule: 'public' },
      scopes: 'none',
      rateLimit: 'file-download',
      query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
      errors: ['download_link_invalid', 'files_gone', 'range_not_satisfiable', 'too_many_downloads'],
      responses: { 200: { contentType: '*/*' }, 206: { contentType: '*/*' } },
      handler: ({ query, header, address }) => links.open(query.token, { range: header('range'), ifRange: header('if-range') }, address),
    }),
  ];
}
