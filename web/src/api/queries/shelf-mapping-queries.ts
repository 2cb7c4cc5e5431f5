import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** Which book of the catalogue a book of a shelf is, and why. */
export const bookMappingQuery = (shelfId: string, bookId: string) =>
  queryOptions({
    queryKey: queryKeys.bookMapping(shelfId, bookId),
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/user/shelves/{id}/mapping', { params: { path: { id: shelfId }, query: { bookId } }, signal }))).mapping,
  });

interface Correction {
  provider: string;
  bookId: string;
  /** For admins. */
  forEveryone: boolean;
  /** Null: none of the catalogue's. Undefined takes the correction back. */
  asin: string | null | undefined;
}

/** Corrects a mapping, or takes a correction back. */
export function useCorrectBook(shelfId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, bookId, forEveryone, asin }: Correction) => {
      const path = { id: shelfId };
      if (forEveryone && asin === undefined) {
        await answer(api.DELETE('/api/admin/book-mappings', { params: { query: { provider, bookId } } }));
      } else if (forEveryone) {
        await answer(api.PUT('/api/admin/book-mappings', { body: { provider, bookId, asin: asin ?? null } }));
      } else if (asin === undefined) {
        await answer(api.DELETE('/api/user/shelves/{id}/mapping', { params: { path, query: { bookId } } }));
      } else {
        await answer(api.PUT('/api/user/shelves/{id}/mapping', { params: { path }, body: { bookId, asin } }));
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.shelves }),
  });
}
