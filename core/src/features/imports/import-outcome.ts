import { inRow } from '../../platform/words/index.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { placeBook, type PlacedBook, type PlaceInput } from './import-place.js';
import type { ImportRun, OutcomeWords } from './import-run.js';
import { wordsOfMerge, type MergeOutcome } from './merge-parts.js';
import { tagParts, wordsOfTags, type TagRun } from './tag-parts.js';

interface Outcome {
  readonly placed: PlacedBook;
  readonly words: OutcomeWords;
}

/** The files of an import as they are to be placed, or as they are placed already. */
type MadeFiles =
  | Outcome
  | (Pick<PlaceInput, 'plan' | 'sources'> & {
      readonly placed?: undefined;
      readonly words: OutcomeWords;
      /** The manifest as it is to be recorded. */
      readonly record: (manifest: PlacementManifest) => PlacementManifest;
    });

type Parts = Omit<TagRun, 'progress' | 'log'>;
type Input = Omit<PlaceInput, 'plan' | 'sources' | 'runId' | 'onProgress'>;

/** Takes the merged file, or else the files of the download, with their tags if they get any. */
export async function makeFiles(
  { job, progress }: ImportRun,
  parts: Parts,
  merge: Exclude<MergeOutcome, { kind: 'later' }>,
): Promise<MadeFiles> {
  const merging = wordsOfMerge(merge);
  if (merge.kind === 'placed') return { placed: merge.placed, words: merging };
  if (merge.kind === 'merged') return { plan: merge.plan, sources: merge.sources, record: merge.record, words: merging };
  const tags = await tagParts({ ...parts, progress, log: job.log });
  const said = wordsOfTags(tags);
  const words = { message: inRow(merging.message, said.message), detail: { ...merging.detail, ...said.detail } };
  if (tags.kind === 'placed') return { placed: tags.placed, words };
  if (tags.kind === 'tagged') return { plan: tags.plan, sources: tags.sources, record: tags.record, words };
  return { plan: parts.plan, sources: parts.sources, record: (manifest) => manifest, words };
}

/** Places what was made, unless it is in its place. */
export async function placeMade({ id: runId, deps, store, progress }: ImportRun, made: MadeFiles, input: Input): Promise<Outcome> {
  if (made.placed) return made;
  const onProgress = (done: number, total: number): void => progress.placing(done, total);
  const placed = await placeBook(deps, store, { ...input, runId, plan: made.plan, sources: made.sources, onProgress });
  return { placed: { ...placed, manifest: made.record(placed.manifest) }, words: made.words };
}
