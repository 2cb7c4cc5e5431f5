import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Shelf, ShelfOutcome } from '../types.js';

export const shelfProvidersQuery = queryOptions({
  queryKey: queryKeys.shelfProviders,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/user/shelves/providers', { signal }))).items,
  staleTime: 60_000,
});

export const shelvesQuery = queryOptions({
  queryKey: queryKeys.shelfList,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/user/shelves', { signal }))).items,
  // live events report every change; this is for a lost one during a sync
  refetchInterval: ({ state }) => (state.data?.some(({ sync }) => sync.state !== 'idle') ? 5000 : false),
});

export const shelfBooksQuery = (id: string, outcome: ShelfOutcome | undefined, page: number) =>
  queryOptions({
    queryKey: queryKeys.shelfBooks(id, outcome ?? '', page),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/user/shelves/{id}/books', {
          params: { path: { id }, query: { page, limit: 25, ...(outcome ? { outcome } : {}) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export function useCheckShelf() {
  return useMutation({
    mutationFn: ({ integrationId, ...draft }: { pluginId: string; integrationId?: string; settings: Record<string, unknown> }) =>
      answer(api.POST('/api/user/shelves/check', { body: { ...draft, ...(integrationId ? { shelfId: integrationId } : {}) } })),
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.shelves });
}

export interface NewShelf {
  pluginId: string;
  settings: Record<string, unknown>;
  autoRequest: boolean;
}

export function useAddShelf() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: (body: NewShelf) => answer(api.POST('/api/user/shelves', { body })), onSuccess: refresh });
}

export function useUpdateShelf(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { settings?: Record<string, unknown>; autoRequest?: boolean }) =>
      answer(api.PATCH('/api/user/shelves/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}

export function useRemoveShelf(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/user/shelves/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Starts a sync, or stops the current one. */
export function useSyncShelf({ id, sync }: Pick<Shelf, 'id' | 'sync'>) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => {
      const params = { params: { path: { id } } };
      if (sync.state === 'idle') await answer(api.POST('/api/user/shelves/{id}/sync', params));
      else await answer(api.DELETE('/api/user/shelves/{id}/sync', params));
    },
    onSuccess: refresh,
  });
}
