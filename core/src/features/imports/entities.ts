import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';

export const ImportEntity = defineEntity('imports', {
  id: key(id()),
  requestId: id(),
  downloadId: nullable(id()),
  directory: text(),
  contentHash: text(100),
  manifest: text(),
  createdAt: time(),
});
