import type { AddOptions, DownloadStatus } from '@lectern/plugin-api';
import { indexerKey, type Settings } from '../../settings/index.js';

type DownloadSettings = Settings['downloads'];

/** How long a torrent is to be seeded. Without both numbers there is no end. */
export interface SeedingRule {
  readonly ratio: number | null;
  readonly minutes: number | null;
  /** Whether one of both numbers is enough. */
  readonly until: 'either' | 'both';
}

/** The row of settings for an indexer, by its name. */
export function indexerRule(settings: DownloadSettings, indexer: string): DownloadSettings['indexers'][number] | undefined {
  return settings.indexers.find((rule) => indexerKey(rule.indexer) === indexerKey(indexer));
}

/** How long releases of an indexer are to be seeded. */
export function seedingRule(settings: DownloadSettings, indexer: string): SeedingRule {
  const own = indexerRule(settings, indexer);
  return {
    ratio: own?.seedRatio ?? settings.seedRatio,
    minutes: own?.seedMinutes ?? settings.seedMinutes,
    until: settings.seedUntil,
  };
}

/** Whether the rule ever ends. */
export function endsSeeding({ ratio, minutes }: SeedingRule): boolean {
  return ratio !== null || minutes !== null;
}

/** Whether any release is ever seeded enough. */
export function anyRuleEnds(settings: DownloadSettings): boolean {
  return ['', ...settings.indexers.map(({ indexer }) => indexer)].some((indexer) => endsSeeding(seedingRule(settings, indexer)));
}

/**
 * The limits that are handed to the client, which then stops by itself. A client stops at the first limit that is reached, so it is told
 * none if both have to be.
 */
export function seedingLimits({ ratio, minutes, until }: SeedingRule): Pick<AddOptions, 'seedRatio' | 'seedMinutes'> {
  if (until === 'both' && ratio !== null && minutes !== null) return {};
  return { ...(ratio === null ? {} : { seedRatio: ratio }), ...(minutes === null ? {} : { seedMinutes: minutes }) };
}

/** Whether a torrent has been seeded enough. A client that does not tell its ratio or time has not said that it is enough. */
export function isSeededEnough(rule: SeedingRule, status: Pick<DownloadStatus, 'ratio' | 'seedingSeconds'>): boolean {
  const reached: boolean[] = [];
  if (rule.ratio !== null) reached.push(status.ratio !== undefined && status.ratio >= rule.ratio);
  if (rule.minutes !== null) reached.push(status.seedingSeconds !== undefined && status.seedingSeconds >= rule.minutes * 60);
  if (reached.length === 0) return false;
  return rule.until === 'both' ? reached.every(Boolean) : reached.some(Boolean);
}

/** Whether a finished torrent has to be seeded further before it may leave its client. */
export function mustStillSeed(rule: SeedingRule, status: Pick<DownloadStatus, 'state' | 'ratio' | 'seedingSeconds'>): boolean {
  const isFinished = status.state === 'completed' || status.state === 'seeding';
  return isFinished && endsSeeding(rule) && !isSeededEnough(rule, status);
}
