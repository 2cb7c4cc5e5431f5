import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { CatalogBook } from '@lectern/plugin-api';
import type { Logger } from '../../platform/logging/logger.js';
import { inEnglish, saidOf, sentence, type Said } from '../../platform/words/index.js';
import { toFileError } from '../../files/file-error.js';
import { isWithin } from '../../files/path-jail.js';
import { createPlacementManifest, verifyPlacement, type PlacementManifest } from '../../files/placing/placement-manifest.js';
import type { PlacementPlan } from '../../files/placing/placement-plan.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import type { BookTags } from '../../files/tagging/book-tags.js';
import { findTaggedCopies, hasTagReceipt, makeTaggedCopies, type TaggedCopy } from '../../files/tagging/tag-copies.js';
import { isTaggable, TagWriteError } from '../../files/tagging/write-tags.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { Settings } from '../settings/settings.js';
import { bookTags } from './book-tags.js';
import type { ImportDependencies } from './import-dependencies.js';
import { findPlaced } from './import-place.js';
import type { PlacedBook } from './import-place.js';
import type { ImportProgress } from './import-progress.js';
import type { OutcomeWords } from './import-run.js';
import type { ImportStore } from './import-store.js';
import { removeFolders } from './merge-parts.js';
import { workFolder, workFolders } from './merge-work.js';

/** The files of an import that may get tags. */
export interface TagRun {
  readonly deps: ImportDependencies;
  readonly store: ImportStore;
  /** Names this run among those of the request. */
  readonly runId: string;
  readonly request: RequestRow;
  readonly book: CatalogBook | undefined;
  readonly library: Pick<Settings['library'], 'writeTags'>;
  readonly plan: PlacementPlan;
  readonly sources: readonly SourceFile[];
  readonly signal: AbortSignal;
  /** Throws once another run has taken this one over. */
  readonly hold: () => Promise<void>;
  readonly progress: Pick<ImportProgress, 'tagging'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Copies with tags that are now to be placed instead of the files. */
export interface Tagged {
  readonly kind: 'tagged';
  readonly plan: PlacementPlan;
  readonly sources: readonly SourceFile[];
  /** The manifest as it is to be recorded: it names the files of the download instead of the working folder. */
  readonly record: (manifest: PlacementManifest) => PlacementManifest;
}

export type TagOutcome =
  | Tagged
  /** The same files were tagged and placed before, for another request or by a run that was cut off. */
  | { readonly kind: 'placed'; readonly placed: PlacedBook }
  /** The files are placed as they are; `why` is for people, absent if nobody wanted tags in them. */
  | { readonly kind: 'untagged'; readonly why?: Said };

/** Names the files as they are now, and what is written into them. A cover that was not to be had today makes no other book. */
function keyOf(files: readonly SourceFile[], tags: BookTags): string {
  const facts = files.map(({ path, size, modifiedAt }) => [path, size, modifiedAt]);
  return createHash('sha256')
    .update(JSON.stringify([1, facts, tags]))
    .digest('hex');
}

async function findTagged({ store, request, plan }: TagRun, key: string): Promise<PlacedBook | undefined> {
  for (const { directory, manifest } of await store.sameBook(request)) {
    if (!isWithin(plan.root, directory) || manifest.files.every(({ tagKey }) => tagKey !== key)) continue;
    if ((await verifyPlacement(directory, manifest)).length === 0) return { directory, manifest, warnings: [], isNew: false };
  }
  return undefined;
}

function asTagged({ plan, sources }: Pick<TagRun, 'plan' | 'sources'>, key: string, copies: readonly TaggedCopy[]): Tagged {
  const copyOf = new Map(copies.map((copy) => [copy.from, copy]));
  const sourceOf = new Map(copies.map((copy) => [copy.path, copy.from]));
  const atWork = ({ path, ...rest }: SourceFile): SourceFile => ({ ...rest, path: copyOf.get(path)?.path ?? path });
  return {
    kind: 'tagged',
    plan: {
      ...plan,
      files: plan.files.map((file) => {
        const copy = copyOf.get(file.from);
        // the copy is nobody else's, so it is moved rather than copied again
        return copy ? { ...file, from: copy.path, mayLink: true } : file;
      }),
    },
    sources: sources.map(atWork),
    record: ({ files }) =>
      createPlacementManifest(
        files.map((file) => {
          const source = file.sourcePath === undefined ? undefined : sourceOf.get(file.sourcePath);
          return source === undefined ? file : { ...file, method: 'copy', sourcePath: source, tagKey: key };
        }),
      ),
  };
}

/** The files that get tags. A plugin may have left some out of the plan; an ebook beside the audio stays as it is. */
function taggableOf({ plan, sources }: Pick<TagRun, 'plan' | 'sources'>): readonly SourceFile[] {
  const planned = new Set(plan.files.map(({ from }) => from));
  return sources.filter(({ path, name }) => planned.has(path) && isTaggable(name));
}

/** The copies that an earlier run made of the same files, and has not removed from its working folder. */
export async function taggedEarlier(run: Pick<TagRun, 'request' | 'book' | 'plan' | 'sources'>): Promise<Tagged | undefined> {
  const key = keyOf(taggableOf(run), bookTags(run.request, run.book));
  for (const folder of await workFolders(run.plan.root, run.request.id, { kind: 'tags' })) {
    const earlier = await findTaggedCopies(folder, key);
    if (earlier) return asTagged(run, key, earlier);
  }
  return undefined;
}

/**
 * Makes copies of the files of an import that hold the tags of the book, if that is wanted and the files are to be copied anyway or may be.
 * Whatever goes wrong with it, the book is placed as it is: nothing is changed but the working folder.
 *
 * @throws FileError of the working folder; the signal's reason
 */
export async function tagParts(run: TagRun): Promise<TagOutcome> {
  const { deps, store, request, book, library, plan, signal } = run;
  if (request.type !== 'audiobook' || library.writeTags === 'never') return { kind: 'untagged' };
  const files = taggableOf(run);
  if (files.length === 0) return { kind: 'untagged' };
  const tags = bookTags(request, book);
  const cover = plan.written.find(({ to }) => to.startsWith('cover.'))?.bytes;
  const key = keyOf(files, tags);
  const placed = await findTagged(run, key);
  if (placed) return { kind: 'placed', placed };
  const earlier = await taggedEarlier(run);
  if (earlier) return earlier;
  // placed without tags by an earlier run: the book stays as it is rather than being there twice
  if (await findPlaced(deps, store, run)) return { kind: 'untagged' };
  await removeFolders(await workFolders(plan.root, request.id, { kind: 'tags', before: run.runId }), run.hold);
  const folder = workFolder(plan.root, 'tags', { requestId: request.id, runId: run.runId });
  try {
    const { probe, placement } = deps;
    const onProgress = (fraction: number): void => run.progress.tagging(fraction);
    // a hard link stays the download's, which may be seeded
    const mayLink = library.writeTags === 'own' && plan.files.every((file) => file.mayLink);
    const copies = await makeTaggedCopies(files, folder, {
      key,
      tags,
      cover,
      probe,
      signal,
      hold: run.hold,
      mayLink,
      onProgress,
      ...placement,
    });
    if (copies.length > 0) return asTagged(run, key, copies);
    await rm(folder, { recursive: true, force: true });
    return { kind: 'untagged' };
  } catch (error) {
    // what has no receipt is nobody else's, also if another run has taken this one over
    if (!(await hasTagReceipt(folder))) await rm(folder, { recursive: true, force: true });
    await removeFolders([folder], run.hold);
    if (signal.aborted) throw error;
    if (!(error instanceof TagWriteError)) throw toFileError(error, 'write_tags', folder);
    run.log.warn({ requestId: request.id, code: error.code, detail: error.message }, 'the tags of a book were not written');
    return { kind: 'untagged', why: saidOf(error) };
  }
}

/** What became of the wish to have tags in the files, for the timeline. */
export function wordsOfTags(outcome: TagOutcome): OutcomeWords {
  if (outcome.kind !== 'untagged' || outcome.why === undefined) return { message: '', detail: {} };
  return { message: sentence('timeline.not_tagged', { why: outcome.why }), detail: { untagged: inEnglish(outcome.why) } };
}
