import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { FindingKind } from '../types.js';

/** What check-ups look for, in the order of the page. */
export const FINDING_KINDS: readonly FindingKind[] = ['length', 'silent', 'no_asin'];

/** The last check-up of the library, and how much there is to look at. */
export const checkUpQuery = queryOptions({
  queryKey: queryKeys.checkUp,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/library/check-up', { signal })),
});

/** Which findings are listed. */
export interface FindingFilter {
  kind: FindingKind;
  fine: boolean;
  page: number;
}

export const findingsQuery = (filter: FindingFilter) =>
  queryOptions({
    queryKey: queryKeys.findings({ ...filter }),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/library/findings', { params: { query: { ...filter, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Starts a check-up of the library. */
export function useStartCheckUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (readsFiles: boolean) => answer(api.POST('/api/admin/library/check-up', { body: { readsFiles } })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.allLibrary }),
  });
}

export function useCancelCheckUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/admin/library/check-up/cancel')),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.allLibrary }),
  });
}

/** Says that a finding is fine, or takes that back. */
export function useJudgeFinding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fine }: { id: string; fine: boolean }) =>
      answer(api.POST('/api/admin/library/findings/{id}/fine', { params: { path: { id } }, body: { fine } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.allLibrary }),
  });
}
