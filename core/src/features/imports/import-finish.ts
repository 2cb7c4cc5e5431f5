import { relative } from 'node:path';
import { isTrue } from '../../platform/db/index.js';
import { inRow, sentence } from '../../platform/words/index.js';
import { removePlaced } from '../../files/placing/remove-placed.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
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
}

/** The timeline's sentence about where the files are, and its facts. */
function wordsOfPlace({ root, placed, words, durationSeconds }: Finished): OutcomeWords {
  const directory = relative(root, placed.directory);
  const content = placed.manifest.files.filter((file) => file.method !== 'written');
  const bytes = content.reduce((sum, file) => sum + file.size, 0);
  const methods: Record<string, number> = {};
  for (const { method } of content) methods[method] = (methods[method] ?? 0) + 1;
  const facts = { count: content.length, size: { bytes }, folder: directory };
  const said = placed.isNew ? sentence('timeline.placed', facts) : sentence('timeline.placed_already', facts);
  return {
    message: inRow(said, words.message),
    detail: { directory, files: content.length, bytes, methods, warnings: placed.warnings, durationSeconds, ...words.detail },
  };
}

/** Records the placed files and moves the request on, both or neither. */
export async function finishImport({ deps, store, request, job }: ImportRun, finished: Finished): Promise<void> {
  const { source, root, placed } = finished;
  const seen = await store.seePlaced(placed.directory, placed.manifest);
  const isDone = await deps.database.transaction(async (tx) => {
    const moved = await deps.transitions.apply(tx, request.id, 'import_done', {
      ...wordsOfPlace(finished),
      reason: request.type === 'ebook' ? null : waitReason('awaiting_library'),
    });
    if (!moved) return false;
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
