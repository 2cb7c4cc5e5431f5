import type { JsonObject, Release } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { isTrue, readJson, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { CandidateEntity, SearchEntity, type CandidateState, type SearchSource } from './entities.js';
import { blocklistStatements } from './blocklist-store.js';
import { viewCandidate, type CandidateView } from './candidate-view.js';
import type { RankedCandidate } from './ranking/ranking.js';
import { releaseKey } from './release-key.js';
import type { FoundRelease } from './search-run.js';

/** In place of an integration's id, for what people bring themselves. */
export const OWN_RELEASES_ID = 'own';

/** The most candidates kept from one search; the rest would never be looked at. */
const KEPT = 200;

/** Releases that people brought to one request and nobody took, so that nobody fills the database. */
const KEPT_BROUGHT = 10;

/** A stored candidate, for grabbing. */
export interface StoredCandidate {
  readonly id: string;
  readonly requestId: string;
  readonly searchId: string;
  /** The indexer integration that resolves it. */
  readonly integrationId: string;
  readonly releaseKey: string;
  readonly release: Release;
  readonly score: number;
  readonly state: CandidateState;
}

type Row = RowOf<typeof CandidateEntity>;

/** Where a release that a person brings or finds belongs, and who hands it out. */
export interface Brought {
  readonly requestId: string;
  readonly integrationId: string;
  readonly at: Date;
}

function viewOf(row: Row): CandidateView {
  const { id, score, state } = row;
  const stored = {
    release: readJson(row.release),
    score,
    passed: isTrue(row.passed),
    gates: readJson(row.gates),
    parts: readJson(row.parts),
  };
  return viewCandidate(id, stored, state);
}

function open(box: SecretBox, row: Row): StoredCandidate {
  const shown = readJson(row.release);
  return {
    id: row.id,
    requestId: row.requestId,
    searchId: row.searchId,
    integrationId: row.integrationId,
    releaseKey: row.releaseKey,
    release: { ...shown, private: readJson<JsonObject>(box.open(row.privateSealed)) },
    score: row.score,
    state: row.state,
  };
}

function searchStatements(database: Database) {
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

    /** Notes that the choice of a search waits until then for something better. */
    async announceGrab(tx: Tx, searchId: string, until: Date): Promise<void> {
      await tx.entities.update(SearchEntity, { id: searchId }, { grabAt: until.toISOString() });
    },

    /** The end of the wait that the latest automatic search of a request began, even if it has passed. */
    async announcedGrab(requestId: string): Promise<Date | undefined> {
      const search = await database.read.get<{ grabAt: string | null }>(
        `SELECT grab_at FROM searches WHERE request_id = ? AND automatic = ? AND finished_at IS NOT NULL
         ORDER BY started_at DESC, id DESC LIMIT 1`,
        [requestId, true],
      );
      return search?.grabAt ? new Date(search.grabAt) : undefined;
    },

    /** Deletes an interrupted search, so that the previous one counts again; a finished one stays. */
    async discard(tx: Tx, searchId: string): Promise<void> {
      await tx.run('DELETE FROM searches WHERE id = ? AND finished_at IS NULL', [searchId]);
    },

    /** Deletes the searches of a request that have not ended, of its own or of a person. @returns their ids */
    async discardOpen(tx: Tx, requestId: string, automatic: boolean): Promise<string[]> {
      const rows = await tx.all<{ id: string }>(
        'DELETE FROM searches WHERE request_id = ? AND automatic = ? AND finished_at IS NULL RETURNING id',
        [requestId, automatic],
      );
      return rows.map(({ id }) => id);
    },
  };
}

/** Where a new candidate belongs. */
type NewCandidate = Pick<Row, 'id' | 'searchId' | 'requestId' | 'integrationId' | 'position'>;

/** The columns that say what a release is and how it was judged. */
function judgedColumns(box: SecretBox, candidate: RankedCandidate) {
  const { private: hidden, ...shown } = candidate.release;
  return {
    releaseKey: releaseKey(candidate.release),
    release: JSON.stringify(shown),
    privateSealed: box.seal(JSON.stringify(hidden)),
    score: candidate.score,
    passed: candidate.passed,
    automatic: candidate.automatic,
    gates: JSON.stringify(candidate.gates),
    parts: JSON.stringify(candidate.parts),
  };
}

async function insertCandidate(tx: Tx, box: SecretBox, row: NewCandidate, candidate: RankedCandidate): Promise<void> {
  await tx.insert(CandidateEntity, { ...row, ...judgedColumns(box, candidate), state: 'candidate', chosen: false });
}

/** The search that one more candidate is listed with: the latest that has ended, or a new one that asked nobody. */
async function searchToListWith(tx: Tx, requestId: string, at: Date): Promise<string> {
  const latest = await tx.get<{ id: string }>(
    'SELECT id FROM searches WHERE request_id = ? AND finished_at IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1',
    [requestId],
  );
  if (latest) return latest.id;
  const id = uuid();
  const [startedAt, finishedAt] = [at.toISOString(), at.toISOString()];
  await tx.insert(SearchEntity, { id, requestId, startedAt, finishedAt, automatic: false, queries: '[]', sources: '[]' });
  return id;
}

/** Adding single releases to the candidates of a request, besides those of its own searches. */
function additionStatements(box: SecretBox) {
  return {
    /**
     * Adds a release that a person brought to the candidates of a request, under an id of the caller's making. It is never taken
     * automatically. The same release that was brought before and not taken gives way to it, and so does the oldest of many.
     *
     * @returns the id of the search that it is listed with
     */
    async addBrought(
      tx: Tx,
      id: string,
      { requestId, integrationId, at }: Brought,
      { release, ...judged }: RankedCandidate,
    ): Promise<string> {
      const key = releaseKey(release);
      const searchId = await searchToListWith(tx, requestId, at);
      await tx.entities.delete(CandidateEntity, { requestId, integrationId, releaseKey: key, state: 'candidate' });
      await tx.run(
        `DELETE FROM release_candidates WHERE request_id = ? AND integration_id = ? AND state = 'candidate' AND chosen = ? AND id <= (
           SELECT id FROM release_candidates WHERE request_id = ? AND integration_id = ? AND state = 'candidate' AND chosen = ?
           ORDER BY id DESC LIMIT 1 OFFSET ?)`,
        [requestId, integrationId, false, requestId, integrationId, false, KEPT_BROUGHT - 1],
      );
      await insertCandidate(tx, box, { id, searchId, requestId, integrationId, position: KEPT }, { release, ...judged, automatic: false });
      return searchId;
    },

    /**
     * Adds a release that a person found by a search of their own to the candidates of a request. If the request has it already, it stays
     * that candidate, judged anew and with what the indexer says of it now.
     */
    async addFound(
      tx: Tx,
      { requestId, integrationId, at }: Brought,
      candidate: RankedCandidate,
    ): Promise<{ readonly candidateId: string; readonly searchId: string }> {
      const searchId = await searchToListWith(tx, requestId, at);
      const known = await tx.entities.findOneBy(CandidateEntity, { searchId, integrationId, releaseKey: releaseKey(candidate.release) });
      const candidateId = known?.id ?? uuid();
      if (known) await tx.entities.update(CandidateEntity, { id: candidateId }, judgedColumns(box, candidate));
      else await insertCandidate(tx, box, { id: candidateId, searchId, requestId, integrationId, position: KEPT }, candidate);
      return { candidateId, searchId };
    },
  };
}

/** Single candidates, with what must stay on the server. */
function candidateStatements(database: Database, box: SecretBox) {
  return {
    /** Replaces the candidates of a search. @returns their ids in the given order */
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
        const id = uuid();
        ids.push(id);
        const integrationId = integrationOf.get(candidate.release) ?? '';
        await insertCandidate(tx, box, { id, searchId: search.id, requestId: search.requestId, integrationId, position }, candidate);
      }
      return ids;
    },

    async get(id: string): Promise<StoredCandidate | undefined> {
      const row = await database.entities.findOneBy(CandidateEntity, { id });
      return row === null ? undefined : open(box, row);
    },

    /** Whether a candidate passed its gates. */
    async passed(id: string): Promise<boolean> {
      return isTrue((await database.entities.findOneBy(CandidateEntity, { id }))?.passed);
    },

    /** The next candidate of the latest search that may be taken without a person, never a blocked release. */
    async nextAutomatic(requestId: string, asin: string): Promise<StoredCandidate | undefined> {
      const row = await database.read.get<Row>(
        `SELECT c.* FROM release_candidates c
         WHERE c.search_id = (SELECT id FROM searches WHERE request_id = ? AND finished_at IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1)
           AND c.state = 'candidate' AND c.automatic = ?
           AND NOT EXISTS (SELECT 1 FROM blocklist b WHERE b.release_key = c.release_key AND b.lifted_at IS NULL AND (b.asin IS NULL OR b.asin = ?))
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
    /** Notes the candidate that a person chose before the request may be carried out; without one, none is chosen any more. */
    async choose(tx: Tx, requestId: string, candidateId?: string): Promise<void> {
      await tx.entities.update(CandidateEntity, { requestId, chosen: true }, { chosen: false });
      if (candidateId !== undefined) await tx.entities.update(CandidateEntity, { id: candidateId, requestId }, { chosen: true });
    },
    /** The candidate that was chosen beforehand, unless it was tried already. */
    async chosen(tx: Tx, requestId: string): Promise<StoredCandidate | undefined> {
      const row = await tx.entities.findOneBy(CandidateEntity, { requestId, chosen: true, state: 'candidate' });
      return row === null ? undefined : open(box, row);
    },
  };
}

/** The statements on `searches` and `release_candidates`. A release's private data is sealed and appears in no view. */
export function createCandidateStore(database: Database, box: SecretBox) {
  return {
    ...searchStatements(database),
    ...candidateStatements(database, box),
    ...additionStatements(box),
    ...blocklistStatements(database),

    /** The latest search of a request with its candidates, best first, and what people brought. Two statements. */
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
      const rows = await database.read.all<Row>(
        'SELECT * FROM release_candidates WHERE request_id = ? AND (search_id = ? OR integration_id = ?) ORDER BY position, id',
        [requestId, search.id, OWN_RELEASES_ID],
      );
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
  };
}

export type CandidateStore = ReturnType<typeof createCandidateStore>;
