import Type, { type Static } from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';
import type { ReplacementState } from './entities.js';
import type { ReplacementView, ReplaceService } from './replace-service.js';

const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const LONGEST_TEXT = 2000;

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
    removed: Type.Integer({ description: 'Files of the old copy that were removed.' }),
    kept: Type.Integer({
      description: 'Files of it that stayed, because somebody changed them, a client seeds them, or another import has them.',
    }),
    createdAt: Type.String(),
    endedAt: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Replacement', description: 'Another copy of a reported book.' },
);

function present({ row, request }: ReplacementView): Static<typeof replacementSchema> {
  const { requestId, state, removed, kept, createdAt, endedAt } = row;
  return { requestId, status: request.status, state, removed, kept, createdAt, endedAt };
}

/** Replacing reported books, for admins. */
export function replaceRoutes({ replacing }: { readonly replacing: ReplaceService }): Route[] {
  const common = { tag: 'reports', access: { rule: 'admin' }, params: idParams } as const;
  return [
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
