import Type from 'typebox';
import { FileError, toFileError } from '../../files/file-error.js';
import { describeBytes } from '../../files/reading/describe-bytes.js';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { defineJob } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { sentence } from '../../platform/words/index.js';
import type { RequestCaller, RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { GIGABYTE } from './begin-upload.js';
import type { UploadRow } from './entities.js';
import { dropReceived, gatherBook, UnfitUpload } from './gather-book.js';
import type { UploadFolders } from './upload-folders.js';
import { changeUpload, failUpload, filesOf, findUpload, lockUploads, roomTakenBy, takenRoom } from './upload-store.js';

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
  /** A person with the rights that they have now; `undefined` for one who may not sign in. */
  readonly callerNow: (userId: string) => Promise<Caller | undefined>;
  readonly now: () => Date;
}

/** Refuses what archives become where there is less room than that. @throws UnfitUpload */
function mustHaveRoom(becomes: number, over: number, whose: string): void {
  if (over <= 0) return;
  const room = describeBytes(Math.max(0, becomes - over), 'down');
  throw new UnfitUpload(`The archives hold ${describeBytes(becomes, 'up')}, and ${whose} room for ${room}.`);
}

/** The job that unpacks an upload and lets its request import it. */
export function finishUploadJob({ database, folders, settings, requests, callerNow, now }: FinishDependencies): JobDefinition {
  const failIn = (tx: Tx, id: string, fault: string) => failUpload(tx, id, { fault, at: now().toISOString() });

  async function fail(id: string, fault: string): Promise<void> {
    await database.transaction((tx) => failIn(tx, id, fault));
    // another run, as of a process that only seemed dead, may have given the files to the request in the meantime
    if ((await findUpload(database.read, id))?.state !== 'handed') await folders.remove(id);
  }

  /** The person who finished it, with the rights of today: those of then may be gone. @throws UnfitUpload */
  async function callerOf(kept: RequestCaller): Promise<RequestCaller> {
    const present = await callerNow(kept.userId);
    if (present?.permissions.interactiveSearch !== true) throw new UnfitUpload('You may not upload files any more.');
    return { ...kept, ...present, via: kept.via };
  }

  /** Keeps room for what the archives of an upload become. An archive gives its own room to its files. */
  function reservation(
    { id, userId }: Pick<UploadRow, 'id' | 'userId'>,
    files: readonly { readonly size: number }[],
  ): Parameters<typeof gatherBook>[3]['reserve'] {
    let bytes = files.reduce((sum, { size }) => sum + Number(size), 0);
    return async ({ becomes, has }) => {
      const lack = await folders.lack(becomes);
      // it may pass, so the job tries again
      if (lack !== undefined) throw new FileError('disk_full', sentence('problem.upload_disk', { lack }), id, true);
      bytes += Math.max(0, becomes - has);
      const { library } = await settings.get();
      await database.transaction(async (tx) => {
        await lockUploads(tx);
        await changeUpload(tx, id, { bytes });
        if (becomes <= has) return;
        mustHaveRoom(becomes, (await takenRoom(tx)) - library.uploadQuotaGb * GIGABYTE, 'there is');
        mustHaveRoom(becomes, (await roomTakenBy(tx, userId)) - library.uploadPersonGb * GIGABYTE, 'you have');
      });
    };
  }

  async function finish(id: string, signal: AbortSignal): Promise<void> {
    const row = await findUpload(database.read, id);
    // killed before the last step
    if (row?.state === 'handed') await dropReceived(folders, id);
    const kept = readJson(row?.caller);
    if (row?.state !== 'unpacking' || !kept) return;
    const named = await filesOf(database.read, id);
    const { files, bytes } = await gatherBook(folders, id, named, { reserve: reservation(row, named), signal });
    await requests.importUpload(await callerOf(kept), row.requestId, {
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
    title: sentence('job.finish_upload'),
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
    async onCancelled(tx, { payload: { uploadId } }) {
      if (!(await failIn(tx, uploadId, 'An admin cancelled it.'))) return;
      // what a run that is ending still writes goes with the folders that nobody needs
      tx.afterCommit(() => void folders.remove(uploadId).catch(() => undefined));
    },
  });
}
