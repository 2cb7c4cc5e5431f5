export { createBackupFiles, type BackupFiles } from './backup-files.js';
export { backupJobs, makeUpForBackup } from './backup-job.js';
export { finishRestore, settleRestored } from './restored.js';
export { backupRoutes } from './routes.js';
