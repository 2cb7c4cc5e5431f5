import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** Books to come of what the caller follows and requested, the next first. */
export const comingUpQuery = infiniteQueryOptions({
  queryKey: queryKeys.comingUp,
  queryFn: ({ pageParam, signal }) => answer(api.GET('/api/user/coming-up', { params: { query: { page: pageParam, limit: 50 } }, signal })),
  initialPageParam: 1,
  getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
});

/** Whether the caller has a calendar address. */
export const calendarAddressQuery = queryOptions({
  queryKey: queryKeys.calendarAddress,
  queryFn: ({ signal }) => answer(api.GET('/api/user/calendar-address', { signal })),
});

/** Makes an address in the place of the old one. The answer shows it once. */
export function useMakeCalendarAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/user/calendar-address')),
    onSuccess: ({ address }) => client.setQueryData(calendarAddressQuery.queryKey, { address }),
    // the answer is a secret
    gcTime: 0,
  });
}

export function useRevokeCalendarAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/user/calendar-address')),
    onSuccess: () => client.setQueryData(calendarAddressQuery.queryKey, { address: null }),
  });
}
