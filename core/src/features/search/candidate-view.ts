import type { Release } from '@lectern/plugin-api';
import { hidePlaces, withoutPlaces } from '../../platform/logging/hide-places.js';
import type { Say } from '../../platform/words/index.js';
import type { CandidateGate, CandidatePart, CandidateState, SearchSource } from './entities.js';

/** A candidate as the API shows it, in the language of its reader. */
export function sayCandidate({ gates, parts, ...candidate }: CandidateView, say: Say) {
  return { ...candidate, gates: sayGates(gates, say), parts: parts.map((part) => ({ ...part, reason: say(part.reason) })) };
}

export function sayGates(gates: readonly CandidateGate[], say: Say) {
  return gates.map(({ reason, evidence, ...gate }) => ({
    ...gate,
    reason: say(reason),
    ...(evidence === undefined ? {} : { evidence: say(evidence) }),
  }));
}

/** A candidate that the API shows, before it is said. */
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

/** A source as the API shows it. */
export type SourceView = Omit<SearchSource, 'error'> & { readonly error?: string };

/** Sources in the language of their reader. Members learn nothing of where indexers are: no addresses in their errors. */
export function viewSources(sources: readonly SearchSource[], isAdmin: boolean, say: Say): SourceView[] {
  return sources.map(({ error, ...source }) => {
    if (error === undefined) return source;
    return { ...source, error: isAdmin ? say(error) : hidePlaces(say(withoutPlaces(error))) };
  });
}
