import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { RequestService } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { activeCaller, type UserService } from '../users/index.js';
import * as entities from './entities.js';
import { UploadEntity } from './entities.js';
import { finishUploadJob } from './finish-job.js';
import { createForeignUploads, type ForeignUploads } from './foreign-uploads.js';
import { forgetUploads } from './forget-uploads.js';
import { adminUploadRoutes } from './admin-routes.js';
import { uploadRoutes } from './routes.js';
import { createUploadFolders, type UploadFolders } from './upload-folders.js';
import { createUploadService, type UploadService } from './upload-service.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly requestReader: RequestReader;
  readonly requestRemoval: RequestRemoval;
  readonly requests: RequestService;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly uploadFolders: UploadFolders;
  readonly uploads: UploadService;
  readonly foreignUploads: ForeignUploads;
}

export const uploads = defineFeature<Needs, Gives>({
  name: 'uploads',
  entities,
  owned: { upload: { owner: 'SELECT id FROM uploads WHERE id = ? AND user_id = ?' } },
  services: {
    uploadFolders: ({ config }) => createUploadFolders(config.dataDir),
    uploads: ({ database, jobs, requestReader: requests, settings, uploadFolders: folders, now }) =>
      createUploadService({ database, jobs, requests, settings, folders, now }),
    foreignUploads: ({ audit, database, settings, uploadFolders: folders }) => createForeignUploads({ audit, database, settings, folders }),
  },
  routes: (c) => [...uploadRoutes(c.uploads), ...adminUploadRoutes(c.foreignUploads)],
  jobs: ({ database, requests, settings, users, uploadFolders: folders, now }) => [
    finishUploadJob({ database, requests, settings, folders, now, callerNow: (userId) => activeCaller({ users, settings }, userId) }),
  ],
  listen: ({ requestRemoval, uploadFolders }) =>
    requestRemoval.onLeave(async (tx, { id }) => {
      const rows = await tx.all<{ id: string }>('SELECT id FROM uploads WHERE request_id = ?', [id]);
      await tx.entities.delete(UploadEntity, { requestId: id });
      tx.afterCommit(() => rows.forEach((row) => void uploadFolders.remove(row.id).catch(() => undefined)));
    }),
  // its job is cancelled, and its files may be gone; whoever has them sends what is missing
  whenRestored: async (run) => run("UPDATE uploads SET state = 'receiving', caller = NULL WHERE state = 'unpacking'"),
  forget: async (c) => ({ count: await forgetUploads({ database: c.database, folders: c.uploadFolders, now: c.now }) }),
});
