import type { Release, SourceOutcome } from '@lectern/plugin-api';
import { defineEntity, double, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { Said, Sentence } from '../../platform/words/index.js';

/** Whether a candidate passed one gate, and why. */
export interface CandidateGate {
  readonly name: string;
  readonly passed: boolean;
  /** It passed, and yet only a person may choose the candidate. */
  readonly doubtful?: boolean;
  readonly reason: Said;
  /** How the name of the release was read. */
  readonly evidence?: Said;
}

/** Points of a candidate for one of its qualities, and why. */
export interface CandidatePart {
  readonly name: string;
  readonly points: number;
  readonly max: number;
  readonly reason: Said;
}

/** The outcome of one source for all queries of a search. */
export interface SearchSource extends Omit<SourceOutcome, 'error'> {
  readonly error?: Said;
  readonly integrationId: string;
  readonly integrationName: string;
  /** Number of releases it returned, including duplicates. */
  readonly found: number;
}

export type CandidateState = 'candidate' | 'grabbed' | 'failed' | 'blocklisted';

export const SearchEntity = defineEntity('searches', {
  id: key(id()),
  requestId: id(),
  startedAt: time(),
  finishedAt: nullable(time()),
  automatic: flag(),
  queries: json<string[]>(),
  sources: json<SearchSource[]>(),
  /** The time at which its choice is taken, where that waits for something better. */
  grabAt: nullable(time()),
});

export const CandidateEntity = defineEntity('release_candidates', {
  id: key(id()),
  searchId: id(),
  requestId: id(),
  /** The indexer integration that resolves it. */
  integrationId: id(),
  releaseKey: text(),
  release: json<Omit<Release, 'private'>>(),
  privateSealed: text(),
  position: integer(),
  score: double(),
  passed: flag(),
  automatic: flag(),
  state: text<CandidateState>(20),
  /** A person chose it before the request may be carried out. */
  chosen: flag(),
  gates: json<CandidateGate[]>(),
  parts: json<CandidatePart[]>(),
});

export const BlockedReleaseEntity = defineEntity('blocklist', {
  id: key(id()),
  asin: nullable(text(10)),
  releaseKey: text(),
  title: text(),
  indexer: text(),
  /** In English. */
  reason: text(),
  /** The same for readers of all languages; `null` in rows that an older version wrote. */
  sentence: nullable(json<Sentence>()),
  /** The title of the book, as the last request for it has it. */
  book: nullable(text()),
  /** The admin who blocked it; `null`: the server did. */
  blockedBy: nullable(id()),
  createdAt: time(),
  /** When somebody allowed it again; kept, so that this can be undone. */
  liftedAt: nullable(time()),
});
