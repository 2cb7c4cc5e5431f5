import type { Release } from '@lectern/plugin-api';
import { createGiveWay } from '../../../platform/jobs/give-way.js';
import { createCandidate } from './candidate.js';
import type { GateResult } from './gate.js';
import { runGates } from './gates.js';
import type { RankingRules } from './ranking-rules.js';
import type { ParsedRelease } from '../release-title/parsed-release.js';
import { flagPoints } from './release-flags.js';
import { flagParts, scoreParts } from './score.js';
import type { ScorePart } from './score.js';
import { textKey } from '../text-key.js';
import type { WantedBook } from './wanted-book.js';

/** A release with everything for and against it. */
export interface RankedCandidate {
  readonly release: Release;
  /** The same release from other indexers, best first. */
  readonly duplicates: readonly Release[];
  readonly parsed: ParsedRelease;
  readonly gates: readonly GateResult[];
  readonly parts: readonly ScorePart[];
  /** Sum of the built-in parts, 0–100. */
  readonly baseScore: number;
  /** Including flag rules and plugins' parts. */
  readonly score: number;
  /** All gates passed. */
  readonly passed: boolean;
  /** Passed, but a person should decide. Never picked automatically. */
  readonly doubtful: boolean;
  /** Whether an automatic search may take it. */
  readonly automatic: boolean;
  /** The rank of its source. Among acceptable candidates the lowest comes first, whatever their scores. */
  readonly preference: number;
}

/** Keys by which duplicates are found: the info-hash, or else the folded title with the size. */
function duplicateKeys(release: Release): readonly string[] {
  // file sources give many different files the same name
  if (release.protocol === 'http') return [`guid ${release.guid} ${release.indexer.id}`];
  const text = textKey(release.title);
  const keys = release.infoHash === undefined ? [] : [`hash ${release.infoHash.toLowerCase()}`];
  if (text !== '' && release.size !== undefined && release.size > 0) keys.push(`text ${text} ${release.size} ${release.protocol}`);
  return keys;
}

/** Releases that are the same; at most one info-hash among them. */
interface Group {
  members: { readonly release: Release; readonly at: number }[];
  hash: string | undefined;
  /** The group it was merged into. */
  into?: Group;
}

function wholeOf(group: Group): Group {
  let whole = group;
  while (whole.into) whole = whole.into;
  return whole;
}

/** Merges the smaller group into the larger, so that no release is moved more than a few times. */
function unite(one: Group, other: Group): Group {
  const [large, small] = one.members.length >= other.members.length ? [one, other] : [other, one];
  for (const member of small.members) large.members.push(member);
  large.hash ??= small.hash;
  small.members = [];
  small.into = large;
  return large;
}

/**
 * Groups identical releases; the first of each group is the one to take: what the admin's flag rules prefer, then the better indexer.
 * Two info-hashes are never the same release.
 */
function mergeDuplicates(releases: readonly Release[], { flagRules }: Pick<RankingRules, 'flagRules'>): readonly (readonly Release[])[] {
  const groups: Group[] = [];
  const byKey = new Map<string, Group>();
  for (const [at, release] of releases.entries()) {
    let group: Group = { members: [{ release, at }], hash: release.infoHash?.toLowerCase() };
    groups.push(group);
    for (const key of duplicateKeys(release)) {
      const found = byKey.get(key);
      const known = found && wholeOf(found);
      const mayBeSame = known?.hash === undefined || group.hash === undefined || known.hash === group.hash;
      if (known && known !== group && mayBeSame) group = unite(known, group);
      if (!found) byKey.set(key, group);
    }
  }
  const better = (a: Release, b: Release): number =>
    flagPoints(b.flags, flagRules) - flagPoints(a.flags, flagRules) ||
    (a.indexer.priority ?? 25) - (b.indexer.priority ?? 25) ||
    (b.seeders ?? -1) - (a.seeders ?? -1) ||
    (b.grabs ?? -1) - (a.grabs ?? -1);
  return groups
    .filter(({ into }) => into === undefined)
    .map(({ members }) => members.sort((a, b) => better(a.release, b.release) || a.at - b.at).map(({ release }) => release));
}

/** What is known of releases beside their names. */
export interface RankingHow {
  /** The facts that its source states separately; `undefined` where they have to be read from the name. */
  readonly stated?: (release: Release) => ParsedRelease | undefined;
  /** The rank of its source. Default: all equal. */
  readonly preference?: (release: Release) => number;
}

function judge(
  [release, ...duplicates]: readonly Release[],
  wanted: WantedBook,
  rules: RankingRules,
  now: number,
  how: RankingHow,
): RankedCandidate[] {
  if (release === undefined) return [];
  const candidate = createCandidate(release, wanted, rules, how.stated?.(release));
  const { parsed } = candidate;
  const gates = runGates(candidate);
  const own = scoreParts(candidate, now);
  const preference = how.preference?.(release) ?? 0;
  return [withVerdict({ release, duplicates, parsed, gates, preference, parts: [...own, ...flagParts(candidate)] }, own.length, rules)];
}

/**
 * Judges releases for a wanted book and sorts them: passing before doubtful before failing, each by score. Pure.
 *
 * @param now milliseconds since the epoch, for the age of usenet posts
 */
export function rankReleases(
  wanted: WantedBook,
  releases: readonly Release[],
  rules: RankingRules,
  now: number = Date.now(),
  how: RankingHow = {},
): readonly RankedCandidate[] {
  return sortCandidates(mergeDuplicates(releases, rules).flatMap((group) => judge(group, wanted, rules, now, how)));
}

/**
 * Like {@link rankReleases}, but lets other work run in between, because thousands of releases take seconds.
 *
 * @throws the reason of the signal
 */
export async function rankInTurns(
  wanted: WantedBook,
  releases: readonly Release[],
  rules: RankingRules,
  now: number,
  { signal, ...how }: RankingHow & { readonly signal: AbortSignal },
): Promise<readonly RankedCandidate[]> {
  const ranked: RankedCandidate[] = [];
  const giveWay = createGiveWay();
  for (const group of mergeDuplicates(releases, rules)) {
    await giveWay();
    signal.throwIfAborted();
    ranked.push(...judge(group, wanted, rules, now, how));
  }
  return sortCandidates(ranked);
}

/** The order of {@link rankReleases}, for use after a plugin changed gates or parts. */
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

/** How many of the first `parts` form the base score. */
const BASE_PARTS = 7;

/** Recomputes sums and verdict, for example after a plugin added gates or parts. */
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

/** The release for an automatic search: the best one that passes, is beyond doubt and has enough points; or none. */
export function pickAutomatic(candidates: readonly RankedCandidate[]): RankedCandidate | undefined {
  return sortCandidates(candidates).find((candidate) => candidate.automatic);
}
