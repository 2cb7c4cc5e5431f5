import type { ProviderKind } from '@lectern/plugin-api';
import type { FieldError } from '../../platform/http/validation.js';
import type { Settings } from './settings.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

type DownloadSettings = Settings['downloads'];
type IndexerRule = DownloadSettings['indexers'][number];

/** What an integration is, as far as rules need it. */
export interface NamedIntegration {
  readonly name: string;
  /** Empty if its plugin is not installed. */
  readonly provides: readonly ProviderKind[];
}

/** Finds an integration. `undefined`: it was removed, or never existed. */
export type FindIntegration = (id: string) => Promise<NamedIntegration | undefined>;

/** The form in which names of indexers are compared. */
export function indexerKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

function nameErrors(rules: readonly IndexerRule[], at: number): Sentence[] {
  const { indexer, client = '', seedRatio, seedMinutes } = rules[at] ?? { indexer: '' };
  if (indexer.trim() === '') return [sentence('field.rule_needs_indexer')];
  if (rules.slice(0, at).some((other) => indexerKey(other.indexer) === indexerKey(indexer)))
    return [sentence('field.rule_twice', { indexer: indexer.trim() })];
  if (client === '' && seedRatio === undefined && seedMinutes === undefined) return [sentence('field.rule_changes_nothing')];
  return [];
}

async function clientErrors({ client = '' }: IndexerRule, find: FindIntegration): Promise<Sentence[]> {
  if (client === '') return [];
  const found = await find(client);
  if (!found) return [sentence('field.client_gone')];
  const isOther = found.provides.length > 0 && !found.provides.includes('downloadClient');
  return isOther ? [sentence('field.no_client', { name: found.name })] : [];
}

/** Limits of which one ends seeding at once, so that the other one never counts. */
function seedingErrors(ratio: number | null, minutes: number | null, until: DownloadSettings['seedUntil']): FieldError[] {
  if (until === 'both' || ratio === null || minutes === null || (ratio === 0) === (minutes === 0)) return [];
  return ratio === 0
    ? [{ path: '/seedRatio', message: sentence('field.ratio_at_once', { minutes }) }]
    : [{ path: '/seedMinutes', message: sentence('field.minutes_at_once', { ratio }) }];
}

/** Lists what is wrong with the rules of downloads. Paths are JSON pointers into the settings. */
export async function downloadRuleErrors(settings: DownloadSettings, find: FindIntegration): Promise<FieldError[]> {
  const { seedRatio, seedMinutes, seedUntil, indexers } = settings;
  const errors = seedingErrors(seedRatio, seedMinutes, seedUntil).map(({ path, message }) => ({ path: `/downloads${path}`, message }));
  for (const [at, rule] of indexers.entries()) {
    const path = `/downloads/indexers/${at}`;
    errors.push(...nameErrors(indexers, at).map((message) => ({ path: `${path}/indexer`, message })));
    errors.push(...(await clientErrors(rule, find)).map((message) => ({ path: `${path}/client`, message })));
    if (rule.seedRatio === undefined && rule.seedMinutes === undefined) continue;
    for (const error of seedingErrors(rule.seedRatio ?? seedRatio, rule.seedMinutes ?? seedMinutes, seedUntil))
      errors.push({ path: path + error.path, message: error.message });
  }
  return errors;
}
