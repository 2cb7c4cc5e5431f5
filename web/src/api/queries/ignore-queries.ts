import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const ignoredQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.ignoredPage(page),
    queryFn: ({ signal }) => answer(api.GET('/api/user/ignored-audiobooks', { params: { query: { page, limit: 10 } }, signal })),
    placeholderData: keepPreviousData,
  });

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.ignored }),
      client.invalidateQueries({ queryKey: queryKeys.books }),
      client.invalidateQueries({ queryKey: queryKeys.shelves }),
      client.invalidateQueries({ queryKey: queryKeys.followPreviews }),
    ]);
  };
}

export function useIgnore() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (asin: string) => answer(api.POST('/api/user/ignored-audiobooks', { body: { asin } })),
    onSuccess: refresh,
  });
}

/** Removes all entries by which a book is ignored; returns their ASINs, so that they can be restored. */
export function useStopIgnoring() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (asin: string) => {
      const removed: string[] = [];
      for (;;) {
        const { entry } = await answer(api.GET('/api/user/ignored-audiobooks/check/{asin}', { params: { path: { asin } } }));
        if (!entry || removed.includes(entry.asin)) return removed;
        await answer(api.DELETE('/api/user/ignored-audiobooks/{id}', { params: { path: { id: entry.id } } }));
        removed.push(entry.asin);
      }
    },
    onSuccess: refresh,
  });
}
