import { placeholders, type Json, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { ENTRY_COLUMNS, type EntryRow } from '../library/index.js';
import { CheckUpFindingEntity } from './entities.js';
import type { Evidence, FindingKind } from './evidence.js';

type FindingRow = RowOf<typeof CheckUpFindingEntity>;

/** A finding with its item. */
export interface FoundRow extends EntryRow, Pick<FindingRow, 'kind' | 'foundAt' | 'fineAt' | 'fineBy'> {
  readonly findingId: string;
  readonly evidence: Json<Evidence>;
}

/** A finding of a check-up, before it is stored. */
export type NewFinding = Omit<FindingRow, 'fineAt' | 'fineBy'>;

export interface FindingFilter {
  readonly kind: FindingKind;
  /** Those that somebody said to be fine, instead of the others. */
  readonly fine: boolean;
  readonly page: number;
  readonly limit: number;
}

/** Open findings of a kind, and those that are fine. */
export interface FindingCount {
  readonly open: number;
  readonly fine: number;
}

/** A finding holds while its item counts for the book that it counted for. */
const HOLDS = `check_up_findings f JOIN library_items l ON l.id = f.item_id AND COALESCE(l.matched_asin, '') = f.asin`;

const ITEM_COLUMNS = ENTRY_COLUMNS.split(', ')
  .map((column) => `l.${column}`)
  .join(', ');

/** Makes those who store findings and those who judge them take turns. */
async function lock(tx: Tx): Promise<void> {
  await tx.lock('check-up-findings');
}

/**
 * Stores what was found of some items. What was said to be fine stays so, as long as the evidence is the same.
 *
 * @param settled what was looked at with no finding; its old finding goes
 */
export async function keepFindings(
  tx: Tx,
  found: readonly NewFinding[],
  settled: readonly { readonly itemId: string; readonly kind: FindingKind }[],
): Promise<void> {
  await lock(tx);
  const items = [...new Set([...found, ...settled].map(({ itemId }) => itemId))];
  if (items.length === 0) return;
  const stored = await tx.all<FindingRow>(`SELECT * FROM check_up_findings WHERE item_id IN (${placeholders(items.length)})`, items);
  const before = new Map(stored.map((row) => [`${row.itemId} ${row.kind}`, row]));
  const gone = settled.flatMap(({ itemId, kind }) => before.get(`${itemId} ${kind}`)?.id ?? []);
  if (gone.length > 0) await tx.run(`DELETE FROM check_up_findings WHERE id IN (${placeholders(gone.length)})`, gone);
  const rows = found.map((finding) => {
    const known = before.get(`${finding.itemId} ${finding.kind}`);
    const isSame = known?.asin === finding.asin && known.evidenceKey === finding.evidenceKey;
    return { ...finding, fineAt: isSame ? known.fineAt : null, fineBy: isSame ? known.fineBy : null };
  });
  await tx.upsert(CheckUpFindingEntity, rows, {
    conflict: ['itemId', 'kind'],
    update: ['asin', 'weight', 'evidence', 'evidenceKey', 'foundAt', 'fineAt', 'fineBy'],
  });
}

/** How many findings there are of each kind. One statement. */
export async function countFindings(sql: Pick<Sql, 'all'>): Promise<Partial<Record<FindingKind, FindingCount>>> {
  const rows = await sql.all<{ kind: FindingKind; total: number; fine: number }>(
    `SELECT f.kind, COUNT(*) AS total, COUNT(f.fine_at) AS fine FROM ${HOLDS} GROUP BY f.kind`,
  );
  return Object.fromEntries(rows.map(({ kind, total, fine }) => [kind, { open: Number(total) - Number(fine), fine: Number(fine) }]));
}

/** A page of findings, the worst first. One statement. */
export function findingPage(sql: Pick<Sql, 'all'>, { kind, fine, page, limit }: FindingFilter): Promise<FoundRow[]> {
  return sql.all<FoundRow>(
    `SELECT ${ITEM_COLUMNS}, f.id AS finding_id, f.kind, f.evidence, f.found_at, f.fine_at, f.fine_by FROM ${HOLDS}
     WHERE f.kind = ? AND f.fine_at IS ${fine ? 'NOT NULL' : 'NULL'} ORDER BY f.weight DESC, f.id DESC LIMIT ? OFFSET ?`,
    [kind, limit, (page - 1) * limit],
  );
}

/** @param fine null takes it back @returns the finding, if it is there */
export async function judgeFinding(
  tx: Tx,
  id: string,
  fine: { readonly at: string; readonly by: string } | null,
): Promise<Pick<FindingRow, 'itemId' | 'kind'> | undefined> {
  await lock(tx);
  const changed = await tx.run('UPDATE check_up_findings SET fine_at = ?, fine_by = ? WHERE id = ?', [
    fine?.at ?? null,
    fine?.by ?? null,
    id,
  ]);
  return changed === 0 ? undefined : tx.get('SELECT item_id, kind FROM check_up_findings WHERE id = ?', [id]);
}
