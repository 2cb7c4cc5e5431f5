import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { createFolderBrowser, type FolderBrowserDeps } from './folder-browser.js';

const entry = Type.Object({
  name: Type.String(),
  path: Type.String({ description: 'Links are resolved.' }),
  kind: Type.Union([Type.Literal('dir'), Type.Literal('file')]),
  size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
});

/** Folders of the server, for admins who choose one. */
export function filesystemRoutes(deps: FolderBrowserDeps): Route[] {
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
  ];
}
