import { defineEntity, id, integer, key, nullable, text, time } from '../../platform/db/index.js';
import type { RequestOrigin, RequestStatus, RequestType, StatusGroup } from './statuses.js';

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
  reason: nullable(text()),
  origin: text<RequestOrigin>(20),
  parentRequestId: nullable(id()),
  customSearchTerms: nullable(text()),
  note: nullable(text()),
  searchAttempts: integer(),
  downloadAttempts: integer(),
  importAttempts: integer(),
  currentDownloadId: nullable(id()),
  progress: nullable(text()),
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
  message: text(),
  actorId: nullable(id()),
  detail: nullable(text()),
});
