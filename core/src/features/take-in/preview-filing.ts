import { readJson, type Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { renameReason, saidReason } from '../renaming/index.js';
import { askHoldings, type HoldingsDeps } from './ask-holdings.js';
import type { TakenEvidence, TakenRow } from './entities.js';
import { filingContext, type FilingSettings } from './filing-context.js';
import { planFiling, type FilingCatalog, type FilingPlan } from './plan-filing.js';
import { findTakeIn, openPage, type Choice } from './take-in-store.js';
import { isSentence, sentence } from '../../platform/words/index.js';

/** Where a book would go. */
export interface FilingPreview {
  readonly row: TakenRow;
  readonly plan: FilingPlan;
}

export interface PreviewDeps {
  readonly database: Pick<Database, 'read'>;
  readonly catalog: FilingCatalog;
  readonly settings: FilingSettings;
  readonly host: HoldingsDeps['host'];
  /** Nothing is filed from here. */
  readonly dataDir: string;
}

interface Asked {
  readonly choice: Choice;
  readonly page: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** One name for all that a file system may take for the same. */
function folderKey(folder: string): string {
  return folder.normalize('NFC').toLowerCase();
}

/** Notes why books of one page stay when another one goes to the same folder: the first gets it, and nothing is overwritten. */
function noteSameFolders(previews: readonly FilingPreview[]): FilingPreview[] {
  const first = new Map<string, string>();
  return previews.map(({ row, plan }) => {
    if (!plan.move || plan.reason !== undefined) return { row, plan };
    const key = folderKey(plan.move.to);
    const title = first.get(key);
    if (title !== undefined) return { row, plan: { ...plan, reason: saidReason(renameReason('same_target', { title })) } };
    first.set(key, row.evidence === null ? row.path : (readJson<TakenEvidence>(row.evidence).book?.title ?? row.path));
    return { row, plan };
  });
}

/**
 * Says where the files of open books would go. It reads names and sizes, and changes nothing.
 *
 * @throws ApiError 404 `not_found`
 */
export async function previewFiling(
  { database, catalog, settings, host, dataDir }: PreviewDeps,
  id: string,
  { choice, page, limit, signal }: Asked,
): Promise<{ items: FilingPreview[]; total: number }> {
  const takeIn = await findTakeIn(database.read, id);
  if (!takeIn) throw new ApiError('not_found', sentence('problem.no_take_in'));
  const { rows, total } = await openPage(database.read, id, choice, { page, limit });
  const context = await filingContext({ database, catalog, settings, dataDir, holdings: askHoldings({ database, host }), signal }, rows);
  if (isSentence(context)) return { items: rows.map((row) => ({ row, plan: { reason: context } })), total };
  const books = await catalog.cached([...new Set(rows.flatMap(({ asin }) => asin ?? []))]);
  const items: FilingPreview[] = [];
  for (const row of rows) {
    signal.throwIfAborted();
    items.push({ row, plan: await planFiling(context, { row, takenRoot: takeIn.root, book: books.get(row.asin ?? '') }) });
  }
  return { items: noteSameFolders(items), total };
}
