import type { Release } from '@lectern/plugin-api';
import { createCandidate, runGates } from './gates.js';
import type { GateResult } from './gates.js';
import type { RankingRules } from './ranking-rules.js';
import type { ParsedRelease } from './release-title/parsed-release.js';
import { parseReleaseTitle } from './release-title/parse-release-title.js';
import { flagParts, scoreParts } from './score.js';
import type { ScorePart } from './score.js';
import { textKey } from './text-key.js';
import type { WantedBook } from './wanted-book.js';

/** A release with everything that speaks for and against it. */
export interface RankedCandidate {
  readonly release: Release;
  /** The same release from other indexers, best first. */
  readonly duplicates: readonly Release[];
  readonly parsed: ParsedRelease;
  readonly gates: readonly GateResult[];
  readonly parts: readonly ScorePart[];
  /** Sum of the own parts, 0–100. */
  readonly baseScore: number;
  /** With flag rules and plugin parts. */
  readonly score: number;
  /** All gates passed. */
  readonly passed: boolean;
  /** Passed, but a person should decide. Never picked automatically. */
  readonly doubtful: boolean;
  /** Whether an automatic search may take it. */
  readonly automatic: boolean;
  /** Of its source; among candidates that may be taken the lowest goes first, whatever their scores. */
  readonly preference: number;
}

/** Names a release goes by: its info-hash, else its folded title with the size. */
function duplicateKeys(release: Release): readonly string[] {
  // sources of files name many different ones alike
  if (release.protocol === 'http') return [`guid ${release.guid} ${release.indexer.id}`];
  const text = textKey(release.title);
  const keys = release.infoHash === undefined ? [] : [`hash ${release.infoHash.toLowerCase()}`];
  if (text !== '' && release.size !== undefined && release.size > 0) keys.push(`text ${text} ${release.size} ${release.protocol}`);
  return keys;
}

function hashesOf(group: readonly Release[]): ReadonlySet<string> {
  return new Set(group.flatMap(({ infoHash }) => (infoHash === undefined ? [] : [infoHash.toLowerCase()])));
}

/** Groups what is the same release; the group's first is the one to take. Two info-hashes are never one release. */
function mergeDuplicates(releases: readonly Release[]): readonly (readonly Release[])[] {
  let groups: Release[][] = [];
  const byKey = new Map<string, Release[]>();
  for (const release of releases) {
    let group = [release];
    groups.push(group);
    for (const key of duplicateKeys(release)) {
      const known = byKey.get(key);
      if (known !== undefined && known !== group && hashesOf([...known, ...group]).size <= 1) {
        const merged = group;
        known.push(...merged);
        groups = groups.filter((other) => other !== merged);
        for (const [name, other] of byKey) if (other === merged) byKey.set(name, known);
        group = known;
      }
      if (byKey.get(key) === undefined) byKey.set(key, group);
    }
  }
  const better = (a: Release, b: Release): number =>
    (a.indexer.priority ?? 25) - (b.indexer.priority ?? 25) || (b.seeders ?? -1) - (a.seeders ?? -1) || (b.grabs ?? -1) - (a.grabs ?? -1);
  return groups.map((group) => [...group].sort(better));
}

/**
 * Judges releases for a wanted book and sorts them: passing before doubtful before failing, each by score. Pure.
 *
 * @param now milliseconds since the epoch, for the age of usenet posts
 * @param how reads what a release states, and how much its source is preferred; by title, and all alike, unless given
 */
export function rankReleases(
  wanted: WantedBook,
  releases: readonly Release[],
  rules: RankingRules,
  now: number = Date.now(),
  how: { readonly parse?: (release: Release) => ParsedRelease; readonly preference?: (release: Release) => number } = {},
): readonly RankedCandidate[] {
  const ranked = mergeDuplicates(releases).flatMap((group): RankedCandidate[] => {
    const [release, ...duplicates] = group;
    if (release === undefined) return [];
    const parsed = how.parse?.(release) ?? parseReleaseTitle(release.title);
    const candidate = createCandidate(release, parsed, wanted, rules);
    const gates = runGates(candidate);
    const own = scoreParts(candidate, now);
    const preference = how.preference?.(release) ?? 0;
    return [withVerdict({ release, duplicates, parsed, gates, preference, parts: [...own, ...flagParts(candidate)] }, own.length, rules)];
  });
  return sortCandidates(ranked);
}

/** Order of {@link rankReleases}; for use after a plugin changed gates or parts. */
export function sortCandidates(candidates: readonly RankedCandidate[]): readonly RankedCandidate[] {
  const tier = (candidate: RankedCandidate): number => {
    if (!candidate.passed) return 3;
    if (candidate.doubtful) return 2;
    return candidate.automatic ? 0 : 1;
  };
  return [...candidates].sort(
    (a, b) =>
      tier(a) - tier(b) ||
      (a.automatic ? a.preference - b.preference : 0) ||
      b.score - a.score ||
      (b.release.seeders ?? 0) - (a.release.seeders ?? 0) ||
      (a.release.guid < b.release.guid ? -1 : 1),
  );
}

/** How many parts in front of `parts` are the base score. */
const BASE_PARTS = 7;

/** Works sums and verdict out anew, for example after a plugin added gates or parts. */
export function withVerdict(
  candidate: Omit<RankedCandidate, 'baseScore' | 'score' | 'passed' | 'doubtful' | 'automatic'>,
  baseParts: number = BASE_PARTS,
  rules: Pick<RankingRules, 'minScore'>,
): RankedCandidate {
  const sum = (parts: readonly ScorePart[]): number => parts.reduce((total, part) => total + part.points, 0);
  const baseScore = sum(candidate.parts.slice(0, baseParts));
  const score = sum(candidate.parts);
  const passed = candidate.gates.every((gate) => gate.passed);
  const doubtful = passed && candidate.gates.some((gate) => gate.doubtful === true);
  const automatic = passed && !doubtful && baseScore >= rules.minScore && score >= rules.minScore;
  return { ...candidate, baseScore, score, passed, doubtful, automatic };
}

/** The release an automatic search takes: the best that passes, is beyond doubt and scores enough; else none. */
export function pickAutomatic(candidates: readonly RankedCandidate[]): RankedCandidate | undefined {
  return sortCandidates(candidates).find((candidate) => candidate.automatic);
}
