import type { Protocol, Release } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import type { Database } from '../../platform/db/index.js';
import { sentence, type Said, type Sentence } from '../../platform/words/index.js';
import { integrationFacts } from '../integration-records/integration-facts.js';
import type { Settings } from '../settings/index.js';
import { indexerRule } from './seeding/seeding-rule.js';

type Client = BoundProvider<'downloadClient'>;

/** A client that works, or the name of what is lacking and why. `instead`: why it is not the one that a rule names. */
export type ChosenClient =
  { readonly client: Client; readonly instead?: Sentence } | { readonly client: undefined; readonly name: Said; readonly fault: Sentence };

interface Dependencies {
  readonly database: Database;
  readonly host: PluginHost;
}

/** Whether a client takes releases of a protocol. */
export async function supports(client: Client, protocol: Protocol): Promise<boolean> {
  const protocols = await client.call('protocols', async (provider) => provider.protocols).catch((): readonly Protocol[] => []);
  return protocols.includes(protocol);
}

/**
 * Chooses the client of a release: the one that the settings name for its indexer, and no other while that one is away; else the first that
 * supports the protocol. Where the client of a rule was removed, or does not support the protocol, `instead` says so.
 */
export async function chooseClient(
  { database, host }: Dependencies,
  { protocol, indexer }: Pick<Release, 'protocol' | 'indexer'>,
  rules: Settings['downloads'],
): Promise<ChosenClient> {
  const wished = indexerRule(rules, indexer.name)?.client;
  const isWished = wished !== undefined && wished !== '';
  const facts = isWished ? await integrationFacts(database.read, wished) : undefined;
  if (facts) {
    const client = host.provider('downloadClient', facts.id);
    if (!client) return { client, name: facts.name, fault: sentence('finding.client_chosen_and_away', { indexer: indexer.name }) };
    if (await supports(client, protocol)) return { client };
  }
  const instead = facts
    ? sentence('timeline.client_does_not_take', { client: facts.name, indexer: indexer.name, protocol })
    : sentence('timeline.client_of_rule_removed', { indexer: indexer.name });
  for (const client of host.providers('downloadClient')) {
    if (await supports(client, protocol)) return { client, ...(isWished ? { instead } : {}) };
  }
  return { client: undefined, name: sentence('finding.client_for', { protocol }), fault: sentence('finding.no_client_works') };
}

/**
 * Chooses the client for an attempt that was cut off: the same one, since it may have the release already, and no other while it is away.
 * Once it was removed, another one is chosen.
 *
 * @param before the integration of the attempt
 */
export async function clientOfAttempt(
  deps: Dependencies,
  before: string | null,
  release: Pick<Release, 'protocol' | 'indexer'>,
  rules: Settings['downloads'],
): Promise<ChosenClient> {
  const client = before === null ? undefined : deps.host.provider('downloadClient', before);
  if (client) return { client };
  const facts = before === null ? undefined : await integrationFacts(deps.database.read, before);
  if (!facts) return chooseClient(deps, release, rules);
  return { client, name: facts.name, fault: sentence('finding.client_away_at_handover') };
}
