import { v7 as uuid } from 'uuid';
import { type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { saidColumns, saidOfColumns, type Said } from '../../platform/words/index.js';
import { BlockedReleaseEntity } from './entities.js';

/** A release that must not be taken again for a book. */
export interface NewBlock {
  readonly asin: string;
  readonly releaseKey: string;
  readonly title: string;
  readonly indexer: string;
  /** People read it. */
  readonly reason: Said;
  readonly at: Date;
  /** The admin who decided it; absent where the server did. */
  readonly by?: string;
}

/** A blocked release, with the name of whoever blocked it. */
export interface BlockedRelease extends Omit<RowOf<typeof BlockedReleaseEntity>, 'blockedBy' | 'reason' | 'sentence'> {
  readonly reason: Said;
  readonly blockedBy: string | null;
}

export interface BlocklistQuery {
  readonly page: number;
  readonly limit: number;
  /** Words of the release, the indexer, the reason or the book. */
  readonly search?: string | undefined;
  /** Those that were allowed again, in place of those that are blocked. */
  readonly lifted: boolean;
}

const SELECT = `SELECT b.id, b.asin, b.release_key, b.title, b.indexer, b.reason, b.sentence, b.book, b.created_at, b.lifted_at, u.display_name AS blocked_by
  FROM blocklist b LEFT JOIN users u ON u.id = b.blocked_by`;

type BlockedRow = Omit<RowOf<typeof BlockedReleaseEntity>, 'blockedBy'> & Pick<BlockedRelease, 'blockedBy'>;

function withReason({ reason, sentence, ...row }: BlockedRow): BlockedRelease {
  return { ...row, reason: saidOfColumns(reason, sentence) };
}

/** Letters beyond ASCII match any, because SQLite knows no case for them. */
function pattern(word: string): string {
  return `%${word.replace(/[!%_]/g, '!$&').replace(/[^\x20-\x7e]/g, '_')}%`;
}

/** A page of the blocklist, the newest first, and how many there are. Two statements. */
export async function blocklistPage(
  sql: Sql,
  { page, limit, search = '', lifted }: BlocklistQuery,
): Promise<{ readonly items: BlockedRelease[]; readonly total: number }> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const found = `LOWER(b.title || ' ' || b.indexer || ' ' || b.reason || ' ' || COALESCE(b.book, '')) LIKE ? ESCAPE '!'`;
  const where = [`b.lifted_at IS ${lifted ? 'NOT ' : ''}NULL`, ...words.map(() => found)].join(' AND ');
  const params = words.map(pattern);
  const order = lifted ? 'b.lifted_at DESC, b.id DESC' : 'b.created_at DESC, b.id DESC';
  const rows = await sql.all<BlockedRow>(`${SELECT} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [
    ...params,
    limit,
    (page - 1) * limit,
  ]);
  const count = await sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM blocklist b WHERE ${where}`, params);
  return { items: rows.map(withReason), total: Number(count?.n ?? 0) };
}

export async function findBlocked(sql: Pick<Sql, 'get'>, id: string): Promise<BlockedRelease | undefined> {
  const row = await sql.get<BlockedRow>(`${SELECT} WHERE b.id = ?`, [id]);
  return row && withReason(row);
}

/** Marks the candidates of a release that are stored for the book. */
async function markCandidates(tx: Tx, { asin, releaseKey }: Pick<NewBlock, 'asin' | 'releaseKey'>): Promise<void> {
  await tx.run(
    `UPDATE release_candidates SET state = 'blocklisted' WHERE release_key = ? AND state IN ('candidate', 'grabbed')
     AND request_id IN (SELECT id FROM requests WHERE asin = ?)`,
    [releaseKey, asin],
  );
}

/**
 * Allows a release again, or blocks it again after that. Where several rows block it for the same book, it is allowed by all of them.
 *
 * @param liftedAt `null`: it is blocked
 * @returns whether that changed anything
 */
export async function liftBlock(tx: Tx, { id, asin, releaseKey }: BlockedRelease, liftedAt: string | null): Promise<boolean> {
  const changed =
    liftedAt === null
      ? await tx.run('UPDATE blocklist SET lifted_at = NULL WHERE id = ? AND lifted_at IS NOT NULL', [id])
      : await tx.run("UPDATE blocklist SET lifted_at = ? WHERE release_key = ? AND COALESCE(asin, '') = ? AND lifted_at IS NULL", [
          ...[liftedAt, releaseKey, asin ?? ''],
        ]);
  if (changed === 0 || asin === null) return changed > 0;
  if (liftedAt === null) {
    await markCandidates(tx, { asin, releaseKey });
    return true;
  }
  await tx.run(
    `UPDATE release_candidates SET state = 'candidate' WHERE release_key = ? AND state = 'blocklisted'
     AND request_id IN (SELECT id FROM requests WHERE asin = ?)
     AND NOT EXISTS (SELECT 1 FROM blocklist b WHERE b.release_key = ? AND b.lifted_at IS NULL AND (b.asin IS NULL OR b.asin = ?))`,
    [releaseKey, asin, releaseKey, asin],
  );
  return true;
}

/** Releases that must not be taken again. */
export function blocklistStatements(database: Database) {
  return {
    /** Blocks a release for a book, with the reason that people will read. Of what was blocked before, the reason and the time are new. */
    async block(tx: Tx, { at, by, reason: said, ...release }: NewBlock): Promise<void> {
      const { english, sentence } = saidColumns(said);
      const entry = { ...release, reason: english, sentence };
      const again = [entry.reason, entry.sentence, by ?? null, at.toISOString(), entry.releaseKey, entry.asin];
      const known = await tx.run(
        'UPDATE blocklist SET reason = ?, sentence = ?, blocked_by = ?, created_at = ?, lifted_at = NULL WHERE release_key = ? AND asin = ?',
        again,
      );
      if (known > 0) return markCandidates(tx, entry);
      const book = await tx.get<{ title: string }>('SELECT title FROM requests WHERE asin = ? ORDER BY created_at DESC, id DESC LIMIT 1', [
        entry.asin,
      ]);
      await tx.insert(BlockedReleaseEntity, {
        id: uuid(),
        ...entry,
        book: book?.title ?? null,
        blockedBy: by ?? null,
        createdAt: at.toISOString(),
        liftedAt: null,
      });
      await markCandidates(tx, entry);
    },

    /** Blocked releases of a book, for ranking. */
    async blocked(asin: string): Promise<{ releaseKey: string }[]> {
      return database.read.all('SELECT release_key FROM blocklist WHERE lifted_at IS NULL AND (asin = ? OR asin IS NULL)', [asin]);
    },
  };
}
