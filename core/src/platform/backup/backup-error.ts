/** A backup cannot be made, read or restored. The message is for the person who asked and never quotes a row. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
