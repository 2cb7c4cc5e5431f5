import type { Protocol, Release } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { SettingsService } from '../settings/settings-service.js';
import type { CandidateStore } from './candidate-store.js';
import { DEFAULT_RANKING_RULES, type RankingRules } from './ranking/ranking-rules.js';
import { releaseKey } from './release-key.js';

interface RulesDeps {
  readonly settings: SettingsService;
  readonly host: PluginHost;
  readonly candidates: CandidateStore;
}

/** The current rules for ranking releases of a book, from the settings, the connected clients and the blocklist. */
export async function rulesFor(deps: RulesDeps, asin: string): Promise<{ rules: RankingRules; blockedKeys: Set<string> }> {
  return { rules: await rulesForAll(deps), blockedKeys: await blockedKeysOf(deps, asin) };
}

/** The keys of the releases that are blocked for a book. */
export async function blockedKeysOf({ candidates }: Pick<RulesDeps, 'candidates'>, asin: string): Promise<Set<string>> {
  return new Set((await candidates.blocked(asin)).map((entry) => entry.releaseKey));
}

/** The current rules that hold for every book, from the settings and the connected clients. */
export async function rulesForAll(deps: Omit<RulesDeps, 'candidates'>): Promise<RankingRules> {
  const settings = await deps.settings.get();
  const protocols = new Set<Protocol>();
  for (const client of deps.host.providers('downloadClient')) {
    const offered = await client.call('protocols', async (provider) => provider.protocols).catch((): readonly Protocol[] => []);
    for (const protocol of offered) protocols.add(protocol);
  }
  return {
    ...DEFAULT_RANKING_RULES,
    minSeeders: settings.requests.minSeeders,
    minScore: settings.requests.minScore,
    formatPreference: settings.requests.formatPreference,
    ebookFormatPreference: settings.ebooks.formatPreference,
    allowCollections: settings.requests.allowCollections,
    flagRules: settings.releases.flagRules,
    forbiddenWords: settings.releases.forbiddenWords,
    requiredWords: settings.releases.requiredWords,
    protocolsWithClient: [...protocols],
  };
}

/** The blocked ones of these releases, in the form that ranking needs. */
export function blockedAmong(releases: readonly Release[], blockedKeys: ReadonlySet<string>): RankingRules['blocklist'] {
  return releases
    .filter((release) => blockedKeys.has(releaseKey(release)))
    .map(({ infoHash, guid, protocol, title, size, indexer }) => {
      const named = { infoHash, title, size, indexerId: indexer.id };
      return protocol === 'http' ? { ...named, guid } : named;
    });
}
