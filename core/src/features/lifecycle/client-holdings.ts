import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { DownloadStatus } from '@lectern/plugin-api';
import type { Sql } from '../../platform/db/index.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { createPathMapping } from '../../files/path-mapping.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { allIntegrationFacts } from '../integration-records/integration-facts.js';
import { createPlaceIndex, type PlaceIndex } from './place-index.js';
import { saidName } from '../../plugin-host/said-name.js';
import { inEnglish, type Said } from '../../platform/words/index.js';

/** A download client did not say what it has. */
export class ClientSilent extends Error {
  override readonly name = 'ClientSilent';

  constructor(
    readonly client: Said,
    options: { readonly cause: unknown },
  ) {
    super(`The download client ${inEnglish(client)} did not say which files it has.`, options);
  }
}

interface Asked {
  readonly host: Pick<PluginHost, 'providers'>;
  readonly sql: Pick<Sql, 'all'>;
  /** Counts what Usenet clients have finished: they remember its folder, but need its files no more. */
  readonly withHistory: boolean;
  readonly signal: AbortSignal;
}

const CLIENT_TIMEOUT_MS = 30_000;

/** As the client sees it. What is not finished may have a name only. */
function placeOf({ contentPath, savePath, name }: DownloadStatus): string | undefined {
  if (contentPath) return contentPath;
  return savePath && name ? join(savePath, name) : undefined;
}

/**
 * Asks all download clients for everything they have, whoever added it.
 *
 * @throws ClientSilent; the signal's reason
 */
export async function readClientHoldings({ host, sql, withHistory, signal }: Asked): Promise<Pick<PlaceIndex<Said>, 'clientAt'>> {
  const index = createPlaceIndex<Said>();
  const clients = host.providers('downloadClient');
  if (clients.length === 0) return index;
  const pairs = new Map((await allIntegrationFacts(sql)).map(({ id, pathMappings }) => [id, pathMappings]));
  const giveWay = createGiveWay();
  for (const client of clients) {
    const mapping = createPathMapping(pairs.get(client.integrationId) ?? []);
    const items = await client
      .call(
        'list',
        async (provider, call) => {
          const found = (await provider.list?.({ ...call, category: '', everything: true })) ?? [];
          const needsFinished = withHistory || provider.protocols.includes('torrent');
          return needsFinished ? found : found.filter(({ state }) => state !== 'completed' && state !== 'failed');
        },
        { timeoutMs: CLIENT_TIMEOUT_MS, signal },
      )
      .catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ClientSilent(saidName(client), { cause });
      });
    for (const item of items) {
      await giveWay();
      const place = placeOf(item);
      const local = place === undefined ? '' : mapping.toLocal(place).path;
      if (!isAbsolute(local)) continue;
      index.add(local, saidName(client));
      const real = await realpath(local).catch(() => local);
      if (real !== local) index.add(real, saidName(client));
    }
  }
  return index;
}
