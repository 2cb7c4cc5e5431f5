import Type, { type Static } from 'typebox';
import type { Caller } from '../../platform/http/route.js';
import type { Refusal, SavableBooks } from './savable-books.js';

const CODES = ['permission_required', 'not_requested', 'not_ready', 'no_files', 'files_gone', 'not_readable'] as const;
type Code = (typeof CODES)[number] & (Refusal | 'permission_required');

/** Whether a person may download a book, and which files. */
export const downloadStatusSchema = Type.Object(
  {
    allowed: Type.Boolean(),
    reason: Type.Union([
      Type.Object({
        code: Type.Unsafe<Code>(Type.String({ enum: [...CODES] })),
        message: Type.String({ description: 'For admins with the places that could not be read, and why.' }),
      }),
      Type.Null({ description: 'It can be downloaded.' }),
    ]),
    downloads: Type.Array(
      Type.Object({
        requestId: Type.Union([Type.String(), Type.Null()], {
          description:
            'Your request; ask for a link with `POST /api/requests/{id}/download-token`. `null`: the book is not yours; ask with `POST /api/audiobooks/{asin}/download-token`.',
        }),
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
  not_requested: 'Files can be downloaded by people who requested the book or subscribed to the request.',
  not_ready: 'The book is not in the library yet.',
  no_files: 'There are no files of this book on this server.',
  files_gone: 'The files are no longer in the library folder.',
  not_readable: 'This server cannot read the files of the book.',
};

/** Only admins see why: the reasons name places of this server. */
function refused(code: Code, problems: readonly string[] = []): DownloadStatus {
  return { allowed: false, reason: { code, message: [MESSAGES[code], ...problems].join(' ') }, downloads: [] };
}

/** Checks the files themselves, so that missing ones are not offered. */
export function createDownloadStatus({ books }: { readonly books: SavableBooks }) {
  return async function downloadStatus(caller: Caller, asin: string): Promise<DownloadStatus> {
    if (!caller.permissions.downloadAccess) return refused('permission_required');
    const { copies, refusal, problems } = await books.ofBook(caller, asin);
    if (refusal) return refused(refusal, caller.role === 'admin' ? problems : []);
    // a link by the ASIN is to the first copy of a medium, so nobody can have the other copies of other people's requests
    const linked = copies.filter((copy, index) => copy.scope === 'own' || copies.findIndex(({ type }) => type === copy.type) === index);
    const downloads = linked.map(({ scope, requestId, type, files }) => ({
      requestId: scope === 'own' ? requestId : null,
      type,
      files: [...files],
      size: files.reduce((sum, { size }) => sum + size, 0),
    }));
    return { allowed: true, reason: null, downloads };
  };
}

export type ReadDownloadStatus = ReturnType<typeof createDownloadStatus>;
