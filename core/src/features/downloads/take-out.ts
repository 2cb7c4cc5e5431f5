import { isAbsolute } from 'node:path';
import { realpath } from 'node:fs/promises';
import type { Call, DownloadStatus } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import type { Sql } from '../../platform/db/index.js';
import { isWithin } from '../../files/path-jail.js';
import { createPathMapping, type PathPair } from '../../files/path-mapping.js';
import { allIntegrationFacts } from '../integration-records/integration-facts.js';
import { createSharedData, placeOf } from './seeding/shared-data.js';

type Client = BoundProvider<'downloadClient'>;

/** What decides whether the data of an item go with it. */
export interface DataOwners {
  readonly pairs: readonly PathPair[];
  /** Absolute; `null` until set up. */
  readonly libraryPath: string | null;
  /** Clients that may seed the same files; this one may be among them. */
  readonly others: readonly OtherClient[];
  /** Called when one of them does not answer: all data stay then. Without it the fault is thrown. */
  readonly onSilent?: (client: Client, error: unknown) => void;
}

interface OtherClient {
  readonly client: Client;
  readonly pairs: readonly PathPair[];
}

/** Everything that a client has; nothing if it cannot list its items. */
async function everything(client: Client, signal: AbortSignal): Promise<readonly DownloadStatus[]> {
  return client.call('list', async (provider, call: Call) => (await provider.list?.({ category: '', everything: true, ...call })) ?? [], {
    signal,
  });
}

/** An item that the client's list does not have, as a client without a list has none. */
async function statusOf(client: Client, itemId: string, signal: AbortSignal): Promise<DownloadStatus | undefined> {
  const [status] = await client.call('status', (provider, call) => provider.status([itemId], call), { signal });
  return status;
}

/** Whether a path of a client lies in the library, or contains it. */
async function isInLibrary(place: string | undefined, { pairs, libraryPath }: DataOwners): Promise<boolean> {
  if (place === undefined || libraryPath === null) return false;
  const { path } = createPathMapping(pairs).toLocal(place);
  if (!isAbsolute(path)) return false;
  const [data = path, library = libraryPath] = await Promise.all([path, libraryPath].map((one) => realpath(one).catch(() => one)));
  return isWithin(library, data) || isWithin(data, library);
}

/** All download clients with the paths under which their files are seen here, in one statement. */
export async function allClients(host: Pick<PluginHost, 'providers'>, sql: Pick<Sql, 'all'>): Promise<OtherClient[]> {
  const pairs = new Map((await allIntegrationFacts(sql)).map(({ id, pathMappings }) => [id, pathMappings]));
  return host.providers('downloadClient').map((client) => ({ client, pairs: pairs.get(client.integrationId) ?? [] }));
}

/** What a client's place is called here. */
function localPlace(item: DownloadStatus, pairs: readonly PathPair[]): string | undefined {
  const place = placeOf(item);
  return place === undefined ? undefined : createPathMapping(pairs).toLocal(place).path;
}

/** Tells whether another client may have data at a place. @throws what a client throws that does not answer, without `onSilent` */
async function dataOfOthers(client: Client, { others, onSilent }: DataOwners, signal: AbortSignal): Promise<(place: string) => boolean> {
  const items: { itemId: string; contentPath: string }[] = [];
  let isUnknown = false;
  for (const other of others) {
    if (other.client.integrationId === client.integrationId) continue;
    const listed = await everything(other.client, signal).catch((error: unknown) => {
      if (signal.aborted || !onSilent) throw error;
      onSilent(other.client, error);
      isUnknown = true;
      return [];
    });
    for (const item of listed) {
      const contentPath = localPlace(item, other.pairs);
      if (contentPath !== undefined) items.push({ itemId: `${other.client.integrationId} ${item.itemId}`, contentPath });
    }
  }
  const shared = createSharedData(items);
  return (contentPath) => isUnknown || shared.usesTheSame({ itemId: '', contentPath });
}

/**
 * Removes items from a client one by one. Data that another item of this or another client uses, or that lie in the library, stay.
 * With `archive` the client's history keeps the item, if it has one.
 *
 * @throws what the client throws
 */
export async function createTakeOut(client: Client, owners: DataOwners, signal: AbortSignal) {
  const items = await everything(client, signal);
  const shared = createSharedData(items);
  const isElsewhere = await dataOfOthers(client, owners, signal);
  const known = new Map(items.map((item) => [item.itemId.toLowerCase(), item]));
  return async (itemId: string, { archive = false } = {}): Promise<void> => {
    const item = known.get(itemId.toLowerCase()) ?? (await statusOf(client, itemId, signal));
    const place = item && localPlace(item, owners.pairs);
    const isUsed = (item !== undefined && shared.usesTheSame(item)) || (place !== undefined && isElsewhere(place));
    const staysThere = isUsed || (item !== undefined && (await isInLibrary(placeOf(item), owners)));
    await client.call('remove', (provider, call) => provider.remove(itemId, { deleteData: !staysThere, archive, ...call }), { signal });
    if (item !== undefined) shared.forget(item);
  };
}
