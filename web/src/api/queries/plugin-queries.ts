import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { components } from '../schema.generated.js';

export type FoundPlugin = components['schemas']['FoundPlugin'];
export type LookedUpPlugin = components['schemas']['LookedUpPlugin'];

/** Keys of all plugin queries, below the key that a change invalidates. */
const key = (...parts: string[]) => [...queryKeys.plugins, ...parts];

export const pluginListQuery = queryOptions({
  queryKey: key('list'),
  queryFn: ({ signal }) => answer(api.GET('/api/admin/plugins', { signal })),
  staleTime: 10_000,
});

/** Whether plugins run at all, which does not change while the server runs. */
export const pluginModeQuery = queryOptions({
  queryKey: key('mode'),
  queryFn: ({ signal }) => answer(api.GET('/api/admin/plugins/mode', { signal })),
  staleTime: 60_000,
});

export const pluginUpdatesQuery = queryOptions({
  queryKey: key('updates'),
  queryFn: ({ signal }) => answer(api.GET('/api/admin/plugins/updates', { params: { query: { fresh: false } }, signal })),
  staleTime: 10 * 60_000,
  retry: false,
});

export const pluginSearchQuery = (text: string) =>
  queryOptions({
    queryKey: key('search', text),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/plugins/search', { params: { query: { q: text, limit: 20, from: 0 } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  });

export const pluginVersionsQuery = (name: string) =>
  queryOptions({
    queryKey: key('versions', name),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/plugins/versions', { params: { query: { name } }, signal })),
    staleTime: 60_000,
    retry: false,
  });

export const pluginTextsQuery = (id: string) =>
  queryOptions({
    queryKey: key('texts', id),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/plugins/{id}/texts', { params: { path: { id } }, signal })),
    staleTime: 5 * 60_000,
  });

/** The facts about one version of a package in the registry. */
export const packageQuery = (name: string, version: string | null) =>
  queryOptions({
    queryKey: key('package', name, version ?? ''),
    queryFn: ({ signal }): Promise<LookedUpPlugin> =>
      answer(api.GET('/api/admin/plugins/package', { params: { query: { spec: `${name}@${version}` } }, signal })),
    enabled: version !== null,
    staleTime: 5 * 60_000,
    retry: false,
  });

/** Looks up a package by its name, `name@version`, or `name@range`. Fails with the package's errors. */
export function useLookUpPlugin() {
  return useMutation({
    mutationFn: (spec: string): Promise<LookedUpPlugin> => answer(api.GET('/api/admin/plugins/package', { params: { query: { spec } } })),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [queryKeys.plugins, queryKeys.integrations, queryKeys.jobs].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}

export interface InstallOrder {
  name: string;
  version?: string;
  allowIncompatible?: boolean;
}

export function useInstallPlugin() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: InstallOrder) => answer(api.POST('/api/admin/plugins/install', { body })),
    onSuccess: refresh,
  });
}

export function useUploadPlugin() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ file, allowIncompatible }: { file: File; allowIncompatible: boolean }) =>
      answer(
        api.POST('/api/admin/plugins/upload', {
          params: { query: { allowIncompatible } },
          headers: { 'content-type': 'application/gzip' },
          // the API document declares a file as a string
          body: file as unknown as string,
          bodySerializer: (body) => body,
        }),
      ),
    onSuccess: refresh,
  });
}

export function useChangePlugin(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { enabled?: boolean; ignoreCompatibility?: boolean }) =>
      answer(api.PATCH('/api/admin/plugins/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}

export function useRollBackPlugin(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/admin/plugins/{id}/rollback', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

export function useReleasePlugin(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/admin/plugins/{id}/release', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

export function useRemovePlugin(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (settings: 'keep' | 'remove') =>
      answer(api.DELETE('/api/admin/plugins/{id}', { params: { path: { id }, query: { settings } } })),
    onSuccess: refresh,
  });
}
