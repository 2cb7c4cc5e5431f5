export { createBackupFiles, type BackupFiles } from './backup-files.js';
export { finishRestore } from './restored.js';
