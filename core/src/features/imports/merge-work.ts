import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a working folder is for; one whose name has no kind is of the placement of the request. */
type WorkKind = 'merge' | 'tags';

/** One run of an import. A run that another one has taken over may still be at work, so each has folders of its own. */
interface WorkOwner {
  readonly requestId: string;
  readonly runId: string;
}

const ID = /^(.{36})(?:-(merge|tags))?(?:-([0-9a-f]+))?$/;
const FOLDER = /^\.lectern-(.+)\.partial$/;

function folderOf(root: string, id: string): string {
  return join(root, `.lectern-${id}.partial`);
}

/** Names a run. The names of later runs come later, so that none removes what a run that has taken it over is making. */
export function newRunId(): string {
  return `${Date.now().toString(16).padStart(12, '0')}${randomBytes(2).toString('hex')}`;
}

/** The working folder of a run, for a merge or for copies that get tags. The sweep at the start of the server knows it by its name. */
export function workFolder(root: string, kind: WorkKind, { requestId, runId }: WorkOwner): string {
  return folderOf(root, `${requestId}-${kind}-${runId}`);
}

/** What the id of a working folder names; without a folder, it is that of the placement of the request. */
export function workOf(root: string, id: string): { readonly requestId: string; readonly folder?: string } {
  const [, requestId, kind] = ID.exec(id) ?? [];
  return requestId === undefined || kind === undefined ? { requestId: requestId ?? id } : { requestId, folder: folderOf(root, id) };
}

/**
 * The working folders of the runs of a request. Empty if the library folder cannot be read.
 *
 * @param kind default: both
 * @param before only those of runs that began before this one
 */
export async function workFolders(
  root: string,
  requestId: string,
  { kind, before }: { readonly kind?: WorkKind; readonly before?: string } = {},
): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  return names
    .filter((name) => {
      const [, request, its, run = ''] = ID.exec(FOLDER.exec(name)?.[1] ?? '') ?? [];
      return request === requestId && its !== undefined && (kind ?? its) === its && (before === undefined || run < before);
    })
    .map((name) => join(root, name));
}

/** Where running encoders are noted. */
export function encoderRecords(dataDir: string): string {
  return join(dataDir, 'encoders');
}
