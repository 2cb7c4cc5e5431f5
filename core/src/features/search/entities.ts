import { defineEntity, double, flag, id, integer, key, nullable, text, time } from '../../platform/db/index.js';

export type CandidateState = 'candidate' | 'grabbed' | 'failed' | 'blocklisted';

export const SearchEntity = defineEntity('searches', {
  id: key(id()),
  requestId: id(),
  startedAt: time(),
  finishedAt: nullable(time()),
  automatic: flag(),
  queries: text(),
  sources: text(),
});

export const CandidateEntity = defineEntity('release_candidates', {
  id: key(id()),
  searchId: id(),
  requestId: id(),
  /** Names the indexer that resolves it. */
  integrationId: id(),
  releaseKey: text(),
  release: text(),
  privateSealed: text(),
  position: integer(),
  score: double(),
  passed: flag(),
  automatic: flag(),
  state: text<CandidateState>(20),
  gates: text(),
  parts: text(),
});

export const BlockedReleaseEntity = defineEntity('blocklist', {
  id: key(id()),
  asin: nullable(text(10)),
  releaseKey: text(),
  title: text(),
  indexer: text(),
  reason: text(),
  createdAt: time(),
});
