import Type, { type Static } from 'typebox';
import type { Caller } from '../../platform/http/route.js';
import type { CatalogService } from '../catalog/index.js';
import type { SettingsService } from '../settings/index.js';
import { filesThere, type PlacedBooks } from './placed-book.js';

const CODES = ['permission_required', 'not_requested', 'not_ready', 'no_files', 'files_gone'] as const;
type Code = (typeof CODES)[number];

/** Whether a person may download a book, and which files. */
export const downloadStatusSchema = Type.Object(
  {
    allowed: Type.Boolean(),
    reason: Type.Union([
      Type.Object({ code: Type.Unsafe<Code>(Type.String({ enum: [...CODES] })), message: Type.String() }),
      Type.Null({ description: 'Whether it can be downloaded.' }),
    ]),
    downloads: Type.Array(
      Type.Object({
        requestId: Type.String({ description: 'Ask for a link with `POST /api/requests/{id}/download-token`.' }),
        type: Type.Unsafe<'audiobook' | 'ebook'>(Type.String({ enum: ['audiobook', 'ebook'] })),
        files: Type.Array(Type.Object({ name: Type.String(), size: Type.Integer({ description: 'Bytes.' }) })),
        size: Type.Integer({ description: 'The size of all files, in bytes.' }),
      }),
    ),
  },
  { $id: 'DownloadStatus' },
);

export type DownloadStatus = Static<typeof downloadStatusSchema>;

const MESSAGES: Readonly<Record<Code, string>> = {
  permission_required: 'Your account is not allowed to download files. An admin can change that.',
  not_requested: 'Files can be downloaded by those who asked for the book or follow the request.',
  not_ready: 'The book is not in the library yet.',
  no_files: 'The book was not placed by this server, so there are no files to download here.',
  files_gone: 'The files are no longer in the library folder.',
};

function refused(code: Code): DownloadStatus {
  return { allowed: false, reason: { code, message: MESSAGES[code] }, downloads: [] };
}

export interface DownloadStatusDeps {
  readonly books: PlacedBooks;
  readonly catalog: Pick<CatalogService, 'siblings'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Checks the files themselves, so that missing ones are not offered. */
export function createDownloadStatus({ books, catalog, settings }: DownloadStatusDeps) {
  return async function downloadStatus(caller: Caller, asin: string): Promise<DownloadStatus> {
    if (!caller.permissions.downloadAccess) return refused('permission_required');
    const asins = [...new Set([asin, ...((await catalog.siblings([asin])).get(asin) ?? [])])];
    const requests = await books.ofBook(caller, asins);
    if (requests.length === 0) return refused('not_requested');
    const ready = requests.filter(({ isReady }) => isReady);
    if (ready.length === 0) return refused('not_ready');
    const placed = ready.flatMap(({ book }) => (book && book.files.length > 0 ? [book] : []));
    if (placed.length === 0) return refused('no_files');
    const root = (await settings.get()).library.path;
    const downloads: DownloadStatus['downloads'] = [];
    const seen = new Set<string>();
    for (const book of placed) {
      // two people's requests for one book share its folder
      if (seen.has(book.directory)) continue;
      seen.add(book.directory);
      const files = await filesThere(root, book);
      if (files.length === 0) continue;
      const size = files.reduce((sum, file) => sum + file.size, 0);
      downloads.push({ requestId: book.requestId, type: book.type, files, size });
    }
    return downloads.length === 0 ? refused('files_gone') : { allowed: true, reason: null, downloads };
  };
}

export type ReadDownloadStatus = ReturnType<typeof createDownloadStatus>;
