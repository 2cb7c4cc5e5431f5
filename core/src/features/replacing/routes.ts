import Type, { type Static } from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { REQUEST_STATUSES, type RequestStatus, type RequestType } from '../lifecycle/statuses.js';
import type { ReplacementState } from './entities.js';
import { MOST_FILES } from './foreign-book.js';
import type { ReplacementView, ReplaceService } from './replace-service.js';

const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const itemIdSchema = Type.String({ format: 'uuid', maxLength: 36, description: 'One of the `items` of the evidence.' });
const LONGEST_TEXT = 2000;
/** Longer than any path below a folder of a book. */
const LONGEST_NAME = 4096;
/** Bytes; a name and its folder have at most 255 each. */
const LARGEST_CHOICE = MOST_FILES * 512 + 65_536;

const replacementSchema = Type.Object(
  {
    requestId: Type.String({ description: 'The request that brings the other copy.' }),
    status: Type.Unsafe<RequestStatus>(Type.String({ enum: [...REQUEST_STATUSES], description: 'Of that request.' })),
    state: Type.Unsafe<ReplacementState>(
      Type.String({
        enum: ['waiting', 'removing', 'done'],
        description: '`waiting`: the present copy stays until the other is in place. `removing`: it gives way. `done`: it is gone.',
      }),
    ),
    binned: Type.Boolean({ description: 'Lectern did not place the old copy: its chosen files go to the bin of the library.' }),
    removed: Type.Integer({ description: 'Files of the old copy that were removed, or moved to the bin.' }),
    kept: Type.Integer({
      description: 'Files of it that stayed, because somebody changed them, a client seeds them, or another import has them.',
    }),
    createdAt: Type.String(),
    endedAt: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Replacement', description: 'Another copy of a reported book.' },
);

function present({ row, request }: ReplacementView): Static<typeof replacementSchema> {
  const { requestId, importId, state, removed, kept, createdAt, endedAt } = row;
  return { requestId, status: request.status, state, binned: importId === null, removed, kept, createdAt, endedAt };
}

const foreignFilesSchema = Type.Object(
  {
    type: Type.Unsafe<RequestType>(Type.String({ enum: ['audiobook', 'ebook'] })),
    directory: Type.String({ description: 'The folder that names are relative to.' }),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        size: Type.Integer({ description: 'Bytes.' }),
        main: Type.Boolean({ description: 'It is audio, or an ebook, as the book is, rather than a picture or a note beside it.' }),
      }),
      { description: `Links and hidden files are not among them. At most ${MOST_FILES}.` },
    ),
  },
  { $id: 'ForeignFiles', description: 'The files of a book that Lectern did not place.' },
);

/** Replacing books that Lectern did not place. */
function foreignRoutes(replacing: ReplaceService): Route[] {
  const common = { tag: 'reports', access: { rule: 'admin' } } as const;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/reports/{id}/files',
      compress: true,
      summary: 'The files of a reported book that Lectern did not place',
      scopes: ['admin:read'],
      params: idParams,
      query: Type.Object({ itemId: itemIdSchema }),
      errors: ['nothing_to_replace'],
      responses: { 200: foreignFilesSchema },
      async handler({ params, query }) {
        const { type, directory, files } = await replacing.filesOf(params.id, query.itemId);
        return json({ type, directory, files: files.map(({ path, size, isMain }) => ({ name: path, size, main: isMain })) });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/reports/{id}/replace-files',
      summary: 'Look for another copy of a reported book that Lectern did not place',
      description:
        'Makes a request for another copy. The chosen files stay until the other copy is in place and checked; then they are moved to the bin of the library, as far as nobody changed them, and the report is resolved. If the request ends without a book, nothing has changed.',
      scopes: ['admin:write'],
      params: idParams,
      maxBodyBytes: LARGEST_CHOICE,
      body: Type.Object(
        {
          itemId: itemIdSchema,
          files: Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_NAME }), {
            minItems: 1,
            maxItems: MOST_FILES,
            description: 'Names of the files that give way.',
          }),
          text: Type.Optional(Type.String({ maxLength: LONGEST_TEXT, description: 'A word to the reporter.' })),
        },
        { additionalProperties: false },
      ),
      errors: ['report_closed', 'nothing_to_replace', 'changed_files', 'being_replaced', 'duplicate'],
      responses: { 201: Type.Object({ replacement: replacementSchema }) },
      async handler({ params, body: { itemId, files, text = '' }, caller, address }) {
        const made = await replacing.replaceItem(params.id, { itemId, files, text }, { caller, address });
        return json({ replacement: present(made) }, 201);
      },
    }),
  ];
}

/** Replacing reported books, for admins. */
export function replaceRoutes({ replacing }: { readonly replacing: ReplaceService }): Route[] {
  const common = { tag: 'reports', access: { rule: 'admin' }, params: idParams } as const;
  return [
    ...foreignRoutes(replacing),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/reports/{id}/replace',
      summary: 'Look for another copy of a reported book',
      description:
        'Blocks the release of the present copy for this book, and makes a request for another one. The present copy stays until the other is in place and checked; then its files are removed as far as Lectern placed them and nobody changed them, and the report is resolved. If the request ends without a book, nothing has changed.',
      scopes: ['admin:write'],
      body: Type.Object(
        {
          requestId: Type.String({
            format: 'uuid',
            maxLength: 36,
            description: 'Whose files are to give way; see `releases` of the evidence.',
          }),
          text: Type.Optional(Type.String({ maxLength: LONGEST_TEXT, description: 'A word to the reporter.' })),
        },
        { additionalProperties: false },
      ),
      errors: ['report_closed', 'nothing_to_replace', 'being_replaced', 'duplicate'],
      responses: { 201: Type.Object({ replacement: replacementSchema }) },
      async handler({ params, body, caller, address }) {
        const made = await replacing.replace(params.id, body.requestId, body.text ?? '', { caller, address });
        return json({ replacement: present(made) }, 201);
      },
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/reports/{id}/replacement',
      summary: 'How far the replacement of a reported book is',
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ replacement: Type.Union([replacementSchema, Type.Null()]) }) },
      async handler({ params }) {
        const found = await replacing.of(params.id);
        return json({ replacement: found ? present(found) : null });
      },
    }),
  ];
}
