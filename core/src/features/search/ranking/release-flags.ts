import type { Release } from '@lectern/plugin-api';
import type { ParsedRelease } from '../release-title/parsed-release.js';
import type { FlagRule } from './ranking-rules.js';

/** The form in which flags are compared: indexers write `Freeleech` and `Free Leech`. */
function flagKey(flag: string): string {
  return flag.toLowerCase().replace(/[\s_-]+/g, '');
}

/** The flags of a release by its indexer and its name. */
export function flagsOf({ flags }: Pick<Release, 'flags'>, parsed: Pick<ParsedRelease, 'flags'>): readonly string[] {
  return [...flags, ...parsed.flags];
}

/** The rules that apply to a release with these flags, the first for each flag, their points within −100 and +100. */
export function rulesAmong(flags: readonly string[], rules: readonly FlagRule[]): readonly FlagRule[] {
  if (rules.length === 0) return [];
  const keys = new Set(flags.map(flagKey));
  return rules
    .filter(({ flag }) => keys.delete(flagKey(flag)))
    .map(({ flag, points }) => ({ flag, points: Math.max(-100, Math.min(100, points)) }));
}

/** The sum of the points of these flags; −∞ if one of them excludes the release. */
export function flagPoints(flags: readonly string[], rules: readonly FlagRule[]): number {
  const applying = rulesAmong(flags, rules);
  return applying.some(({ points }) => points <= -100) ? -Infinity : applying.reduce((sum, { points }) => sum + points, 0);
}
