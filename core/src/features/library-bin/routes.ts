import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { BIN_DAYS, type BinView, type LibraryBin } from './bin-service.js';

const named = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const common = { tag: 'library', access: { rule: 'admin' } } as const;

const binnedBookSchema = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    author: Type.String(),
    directory: Type.String({ description: 'The folder that the files come from.' }),
    folder: Type.String({ description: 'Where they are in the bin.' }),
    files: Type.Integer(),
    bytes: Type.Integer(),
    binnedAt: Type.String(),
    binnedBy: Type.String(),
    until: Type.String({ description: 'When the files are deleted.' }),
    busy: Type.Boolean({ description: 'The files are being moved or deleted.' }),
    there: Type.Boolean({
      description:
        'Whether the files can be seen. While they cannot, as when a disk is not mounted, nothing is restored, deleted or forgotten.',
    }),
  },
  { $id: 'BinnedBook', description: 'A book of which files are in the bin of the library.' },
);

function present({ id, title, author, directory, folder, files, bytes, actorName, ...row }: BinView): Static<typeof binnedBookSchema> {
  const at = { binnedAt: row.binnedAt ?? row.createdAt, until: row.until ?? row.createdAt };
  const state = { busy: row.state !== 'binned', there: row.isThere };
  return { id, title, author, directory, folder: folder ?? '', files, bytes, binnedBy: actorName, ...at, ...state };
}

/** The bin of the library, for admins. */
export function binRoutes({ libraryBin }: { readonly libraryBin: LibraryBin }): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/library/bin',
      compress: true,
      summary: 'The bin of the library, the last first',
      description: `Files that Lectern did not place, and that an admin let give way to another copy. They are deleted after ${BIN_DAYS} days.`,
      scopes: ['admin:read'],
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(binnedBookSchema) },
      async handler({ query }) {
        const { items, total } = await libraryBin.page(query);
        return json({ items: items.map(present), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/library/bin/{id}/restore',
      summary: 'Move the files of a book from the bin back to where they were',
      description: 'Nothing is overwritten: while something is in the way of one file, none is moved.',
      scopes: ['admin:write'],
      params: named,
      errors: ['bin_busy', 'bin_away', 'bin_place_taken', 'bin_fault'],
      responses: { 200: Type.Object({ restored: Type.Integer({ description: 'Files.' }) }) },
      handler: async (context) => json({ restored: await libraryBin.restore(context.params.id, actorOf(context)) }),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/admin/library/bin/{id}',
      summary: 'Delete the files of a book in the bin',
      scopes: ['admin:write'],
      params: named,
      errors: ['bin_busy', 'bin_away', 'bin_fault'],
      responses: { 200: Type.Object({ deleted: Type.Integer({ description: 'Files.' }) }) },
      handler: async (context) => json({ deleted: await libraryBin.empty(context.params.id, actorOf(context)) }),
    }),
  ];
}
