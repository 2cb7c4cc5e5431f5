import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { ApiToken } from '../types.js';

/** The caller's own tokens; there are few. */
export const apiTokensQuery = queryOptions({
  queryKey: queryKeys.apiTokens,
  queryFn: async () => (await answer(api.GET('/api/user/api-tokens', { params: { query: { limit: 100 } } }))).items,
});

export interface NewApiToken {
  name: string;
  scopes: ApiToken['scopes'];
  /** `null`: until it is revoked. */
  days: number | null;
}

const DAY_MS = 86_400_000;

export function useCreateApiToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ days, ...rest }: NewApiToken) => {
      const body = days === null ? rest : { ...rest, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
      return answer(api.POST('/api/user/api-tokens', { body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiTokens }),
  });
}

export function useRevokeApiToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/user/api-tokens/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiTokens }),
  });
}
