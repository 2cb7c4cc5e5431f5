import { v7 as uuid } from 'uuid';
import { roundedBytes } from '../../files/reading/describe-bytes.js';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestCaller } from '../requests/index.js';
import { mustBeAllowed } from '../requests/request-actions.js';
import type { SettingsService } from '../settings/index.js';
import type { UploadFileRow, UploadRow } from './entities.js';
import { TakenPaths } from './taken-paths.js';
import { noSpace, type UploadFolders } from './upload-folders.js';
import { isPartOfBook, isZipName, safePath, UnfitName } from './upload-names.js';
import { addUpload, lockUploads, roomTakenBy, takenRoom } from './upload-store.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

/** The most bytes of one file. */
export const LARGEST_FILE = 10_000_000_000;
/** The most files of one upload. */
export const MOST_FILES = 500;

export const GIGABYTE = 1_000_000_000;

export interface UploadDependencies {
  readonly database: Database;
  readonly requests: Pick<RequestReader, 'row'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly folders: UploadFolders;
  readonly now: () => Date;
}

/** A file that somebody wants to upload. */
export interface OfferedFile {
  /** With its folders, `/` between them. */
  readonly name: string;
  readonly size: number;
}

function unfit(said: Sentence): ApiError {
  return new ApiError('unfit_upload', said);
}

/** @throws ApiError 422 `unfit_upload` */
function safeFiles(files: readonly OfferedFile[]): Pick<UploadFileRow, 'name' | 'size'>[] {
  const taken = new TakenPaths();
  return files.map(({ name, size }) => {
    try {
      const path = safePath(name);
      if (!isZipName(path) && !isPartOfBook(path)) throw new UnfitName(sentence('problem.file_no_book'));
      return { name: taken.take(path, name), size };
    } catch (error) {
      if (error instanceof UnfitName) throw unfit(sentence('problem.upload_unfit', { name: plainLabel(name), fault: error.said }));
      throw error;
    }
  });
}

/** Beginning uploads: the names and sizes of their files come first. */
export function createUploadBeginning({ database, requests, settings, folders, now }: UploadDependencies) {
  /** @throws ApiError 409 `upload_space` */
  async function mustHaveRoom(bytes: number, taken: { readonly all: number; readonly own: number }): Promise<void> {
    const { library } = await settings.get();
    if (library.uploadQuotaGb === 0) throw noSpace(sentence('problem.uploads_off'));
    const free = library.uploadQuotaGb * GIGABYTE - taken.all;
    if (bytes > free) {
      const room = roundedBytes(Math.max(0, free), 'down');
      throw noSpace(sentence('problem.upload_room', { needed: roundedBytes(bytes, 'up'), room }));
    }
    const ownFree = library.uploadPersonGb * GIGABYTE - taken.own;
    if (bytes > ownFree) {
      const room = roundedBytes(Math.max(0, ownFree), 'down');
      throw noSpace(sentence('problem.upload_own_room', { needed: roundedBytes(bytes, 'up'), room }));
    }
    const lack = await folders.lack(bytes);
    if (lack !== undefined) throw noSpace(sentence('problem.upload_disk', { lack }));
  }

  /** @throws ApiError 404, 409 `request_state`, `upload_space`; 422 `unfit_upload` */
  return async function begin(caller: RequestCaller, requestId: string, offered: readonly OfferedFile[]): Promise<UploadRow> {
    const request = await requests.row(requestId);
    if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
    mustBeAllowed('import_upload', request, caller);
    const files = safeFiles(offered);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const at = now().toISOString();
    const row: UploadRow = {
      id: uuid(),
      requestId,
      userId: caller.userId,
      state: 'receiving',
      bytes,
      caller: null,
      fault: null,
      createdAt: at,
      updatedAt: at,
    };
    // a folder that nobody needs is swept; an upload without one could not go on
    await folders.make(row.id);
    try {
      await database.transaction(async (tx) => {
        await lockUploads(tx);
        await mustHaveRoom(bytes, { all: await takenRoom(tx), own: await roomTakenBy(tx, caller.userId) });
        await addUpload(tx, row, files);
      });
    } catch (error) {
      await folders.remove(row.id);
      throw error;
    }
    return row;
  };
}
