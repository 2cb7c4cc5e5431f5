import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import type { DownloadLinks } from './download-links.js';
import { downloadStatusSchema, type ReadDownloadStatus } from './download-status.js';

export interface BookFileRoutesDeps {
  readonly links: DownloadLinks;
  readonly status: ReadDownloadStatus;
}

const asinParams = Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) });

const file = Type.Optional(
  Type.String({
    maxLength: 4000,
    description: 'As the download status names it. If absent, the only audio or ebook file, or all files as a zip.',
  }),
);

const madeLink = Type.Object({
  token: Type.String(),
  path: Type.String({ description: 'Where to get it. Open it unchanged; it needs no session.' }),
  name: Type.String({ description: 'The name it is saved under.' }),
  size: Type.Integer({ description: 'In bytes; for a zip, the total of its files.' }),
  expiresAt: Type.String(),
});

const LINK =
  'Valid for an hour and a few uses, for the one file or archive it was made for. It ends immediately with the permission, the account, the session or the API token it was made with. Shown only this once.';

const ERRORS = ['unknown_file', 'no_files', 'not_ready', 'not_readable', 'files_gone'] as const;

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
      params: asinParams,
      responses: { 200: downloadStatusSchema },
      handler: async ({ params, caller, say }) => json(await status(caller, params.asin, say)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/requests/{id}/download-token',
      summary: 'Create a link to the files of a request',
      description: LINK,
      tag: 'downloads',
      access: { rule: 'user', owns: { param: 'id', resource: 'request', orSubscribes: true }, permission: 'downloadAccess' },
      scopes: ['library:read'],
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      body: Type.Object({ file }, { additionalProperties: false }),
      errors: ERRORS,
      responses: { 201: madeLink },
      async handler(context) {
        const made = await links.create(context.caller, { requestId: context.params.id }, context.body?.file, actorOf(context));
        return json({ ...made, path: `/api/downloads?token=${made.token}` }, 201);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/audiobooks/{asin}/download-token',
      summary: 'Create a link to the files of a book of the library',
      description: `For any book of the library, or for books that you requested or subscribed to, as the setting \`access.downloadBooks\` says. ${LINK}`,
      tag: 'downloads',
      access: { rule: 'user', permission: 'downloadAccess' },
      scopes: ['library:read'],
      params: asinParams,
      body: Type.Object(
        {
          type: Type.Optional(
            Type.Unsafe<'audiobook' | 'ebook'>(
              Type.String({ enum: ['audiobook', 'ebook'], maxLength: 9, description: 'If absent, the audiobook if there is one.' }),
            ),
          ),
          file,
        },
        { additionalProperties: false },
      ),
      errors: ERRORS,
      responses: { 201: madeLink },
      async handler(context) {
        const { params, body } = context;
        const made = await links.create(context.caller, { asin: params.asin, type: body?.type }, body?.file, actorOf(context));
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
