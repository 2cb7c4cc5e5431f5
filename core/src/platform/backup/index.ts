export { BackupError } from './backup-error.js';
export type { BackupManifest } from './backup-manifest.js';
export { restoreBackup, type RestoreReport, type RunSql } from './restore-backup.js';
export { verifyBackup, type VerifiedBackup } from './verify-backup.js';
export { writeBackup, type WrittenBackup } from './write-backup.js';
