import { join } from 'node:path';

/** Ends of the ids of working folders; without one, they are of the placement of the same request. */
const MERGE = '-merge';
const TAGS = '-tags';

/** The working folder for the merge of a request's files. The sweep at the start of the server knows it by its name. */
export function mergeFolder(root: string, requestId: string): string {
  return join(root, `.lectern-${requestId}${MERGE}.partial`);
}

/** The working folder for the copies of a request's files that get tags. */
export function tagFolder(root: string, requestId: string): string {
  return join(root, `.lectern-${requestId}${TAGS}.partial`);
}

/** The request that a working folder belongs to, by its id. */
export function requestOfWork(id: string): string {
  const end = [MERGE, TAGS].find((suffix) => id.endsWith(suffix)) ?? '';
  return id.slice(0, id.length - end.length);
}

/** Where running encoders are noted. */
export function encoderRecords(dataDir: string): string {
  return join(dataDir, 'encoders');
}
