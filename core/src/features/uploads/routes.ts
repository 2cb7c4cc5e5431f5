import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actionFacts } from '../requests/request-actions.js';
import { LARGEST_FILE, MOST_FILES } from './begin-upload.js';
import type { UploadService } from './upload-service.js';

/** The most bytes of one piece. */
export const LARGEST_PIECE = 8 * 1024 * 1024;

const id = Type.String({ format: 'uuid', maxLength: 36 });
const params = Type.Object({ id });
const received = Type.Integer({ description: 'How many bytes of the file the server has.' });
export const uploadState = Type.Union(
  [Type.Literal('receiving'), Type.Literal('unpacking'), Type.Literal('handed'), Type.Literal('failed')],
  {
    description:
      '`receiving`: send the files. `unpacking`: they are being given to the request. `handed`: the request imports them. `failed`: that was not possible, as `fault` says.',
  },
);
const uploadSchema = Type.Object(
  {
    id: Type.String(),
    requestId: Type.String(),
    state: uploadState,
    fault: Type.Optional(Type.String()),
    files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer(), received }), {
      description: 'Their places in this list number them.',
    }),
    createdAt: Type.String(),
  },
  { $id: 'Upload' },
);

const common = { tag: 'requests', scopes: ['requests:write'] } as const;
const ofRequest = { rule: 'user', owns: { param: 'id', resource: 'request' }, permission: 'interactiveSearch' } as const;
const ofUpload = { rule: 'user', owns: { param: 'id', resource: 'upload', ownerOnly: true }, permission: 'interactiveSearch' } as const;

/** The routes that change an upload which was begun. */
function changingRoutes(uploads: UploadService): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'PUT',
      path: '/api/uploads/{id}/files',
      summary: 'Send a piece of a file',
      description: `At most ${LARGEST_PIECE} bytes, which follow those that the server has already.`,
      access: ofUpload,
      params,
      query: Type.Object({
        position: Type.Integer({ minimum: 0, maximum: MOST_FILES - 1, description: 'The number of the file.' }),
        offset: Type.Integer({ minimum: 0, maximum: LARGEST_FILE, description: 'Where the piece begins.' }),
      }),
      rawBody: ['application/octet-stream'],
      maxBodyBytes: LARGEST_PIECE,
      errors: ['unfit_upload', 'upload_offset', 'upload_space', 'upload_state'],
      responses: { 200: Type.Object({ received }) },
      handler: async ({ params: { id: uploadId }, query, rawBody }) =>
        json({ received: await uploads.append(uploadId, query.position, query.offset, rawBody) }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/uploads/{id}/finish',
      summary: 'Import the files of an upload',
      description: 'Once all bytes are here. Archives are unpacked, and the request imports the files. Asking again changes nothing.',
      access: ofUpload,
      params,
      errors: ['request_state', 'upload_state'],
      responses: { 202: Type.Object({ upload: uploadSchema }) },
      handler: async ({ params: { id: uploadId }, caller, address }) =>
        json({ upload: await uploads.finish({ ...caller, address }, uploadId) }, 202),
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/uploads/{id}',
      summary: 'Cancel an upload',
      access: ofUpload,
      params,
      errors: ['upload_state'],
      responses: { 204: null },
      async handler({ params: { id: uploadId } }) {
        await uploads.cancel(uploadId);
        return noContent();
      },
    }),
  ];
}

/** Uploading the files of a book. */
export function uploadRoutes(uploads: UploadService): Route[] {
  const { method, path, summary } = actionFacts('import_upload');
  return [
    defineRoute({
      ...common,
      method,
      path,
      summary,
      description:
        'Audio, ebooks, pictures, and .zip files of them. Send each file in pieces with `PUT /api/uploads/{id}/files?position=&offset=`, then call `POST /api/uploads/{id}/finish`. An upload that nobody goes on with is forgotten after a day.',
      access: ofRequest,
      callerRateLimit: 'upload',
      params,
      body: Type.Object(
        {
          files: Type.Array(
            Type.Object(
              {
                name: Type.String({ minLength: 1, maxLength: 1000, description: 'With its folders, “/” between them.' }),
                size: Type.Integer({ minimum: 1, maximum: LARGEST_FILE, description: 'In bytes.' }),
              },
              { additionalProperties: false },
            ),
            { minItems: 1, maxItems: MOST_FILES },
          ),
        },
        { additionalProperties: false },
      ),
      errors: ['request_state', 'unfit_upload', 'upload_space'],
      responses: { 201: Type.Object({ upload: uploadSchema }) },
      handler: async ({ params: { id: requestId }, body, caller, address }) =>
        json({ upload: await uploads.create({ ...caller, address }, requestId, body.files) }, 201),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/requests/{id}/uploads',
      summary: 'Read your uploads for a request that are not being imported yet',
      scopes: ['read'],
      access: ofRequest,
      params,
      responses: { 200: Type.Object({ uploads: Type.Array(uploadSchema) }) },
      handler: async ({ params: { id: requestId }, caller }) => json({ uploads: await uploads.open(caller, requestId) }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/uploads/{id}',
      summary: 'Read an upload',
      description: 'After an interruption, go on with each file from the byte that `received` names.',
      scopes: ['read'],
      access: ofUpload,
      params,
      responses: { 200: Type.Object({ upload: uploadSchema }) },
      handler: async ({ params: { id: uploadId } }) => json({ upload: await uploads.view(uploadId) }),
    }),
    ...changingRoutes(uploads),
  ];
}
