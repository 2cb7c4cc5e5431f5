import * as nodeFs from 'node:fs/promises';
import { lstat, readFile } from 'node:fs/promises';
import { extname, join, posix, relative } from 'node:path';
import { sentence, type Said } from '../../platform/words/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { contentHashOf } from '../../files/content-hash.js';
import { isFileError, toFileError } from '../../files/file-error.js';
import type { ImportDependencies } from './import-dependencies.js';
import { ImportStop } from './import-stop.js';
import type { ImportStore } from './import-store.js';
import { listedName } from './listed-name.js';
import { createPlacementManifest } from '../../files/placing/placement-manifest.js';
import type { PlacementManifest, ManifestFile } from '../../files/placing/placement-manifest.js';
import { isWithin, resolveInside } from '../../files/path-jail.js';
import { planPlacement } from '../../files/placing/placement-plan.js';
import type { PlacementPlan } from '../../files/placing/placement-plan.js';
import { inspectTarget, suggestDirectory } from '../../files/placing/placement-target.js';
import type { TargetState } from '../../files/placing/placement-target.js';
import { placeFiles } from '../../files/placing/placement.js';
import { sampledFileHash } from '../../files/sampled-hash.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { listSourceFiles } from '../../files/reading/source-files.js';
import { readSidecar } from '../../files/placing/read-sidecar.js';

/** A book in its folder. */
export interface PlacedBook {
  /** Absolute. */
  readonly directory: string;
  readonly manifest: PlacementManifest;
  readonly warnings: readonly string[];
  /** False if the files were already there, from an earlier run or another request. */
  readonly isNew: boolean;
}

export interface PlaceInput {
  readonly request: RequestRow;
  readonly plan: PlacementPlan;
  readonly sources: readonly SourceFile[];
  /** A person wants it placed although the folder is taken: it goes into a folder beside it. */
  readonly accepted: boolean;
  readonly signal: AbortSignal;
  /** As that of the placement. */
  readonly hold: () => Promise<void>;
  /** Names this run among those of the request. */
  readonly runId: string;
  readonly onProgress: (bytesDone: number, bytesTotal: number) => void;
}

/** Folders tried before a person is asked, because another process may take one between looking and placing. */
const MOST_FOLDERS = 4;

function inspect(deps: ImportDependencies, plan: PlacementPlan): Promise<TargetState> {
  const fs = deps.placement?.fs ?? nodeFs;
  return resolveInside(plan.root, plan.directory)
    .then((target) => inspectTarget(target, plan, fs))
    .catch((error: unknown) => {
      throw toFileError(error, 'look_at', join(plan.root, plan.directory));
    });
}

/**
 * The plan under which exactly these files have already been placed: by an interrupted run, under a template that was
 * changed since, or for somebody else's request.
 */
export async function findPlaced(
  deps: ImportDependencies,
  store: ImportStore,
  input: Pick<PlaceInput, 'request' | 'plan' | 'sources'>,
): Promise<PlacementPlan | undefined> {
  const { request, plan } = input;
  const begun = await store.plannedDirectory(request.id);
  const finished = (await store.sameBook(request))
    .filter(({ directory }) => isWithin(plan.root, directory))
    .map(({ directory }) => relative(plan.root, directory));
  return findIn(deps, [...(begun === undefined ? [] : [begun]), ...finished], input);
}

/**
 * Files as they are named now; and those of an MP4 under either ending, since earlier versions kept it, and since it is not changed before it is
 * known that the file has no pictures.
 */
function underEitherEnding(files: readonly SourceFile[]): readonly (readonly SourceFile[])[] {
  const isMp4 = ({ path }: SourceFile): boolean => listedName(path) !== path;
  if (!files.some(isMp4)) return [files];
  const named = (nameOf: (file: SourceFile) => string) => files.map((file) => (isMp4(file) ? { ...file, name: nameOf(file) } : file));
  return [files, named(({ name }) => listedName(name)), named(({ name, path }) => name.replace(/\.m4b$/i, extname(path)))];
}

/** The first of these folders that has exactly these files, with the plan that would have placed them. */
async function findIn(
  deps: ImportDependencies,
  directories: readonly string[],
  { plan, sources }: Pick<PlaceInput, 'plan' | 'sources'>,
): Promise<PlacementPlan | undefined> {
  for (const directory of new Set(directories)) {
    const isThere = await lstat(join(plan.root, directory)).then(
      (info) => info.isDirectory(),
      () => false,
    );
    if (directory === '' || !isThere) continue;
    const mayLink = plan.files.every((file) => file.mayLink);
    // earlier versions placed no documents beside the audio
    const audio = sources.filter(({ name }) => kindOfFile(name) === 'audio');
    const sets = audio.length === 0 || audio.length === sources.length ? [sources] : [sources, audio];
    const named = sets
      .flatMap(underEitherEnding)
      .flatMap((files) => [false, true].map((keepsFolders) => planPlacement({ ...plan, directory, files, mayLink, keepsFolders })));
    for (const candidate of [{ ...plan, directory }, ...named]) {
      const state = await inspect(deps, candidate).catch((error: unknown) => {
        if (isFileError(error) && error.code === 'outside_root') return undefined;
        throw error;
      });
      if (state?.kind === 'same') return candidate;
    }
  }
  return undefined;
}

/** Whether a folder's content certainly differs from the book of a request. Only then may the two be placed side by side. */
async function isOtherRecording(deps: ImportDependencies, store: ImportStore, request: RequestRow, directory: string): Promise<boolean> {
  const isOtherAsin = async (asin: string): Promise<boolean> => {
    if (asin === request.asin) return false;
    const siblings = await deps.catalog.siblings([request.asin]);
    return !(siblings.get(request.asin) ?? []).includes(asin);
  };
  const occupant = await store.occupant(directory);
  if (occupant) return occupant.type !== request.type || isOtherAsin(occupant.asin);
  const there = await listSourceFiles(directory).catch(() => undefined);
  if (!there) return false;
  const [same, other] = request.type === 'ebook' ? [there.ebooks, there.audio] : [there.audio, there.ebooks];
  if (same.length === 0) return other.length > 0;
  const sidecar = await readSidecar(directory);
  if (sidecar.asin !== undefined) return isOtherAsin(sidecar.asin);
  const wanted = (await deps.catalog.cached([request.asin], request.region)).get(request.asin)?.narrators ?? [];
  const names = new Set(sidecar.narrators.map((name) => name.toLowerCase()));
  return wanted.length > 0 && names.size > 0 && !wanted.some((name) => names.has(name.toLowerCase()));
}

/** A cover and sidecar from an earlier run are also ours, unless somebody changed them. */
async function withWritten(plan: PlacementPlan, directory: string, manifest: PlacementManifest): Promise<PlacementManifest> {
  const ours: ManifestFile[] = [];
  for (const { to, bytes } of plan.written) {
    const path = join(directory, to);
    const there = await readFile(path).catch(() => undefined);
    if (there?.equals(bytes)) ours.push({ path: to, size: there.length, hash: await sampledFileHash(path), method: 'written' });
  }
  return ours.length === 0 ? manifest : createPlacementManifest([...manifest.files, ...ours]);
}

/**
 * Whether the files that are in the folder of a plan already are among those that are to give way: they are in their folder, around or below
 * it, and neither an import nor an earlier run of this one has placed them.
 */
async function isAmongReplaced(
  store: ImportStore,
  requestId: string,
  { root, directory }: PlacementPlan,
  replaced: string,
): Promise<boolean> {
  const folder = await resolveInside(root, directory);
  if (folder === replaced) return true;
  if (!isWithin(replaced, folder) && !isWithin(folder, replaced)) return false;
  return (await store.plannedDirectory(requestId)) !== directory && !(await store.occupant(folder));
}

/**
 * Puts the files into their folder, or finds them there. If the folder contains another recording, a folder beside it
 * is used. For any other content a person has to decide.
 *
 * @throws ImportStop, FileError; nothing is partly placed then
 */
export async function placeBook(deps: ImportDependencies, store: ImportStore, input: PlaceInput): Promise<PlacedBook> {
  const { request, signal } = input;
  const suffix = request.type === 'ebook' ? 'Ebook' : request.asin;
  const replaced = await store.replacedBy(request);
  let plan = (await findPlaced(deps, store, input)) ?? input.plan;
  for (let tried = 0; tried < MOST_FOLDERS; tried += 1) {
    const state = await inspect(deps, plan);
    if (state.kind === 'same' && replaced && (await isAmongReplaced(store, request.id, plan, replaced.directory)))
      throw new ImportStop('broken', waitReason('same_as_replaced'));
    if (state.kind === 'other') {
      const folder = await resolveInside(plan.root, plan.directory);
      const isReplaced = folder === replaced?.directory;
      if (!input.accepted && !isReplaced && !(await isOtherRecording(deps, store, request, folder))) throw occupied(folder, state.reason);
      plan = { ...plan, directory: await suggestDirectory(plan.root, plan.directory, suffix, deps.placement?.fs ?? nodeFs) };
      continue;
    }
    if (state.kind === 'free') await rememberDirectory(deps, store, request.id, plan.directory);
    const result = await placeFiles(plan, {
      ...deps.placement,
      signal,
      hold: input.hold,
      run: input.runId,
      suffix,
      onProgress: ({ bytesDone, bytesTotal }) => input.onProgress(bytesDone, bytesTotal),
    });
    if (result.status === 'placed') return { ...result, isNew: true };
    if (result.status === 'conflict') continue;
    const hash = contentHashOf(result.manifest.files);
    const known = (await store.sameBook(request)).find((row) => row.directory === result.directory && row.contentHash === hash);
    const manifest = known?.manifest ?? (await withWritten(plan, result.directory, result.manifest));
    return { directory: result.directory, manifest, warnings: [], isNew: false };
  }
  throw occupied(join(plan.root, plan.directory), sentence('finding.every_folder_taken'));
}

/** What stands in a folder that a run of this import has planned, if that is exactly what it would place there. */
export async function recallPlaced(
  deps: ImportDependencies,
  store: ImportStore,
  input: Pick<PlaceInput, 'request' | 'plan' | 'sources'> & { readonly directory: string },
): Promise<Pick<PlacedBook, 'directory' | 'manifest'> | undefined> {
  const plan = await findIn(deps, [input.directory], input);
  if (!plan || (await store.occupant(join(plan.root, plan.directory)))) return undefined;
  const result = await placeFiles(plan, { ...deps.placement });
  if (result.status !== 'already_placed') return undefined;
  const { directory } = result;
  return { directory, manifest: await withWritten(plan, directory, result.manifest) };
}

function occupied(directory: string, reason: Said): ImportStop {
  return new ImportStop('suspect', waitReason('target_occupied', { path: directory, found: reason }));
}

/** Recorded before anything is placed, so that a run after a crash finds it even if the template has changed. */
async function rememberDirectory(deps: ImportDependencies, store: ImportStore, requestId: string, directory: string): Promise<void> {
  if ((await store.plannedDirectory(requestId)) === directory) return;
  await deps.database.transaction((tx) =>
    deps.transitions.note(tx, requestId, store.plannedEvent, sentence('timeline.files_go_to', { folder: posix.normalize(directory) }), {
      detail: { directory },
    }),
  );
}
