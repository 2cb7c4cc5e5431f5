import { defineEntity, id, integer, key, nullable, text, time } from '../../platform/db/index.js';

export const DownloadTokenEntity = defineEntity('download_tokens', {
  id: key(id()),
  tokenHash: text(64),
  userId: id(),
  /** What the user was when it was made; it ends when that changes. */
  role: text<'admin' | 'user'>(10),
  /** It ends with the session it was made in, or with the API token. */
  sessionId: nullable(id()),
  apiTokenId: nullable(id()),
  requestId: id(),
  importId: id(),
  /** A path of the manifest; `null`: all files of the book as an archive. */
  file: nullable(text()),
  createdAt: time(),
  expiresAt: time(),
  uses: integer(),
});
