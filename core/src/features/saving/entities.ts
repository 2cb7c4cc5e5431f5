import { defineEntity, id, integer, key, nullable, text, time } from '../../platform/db/index.js';

export const DownloadTokenEntity = defineEntity('download_tokens', {
  id: key(id()),
  tokenHash: text(64),
  userId: id(),
  /** The user's role when it was created; it ends when that changes. */
  role: text<'admin' | 'user'>(10),
  /** It ends with the session or the API token it was created with. */
  sessionId: nullable(id()),
  apiTokenId: nullable(id()),
  requestId: id(),
  importId: id(),
  /** A path from the manifest; `null` for all files of the book as an archive. */
  file: nullable(text()),
  createdAt: time(),
  expiresAt: time(),
  uses: integer(),
});
