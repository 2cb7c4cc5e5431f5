import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { CatalogBook } from '@lectern/plugin-api';
import { linkSignals } from '../../platform/http-client/linked-signal.js';
import type { Logger } from '../../platform/logging/logger.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { inEnglish, inRow, saidOf, sentence, type Said } from '../../platform/words/index.js';
import { toFileError } from '../../files/file-error.js';
import { mergeBook, MERGED_NAME, type MergedBook } from '../../files/merging/merge-book.js';
import { findReceipt, hasMergeReceipt, writeReceipt } from '../../files/merging/merge-receipt.js';
import type { MergeSlots } from '../../files/merging/merge-slots.js';
import { isMergeStop } from '../../files/merging/merge-stop.js';
import { findMergeTools } from '../../files/merging/merge-tools.js';
import { isWithin } from '../../files/path-jail.js';
import { createPlacementManifest, verifyPlacement, type PlacementManifest } from '../../files/placing/placement-manifest.js';
import { planPlacement, type PlacementPlan } from '../../files/placing/placement-plan.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { TagWriteError, writeTags } from '../../files/tagging/write-tags.js';
import { bookKey } from '../lifecycle/placed-folders.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { Settings } from '../settings/settings.js';
import { bookTags } from './book-tags.js';
import type { ImportDependencies } from './import-dependencies.js';
import { findPlaced } from './import-place.js';
import type { PlacedBook } from './import-place.js';
import type { ImportProgress } from './import-progress.js';
import type { OutcomeWords } from './import-run.js';
import type { ImportStore } from './import-store.js';
import { mergeTags, wordsToIgnore } from './merge-tags.js';
import { wantsMerge, watchWish } from './merge-wish.js';
import { encoderRecords, workFolder, workFolders } from './merge-work.js';

type LibrarySettings = Settings['library'];

/** The files of an import that may become one. */
export interface MergeRun {
  readonly deps: ImportDependencies;
  readonly store: ImportStore;
  readonly slots: MergeSlots;
  /** Names this run among those of the request. */
  readonly runId: string;
  readonly request: RequestRow;
  readonly book: CatalogBook | undefined;
  readonly library: LibrarySettings;
  readonly plan: PlacementPlan;
  readonly sources: readonly SourceFile[];
  readonly signal: AbortSignal;
  /** Throws once another run has taken this one over. */
  readonly hold: () => Promise<void>;
  readonly progress: Pick<ImportProgress, 'merging'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** A merged book that is now to be placed instead of its parts. */
export interface Merged {
  readonly kind: 'merged';
  readonly plan: PlacementPlan;
  /** The merged file, and the documents beside it. */
  readonly sources: readonly SourceFile[];
  readonly book: MergedBook;
  /** The manifest as it is to be recorded: it names the parts instead of the working folder. */
  readonly record: (manifest: PlacementManifest) => PlacementManifest;
}

export type MergeOutcome =
  | Merged
  /** The same parts were merged and placed before, for another request or by a run that was cut off. */
  | { readonly kind: 'placed'; readonly placed: PlacedBook }
  /** The parts are placed as they are; `why` is for people, absent if nobody wanted them merged. */
  | { readonly kind: 'parts'; readonly why?: Said }
  /** As many books as may be are being merged. */
  | { readonly kind: 'later' };

/** Names the parts, in their order and as they are now, and how they are merged. */
function keyOf(parts: readonly SourceFile[], { mergeMp3 }: LibrarySettings): string {
  const facts = parts.map(({ path, size, modifiedAt }) => [path, size, modifiedAt]);
  return createHash('sha256')
    .update(JSON.stringify([1, mergeMp3, facts]))
    .digest('hex');
}

/** Adds the tags, without which a file that waits to be placed would keep those of an earlier day. */
function receiptKeyOf(key: string, { request, book, library }: Pick<MergeRun, 'request' | 'book' | 'library'>): string {
  const tags = library.writeTags === 'never' ? null : [bookTags(request, book), mergeTags(request, book)];
  return createHash('sha256')
    .update(JSON.stringify([key, tags]))
    .digest('hex');
}

async function findMerged({ store, request, plan }: MergeRun, key: string): Promise<PlacedBook | undefined> {
  for (const { directory, manifest } of await store.sameBook(request)) {
    if (!isWithin(plan.root, directory) || manifest.files.every(({ mergeKey }) => mergeKey !== key)) continue;
    if ((await verifyPlacement(directory, manifest)).length === 0) return { directory, manifest, warnings: [], isNew: false };
  }
  return undefined;
}

/** The plan that places the merged file instead of its parts; documents beside them stay. */
function planMerged(plan: PlacementPlan, path: string): PlacementPlan {
  const merged = planPlacement({ ...plan, files: [{ path, name: MERGED_NAME }], mayLink: true });
  return { ...merged, files: [...merged.files, ...plan.files.filter(({ to }) => kindOfFile(to) !== 'audio')] };
}

/** Writes what ffmpeg cannot, such as the ASIN. The file is new and nobody else's. @returns why not */
async function tagMerged({ deps, request, book, plan, log }: MergeRun, path: string, signal: AbortSignal): Promise<Said | undefined> {
  try {
    const name = planMerged(plan, path).files[0]?.to ?? MERGED_NAME;
    await writeTags(path, bookTags(request, book), { isWhole: true, name }, { probe: deps.probe, signal });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TagWriteError)) throw error;
    log.warn({ requestId: request.id, code: error.code, detail: error.message }, 'the tags of a merged book were not written');
    return saidOf(error);
  }
}

async function merge(run: MergeRun, parts: readonly SourceFile[], folder: string, key: string): Promise<MergedBook> {
  const { deps, request, book, library, plan, progress } = run;
  const tools = findMergeTools(deps.merging?.searchPath);
  const wish = watchWish(deps, request, library);
  const either = linkSignals(run.signal, wish.signal);
  try {
    const merged = await mergeBook(tools, {
      files: parts,
      folder,
      ...(library.writeTags === 'never'
        ? { tags: undefined }
        : { tags: mergeTags(request, book), tag: (path: string) => tagMerged(run, path, either.signal) }),
      cover: plan.written.find(({ to }) => to.startsWith('cover.'))?.bytes,
      known: wordsToIgnore(request, book),
      catalogue: () => deps.catalog.chapters(request.asin, { region: request.region, signal: either.signal }),
      encodesMp3: library.mergeMp3 === 'encode',
      records: encoderRecords(deps.dataDir),
      signal: either.signal,
      hold: run.hold,
      onProgress: ({ fraction, etaSeconds }) => progress.merging(fraction, etaSeconds),
    });
    await run.hold();
    await writeReceipt(folder, receiptKeyOf(key, run), merged);
    crashPoint('merging', 'noted');
    return merged;
  } finally {
    either.release();
    wish.stop();
  }
}

function asMerged(run: Pick<MergeRun, 'plan' | 'sources'>, parts: readonly SourceFile[], key: string, book: MergedBook): Merged {
  const { plan } = run;
  const source = { path: book.path, name: MERGED_NAME, size: book.size, modifiedAt: 0 };
  const merged = planMerged(plan, book.path);
  const [target] = merged.files;
  return {
    kind: 'merged',
    plan: merged,
    sources: [source, ...run.sources.filter(({ name }) => kindOfFile(name) !== 'audio')],
    book,
    record: ({ files }) =>
      createPlacementManifest(
        files.map((file) => {
          if (file.path !== target?.to) return file;
          const { sourcePath: _working, ...rest } = file;
          return { ...rest, method: 'merged', mergedFrom: parts.map(({ path }) => path), mergeKey: key };
        }),
      ),
  };
}

/** The files that are to become one; a plugin may have left some out of the plan. */
function partsOf({ plan, sources }: Pick<MergeRun, 'plan' | 'sources'>): readonly SourceFile[] {
  const planned = new Set(plan.files.map(({ from }) => from));
  return sources.filter(({ path, name }) => planned.has(path) && kindOfFile(name) === 'audio');
}

/** What an earlier run merged from the same files, and has not removed from its working folder. */
export async function mergedEarlier(run: Pick<MergeRun, 'request' | 'book' | 'library' | 'plan' | 'sources'>): Promise<Merged | undefined> {
  if (!wantsMerge(run.request, run.library)) return undefined;
  const parts = partsOf(run);
  const key = keyOf(parts, run.library);
  for (const folder of await workFolders(run.plan.root, run.request.id, { kind: 'merge' })) {
    const earlier = await findReceipt(folder, receiptKeyOf(key, run));
    if (earlier) return asMerged(run, parts, key, earlier);
  }
  return undefined;
}

/**
 * Merges the files of an import into one, if that is wanted and they can be. Whatever goes wrong with it, the book is
 * placed as it is: nothing is changed but the working folder.
 *
 * @throws FileError of the working folder; the signal's reason
 */
export async function mergeParts(run: MergeRun): Promise<MergeOutcome> {
  const { deps, store, request, library, plan } = run;
  if (!wantsMerge(request, library)) return { kind: 'parts' };
  const parts = partsOf(run);
  if (parts.length < 2) return { kind: 'parts' };
  const key = keyOf(parts, library);
  const placed = await findMerged(run, key);
  if (placed) return { kind: 'placed', placed };
  const earlier = await mergedEarlier(run);
  if (earlier) return earlier;
  await removeFolders(await workFolders(plan.root, request.id, { kind: 'merge', before: run.runId }), run.hold);
  // placed by a run that could not merge them: the book stays as it is rather than being there twice
  if (await findPlaced(deps, store, run)) return { kind: 'parts' };
  const free = run.slots.take(library.mergesAtOnce, bookKey(request));
  if (!free) return { kind: 'later' };
  const folder = workFolder(plan.root, 'merge', { requestId: request.id, runId: run.runId });
  try {
    return asMerged(run, parts, key, await merge(run, parts, folder, key));
  } catch (error) {
    // what has no receipt is nobody else's, also if another run has taken this one over
    if (!(await hasMergeReceipt(folder))) await rm(folder, { recursive: true, force: true });
    await removeFolders([folder], run.hold);
    if (!isMergeStop(error)) throw run.signal.aborted ? error : toFileError(error, 'merge_in', folder);
    run.log.warn({ requestId: request.id, code: error.code, detail: error.message }, 'the files of a book were not merged');
    return { kind: 'parts', why: saidOf(error) };
  } finally {
    free();
  }
}

/**
 * Removes working folders of a request.
 *
 * @param hold throws if another run may need what is finished in them
 */
export async function removeFolders(folders: readonly string[], hold?: () => Promise<void>): Promise<void> {
  for (const folder of folders) {
    await hold?.();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes what merging and tagging left, of all runs, once its result is in its place or nobody needs it.
 *
 * @param hold throws if another run may need what is finished
 */
export async function removeWork(
  deps: { readonly settings: { get(): Promise<Pick<Settings, 'library'>> } },
  requestId: string,
  hold?: () => Promise<void>,
): Promise<void> {
  const { path } = (await deps.settings.get()).library;
  if (path === null) return;
  await hold?.();
  await removeFolders(await workFolders(path, requestId), hold);
}

/** What became of the wish to have the files merged, for the timeline. */
export function wordsOfMerge(outcome: MergeOutcome): OutcomeWords {
  if (outcome.kind === 'merged') {
    const { way, chapters, chaptersFrom, untagged } = outcome.book;
    const how = sentence(way === 'copy' ? 'timeline.audio_copied' : 'timeline.audio_encoded');
    const lack = untagged === undefined ? undefined : sentence('timeline.some_tags_lacking', { why: untagged });
    return {
      message: inRow(sentence('timeline.merged', { chapters }), how, lack),
      detail: { merged: { way, chapters, chaptersFrom }, ...(untagged === undefined ? {} : { untagged: inEnglish(untagged) }) },
    };
  }
  if (outcome.kind === 'parts' && outcome.why !== undefined) {
    return { message: sentence('timeline.not_merged', { why: outcome.why }), detail: { notMerged: inEnglish(outcome.why) } };
  }
  return { message: '', detail: {} };
}
