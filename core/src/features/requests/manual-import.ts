import { realpath } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import type { ErrorCode } from '../../error-codes/error-codes.js';
import type { Tx } from '../../platform/db/index.js';
import { sentence } from '../../platform/words/index.js';
import { isWithin } from '../../files/path-jail.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { pathMappingsOf } from '../integration-records/integration-facts.js';
import { downloadPlace } from '../lifecycle/download-store.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { byPerson, type ActDetails, type Acts } from './act-on-request.js';
import { mustBeAllowed, refusalOf } from './request-actions.js';
import { actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** Members of bodies that name files of the server. */
export const filesToImport = {
  path: Type.String({ minLength: 1, maxLength: 4000, description: 'The folder or file of one book, from the root of the server.' }),
  cleanupSource: Type.Optional(
    Type.Boolean({
      description: 'Deletes the imported files from there once the library has them, unless a download client has them. Default false.',
    }),
  ),
  acceptSuspect: Type.Optional(
    Type.Boolean({
      description: 'Imports them although they look like another book. Files that cannot be played are refused all the same.',
    }),
  ),
};

export const filesToImportSchema = Type.Object(filesToImport, { additionalProperties: false });

/** Files that an admin names for an import. */
export type FilesToImport = Static<typeof filesToImportSchema>;

/** Codes with which files are refused, for routes that take them. */
export const SOURCE_ERRORS = [
  'path_not_absolute',
  'path_no_access',
  'path_not_found',
  'unfit_source',
] as const satisfies readonly ErrorCode[];

/** Use cases that give a request files of the server in place of a download. */
export function createManualImports(deps: RequestServiceDependencies, { mustFind, act }: Pick<Acts, 'mustFind' | 'act'>) {
  const { transitions } = deps;

  /** Whether the files are those of a request's own download, which has to stay for them. */
  async function isOwnDownload(tx: Tx, downloadId: string, path: string): Promise<boolean> {
    const place = await downloadPlace(tx, downloadId);
    if (!place) return false;
    const pairs = place.integrationId === null ? [] : await pathMappingsOf(tx, place.integrationId);
    const local = createPathMapping(pairs).toLocal(place.downloadPath).path;
    const real = await realpath(local).catch(() => local);
    return isWithin(real, path) || isWithin(path, real);
  }

  async function leaveDownload(tx: Tx, requestId: string, path: string): Promise<void> {
    const request = await findRequest(tx, requestId);
    const downloadId = request?.currentDownloadId;
    if (!request || !downloadId || (await isOwnDownload(tx, downloadId, path))) return;
    await transitions.giveUpDownload(tx, request);
  }

  function detailsOf(caller: RequestCaller, path: string, { cleanupSource = false, acceptSuspect = false }: FilesToImport): ActDetails {
    const facts = { path, cleanupSource, ...(acceptSuspect ? { acceptSuspect } : {}) };
    return {
      message: sentence('timeline.chose_files', { name: actorName(caller), path }),
      reason: waitReason('importing'),
      set: { sourcePath: path, cleanSource: cleanupSource, importAttempts: 0 },
      detail: facts,
      auditDetail: facts,
      jobPayload: { sourcePath: path, cleanupSource, ...(acceptSuspect ? { acceptSuspect } : {}) },
    };
  }

  return {
    leaveDownload,

    importFiles: async (caller: RequestCaller, requestId: string, files: FilesToImport, signal: AbortSignal): Promise<void> => {
      const request = await mustFind(requestId);
      mustBeAllowed('manual_import', request, caller);
      const { path } = await deps.nameSource(files.path, request.type, signal);
      await act(caller, requestId, 'manual_import', 'manual_import', detailsOf(caller, path, files), {
        after: (tx) => leaveDownload(tx, requestId, path),
      });
    },

    /** @returns what makes a request begin with the import, in the transaction that makes or joins it */
    async beginImport(
      caller: RequestCaller,
      type: RequestRow['type'],
      files: FilesToImport,
      signal: AbortSignal,
    ): Promise<(tx: Tx, requestId: string) => Promise<void>> {
      const { path } = await deps.nameSource(files.path, type, signal);
      const details = detailsOf(caller, path, files);
      return async (tx, requestId) => {
        const moved = await transitions.apply(tx, requestId, 'manual_import', byPerson(caller, 'manual_import', 'manual_import', details));
        if (!moved) throw refusalOf('manual_import', (await mustFind(requestId, tx)).status);
        await leaveDownload(tx, requestId, path);
      };
    },
  };
}

export type ManualImports = ReturnType<typeof createManualImports>;
