import { defineEntity, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { Sentence } from '../../platform/words/index.js';
import type { DownloadRelease, DownloadStage } from './download-record.js';
import type { RequestProgress } from './request-progress.js';
import type { RequestOrigin, RequestStatus, RequestType, StatusGroup } from './statuses.js';
import type { WaitReason } from './wait-reason.js';

export const RequestEntity = defineEntity('requests', {
  id: key(id()),
  userId: id(),
  asin: text(10),
  region: text(10),
  type: text<RequestType>(10),
  title: text(),
  author: text(),
  status: text<RequestStatus>(20),
  statusGroup: text<StatusGroup>(10),
  version: integer(),
  statusSince: time(),
  reason: nullable(json<WaitReason>()),
  origin: text<RequestOrigin>(20),
  parentRequestId: nullable(id()),
  /** The import whose files give way to those of this request. */
  replacesImportId: nullable(id()),
  /** The folder of a book that we did not place, of which chosen files give way to those of this request; absolute. */
  replacesDirectory: nullable(text()),
  /** The items of media servers that are that book; none of them is what this request brings. */
  replacesItems: nullable(json<readonly string[]>()),
  customSearchTerms: nullable(text()),
  note: nullable(text()),
  /** Whether a release with other narrators than the catalogue names may be taken automatically. */
  anyReading: flag(),
  /** Whether the files of an audiobook are merged into one; `null`: as the settings say. */
  mergeChapters: nullable(flag()),
  searchAttempts: integer(),
  downloadAttempts: integer(),
  importAttempts: integer(),
  currentDownloadId: nullable(id()),
  /** Where the files are that a person named, as this server sees them; `null`: those of the download. Kept until the import is over. */
  sourcePath: nullable(text()),
  /** Whether those files are deleted once they are in the library. */
  cleanSource: flag(),
  progress: nullable(json<RequestProgress>()),
  /** When the person first had the book; `null`: not yet, or what arrived turned out to be another. */
  arrivedAt: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
});

export const RequestEventEntity = defineEntity('request_events', {
  id: key(id()),
  requestId: id(),
  at: time(),
  event: text(50),
  fromStatus: nullable(text<RequestStatus>(20)),
  toStatus: nullable(text<RequestStatus>(20)),
  /** In English. */
  message: text(),
  /** The same for readers of all languages; `null` in lines that an older version wrote. */
  sentence: nullable(json<Sentence>()),
  actorId: nullable(id()),
  detail: nullable(json<Record<string, unknown>>()),
});

export const RequestSubscriberEntity = defineEntity('request_subscribers', {
  requestId: key(id()),
  userId: key(id()),
  createdAt: time(),
});

export const DownloadEntity = defineEntity('download_history', {
  id: key(id()),
  /** `null`: the request was deleted, and the client may still have the download. */
  requestId: nullable(id()),
  candidateId: nullable(id()),
  /** Names the download client. */
  integrationId: nullable(id()),
  itemId: nullable(text(200)),
  state: text<DownloadStage>(20),
  release: json<DownloadRelease>(),
  releaseKey: text(),
  /** That of the release, for statistics. */
  indexer: nullable(text()),
  /** Whether we added it to the client; downloads that were there before are never removed. */
  ours: flag(),
  downloadPath: nullable(text()),
  clientStatus: nullable(text()),
  error: nullable(text()),
  missingCount: integer(),
  stalledSince: nullable(time()),
  /** Since when a torrent that was seeded enough stays, because another client does not say whether it seeds the same data. */
  postponedSince: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
});

export const ImportEntity = defineEntity('imports', {
  id: key(id()),
  requestId: id(),
  downloadId: nullable(id()),
  directory: text(),
  contentHash: text(100),
  manifest: text(),
  createdAt: time(),
  /** When its files were removed, or replaced by those of another import. */
  removedAt: nullable(time()),
});
