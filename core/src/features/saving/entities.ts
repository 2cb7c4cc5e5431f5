import { defineEntity, id, integer, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';
import type { RequestType } from '../lifecycle/statuses.js';
import type { Scope } from './book-copy.js';

export const DownloadTokenEntity = defineEntity('download_tokens', {
  id: key(id()),
  tokenHash: text(64),
  userId: id(),
  /** The user's role when it was created; it ends when that changes. */
  role: text<'admin' | 'user'>(10),
  /** Why the user may have the book; it ends when that is no longer so. */
  scope: text<Scope>(10),
  /** It ends with the session or the API token it was created with. */
  sessionId: nullable(id()),
  apiTokenId: nullable(id()),
  asin: text(10),
  type: text<RequestType>(10),
  /** The user's own request, or the one whose import placed the files. */
  requestId: nullable(id()),
  /** The import that placed the files, or else the item of a media server that names them. */
  importId: nullable(id()),
  itemId: nullable(id()),
  /** The real path of the item's folder; it ends when the media server names another. */
  directory: nullable(text()),
  /** Relative to the folder of the book; `null` for all its files as an archive. */
  file: nullable(text()),
  createdAt: time(),
  expiresAt: time(),
  uses: integer(),
});

export type DownloadTokenRow = RowOf<typeof DownloadTokenEntity>;
