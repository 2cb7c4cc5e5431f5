import Type, { type Static } from 'typebox';
import type { Caller } from '../../platform/http/route.js';
import type { Refusal, SavableBooks } from './savable-books.js';
import { sentence, type Say, type Sentence } from '../../platform/words/index.js';

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

const MESSAGES: Readonly<Record<Code, Sentence>> = {
  permission_required: sentence('problem.download_not_allowed'),
  not_requested: sentence('problem.download_not_yours'),
  not_ready: sentence('problem.not_ready'),
  no_files: sentence('problem.no_book_files'),
  files_gone: sentence('problem.files_gone'),
  not_readable: sentence('problem.files_not_readable'),
};

/** Only admins see why: the reasons name places of this server. */
function refused(say: Say, code: Code, problems: readonly Sentence[] = []): DownloadStatus {
  return { allowed: false, reason: { code, message: [MESSAGES[code], ...problems].map(say).join(' ') }, downloads: [] };
}

/** Checks the files themselves, so that missing ones are not offered. */
export function createDownloadStatus({ books }: { readonly books: SavableBooks }) {
  return async function downloadStatus(caller: Caller, asin: string, say: Say): Promise<DownloadStatus> {
    if (!caller.permissions.downloadAccess) return refused(say, 'permission_required');
    const { copies, refusal, problems } = await books.ofBook(caller, asin);
    if (refusal) return refused(say, refusal, caller.role === 'admin' ? problems : []);
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
