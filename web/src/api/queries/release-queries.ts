import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { applyRequest, withRequest } from '../live-cache.js';
import { queryKeys } from '../query-keys.js';
import type { ReleaseSearch, ReleaseSearchProgress, RequestType } from '../types.js';

const HOUR_MS = 3_600_000;

/** What a person searches the indexers for. */
export interface ReleaseWish {
  readonly words: string;
  readonly type: RequestType;
}

/**
 * Searches when it is first used and never again by itself, because indexers count what they are asked; it is remembered as long as the server keeps
 * what was found. It stops when nobody shows it any more.
 *
 * @param searchId a new name for this search, by which its progress is known
 */
export const releaseSearchQuery = ({ words, type }: ReleaseWish, searchId: string) =>
  queryOptions({
    queryKey: queryKeys.releaseSearch(type, words),
    queryFn: ({ signal }) => answer(api.POST('/api/releases/search', { body: { words, type, searchId }, signal })),
    staleTime: 'static',
    gcTime: HOUR_MS,
    retry: false,
  });

/** Which indexers have answered, as live events tell. */
export const releaseSearchProgressQuery = (searchId: string) =>
  queryOptions<ReleaseSearchProgress>({ queryKey: queryKeys.releaseSearchProgress(searchId), queryFn: skipToken });

/** Requests the book of a found release. */
export function useRequestRelease({ words, type }: ReleaseWish) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; asin: string; region: string; note?: string; overrideGates?: boolean }) =>
      answer(api.POST('/api/releases/{id}/request', { params: { path: { id } }, body: { ...body, type } })),
    onSuccess: ({ request }) => {
      applyRequest(client, request);
      client.setQueryData<ReleaseSearch>(
        queryKeys.releaseSearch(type, words),
        (found) => found && { ...found, books: found.books.map((book) => withRequest(book, request)) },
      );
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
      void client.invalidateQueries({ queryKey: queryKeys.quota });
      void client.invalidateQueries({ queryKey: queryKeys.ebook(request.book.asin) });
    },
  });
}
