import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../api-error.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** What the link of a message decides. Asking changes nothing. */
export const decisionLinkQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.decisionLink(token),
    queryFn: ({ signal }) => answer(api.POST('/api/decision-links/read', { body: { token }, signal })),
    enabled: token !== '',
    gcTime: 0,
    retry: (count, error) => isApiError(error, 'network') && count < 2,
  });

/** Does what the link is for; the answer says what became of the request. */
export function useDecide(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      answer(api.POST('/api/decision-links/decide', { body: { token, ...(reason === undefined ? {} : { reason }) } })),
    onSuccess: (link) => client.setQueryData(queryKeys.decisionLink(token), link),
  });
}
