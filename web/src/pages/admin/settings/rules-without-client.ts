import type { Integration, Settings } from '../../../api/types.js';

/** Names of the indexers whose rules name a download client that was removed. */
export function rulesWithoutClient(
  { downloads }: Pick<Settings, 'downloads'>,
  integrations: readonly Pick<Integration, 'id'>[],
): readonly string[] {
  const known = new Set(integrations.map(({ id }) => id));
  const isGone = (client: string | undefined) => client !== undefined && client !== '' && !known.has(client);
  return [...new Set(downloads.indexers.filter(({ client }) => isGone(client)).map(({ indexer }) => indexer.trim()))];
}
