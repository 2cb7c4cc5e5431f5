import { relative } from 'node:path';
import { realpath } from 'node:fs/promises';
import { isTrue, type Tx } from '../../platform/db/index.js';
import { inRow, sentence } from '../../platform/words/index.js';
import { isWithin } from '../../files/path-jail.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { ebooksLookedFor } from '../lifecycle/request-store.js';
import { removePlaced } from '../../files/placing/remove-placed.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { preferredEbook, wordsOfLeftOut, type Beside } from './beside-audio.js';
import type { PlacedBook } from './import-place.js';
import type { ImportRun, OutcomeWords } from './import-run.js';
import type { ImportSource } from './import-source.js';

/** The delay before imported files are removed from a client that does not seed them, because plugins may still look at them. */
const LEFTOVER_GRACE_MS = 60_000;

interface Finished {
  readonly source: ImportSource;
  /** The library folder. */
  readonly root: string;
  readonly placed: PlacedBook;
  readonly words: OutcomeWords;
  readonly durationSeconds: number | undefined;
  readonly beside: Beside;
}

/** Names of files in the facts of the timeline. */
const MOST_TOLD = 50;

/** An ebook that came with a recording, and the requests that get it. */
interface Handed {
  readonly file: SourceFile;
  readonly requestIds: readonly string[];
}

/** Finds the requests that look for the ebook of a recording, where one came with it. */
async function ebookFor({ deps, request }: ImportRun, { beside }: Finished): Promise<Handed | undefined> {
  if (beside.ebooks.length === 0) return undefined;
  const file = preferredEbook(beside.ebooks, (await deps.settings.get()).ebooks.formatPreference);
  if (!file) return undefined;
  const siblings = await deps.catalog.siblings([request.asin]);
  const asins = [...new Set([request.asin, ...(siblings.get(request.asin) ?? [])])];
  const requestIds = await ebooksLookedFor(deps.database.read, asins);
  return requestIds.length === 0 ? undefined : { file, requestIds };
}

/** Gives an ebook that came with a recording to a request for it, which then downloads none. */
async function passOn({ deps, request }: ImportRun, tx: Tx, { file, requestIds }: Handed, isUpload: boolean): Promise<void> {
  for (const requestId of requestIds) {
    await deps.transitions.apply(tx, requestId, 'manual_import', {
      message: sentence('timeline.ebook_came_along', { file: file.name }),
      reason: waitReason('importing'),
      set: { sourcePath: file.path, cleanSource: isUpload, importAttempts: 0 },
      detail: { path: file.path, from: request.id },
      jobPayload: { sourcePath: file.path, cleanupSource: isUpload },
    });
  }
}

/** The timeline's sentence about where the files are, and its facts. */
function wordsOfPlace({ root, placed, words, durationSeconds, beside }: Finished, handed: Handed | undefined): OutcomeWords {
  const directory = relative(root, placed.directory);
  const content = placed.manifest.files.filter((file) => file.method !== 'written');
  const bytes = content.reduce((sum, file) => sum + file.size, 0);
  const methods: Record<string, number> = {};
  for (const { method } of content) methods[method] = (methods[method] ?? 0) + 1;
  const facts = { count: content.length, size: { bytes }, folder: directory };
  const leftOut = beside.leftOut.filter(({ path }) => path !== handed?.file.path);
  const passedOn = handed && sentence('timeline.ebook_passed_on', { file: handed.file.name });
  const said = placed.isNew ? sentence('timeline.placed', facts) : sentence('timeline.placed_already', facts);
  return {
    message: inRow(said, wordsOfLeftOut(leftOut), passedOn, words.message),
    detail: {
      directory,
      files: content.length,
      bytes,
      methods,
      warnings: placed.warnings,
      durationSeconds,
      ...(leftOut.length === 0 ? {} : { leftOut: leftOut.slice(0, MOST_TOLD).map(({ name }) => name) }),
      ...words.detail,
    },
  };
}

/** Records the placed files and moves the request on, both or neither. */
export async function finishImport(run: ImportRun, finished: Finished): Promise<void> {
  const { deps, store, request, job } = run;
  const { source, root, placed } = finished;
  const handed = request.type === 'audiobook' ? await ebookFor(run, finished) : undefined;
  const isUpload = handed !== undefined && isWithin(await realpath(deps.dataDir), handed.file.path);
  const seen = await store.seePlaced(placed.directory, placed.manifest);
  const isDone = await deps.database.transaction(async (tx) => {
    const moved = await deps.transitions.apply(tx, request.id, 'import_done', {
      ...wordsOfPlace(finished, handed),
      reason: request.type === 'ebook' ? null : waitReason('awaiting_library'),
    });
    if (!moved) return false;
    if (handed) await passOn(run, tx, handed, isUpload);
    await store.save(tx, {
      requestId: request.id,
      directory: placed.directory,
      manifest: placed.manifest,
      seen,
      download: source.download,
      downloadPath: source.remotePath,
    });
    // files that a person named belong to no download
    if (source.remotePath === undefined) {
      if (isTrue(request.cleanSource)) await deps.transitions.cleanSource(tx, request.id, source.path);
      return true;
    }
    if (source.download === undefined) return true;
    if (source.download.isSeeded) await deps.transitions.tellImported(tx, source.download.id);
    if (source.download.isLeftover) {
      await deps.transitions.dropImported(tx, source.download.id, new Date(deps.now().getTime() + LEFTOVER_GRACE_MS * deps.timeScale));
    }
    return true;
  });
  // cancelled while the last file was being placed: files that nobody else uses are removed
  if (isDone || !placed.isNew || (await store.occupant(placed.directory))) return;
  await job.hold();
  await removePlaced(root, placed.directory, placed.manifest);
}
