import { join, posix, relative } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { isFileError, toFileError } from '../../files/file-error.js';
import { byteLength, cutToBytes, MAX_SEGMENT_BYTES } from '../../files/naming/path-segment.js';
import { isWithin, resolveInside } from '../../files/path-jail.js';
import { checkMove, entryAt, type MovedFile } from '../../files/placing/check-move.js';
import { MoveFault } from '../../files/placing/move-fault.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { planPlaces } from '../imports/index.js';
import { bookKey, type PlacedFolder } from '../lifecycle/placed-folders.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { Settings } from '../settings/index.js';
import { isOwnSource, type DownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import type { RenameDeps } from './rename-dependencies.js';
import { renameReason, type RenameReason } from './rename-reasons.js';

/** What planning knows of the whole library. */
export interface PlanContext {
  readonly deps: RenameDeps;
  readonly root: string;
  readonly library: Settings['library'];
  readonly downloads: DownloadsInPlace;
  /** Books of which an import runs. */
  readonly importing: ReadonlySet<string>;
  /** Whether another book of the plan goes to a folder. */
  readonly isPlanned: (folder: string) => boolean;
}

/** A placed book, with all that decides where it belongs. */
export interface BookToPlan {
  readonly folder: PlacedFolder;
  readonly manifest: PlacementManifest;
  readonly request: RequestRow;
  /** `silent`: the catalogue could not be asked. */
  readonly book: CatalogBook | undefined | 'silent';
}

/** Where a book is to go, relative to the library folder; with a reason if it cannot. */
export interface BookPlan {
  readonly from: string;
  readonly to: string;
  readonly files: readonly MovedFile[];
  readonly reason?: RenameReason;
}

/** A book that stands beside another one of the same name has an addition to the name of its folder, from its import. */
export function additionOf(directory: string): string | undefined {
  return / (?:\[(?:[A-Z0-9]{10}|Ebook)\]|\(\d+\))$/.exec(posix.basename(directory))?.[0];
}

function withAddition(directory: string, addition: string): string {
  const name = cutToBytes(posix.basename(directory), MAX_SEGMENT_BYTES - byteLength(addition)).trimEnd();
  return posix.join(posix.dirname(directory), `${name}${addition}`);
}

/** The planned folder, with the addition that the book has if somebody else still has the folder without it. */
async function targetOf({ root, isPlanned }: PlanContext, from: string, planned: string): Promise<string> {
  try {
    const wanted = relative(root, await resolveInside(root, planned));
    const addition = additionOf(from);
    if (wanted === from || addition === undefined || wanted.endsWith(addition)) return wanted;
    const isTaken = isPlanned(wanted) || (await entryAt(join(root, wanted))) !== undefined;
    return isTaken ? withAddition(wanted, addition) : wanted;
  } catch (error) {
    throw toFileError(error, 'move_book_to', join(root, planned));
  }
}

function obstacle({ importing, downloads }: PlanContext, { folder, manifest, request }: BookToPlan): RenameReason | undefined {
  if (importing.has(bookKey(request))) return renameReason('being_imported');
  const sources = manifest.files.map(({ sourcePath }) => sourcePath);
  const client =
    downloads.clientAt(folder.directory) ?? (isOwnSource(folder.directory, sources) ? downloads.clientOf(folder.downloadId) : undefined);
  return client === undefined ? undefined : renameReason('in_download_client', { path: folder.directory, client });
}

/** The reason that follows from a fault; other errors are passed on. */
export function reasonOfFault(error: unknown): RenameReason {
  if (error instanceof MoveFault) {
    const { code, path, cause } = error;
    if (cause === undefined) return renameReason(code, { path });
    return renameReason(code, { path, fault: toFileError(cause, 'move_book_in', path).said });
  }
  if (isFileError(error) && error.code === 'outside_root') return renameReason('outside_library', { path: error.path });
  if (isFileError(error)) return renameReason('file_fault', { fault: error.said });
  throw error;
}

/**
 * Plans one book: where an import would place it today, and whether it can go there.
 *
 * @returns `undefined` if it is where it belongs
 * @throws ImportStop if the template cannot be used
 */
export async function planBook(context: PlanContext, entry: BookToPlan): Promise<BookPlan | undefined> {
  const { deps, root, library } = context;
  const { folder, manifest, request, book } = entry;
  const { directory } = folder;
  const content = manifest.files.filter(({ method }) => method !== 'written');
  const written = manifest.files.filter(({ method }) => method === 'written');
  if (directory === root || !isWithin(root, directory)) {
    return { from: directory, to: '', files: [], reason: renameReason('outside_library', { path: directory }) };
  }
  const from = relative(root, directory);
  if (book === 'silent') return { from, to: '', files: [], reason: renameReason('catalogue_silent') };
  try {
    const plan = await planPlaces(deps, {
      request,
      info: await deps.requestReader.info(request),
      book,
      root,
      template: request.type === 'ebook' ? library.ebookPathTemplate : library.pathTemplate,
      files: content.map(({ path }) => ({ path: join(directory, path), name: path })),
      written: written.map(({ path }) => ({ to: path, bytes: new Uint8Array() })),
      mayLink: true,
      warn: (message) => deps.log.warn({ requestId: request.id, detail: message }, 'the plan of a plugin for renaming a book was not used'),
    });
    const to = await targetOf(context, from, plan.directory);
    const names = new Map(plan.files.map((file) => [file.from, file.to]));
    const files: MovedFile[] = [
      ...content.map(({ path, size }) => ({ from: path, to: names.get(join(directory, path)) ?? path, size })),
      ...written.map(({ path }) => ({ from: path, to: path })),
    ];
    if (to === from && files.every((file) => file.from === file.to)) return undefined;
    const reason = obstacle(context, entry) ?? (await whyNot({ root, from, to, files }));
    // the folder is right, and the names of files in a folder with another book are left alone
    if (reason?.code === 'shared_folder') return undefined;
    return { from, to, files, ...(reason && { reason }) };
  } catch (error) {
    return { from, to: '', files: [], reason: reasonOfFault(error) };
  }
}

function whyNot(move: Omit<Parameters<typeof checkMove>[0], 'id'>): Promise<RenameReason | undefined> {
  return checkMove(move).then(() => undefined, reasonOfFault);
}
