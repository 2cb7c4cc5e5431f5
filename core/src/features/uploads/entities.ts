import { defineEntity, double, id, integer, json, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';
import type { RequestCaller } from '../requests/index.js';

/**
 * - `receiving`: the browser sends the files
 * - `unpacking`: all are here, and a job gives them to the request
 * - `handed`: the request imports them
 * - `failed`: they could not be given to the request
 */
export type UploadState = 'receiving' | 'unpacking' | 'handed' | 'failed';

/** Files that a person uploads for a request. Their bytes lie in the data folder. */
export const UploadEntity = defineEntity('uploads', {
  id: key(id()),
  requestId: id(),
  userId: id(),
  state: text<UploadState>(20),
  /** The room that its files take, or will take. */
  bytes: double(),
  /** The person who finished it, for the job that gives the files to the request. */
  caller: nullable(json<RequestCaller>()),
  /** The reason why it failed: a sentence for that person. */
  fault: nullable(text()),
  createdAt: time(),
  updatedAt: time(),
});

export const UploadFileEntity = defineEntity('upload_files', {
  uploadId: key(id()),
  position: key(integer()),
  /** A safe path from the folder of the book down. */
  name: text(),
  /** In bytes, as the browser said. */
  size: double(),
});

export type UploadRow = RowOf<typeof UploadEntity>;
export type UploadFileRow = RowOf<typeof UploadFileEntity>;
