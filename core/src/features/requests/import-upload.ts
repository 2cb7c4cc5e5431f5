import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { isSentence, sentence, withTexts } from '../../platform/words/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { Acts } from './act-on-request.js';
import type { ManualImports } from './manual-import.js';
import { mustBeAllowed } from './request-actions.js';
import { actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** Files that a person uploaded for a request. */
export interface UploadedFiles {
  /** Where they lie in the data folder. */
  readonly folder: string;
  /** Whether a real path is that folder. */
  readonly isOwn: (real: string) => Promise<boolean>;
  readonly files: number;
  readonly bytes: number;
  /** Called in the transaction in which the request takes them. */
  readonly taken: (tx: Tx) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Names no path, since the person who uploaded the files knows none. */
function withoutPlace(error: unknown, path: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { said } = error;
  const values = isSentence(said) ? Object.entries(said.values ?? {}) : [];
  const named = values.map(([name, value]) => [name, value === path ? sentence('problem.the_upload') : value] as const);
  const renamed = isSentence(said) ? { ...said, values: Object.fromEntries(named) } : said;
  return new ApiError(
    error.code,
    withTexts(renamed, (text) => text.replaceAll(path, '…')),
  );
}

/** The use case that gives a request files that a person uploaded. */
export function createUploadImports(
  { nameSource }: Pick<RequestServiceDependencies, 'nameSource'>,
  { mustFind, act }: Pick<Acts, 'mustFind' | 'act'>,
  { leaveDownload }: Pick<ManualImports, 'leaveDownload'>,
) {
  return {
    /** Without a call of `taken`, the book turned up and ended the request. @throws ApiError where they cannot be imported */
    async importUpload(caller: RequestCaller, requestId: string, upload: UploadedFiles): Promise<void> {
      const { folder, files, bytes, signal } = upload;
      const request = await mustFind(requestId);
      mustBeAllowed('import_upload', request, caller);
      const { path } = await nameSource(folder, request.type, signal, upload.isOwn).catch((error: unknown) => {
        throw withoutPlace(error, folder);
      });
      const facts = { files, bytes };
      const details = {
        message: sentence('timeline.uploaded', { name: actorName(caller), files, size: { bytes } }),
        reason: waitReason('importing'),
        set: { sourcePath: path, cleanSource: true, importAttempts: 0 },
        detail: facts,
        auditDetail: facts,
        jobPayload: { sourcePath: path, cleanupSource: true },
      };
      await act(caller, requestId, 'import_upload', 'manual_import', details, {
        async after(tx) {
          await leaveDownload(tx, requestId, path);
          await upload.taken(tx);
        },
      });
    },
  };
}
