import { createGiveWay } from '../../platform/jobs/give-way.js';
import type { Database, Tx } from '../../platform/db/index.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { OwnReleasePartEntity } from './entities.js';

/** Small enough that sealing one keeps nobody waiting. */
const PART_BYTES = 48 * 1024;

/** The statements on `own_release_parts`. */
export function createOwnReleaseStore(database: Database, box: SecretBox) {
  return {
    /** Seals what a candidate consists of, before a transaction writes it. */
    async seal(bytes: Uint8Array): Promise<readonly string[]> {
      const giveWay = createGiveWay();
      const parts: string[] = [];
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        parts.push(box.seal(Buffer.from(bytes.subarray(at, at + PART_BYTES)).toString('base64')));
        await giveWay();
      }
      return parts;
    },

    async save(tx: Tx, candidateId: string, sealed: readonly string[]): Promise<void> {
      for (const [position, contentSealed] of sealed.entries())
        await tx.insert(OwnReleasePartEntity, { candidateId, position, contentSealed });
    },

    /** What a candidate consists of; `undefined` if it is not kept any more. */
    async read(candidateId: string): Promise<Buffer | undefined> {
      const rows = await database.read.all<{ contentSealed: string }>(
        'SELECT content_sealed FROM own_release_parts WHERE candidate_id = ? ORDER BY position',
        [candidateId],
      );
      const giveWay = createGiveWay();
      const parts: Buffer[] = [];
      for (const { contentSealed } of rows) {
        parts.push(Buffer.from(box.open(contentSealed), 'base64'));
        await giveWay();
      }
      return parts.length === 0 ? undefined : Buffer.concat(parts);
    },
  };
}

export type OwnReleaseStore = ReturnType<typeof createOwnReleaseStore>;
