import { ApiError } from '../../platform/http/problem.js';
import type { RequestCaller } from '../requests/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { mustBeAllowed } from '../requests/request-actions.js';
import { createUploadBeginning, type UploadDependencies } from './begin-upload.js';
import { FINISH_UPLOAD } from './finish-job.js';
import { forgetSpent } from './forget-uploads.js';
import type { UploadRow, UploadState } from './entities.js';
import {
  changeUpload,
  filesOf,
  findUpload,
  isEbookOf,
  findUploadFile,
  lockUploads,
  removeOpenUpload,
  requestsOfUploads,
  uploadsFor,
} from './upload-store.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { sentence } from '../../platform/words/index.js';

const HOUR_MS = 3_600_000;

/** An upload as its owner sees it. */
export interface UploadView {
  readonly id: string;
  readonly requestId: string;
  readonly state: UploadState;
  readonly fault?: string;
  /** In the order in which they were named, which numbers them. */
  readonly files: readonly { readonly name: string; readonly size: number; readonly received: number }[];
  readonly createdAt: string;
}

const notFound = () => new ApiError('not_found', sentence('problem.no_upload'));

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

interface ServiceDependencies extends UploadDependencies {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

/** What the database keeps of a person until a job has done what they asked for. */
function keptCaller({ userId, username, displayName, role, permissions, via, address }: RequestCaller): RequestCaller {
  return { userId, username, displayName, role, permissions, via, ...(address === undefined ? {} : { address }) };
}

/**
 * Whether a real path is the folder with the files of an upload that the request took; or an ebook in such a folder of a request for the
 * audiobook, for a request for the ebook of the same book.
 */
async function areFilesOf({ database, folders }: ServiceDependencies, requestId: string, real: string): Promise<boolean> {
  const id = await folders.uploadAround(real);
  const row = id === undefined ? undefined : await findUpload(database.read, id);
  if (id === undefined || row?.state !== 'handed') return false;
  if (row.requestId === requestId) return folders.isBookOf(id, real);
  return !(await folders.isBookOf(id, real)) && kindOfFile(real) === 'ebook' && isEbookOf(database.read, requestId, row.requestId);
}

/** The use cases of uploads. Whose an upload is has been checked before. */
export function createUploadService(deps: ServiceDependencies) {
  const { database, folders, jobs, now } = deps;
  const begin = createUploadBeginning(deps);

  async function viewOf({ id, requestId, state, fault, createdAt }: UploadRow): Promise<UploadView> {
    const rows = await filesOf(database.read, id);
    const files = rows.map(async ({ name, size, position }) => ({
      name,
      size: Number(size),
      received: state === 'receiving' ? await folders.received({ uploadId: id, position }) : Number(size),
    }));
    return { id, requestId, state, files: await Promise.all(files), createdAt, ...(fault === null ? {} : { fault }) };
  }

  return {
    async create(...asked: Parameters<typeof begin>): Promise<UploadView> {
      await forgetSpent(deps);
      return viewOf(await begin(...asked));
    },

    /** @throws ApiError 404 */
    async view(id: string): Promise<UploadView> {
      const row = await findUpload(database.read, id);
      if (!row) throw notFound();
      return viewOf(row);
    },

    requestsOf: (ids: readonly string[]) => requestsOfUploads(database.read, ids),

    /** The person's uploads for a request that are not with the import yet. */
    async open(caller: Pick<RequestCaller, 'userId'>, requestId: string): Promise<UploadView[]> {
      const rows = await uploadsFor(database.read, requestId, caller.userId);
      return Promise.all(rows.filter(({ state }) => state !== 'handed').map(viewOf));
    },

    /**
     * Continues a file.
     *
     * @returns how many bytes of it are here
     * @throws ApiError 404, 409 `upload_offset`, `upload_state`, `upload_space`; 422 `unfit_upload`
     */
    async append(id: string, position: number, offset: number, bytes: Uint8Array): Promise<number> {
      const file = await findUploadFile(database.read, id, position);
      if (!file) throw new ApiError('not_found', sentence('problem.no_file_of_upload'));
      if (file.state !== 'receiving') throw new ApiError('upload_state', sentence('problem.upload_arrived'));
      const piece = { uploadId: id, position, offset, bytes, size: Number(file.size) };
      const received = await folders.append(piece).catch(async (error: unknown) => {
        if (!isGone(error) || (await findUpload(database.read, id))?.state !== 'receiving') throw error;
        // a backup that was restored knows the upload and not its folder; the file begins anew
        await folders.make(id);
        return folders.append(piece);
      });
      if (Date.parse(file.updatedAt) < now().getTime() - HOUR_MS) {
        await database.transaction((tx) => changeUpload(tx, id, { updatedAt: now().toISOString() }));
      }
      return received;
    },

    /**
     * Gives the files to the request, once all are here; a job does it. Asking again changes nothing.
     *
     * @throws ApiError 404, 409 `request_state`, `upload_state`
     */
    async finish(caller: RequestCaller, id: string): Promise<UploadView> {
      const row = await findUpload(database.read, id);
      const request = row && (await deps.requests.row(row.requestId));
      if (!row || !request) throw notFound();
      if (row.state !== 'receiving') return viewOf(row);
      mustBeAllowed('import_upload', request, caller);
      const { files } = await viewOf(row);
      const open = files.find(({ size, received }) => received < size);
      if (open) throw new ApiError('upload_state', sentence('problem.upload_incomplete', { name: open.name }));
      await database.transaction(async (tx) => {
        await lockUploads(tx);
        // cancelled or finished at the same moment
        if ((await findUpload(tx, id))?.state !== 'receiving') return;
        await changeUpload(tx, id, { state: 'unpacking', caller: JSON.stringify(keptCaller(caller)), updatedAt: now().toISOString() });
        await jobs.enqueue(tx, FINISH_UPLOAD({ uploadId: id }));
      });
      const after = await findUpload(database.read, id);
      if (!after) throw notFound();
      return viewOf(after);
    },

    areFilesOf: (requestId: string, real: string): Promise<boolean> => areFilesOf(deps, requestId, real),

    /** @throws ApiError 404; 409 `upload_state` once the request has the files */
    async cancel(id: string): Promise<void> {
      await database.transaction((tx) => removeOpenUpload(tx, id));
      await folders.remove(id);
    },
  };
}

export type UploadService = ReturnType<typeof createUploadService>;
