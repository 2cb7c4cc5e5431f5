import type { JsonObject } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import type { FoundRelease } from '../search/search-run.js';
import { FoundReleaseEntity } from './entities.js';

const HOUR_MS = 3_600_000;
/** Searches of a person whose releases are kept, so that nobody fills the database. */
const KEPT_SEARCHES = 5;

/** A found release, for requesting it. */
export interface StoredRelease extends FoundRelease {
  /** The words that found it. */
  readonly words: string;
}

interface StoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly now: () => Date;
}

/** The statements on `found_releases`. What a release keeps private is sealed. */
export function createFoundReleaseStore({ database, secretBox, now }: StoreDeps) {
  /** Deletes what has expired. @returns how many */
  const prune = (tx: Tx): Promise<number> => tx.run('DELETE FROM found_releases WHERE expires_at <= ?', [now().toISOString()]);

  return {
    prune: () => database.transaction(prune),

    /** Keeps what a search found for an hour, and of the person's earlier searches the last few. @returns the ids, in the given order */
    async save(tx: Tx, search: { readonly userId: string; readonly words: string }, found: readonly FoundRelease[]) {
      const searchId = uuid();
      const expiresAt = new Date(now().getTime() + HOUR_MS).toISOString();
      await prune(tx);
      await tx.run(
        `DELETE FROM found_releases WHERE user_id = ? AND search_id <= (
           SELECT search_id FROM (SELECT DISTINCT search_id FROM found_releases WHERE user_id = ?) AS searches
           ORDER BY search_id DESC LIMIT 1 OFFSET ?)`,
        [search.userId, search.userId, KEPT_SEARCHES - 1],
      );
      const ids: string[] = [];
      for (const { integrationId, release } of found) {
        const { private: hidden, ...shown } = release;
        const id = uuid();
        ids.push(id);
        await tx.insert(FoundReleaseEntity, {
          id,
          searchId,
          ...search,
          integrationId,
          release: JSON.stringify(shown),
          privateSealed: secretBox.seal(JSON.stringify(hidden)),
          expiresAt,
        });
      }
      return { ids, expiresAt };
    },

    /** A release of this person that has not expired. */
    async get(id: string, userId: string): Promise<StoredRelease | undefined> {
      const row = await database.entities.findOneBy(FoundReleaseEntity, { id, userId });
      if (row === null || row.expiresAt <= now().toISOString()) return undefined;
      const release = { ...readJson(row.release), private: readJson<JsonObject>(secretBox.open(row.privateSealed)) };
      return { words: row.words, integrationId: row.integrationId, release };
    },
  };
}

export type FoundReleaseStore = ReturnType<typeof createFoundReleaseStore>;
