import { relative } from 'node:path';
import Type, { type Static } from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { isFileError } from '../../files/file-error.js';
import { isWithin } from '../../files/path-jail.js';
import { previewRemoval } from '../../files/placing/remove-placed.js';
import { readDownloadsInPlace, type DownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import { libraryRoot, othersWithBook, takenPlaces, type LeavePlaceDeps, type TakenPlace } from '../lifecycle/leave-place.js';
import { findRequest } from '../lifecycle/request-store.js';
import { findDeletion } from './deletion-store.js';
import type { FilesWish } from './entities.js';
import { sentence, type Say } from '../../platform/words/index.js';

const none = Type.Null();

const folderSchema = Type.Object({
  folder: Type.String({ description: 'Below the library folder.' }),
  fate: Type.Union([Type.Literal('removable'), Type.Literal('shared'), Type.Literal('outside'), Type.Literal('unseen')], {
    description:
      '`shared`: other requests have these files, so they stay. `outside`: they are not in the library folder. `unseen`: they could not be looked at, see `fault`.',
  }),
  files: Type.Integer({ description: 'That would be removed.' }),
  bytes: Type.Integer(),
  gone: Type.Integer({ description: 'That are not there any more.' }),
  changed: Type.Integer({ description: 'That stay, because somebody changed them.' }),
  inUse: Type.Integer({ description: 'That stay, because a download client seeds from there.' }),
  sharedBy: Type.Integer({ description: 'How many other requests have these files.' }),
  client: Type.Union([Type.String(), none], { description: 'The download client that still has the download, which stays there.' }),
  fault: Type.Union([Type.String(), none]),
});

export const deletionPreviewSchema = Type.Object(
  {
    folders: Type.Array(folderSchema),
    others: Type.Integer({ description: 'How many other requests for this book have it.' }),
    deletion: Type.Union(
      [Type.Object({ files: Type.Unsafe<FilesWish>(Type.String({ enum: ['keep', 'remove'] })), since: Type.String() }), none],
      {
        description: 'Set while the request is being deleted.',
      },
    ),
  },
  { $id: 'DeletionPreview', description: 'What deleting a request would remove.' },
);

export type DeletionPreview = Static<typeof deletionPreviewSchema>;
type Folder = Static<typeof folderSchema>;

const NOTHING = { files: 0, bytes: 0, gone: 0, changed: 0, inUse: 0, fault: null };

/** @param root absent where the library folder cannot be seen */
async function folderOf(place: TakenPlace, root: string | undefined, downloads: DownloadsInPlace, say: Say): Promise<Folder> {
  const { directory, manifest, sharedBy, downloadId } = place;
  const client = downloads.clientOf(downloadId) ?? null;
  const isInside = root !== undefined && isWithin(root, directory);
  const common = { ...NOTHING, folder: isInside ? relative(root, directory) : directory, sharedBy, client };
  if (root === undefined) return { ...common, fate: 'unseen', fault: say(sentence('file.library_away')) };
  if (!isInside) return { ...common, fate: 'outside' };
  if (sharedBy > 0) return { ...common, fate: 'shared' };
  try {
    const { removable, ...counts } = await previewRemoval(root, directory, manifest, (file) => downloads.clientAt(file) !== undefined);
    return { ...common, ...counts, files: removable, fate: 'removable' };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { ...common, fate: 'unseen', fault: say(error.said) };
  }
}

/** What deleting a request would remove. Five statements, and those that read where downloads are. @throws ApiError 404 `not_found` */
export async function previewDeletion(deps: LeavePlaceDeps, requestId: string, say: Say): Promise<DeletionPreview> {
  const { read } = deps.database;
  const request = await findRequest(read, requestId);
  if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
  const root = await libraryRoot(deps).catch(() => undefined);
  const downloads = await readDownloadsInPlace(read);
  const folders: Folder[] = [];
  for (const place of await takenPlaces(read, requestId)) folders.push(await folderOf(place, root, downloads, say));
  const deletion = await findDeletion(read, requestId);
  return {
    folders,
    others: await othersWithBook(read, request),
    deletion: deletion ? { files: deletion.files, since: deletion.createdAt } : null,
  };
}
