import type { AddOptions, Downloadable, DownloadStatus, HookPayloads, Release, ReleaseQuery } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { FakeClient, FakeIndexer } from './request-fakes.spec.support.js';

/** The providers of the fake host and the decisions of its plugins; read at each call, so that a test may change it. */
export interface FakeHostState {
  readonly indexers: readonly FakeIndexer[];
  readonly clients: readonly FakeClient[];
  readonly veto: { readonly [name: string]: ((payload: never) => object | undefined) | undefined };
  readonly transform: { readonly [name: string]: ((payload: never) => object) | undefined };
}

/** A plugin host in memory. @param told is called with what plugins are told of */
export function fakePluginHost(state: FakeHostState, told: (name: keyof HookPayloads, payload: object) => void): PluginHost {
  const bind = (entry: FakeIndexer | FakeClient, provider: object) => ({
    integrationId: entry.integrationId,
    pluginId: 'fake',
    name: entry.name,
    ...('said' in entry && entry.said ? { said: entry.said } : {}),
    priority: 1,
    async call(
      what: string,
      fn: (provider: never, call: { signal: AbortSignal }) => Promise<unknown>,
      callOptions: { signal?: AbortSignal } = {},
    ) {
      if ('calls' in entry && what !== 'protocols') {
        entry.calls.push(what);
        if (entry.failure) throw entry.failure;
      }
      return fn(provider as never, { signal: callOptions.signal ?? new AbortController().signal });
    },
  });
  const bindIndexer = (indexer: FakeIndexer) =>
    bind(indexer, {
      protocols: ['torrent'],
      search: (query: ReleaseQuery, call: { signal: AbortSignal }) => indexer.search(query, call.signal),
      resolve: (release: Release, call: { signal: AbortSignal }) => indexer.resolve(release, call.signal),
      recent: indexer.recent && ((call: { signal: AbortSignal }) => indexer.recent?.(call.signal)),
    });
  const statusOf = (client: FakeClient, itemId: string): DownloadStatus => {
    const item = client.items.get(itemId);
    const blank = { itemId, state: 'missing' as const, progress: 0, bytesDone: 0, bytesTotal: 100, downBps: 0, upBps: 0, raw: 'x' };
    return item ? { ...blank, state: 'downloading', ...item } : blank;
  };
  const bindClient = (client: FakeClient) =>
    bind(client, {
      protocols: client.protocols ?? ['torrent'],
      add: (item: Downloadable, addOptions: AddOptions) => client.add(item, addOptions),
      status: async (ids: readonly string[]) => ids.map((id) => statusOf(client, id)),
      remove: async (itemId: string, { deleteData, archive }: { deleteData: boolean; archive?: boolean }) => {
        client.beforeRemoval?.(itemId);
        client.items.delete(itemId);
        client.removals.push({ itemId, deleteData });
        if (archive) client.archived.push(itemId);
      },
      imported: async (itemId: string) => {
        client.imported.push(itemId);
      },
      list: async ({ everything }: { everything?: boolean }) => {
        await client.beforeList?.();
        return [...client.items]
          .filter(([, item]) => (everything && !client.listsOnlyOwn) || item.category === 'lectern')
          .map(([itemId]) => statusOf(client, itemId));
      },
    });
  const provided = (kind: string) =>
    kind === 'indexer' ? state.indexers.map(bindIndexer) : kind === 'downloadClient' ? state.clients.map(bindClient) : [];
  return {
    providers: provided,
    instances: () => [],
    check: async (id: string) => {
      const failure = state.clients.find((client) => client.integrationId === id)?.failure;
      if (failure) throw failure;
      return { ok: true };
    },
    provider: (kind: string, id: string) => provided(kind).find((entry) => entry.integrationId === id),
    hooks: {
      veto: async (name: keyof HookPayloads, payload: unknown) => state.veto[name]?.(structuredClone(payload) as never),
      transform: async (name: keyof HookPayloads, payload: unknown) =>
        state.transform[name]?.(structuredClone(payload) as never) ?? structuredClone(payload),
      told: async (name: keyof HookPayloads, payload: object) => told(name, payload),
    },
  } as unknown as PluginHost;
}
