import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { paths } from '../schema.generated.js';
import type { RenameMoveState, RenameProgress } from '../types.js';

/** States of a book in a rename, in the order of a book's way. */
export const MOVE_STATES: readonly RenameMoveState[] = ['planned', 'blocked', 'moving', 'moved', 'failed', 'undoing', 'undone'];

const MOVES_A_PAGE = 100;

/** The renames, newest first. */
export const renamesQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.renameList(page),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/renames', { params: { query: { page, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

export const renameQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.rename(id ?? ''),
    queryFn:
      id === undefined ? skipToken : ({ signal }) => answer(api.GET('/api/admin/renames/{id}', { params: { path: { id } }, signal })),
  });

/** What the live stream last said of a rename. */
export const renameProgressQuery = (id: string) =>
  queryOptions<RenameProgress>({ queryKey: queryKeys.renameProgress(id), queryFn: skipToken });

/** The books of a rename, page by page. */
export const renameMovesQuery = (id: string, state: RenameMoveState | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKeys.renameMoves(id, state ?? 'all'),
    queryFn: ({ signal, pageParam }) => {
      const query = { page: pageParam, limit: MOVES_A_PAGE, ...(state === undefined ? {} : { state }) };
      return answer(api.GET('/api/admin/renames/{id}/moves', { params: { path: { id }, query }, signal }));
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    // the same rename under another filter: the old books stay until the new ones are here
    placeholderData: (previous, query) => (query?.queryKey[3] === id ? previous : undefined),
  });

/** Which books: those of some requests, or all. */
export type RenameChoice = paths['/api/admin/renames']['post']['requestBody']['content']['application/json'];

export function usePlanRename() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RenameChoice) => answer(api.POST('/api/admin/renames', { body })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.renames }),
  });
}

export type RenameStep = 'start' | 'cancel' | 'undo' | 'discard';

/** Takes a rename a step further; a plan that is discarded is gone. */
export function useRenameStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, step }: { id: string; step: RenameStep }): Promise<void> => {
      const params = { path: { id } };
      if (step === 'discard') await answer(api.DELETE('/api/admin/renames/{id}', { params }));
      else await answer(api.POST(`/api/admin/renames/{id}/${step}`, { params }));
    },
    // the books of what is gone cannot be asked for
    onSettled: (_done, _error, { step }) =>
      client.invalidateQueries({ queryKey: step === 'discard' ? queryKeys.renameLists : queryKeys.renames }),
  });
}
