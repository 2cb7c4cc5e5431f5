import { In, Not } from 'typeorm';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import { sentence, storeSaid } from '../../platform/words/index.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import type { DirectOrder, FileProgress } from './direct-record.js';
import type { DirectRow } from './entities.js';
import { DirectDownloadEntity } from './entities.js';

/** The statements on `direct_downloads`. */
export function createDirectStore(database: Database, box: SecretBox, now: () => Date) {
  return {
    async get(id: string): Promise<DirectRow | undefined> {
      return (await database.entities.findOneBy(DirectDownloadEntity, { id })) ?? undefined;
    },

    list: (): Promise<DirectRow[]> => database.read.all<DirectRow>('SELECT * FROM direct_downloads ORDER BY created_at'),

    order: (row: DirectRow): DirectOrder => readJson<DirectOrder>(box.open(row.filesSealed)),

    files: (row: DirectRow): FileProgress[] => readJson(row.progress),

    /** Stores a new download, or gives a known one fresh addresses and another chance. @returns whether it was known */
    async put(tx: Tx, id: string, name: string, order: DirectOrder, files: readonly FileProgress[]): Promise<boolean> {
      const at = now().toISOString();
      const sealed = box.seal(JSON.stringify(order));
      const known = await tx.get<DirectRow>('SELECT * FROM direct_downloads WHERE id = ?', [id]);
      if (!known) {
        const bytesTotal = order.files.reduce((sum, file) => sum + (file.size ?? 0), 0);
        await tx.insert(DirectDownloadEntity, {
          id,
          name,
          state: 'queued' as const,
          filesSealed: sealed,
          progress: JSON.stringify(files),
          bytesDone: 0,
          bytesTotal,
          bytesPerSecond: 0,
          attempts: 0,
          error: null,
          createdAt: at,
          updatedAt: at,
        });
        return false;
      }
      if (known.state === 'completed') return true;
      const isSameShape = JSON.stringify(names(readJson(known.progress))) === JSON.stringify(names(files));
      // a part can only be continued with a file of the same name and position
      const progress = isSameShape ? {} : { progress: JSON.stringify(files) };
      const again = { filesSealed: sealed, state: 'queued' as const, attempts: 0, error: null, updatedAt: at };
      await tx.entities.update(
        DirectDownloadEntity,
        { id },
        { ...again, ...progress, ...(known.state === 'failed' ? { createdAt: at } : {}) },
      );
      return true;
    },

    /** Changes a download if it still exists and has not failed: what a run writes late does not bring it back. */
    async set(id: string, change: Partial<Omit<DirectRow, 'id' | 'name' | 'filesSealed' | 'createdAt' | 'updatedAt'>>): Promise<void> {
      const at = now().toISOString();
      await database.transaction((tx) =>
        tx.entities.update(DirectDownloadEntity, { id, state: Not('failed') }, { ...change, updatedAt: at }),
      );
    },

    /** Ends a download whose job a person cancelled, unless it is complete. */
    async cancel(tx: Tx, id: string): Promise<void> {
      const change = {
        state: 'failed',
        error: storeSaid(sentence('finding.job_cancelled')),
        bytesPerSecond: 0,
        updatedAt: now().toISOString(),
      } as const;
      await tx.entities.update(DirectDownloadEntity, { id, state: Not(In(['completed', 'failed'])) }, change);
    },

    delete: (tx: Tx, id: string) => tx.entities.delete(DirectDownloadEntity, { id }),
  };
}

function names(files: readonly FileProgress[]): string[] {
  return files.map((file) => file.name);
}

export type DirectStore = ReturnType<typeof createDirectStore>;
