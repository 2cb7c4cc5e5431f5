import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { GIGABYTE, type UploadDependencies } from './begin-upload.js';
import { removeOpenUpload, takenRoom, uploadPage, type NamedUpload } from './upload-store.js';

/** An upload as admins see it. */
export interface ForeignUpload extends NamedUpload {
  /** Bytes. */
  readonly received: number;
  /** When the last piece came; absent before the first, and once all are here. */
  readonly lastPieceAt?: string;
}

interface Dependencies extends Pick<UploadDependencies, 'database' | 'folders' | 'settings'> {
  readonly audit: AuditService;
}

/** What admins do with the uploads of others. */
export function createForeignUploads({ audit, database, folders, settings }: Dependencies) {
  async function progressOf(upload: NamedUpload): Promise<ForeignUpload> {
    if (upload.state !== 'receiving') return { ...upload, received: upload.bytes };
    const { received, lastAt } = await folders.arrived(upload.id);
    return { ...upload, received, ...(lastAt === 0 ? {} : { lastPieceAt: new Date(lastAt).toISOString() }) };
  }

  return {
    /** Everybody's uploads, the last first, and the room that they take and have; bytes. */
    async page(page: { readonly page: number; readonly limit: number }) {
      const { items, total } = await uploadPage(database.read, page);
      const { library } = await settings.get();
      const room = { taken: await takenRoom(database.read), quota: library.uploadQuotaGb * GIGABYTE };
      return { items: await Promise.all(items.map(progressOf)), total, room };
    },

    /** @throws ApiError 404; 409 `upload_state` once the request has the files */
    async cancel(id: string, admin: Actor): Promise<void> {
      await database.transaction(async (tx) => {
        const { requestId, userId } = await removeOpenUpload(tx, id);
        const detail = { requestId, userId };
        await audit.record(tx, { ...byActor(admin), action: 'upload.cancelled', targetType: 'upload', targetId: id, detail });
      });
      await folders.remove(id);
    },
  };
}

export type ForeignUploads = ReturnType<typeof createForeignUploads>;
