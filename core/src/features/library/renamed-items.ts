import type { Tx } from '../../platform/db/index.js';

/** Keeps items recognized as the same books whose files have other names now, until the media server lists those. */
export async function followRenamed(tx: Tx, hashes: readonly { readonly before: string; readonly after: string }[]): Promise<void> {
  for (const { before, after } of hashes)
    await tx.run(`UPDATE library_items SET file_hash = ? WHERE file_hash = ? AND matched_by = 'hash'`, [after, before]);
}
