import type { Release } from '@lectern/plugin-api';
import { hidePlaces } from '../../platform/logging/hide-places.js';
import type { CandidateGate, CandidatePart, CandidateState, SearchSource } from './entities.js';

/** A candidate as the API shows it. */
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

interface Viewed {
  readonly release: Omit<Release, 'private'>;
  readonly score: number;
  readonly passed: boolean;
  readonly gates: readonly CandidateGate[];
  readonly parts: readonly CandidatePart[];
}

/** What people are told of a release itself. */
export function viewRelease(release: Viewed['release']) {
  return {
    title: release.title,
    indexer: release.indexer.name,
    protocol: release.protocol,
    size: release.size,
    seeders: release.seeders,
    leechers: release.leechers,
    grabs: release.grabs,
    publishedAt: release.publishedAt,
    infoUrl: release.infoUrl,
    flags: [...release.flags],
  };
}

/** A ranked or stored candidate without what must stay on the server. */
export function viewCandidate(id: string, { release, score, passed, gates, parts }: Viewed, state: CandidateState): CandidateView {
  return {
    id,
    ...viewRelease(release),
    score,
    passed,
    picked: state === 'grabbed',
    state,
    gates,
    parts,
  };
}

/** Candidates for members, who learn nothing of where indexers are: no links to their pages. */
export function candidatesForMembers(candidates: readonly CandidateView[]): CandidateView[] {
  return candidates.map(({ infoUrl: _hidden, ...candidate }) => candidate);
}

/** Sources for members, who learn nothing of where indexers are: no addresses in their errors. */
export function sourcesForMembers(sources: readonly SearchSource[]): SearchSource[] {
  return sources.map((source) => (source.error === undefined ? source : { ...source, error: hidePlaces(source.error) }));
}
