import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import {
  BinnedBookEntity,
  BinnedFileEntity,
  type BinnedBookRow,
  type BinnedFileRow,
  type BinnedFileState,
  type BinState,
} from './entities.js';

/** A book of the bin, with the number and the bytes of its files that are there. */
export interface BinnedBook extends BinnedBookRow {
  readonly files: number;
  readonly bytes: number;
}

const FILES_A_STATEMENT = 100;

function* groupsOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += FILES_A_STATEMENT) yield items.slice(at, at + FILES_A_STATEMENT);
}

/** A file as an admin ticked it. */
export type TickedFile = Pick<BinnedFileRow, 'path' | 'size' | 'modifiedAt'>;

/** What is written down about a book when its files are ticked. */
export type NewBin = Pick<BinnedBookRow, 'id' | 'title' | 'author' | 'directory' | 'folder' | 'actorId' | 'actorName' | 'createdAt'>;

export async function addBin(tx: Tx, book: NewBin, files: readonly TickedFile[]): Promise<void> {
  await tx.insert(BinnedBookEntity, { ...book, state: 'listed' });
  const rows = files.map((file, position) => ({ ...file, binId: book.id, position, state: 'listed' as const }));
  for (const group of groupsOf(rows)) await tx.upsert(BinnedFileEntity, group, { conflict: ['binId', 'position'] });
}

export function findBin(sql: Pick<Sql, 'get'>, id: string): Promise<BinnedBookRow | undefined> {
  return sql.get<BinnedBookRow>('SELECT * FROM binned_books WHERE id = ?', [id]);
}

export async function filesOfBin(sql: Pick<Sql, 'all'>, id: string): Promise<BinnedFileRow[]> {
  const rows = await sql.all<BinnedFileRow>('SELECT * FROM binned_files WHERE bin_id = ? ORDER BY position', [id]);
  return rows.map((row) => ({ ...row, position: Number(row.position), size: Number(row.size), modifiedAt: Number(row.modifiedAt) }));
}

/** Moves a book on from a state. @returns whether it was in that state; where two do the same, one does it */
export async function claimBin(tx: Tx, id: string, from: BinState, to: BinState): Promise<boolean> {
  return (await tx.run('UPDATE binned_books SET state = ? WHERE id = ? AND state = ?', [to, id, from])) === 1;
}

/** Writes down where a book is after its files were moved. Two may have done that, as when one of them only seemed dead. */
export async function settleBin(tx: Tx, id: string, to: 'binned' | 'over', endedAt: string | null): Promise<void> {
  await tx.run("UPDATE binned_books SET state = ?, ended_at = ? WHERE id = ? AND state <> 'over'", [to, endedAt, id]);
}

/** Writes down where listed files go, right before they do. */
export async function beginBin(tx: Tx, id: string, to: Pick<BinnedBookRow, 'folder' | 'binnedAt' | 'until'>): Promise<void> {
  await tx.entities.update(BinnedBookEntity, { id, state: 'listed' }, { ...to, state: 'moving' });
}

/** Writes down what became of files; a statement for each hundred that fared alike. */
export async function setFates(tx: Tx, id: string, fates: ReadonlyMap<number, BinnedFileState>): Promise<void> {
  const byFate = new Map<BinnedFileState, number[]>();
  for (const [position, fate] of fates) byFate.set(fate, [...(byFate.get(fate) ?? []), position]);
  for (const [fate, positions] of byFate) {
    for (const group of groupsOf(positions)) {
      await tx.run(`UPDATE binned_files SET state = ? WHERE bin_id = ? AND position IN (${placeholders(group.length)})`, [
        fate,
        id,
        ...group,
      ]);
    }
  }
}

/** What is in the bin, the last first. Two statements. */
export async function binPage(
  sql: Pick<Sql, 'all' | 'get'>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ items: BinnedBook[]; total: number }> {
  const rows = await sql.all<BinnedBook>(
    `SELECT b.*, (SELECT COUNT(*) FROM binned_files f WHERE f.bin_id = b.id AND f.state = 'binned') AS files,
       (SELECT COALESCE(SUM(f.size), 0) FROM binned_files f WHERE f.bin_id = b.id AND f.state = 'binned') AS bytes
     FROM binned_books b WHERE b.state NOT IN ('listed', 'over') ORDER BY b.binned_at DESC, b.id DESC LIMIT ? OFFSET ?`,
    [limit, (page - 1) * limit],
  );
  const all = await sql.get<{ n: number }>("SELECT COUNT(*) AS n FROM binned_books WHERE state NOT IN ('listed', 'over')");
  return { items: rows.map((row) => ({ ...row, files: Number(row.files), bytes: Number(row.bytes) })), total: Number(all?.n ?? 0) };
}

/** Books of which work was begun and not ended, as a crash leaves them. */
export async function unfinishedBins(sql: Pick<Sql, 'all'>): Promise<BinnedBookRow[]> {
  return sql.all<BinnedBookRow>("SELECT * FROM binned_books WHERE state IN ('restoring', 'emptying')");
}

/** Books whose time in the bin is over. */
export async function expiredBins(sql: Pick<Sql, 'all'>, now: string): Promise<BinnedBookRow[]> {
  return sql.all<BinnedBookRow>("SELECT * FROM binned_books WHERE state = 'binned' AND until <= ?", [now]);
}

/** Folders of which ticked files have yet to go to the bin. */
export async function listedBins(sql: Pick<Sql, 'all'>, directory: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>("SELECT id FROM binned_books WHERE directory = ? AND state IN ('listed', 'moving')", [
    directory,
  ]);
  return rows.map(({ id }) => id);
}

/** Forgets ticked files that were never moved. */
export async function forgetListed(tx: Tx, id: string): Promise<void> {
  await tx.run("DELETE FROM binned_files WHERE bin_id IN (SELECT id FROM binned_books WHERE id = ? AND state = 'listed')", [id]);
  await tx.run("DELETE FROM binned_books WHERE id = ? AND state = 'listed'", [id]);
}

/** Forgets books of which nothing has been in the bin since a time. @returns how many */
export async function forgetOver(tx: Tx, before: string): Promise<number> {
  await tx.run("DELETE FROM binned_files WHERE bin_id IN (SELECT id FROM binned_books WHERE state = 'over' AND ended_at < ?)", [before]);
  return tx.run("DELETE FROM binned_books WHERE state = 'over' AND ended_at < ?", [before]);
}
