/** A backup cannot be made, read or restored; the message is for the person who asked. Never with the content of a row. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
