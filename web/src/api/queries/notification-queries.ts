import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { NotificationPage } from '../types.js';

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
