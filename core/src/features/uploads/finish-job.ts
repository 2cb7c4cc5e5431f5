import Type from 'typebox';
import { FileError, toFileError } from '../../files/file-error.js';
import { describeBytes } from '../../files/reading/describe-bytes.js';
import { readJson, type Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineJob } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { GIGABYTE } from './begin-upload.js';
import { dropReceived, gatherBook, UnfitUpload } from './gather-book.js';
import type { UploadFolders } from './upload-folders.js';
import { changeUpload, filesOf, findUpload, lockUploads, takenRoom } from './upload-store.js';

/** Gives the files of an upload to its request. */
export const FINISH_UPLOAD = defineJob('uploads.finish', Type.Object({ uploadId: Type.String() }), {
  key: ({ uploadId }) => `uploads.finish:${uploadId}`,
  subject: ({ uploadId }) => `upload:${uploadId}`,
});

/** Unpacking 20 GB on a slow disk takes half of it. */
const MOST_MS = 3_600_000;

interface FinishDependencies {
  readonly database: Database;
  readonly folders: UploadFolders;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly requests: Pick<RequestService, 'importUpload'>;
  readonly now: () => Date;
}

/** The job that unpacks an upload and lets its request import it. */
export function finishUploadJob({ database, folders, settings, requests, now }: FinishDependencies): JobDefinition {
  async function fail(id: string, fault: string): Promise<void> {
    await database.transaction((tx) => changeUpload(tx, id, { state: 'failed', caller: null, fault, updatedAt: now().toISOString() }));
    await folders.remove(id);
  }

  /** Keeps room for what the archives of an upload become. An archive gives its own room to its files. */
  function reservation(id: string, files: readonly { readonly size: number }[]): Parameters<typeof gatherBook>[3]['reserve'] {
    let bytes = files.reduce((sum, { size }) => sum + Number(size), 0);
    return async ({ becomes, has }) => {
      const lack = await folders.lack(becomes);
      // it may pass, so the job tries again
      if (lack !== undefined) throw new FileError('disk_full', `There is not enough room on the disk of the server: ${lack}.`, id, true);
      bytes += Math.max(0, becomes - has);
      const { library } = await settings.get();
      await database.transaction(async (tx) => {
        await lockUploads(tx);
        await changeUpload(tx, id, { bytes });
        const over = (await takenRoom(tx)) - library.uploadQuotaGb * GIGABYTE;
        if (becomes <= has || over <= 0) return;
        const room = describeBytes(Math.max(0, becomes - over), 'down');
        throw new UnfitUpload(`The archives hold ${describeBytes(becomes, 'up')}, and there is room for ${room}.`);
      });
    };
  }

  async function finish(id: string, signal: AbortSignal): Promise<void> {
    const row = await findUpload(database.read, id);
    // killed before the last step
    if (row?.state === 'handed') await dropReceived(folders, id);
    const caller = readJson(row?.caller);
    if (row?.state !== 'unpacking' || !caller) return;
    const named = await filesOf(database.read, id);
    const { files, bytes } = await gatherBook(folders, id, named, { reserve: reservation(id, named), signal });
    await requests.importUpload(caller, row.requestId, {
      folder: folders.bookOf(id),
      isOwn: (real) => folders.isBookOf(id, real),
      files,
      bytes,
      signal,
      // in the transaction in which the request goes on, so that both happen or neither
      taken: (tx) => changeUpload(tx, id, { state: 'handed', bytes, caller: null, updatedAt: now().toISOString() }),
    });
    crashPoint('uploading', 'handed over');
    const after = await findUpload(database.read, id);
    if (after?.state === 'unpacking') await fail(id, 'The library got the book in the meantime, so its files are not needed.');
    else await dropReceived(folders, id);
  }

  return FINISH_UPLOAD.handledBy({
    title: 'Give uploaded files to a request',
    concurrency: 1,
    maxAttempts: 3,
    timeoutMs: MOST_MS,
    async run({ payload: { uploadId }, signal }) {
      try {
        await finish(uploadId, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof UnfitUpload) && !(error instanceof ApiError && error.status < 500)) throw error;
        await fail(uploadId, error.message);
      }
    },
    async onExhausted({ payload: { uploadId }, log }, error) {
      log.warn({ err: error, uploadId }, 'the files of an upload could not be given to their request');
      await fail(uploadId, toFileError(error, 'unpack', 'the files').message);
    },
    onCancelled: (tx, { payload: { uploadId } }) =>
      changeUpload(tx, uploadId, { state: 'failed', caller: null, fault: 'An admin cancelled it.', updatedAt: now().toISOString() }),
  });
}
