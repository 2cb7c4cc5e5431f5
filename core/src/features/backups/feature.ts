import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { SettingsService } from '../settings/index.js';
import { createBackupFiles, type BackupFiles } from './backup-files.js';
import { backupJobs, makeUpForBackup } from './backup-job.js';
import { settleRestored } from './restored.js';
import { backupRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly settings: SettingsService;
  readonly transitions: RequestTransitions;
}

interface Gives {
  readonly backups: BackupFiles;
}

export const backups = defineFeature<Needs, Gives>({
  name: 'backups',
  services: {
    backups: ({ config: { dataDir, databaseUrl }, version, now }) => createBackupFiles({ dataDir, databaseUrl, version, now }),
  },
  routes: ({ backups, database, jobs, audit }) => backupRoutes({ backups, database, jobs, audit }),
  jobs: (c) => backupJobs(c),
  prepare: (c) => settleRestored(c),
  begin: (c) => makeUpForBackup(c),
});
