import Type, { type Static } from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { regionId, type CatalogService } from '../catalog/index.js';
import type { ImportPreviewer } from '../imports/index.js';
import type { PreviewedBook } from '../imports/import-preview.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { ASKING_ERRORS } from '../requests/create-request.js';
import { filesToImport, SOURCE_ERRORS, type FilesToImport } from '../requests/manual-import.js';
import type { RequestCaller } from '../requests/request-caller.js';
import type { RequestList } from '../requests/request-list.js';
import { fileCheckSchema, requestSummarySchema } from '../requests/request-schemas.js';
import type { RequestService } from '../requests/request-service.js';
import { sentence } from '../../platform/words/index.js';

interface Dependencies {
  readonly catalog: Pick<CatalogService, 'book' | 'region'>;
  readonly preview: ImportPreviewer;
  readonly requests: Pick<RequestReader, 'row'>;
  readonly list: Pick<RequestList, 'one'>;
  readonly service: Pick<RequestService, 'importFiles' | 'createWithFiles'>;
}

/** Names the book: that of a request, or one of the catalogue. */
const target = {
  requestId: Type.Optional(Type.String({ format: 'uuid', maxLength: 36, description: 'A request whose book the files are.' })),
  asin: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10, description: 'Or a book of the catalogue.' })),
  region: Type.Optional(regionId),
  type: Type.Optional(Type.Union([Type.Literal('audiobook'), Type.Literal('ebook')], { description: 'Of that book. Default: audiobook.' })),
};
type Target = Static<ReturnType<typeof Type.Object<typeof target>>>;

const importBody = Type.Object(
  {
    ...target,
    userId: Type.Optional(
      Type.String({ format: 'uuid', maxLength: 36, description: 'Whose request the book becomes. Default: the caller’s.' }),
    ),
    ...filesToImport,
  },
  { additionalProperties: false },
);

const previewSchema = Type.Object(
  {
    path: Type.String({ description: 'Links are resolved.' }),
    files: Type.Array(Type.Object({ name: Type.String(), size: Type.Number() }), {
      description: 'What would be imported, in its order; at most the first 100.',
    }),
    fileCount: Type.Integer(),
    bytes: Type.Number(),
    otherCount: Type.Integer({ description: 'Files that are no part of the book.' }),
    skipped: Type.Array(
      Type.Object({
        name: Type.String(),
        reason: Type.Enum(['hidden', 'unfinished', 'link', 'link_outside', 'special', 'unreadable_name', 'protected']),
      }),
      { description: 'What cannot be imported as it is; at most the first 20.' },
    ),
    durationSeconds: Type.Optional(Type.Number()),
    expectedMinutes: Type.Optional(Type.Number()),
    verdict: Type.Enum(['ok', 'suspect', 'broken', 'unusable', 'unknown'], {
      description:
        '`suspect`, `broken`: the import stops until an admin accepts the files. `unusable`: it stops whoever accepts them. `unknown`: they could not be read in time.',
    }),
    finding: Type.Optional(Type.String()),
    checks: Type.Array(fileCheckSchema),
    heldBy: Type.Optional(Type.String({ description: 'The download client that has a download there; nothing is deleted then.' })),
  },
  { $id: 'ImportPreview' },
);

function nobody(): ApiError {
  return new ApiError('invalid_request', sentence('problem.request_or_asin'), {
    errors: [{ path: '/asin', message: sentence('field.required_without_request') }],
  });
}

async function bookOf(
  { catalog, requests }: Dependencies,
  { requestId, asin, region, type = 'audiobook' }: Target,
): Promise<PreviewedBook> {
  if (requestId !== undefined) {
    const request = await requests.row(requestId);
    if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
    return request;
  }
  if (asin === undefined) throw nobody();
  const book = await catalog.book(asin, { region: region ?? (await catalog.region()) });
  if (!book) throw new ApiError('unknown_book', sentence('problem.no_book_of_asin', { asin }));
  return { asin, type, region: book.region, title: book.title, author: book.authors[0]?.name ?? '', anyReading: false };
}

/** @returns the id of the request that the files go to */
async function begin(
  { service }: Dependencies,
  caller: RequestCaller,
  { requestId, asin, region, type = 'audiobook', userId, ...files }: Static<typeof importBody>,
  signal: AbortSignal,
): Promise<{ requestId: string; outcome: 'created' | 'joined' | 'continued' }> {
  const goOn = async (id: string) => {
    await service.importFiles(caller, id, files satisfies FilesToImport, signal);
    return { requestId: id, outcome: 'continued' as const };
  };
  if (requestId !== undefined) return goOn(requestId);
  if (asin === undefined) throw nobody();
  const origin = caller.via === 'api-token' ? 'api-token' : 'manual';
  try {
    const wish = { asin, type, region, origin, bypassIgnore: true } as const;
    return await service.createWithFiles(caller, userId ?? caller.userId, wish, files, signal);
  } catch (error) {
    // the person has asked for it already: the files are for that request
    const existing = error instanceof ApiError && error.code === 'duplicate' ? error.extra.members?.['existingRequestId'] : undefined;
    if (typeof existing !== 'string') throw error;
    return goOn(existing);
  }
}

/** Importing files that are on the server already. */
export function manualImportRoutes(deps: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/manual-import',
      compress: true,
      summary: 'What an import of files of the server would do',
      description: 'Reads the files as an import does, and changes nothing. It may take a minute.',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object({ ...target, path: filesToImport.path }),
      errors: [...SOURCE_ERRORS, 'unknown_book', 'unknown_region', 'catalogue_unavailable', 'not_found'],
      responses: { 200: previewSchema },
      async handler({ query, say, signal }) {
        const { finding, ...seen } = await deps.preview.look(await bookOf(deps, query), query.path, signal);
        return json({ ...seen, ...(finding === undefined ? {} : { finding: say(finding) }) });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/admin/manual-import',
      summary: 'Import files of the server',
      description:
        'For a request, or for a book of the catalogue and a person, whose request it becomes. The files are verified, merged, tagged and placed like those of a download. They are linked or copied, never moved.',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:write'],
      body: importBody,
      errors: [...SOURCE_ERRORS, ...ASKING_ERRORS, 'unknown_region', 'not_found', 'request_state'],
      responses: {
        202: Type.Object({
          request: requestSummarySchema,
          outcome: Type.Enum(['created', 'joined', 'continued'], {
            description: 'Whether the request was made for it, is somebody else’s for the same book, or was there.',
          }),
        }),
      },
      async handler({ body, caller, say, address, signal }) {
        const { requestId, outcome } = await begin(deps, { ...caller, address }, body, signal);
        return json({ request: (await deps.list.one(requestId, caller, say)) ?? {}, outcome }, 202);
      },
    }),
  ];
}
