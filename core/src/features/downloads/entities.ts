import { defineEntity, flag, id, integer, key, nullable, text, time } from '../../platform/db/index.js';
import type { DownloadStage } from './download-record.js';

export const DownloadEntity = defineEntity('download_history', {
  id: key(id()),
  requestId: id(),
  candidateId: nullable(id()),
  /** Of the download client. */
  integrationId: nullable(id()),
  itemId: nullable(text(200)),
  state: text<DownloadStage>(20),
  release: text(),
  releaseKey: text(),
  /** Whether we put it into the client; what was there before is never removed. */
  ours: flag(),
  downloadPath: nullable(text()),
  clientStatus: nullable(text()),
  error: nullable(text()),
  missingCount: integer(),
  stalledSince: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
});
