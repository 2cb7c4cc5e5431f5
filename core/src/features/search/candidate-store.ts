import type { JsonObject, Release } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { isTrue, readJson, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import {
  BlockedReleaseEntity,
  CandidateEntity,
  SearchEntity,
  type CandidateGate,
  type CandidatePart,
  type CandidateState,
  type SearchSource,
} from './entities.js';
import type { RankedCandidate } from './ranking/ranking.js';
import { releaseKey } from './release-key.js';
import type { FoundRelease } from './search-run.js';

/** The most candidates kept from one search; the rest would never be looked at. */
const KEPT = 200;

/** A stored candidate as the API shows it. */
export interface CandidateView {
  readonly id: string;
  readonly title: string;
  readonly indexer: string;
  readonly protocol: string;
  readonly size?: number;
  readonly seeders?: number;
  readonly leechers?: number;
  readonly grabs?: number;
  readonly publishedAt?: string;
  readonly infoUrl?: string;
  readonly flags: readonly string[];
  readonly score: number;
  readonly passed: boolean;
  readonly picked: boolean;
  readonly state: CandidateState;
  readonly gates: readonly CandidateGate[];
  readonly parts: readonly CandidatePart[];
}

/** A stored candidate, for grabbing. */
export interface StoredCandidate {
  readonly id: string;
  readonly requestId: string;
  /** The indexer integration that resolves it. */
  readonly integrationId: string;
  readonly releaseKey: string;
  readonly release: Release;
  readonly score: number;
  readonly state: CandidateState;
}

type Row = RowOf<typeof CandidateEntity>;

function viewOf(row: Row): CandidateView {
  const release = readJson(row.release);
  return {
    id: row.id,
    title: release.title,
    indexer: release.indexer.name,
    protocol: release.protocol,
    size: release.size,
    seeders: release.seeders,
    leechers: release.leechers,
    grabs: release.grabs,
    publishedAt: release.publishedAt,
    infoUrl: release.infoUrl,
    flags: release.flags,
    score: row.score,
    passed: isTrue(row.passed),
    picked: row.state === 'grabbed',
    state: row.state,
    gates: readJson(row.gates),
    parts: readJson(row.parts),
  };
}

function open(box: SecretBox, row: Row): StoredCandidate {
  const shown = readJson(row.release);
  return {
    id: row.id,
    requestId: row.requestId,
    integrationId: row.integrationId,
    releaseKey: row.releaseKey,
    release: { ...shown, private: readJson<JsonObject>(box.open(row.privateSealed)) },
    score: row.score,
    state: row.state,
  };
}

function searchStatements() {
  return {
    async begin(tx: Tx, search: { requestId: string; automatic: boolean; queries: readonly string[]; at: Date }): Promise<string> {
      const id = uuid();
      await tx.insert(SearchEntity, {
        id,
        requestId: search.requestId,
        startedAt: search.at.toISOString(),
        automatic: search.automatic,
        queries: JSON.stringify(search.queries),
        sources: '[]',
      });
      return id;
    },

    async saveSources(tx: Tx, searchId: string, sources: readonly SearchSource[], finishedAt: Date | null): Promise<void> {
      await tx.entities.update(
        SearchEntity,
        { id: searchId },
        { sources: JSON.stringify(sources), finishedAt: finishedAt?.toISOString() ?? null },
      );
    },

    /** Deletes an interrupted search, so that the previous one counts again; a finished one stays. */
    async discard(tx: Tx, searchId: string): Promise<void> {
      await tx.run('DELETE FROM searches WHERE id = ? AND finished_at IS NULL', [searchId]);
    },
  };
}

/** Releases that must not be taken again. */
function blocklistStatements(database: Database) {
  return {
    /** Blocks a release for a book, with the reason that people will read. */
    async block(
      tx: Tx,
      entry: { asin: string; releaseKey: string; title: string; indexer: string; reason: string; at: Date },
    ): Promise<void> {
      await tx.insert(BlockedReleaseEntity, {
        id: uuid(),
        asin: entry.asin,
        releaseKey: entry.releaseKey,
        title: entry.title,
        indexer: entry.indexer,
        reason: entry.reason,
        createdAt: entry.at.toISOString(),
      });
      await tx.run(
        `UPDATE release_candidates SET state = 'blocklisted' WHERE release_key = ? AND state IN ('candidate', 'grabbed')
         AND request_id IN (SELECT id FROM requests WHERE asin = ?)`,
        [entry.releaseKey, entry.asin],
      );
    },

    /** Blocked releases of a book, for ranking. */
    async blocked(asin: string): Promise<{ releaseKey: string; reason: string }[]> {
      return database.read.all('SELECT release_key, reason FROM blocklist WHERE asin = ? OR asin IS NULL', [asin]);
    },
  };
}

/** The statements on `searches` and `release_candidates`. A release's private data is sealed and appears in no view. */
export function createCandidateStore(database: Database, box: SecretBox) {
  return {
    ...searchStatements() /** Replaces the candidates of a search. @returns their ids in the given order */,
    async saveCandidates(
      tx: Tx,
      search: { id: string; requestId: string },
      ranked: readonly RankedCandidate[],
      found: readonly FoundRelease[],
    ): Promise<string[]> {
      const integrationOf = new Map(found.map((entry) => [entry.release, entry.integrationId]));
      await tx.entities.delete(CandidateEntity, { searchId: search.id });
      const ids: string[] = [];
      for (const [position, candidate] of ranked.slice(0, KEPT).entries()) {
        const { private: hidden, ...shown } = candidate.release;
        const id = uuid();
        ids.push(id);
        await tx.insert(CandidateEntity, {
          id,
          searchId: search.id,
          requestId: search.requestId,
          integrationId: integrationOf.get(candidate.release) ?? '',
          releaseKey: releaseKey(candidate.release),
          release: JSON.stringify(shown),
          privateSealed: box.seal(JSON.stringify(hidden)),
          position,
          score: candidate.score,
          passed: candidate.passed,
          automatic: candidate.automatic,
          state: 'candidate',
          gates: JSON.stringify(candidate.gates),
          parts: JSON.stringify(candidate.parts),
        });
      }
      return ids;
    } /** The latest search of a request with its candidates, best first. Two statements. */,
    async view(requestId: string): Promise<{
      search: {
        id: string;
        startedAt: string;
        finishedAt?: string;
        status: 'running' | 'done';
        queries: string[];
        sources: SearchSource[];
      } | null;
      candidates: CandidateView[];
    }> {
      const search = await database.read.get<{
        id: string;
        startedAt: string;
        finishedAt: string | null;
        queries: string;
        sources: string;
      }>(
        'SELECT id, started_at, finished_at, queries, sources FROM searches WHERE request_id = ? ORDER BY started_at DESC, id DESC LIMIT 1',
        [requestId],
      );
      if (!search) return { search: null, candidates: [] };
      const rows = await database.read.all<Row>('SELECT * FROM release_candidates WHERE search_id = ? ORDER BY position', [search.id]);
      return {
        search: {
          id: search.id,
          startedAt: search.startedAt,
          finishedAt: search.finishedAt ?? undefined,
          status: search.finishedAt === null ? 'running' : 'done',
          queries: readJson(search.queries),
          sources: readJson(search.sources),
        },
        candidates: rows.map(viewOf),
      };
    },
    async get(id: string): Promise<StoredCandidate | undefined> {
      const row = await database.entities.findOneBy(CandidateEntity, { id });
      return row === null ? undefined : open(box, row);
    } /** Whether a candidate passed its gates. */,
    async passed(id: string): Promise<boolean> {
      return isTrue((await database.entities.findOneBy(CandidateEntity, { id }))?.passed);
    } /** The next candidate of the latest search that may be taken without a person, never a blocked release. */,
    async nextAutomatic(requestId: string, asin: string): Promise<StoredCandidate | undefined> {
      const row = await database.read.get<Row>(
        `SELECT c.* FROM release_candidates c
         WHERE c.search_id = (SELECT id FROM searches WHERE request_id = ? AND finished_at IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1)
           AND c.state = 'candidate' AND c.automatic = ?
           AND NOT EXISTS (SELECT 1 FROM blocklist b WHERE b.release_key = c.release_key AND (b.asin IS NULL OR b.asin = ?))
         ORDER BY c.position LIMIT 1`,
        [requestId, true, asin],
      );
      return row && open(box, row);
    },
    /** The integration that found a candidate. */
    async integrationOf(id: string): Promise<string | undefined> {
      return (await database.entities.findOneBy(CandidateEntity, { id }))?.integrationId;
    },
    async setState(tx: Tx, id: string, state: CandidateState): Promise<void> {
      await tx.entities.update(CandidateEntity, { id }, { state });
    },
    ...blocklistStatements(database),
  };
}

export type CandidateStore = ReturnType<typeof createCandidateStore>;
