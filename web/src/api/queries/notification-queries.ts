import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { inverseOf, patched } from '../notification-preferences.js';
import { queryKeys } from '../query-keys.js';
import type { NotificationPage, NotificationPreferences, NotificationWay, PreferencesPatch } from '../types.js';

export const notificationsQuery = queryOptions({
  queryKey: queryKeys.notifications,
  queryFn: ({ signal }) => answer(api.GET('/api/notifications', { signal })),
  staleTime: 60_000,
});

/** Those that come after the first page. @param after the cursor of the first page */
export const olderNotificationsQuery = (after: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.olderNotifications(after),
    queryFn: ({ pageParam, signal }) => answer(api.GET('/api/notifications', { params: { query: { cursor: pageParam } }, signal })),
    initialPageParam: after,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids?: string[]) => answer(api.POST('/api/notifications/read', { body: ids ? { ids } : {} })),
    onMutate: (ids) => {
      client.setQueryData<NotificationPage>(queryKeys.notifications, (page) => {
        if (!page) return page;
        const items = page.items.map((item) => (!ids || ids.includes(item.id) ? { ...item, read: true } : item));
        return { ...page, items, unread: ids ? Math.max(0, page.unread - ids.length) : 0 };
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications }),
  });
}

export const preferencesQuery = queryOptions({
  queryKey: queryKeys.notificationPreferences,
  queryFn: ({ signal }) => answer(api.GET('/api/notifications/preferences', { signal })),
});

/** Changes show at once, one is sent after the other, and one that is refused is taken back alone. */
export function useChangePreferences() {
  const client = useQueryClient();
  const queryKey = queryKeys.notificationPreferences;
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'notification-preferences' },
    mutationFn: (body: PreferencesPatch) => answer(api.PATCH('/api/notifications/preferences', { body })),
    onMutate: async (patch) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<NotificationPreferences>(queryKey);
      client.setQueryData<NotificationPreferences>(queryKey, (known) => known && patched(known, patch));
      return before && inverseOf(before, patch);
    },
    onError: (_error, _patch, back) => {
      if (back) client.setQueryData<NotificationPreferences>(queryKey, (known) => known && patched(known, back));
    },
    // an answer in between knows nothing of what is still to be sent
    onSettled: () => (client.isMutating({ mutationKey: queryKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  });
}

export const targetsQuery = queryOptions({
  queryKey: queryKeys.notificationTargets,
  queryFn: ({ signal }) => answer(api.GET('/api/notifications/targets', { signal })),
});

/** A target is also a way, so both are read again. */
function useRefreshTargets(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.notificationTargets, queryKeys.notificationPreferences].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

/** Adds a target, or changes one. */
export function useSaveTarget(id?: string) {
  const refresh = useRefreshTargets();
  return useMutation({
    mutationFn: ({ pluginId, ...body }: { pluginId: string; name: string; settings: Record<string, unknown> }) =>
      id === undefined
        ? answer(api.POST('/api/notifications/targets', { body: { pluginId, ...body } }))
        : answer(api.PATCH('/api/notifications/targets/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}

export function useRemoveTarget(id: string) {
  const refresh = useRefreshTargets();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/notifications/targets/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Sends a test message by a way. A way that refuses it answers `ok: false`. */
export function useTestWay({ id, kind }: Pick<NotificationWay, 'id' | 'kind'>) {
  const refresh = useRefreshTargets();
  return useMutation({
    mutationFn: () =>
      kind === 'plugin'
        ? answer(api.POST('/api/notifications/targets/{id}/test', { params: { path: { id } } }))
        : answer(api.POST('/api/notifications/test/{way}', { params: { path: { way: kind } } })),
    onSettled: refresh,
  });
}
