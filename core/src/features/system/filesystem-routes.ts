import { rmdir } from 'node:fs/promises';
import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import { createFolderBrowser, type FolderBrowserDeps } from './folder-browser.js';

const entry = Type.Object({
  name: Type.String(),
  path: Type.String({ description: 'Links are resolved.' }),
  kind: Type.Union([Type.Literal('dir'), Type.Literal('file')]),
  size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
});

export interface FilesystemRoutesDeps extends FolderBrowserDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly audit: AuditService;
}

/** Folders of the server, for admins who choose one. */
export function filesystemRoutes({ database, audit, ...deps }: FilesystemRoutesDeps): Route[] {
  const browser = createFolderBrowser(deps);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/filesystem/browse',
      compress: true,
      summary: 'The contents of a folder on the server',
      tag: 'system',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 4000, default: '/' }) }),
      errors: ['path_not_absolute', 'path_no_access', 'path_not_found', 'path_not_folder'],
      responses: {
        200: Type.Object(
          {
            path: Type.String(),
            parent: Type.Union([Type.String(), Type.Null()]),
            entries: Type.Array(entry),
            truncated: Type.Boolean({ description: 'There are more than are listed.' }),
          },
          { $id: 'FolderListing' },
        ),
      },
      handler: async ({ query }) => json(await browser.browse(query.path)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/admin/filesystem/folders',
      summary: 'Make a folder on the server',
      tag: 'system',
      access: { rule: 'admin' },
      scopes: ['admin:write'],
      body: Type.Object(
        {
          parent: Type.String({ minLength: 1, maxLength: 4000, description: 'The folder in which to make it; has to be there.' }),
          name: Type.String({ minLength: 1, maxLength: 255 }),
        },
        { additionalProperties: false },
      ),
      errors: [
        'folder_exists',
        'folder_name_invalid',
        'folder_not_writable',
        'path_not_absolute',
        'path_no_access',
        'path_not_found',
        'path_not_folder',
      ],
      responses: { 201: Type.Object({ path: Type.String({ description: 'Links are resolved.' }) }) },
      async handler(context) {
        const path = await browser.create(context.body.parent, context.body.name);
        try {
          await database.transaction((tx) =>
            audit.record(tx, { ...byActor(actorOf(context)), action: 'folder.created', targetType: 'folder', detail: { name: path } }),
          );
        } catch (error) {
          // what the history does not have did not happen
          await rmdir(path).catch(() => undefined);
          throw error;
        }
        return json({ path }, 201);
      },
    }),
  ];
}
