import { placeBook, type PlacedBook, type PlaceInput } from './import-place.js';
import type { ImportRun, OutcomeWords } from './import-run.js';
import { wordsOfMerge, type MergeOutcome } from './merge-parts.js';
import { tagParts, wordsOfTags, type TagRun } from './tag-parts.js';

interface Outcome {
  readonly placed: PlacedBook;
  readonly words: OutcomeWords;
}

type Parts = Omit<TagRun, 'progress' | 'log'>;
type Input = Omit<PlaceInput, 'onProgress'>;

/** Places the merged file, or else the files of the download, with their tags if they get any. */
export async function placeOutcome(
  run: ImportRun,
  parts: Parts,
  merge: Exclude<MergeOutcome, { kind: 'later' }>,
  input: Input,
): Promise<Outcome> {
  const { deps, store, progress } = run;
  const words = wordsOfMerge(merge);
  if (merge.kind === 'placed') return { placed: merge.placed, words };
  if (merge.kind === 'parts') return placeParts(run, parts, words, input);
  const onProgress = (done: number, total: number): void => progress.placing(done, total);
  const placed = await placeBook(deps, store, { ...input, plan: merge.plan, sources: [merge.source], onProgress });
  return { placed: { ...placed, manifest: merge.record(placed.manifest) }, words };
}

async function placeParts({ deps, store, job, progress }: ImportRun, parts: Parts, merge: OutcomeWords, input: Input): Promise<Outcome> {
  const onProgress = (done: number, total: number): void => progress.placing(done, total);
  const tags = await tagParts({ ...parts, progress, log: job.log });
  const said = wordsOfTags(tags);
  const words = { message: `${merge.message}${said.message}`, detail: { ...merge.detail, ...said.detail } };
  if (tags.kind === 'placed') return { placed: tags.placed, words };
  if (tags.kind === 'untagged') return { placed: await placeBook(deps, store, { ...input, onProgress }), words };
  const placed = await placeBook(deps, store, { ...input, plan: tags.plan, sources: tags.sources, onProgress });
  return { placed: { ...placed, manifest: tags.record(placed.manifest) }, words };
}
