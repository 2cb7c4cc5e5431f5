import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Confidence, TakenBook } from '../types.js';

/** How sure a guess is, the surest first. */
export const CONFIDENCES: readonly Confidence[] = ['certain', 'likely', 'unsure', 'unknown'];

/** The states of books of a take-in, those that wait for a person first. */
export const TAKEN_STATES: readonly TakenBook['state'][] = [
  'read',
  'refused',
  'waiting',
  'leaving',
  'left',
  'filing',
  'filed',
  'undoing',
  'known',
  'gone',
];

/** Which books of a take-in are listed. */
export interface TakenFilter {
  confidence?: Confidence | undefined;
  state?: TakenBook['state'] | undefined;
}

/** What the page of take-ins shows, as it stands in the address. */
export interface TakeInSearch extends TakenFilter {
  run?: string | undefined;
  /** Of the earlier take-ins. */
  page?: number | undefined;
}

const BOOKS_A_PAGE = 100;

/** The folders that were taken in, newest first. */
export const takeInsQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.takeInList(page),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/take-ins', { params: { query: { page, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** An earlier one; nothing is asked without its id. */
export const takeInQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.takeIn(id ?? ''),
    queryFn:
      id === undefined ? skipToken : ({ signal }) => answer(api.GET('/api/admin/take-ins/{id}', { params: { path: { id } }, signal })),
  });

/** The books of a take-in, page by page. */
export const takenBooksQuery = (id: string, { confidence, state }: TakenFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.takenBooks(id, confidence ?? 'all', state ?? 'all'),
    queryFn: ({ signal, pageParam }) => {
      const query = { page: pageParam, limit: BOOKS_A_PAGE, ...(confidence && { confidence }), ...(state && { state }) };
      return answer(api.GET('/api/admin/take-ins/{id}/books', { params: { path: { id }, query }, signal }));
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** What is to be filed: one book, or all that wait and have a confidence. */
export type FilingChoice = { bookId: string } | { confidence: Confidence };

const FILINGS_A_PAGE = 20;

/** Where books would be filed, page by page. */
export const takenFilingQuery = (id: string, choice: FilingChoice) =>
  infiniteQueryOptions({
    queryKey: queryKeys.takenFiling(id, Object.values(choice)[0] ?? ''),
    queryFn: ({ signal, pageParam }) => {
      const query = { page: pageParam, limit: FILINGS_A_PAGE, ...choice };
      return answer(api.GET('/api/admin/take-ins/{id}/filing', { params: { path: { id }, query }, signal }));
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    // files may have changed since
    gcTime: 0,
  });

function useChange<T>(mutationFn: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: queryKeys.takeIns }) });
}

export const useStartTakeIn = () => useChange((path: string) => answer(api.POST('/api/admin/take-ins', { body: { path } })));

export const useCancelTakeIn = () =>
  useChange((id: string) => answer(api.POST('/api/admin/take-ins/{id}/cancel', { params: { path: { id } } })));

/** Which books: some, or all that wait and have one of these confidences. */
export type TakenChoice = ({ ids: string[] } | { confidences: Confidence[] }) & { how?: 'leave' | 'file' };

export const useAcceptTaken = (id: string) =>
  useChange((body: TakenChoice) => answer(api.POST('/api/admin/take-ins/{id}/accept', { params: { path: { id } }, body })));

/** @param ids all accepted books where absent */
export const useUndoTaken = (id: string) =>
  useChange((ids?: string[]) => answer(api.POST('/api/admin/take-ins/{id}/undo', { params: { path: { id } }, body: ids ? { ids } : {} })));

export const useCorrectTaken = (id: string) =>
  useChange(({ bookId, asin }: { bookId: string; asin: string | null }) =>
    answer(api.PUT('/api/admin/take-ins/{id}/books/{bookId}', { params: { path: { id, bookId } }, body: { asin } })),
  );
