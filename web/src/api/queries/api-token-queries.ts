import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { ApiToken } from '../types.js';

/** The caller's own tokens; there are few. */
export const apiTokensQuery = queryOptions({
  queryKey: queryKeys.apiTokens,
  queryFn: async () => (await answer(api.GET('/api/user/api-tokens', { params: { query: { limit: 100 } } }))).items,
});

/** Which tokens of everybody are listed, as it stands in the address. */
export interface TokenSearch {
  /** The id of the owner. */
  person?: string | undefined;
  /** Those that were revoked or have expired, in place of those that work. */
  ended?: true | undefined;
  page?: number | undefined;
}

/** Tokens of everybody, for admins. */
export const everyonesTokensQuery = (filter: { userId?: string | undefined; active: boolean }, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.everyonesTokens, filter, page] as const,
    queryFn: ({ signal }) => {
      const { userId, active } = filter;
      const query = { active, page, limit: 50, ...(userId ? { userId } : {}) };
      return answer(api.GET('/api/admin/api-tokens', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

export interface NewApiToken {
  name: string;
  scopes: ApiToken['scopes'];
  /** `null`: until it is revoked. */
  days: number | null;
  /** Its owner. Default: the caller. */
  userId?: string | undefined;
}

const DAY_MS = 86_400_000;

function useForgetTokens() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: queryKeys.everyonesTokens });
    await client.invalidateQueries({ queryKey: queryKeys.apiTokens });
  };
}

export function useCreateApiToken() {
  return useMutation({
    mutationFn: ({ days, userId, ...rest }: NewApiToken) => {
      const body = days === null ? rest : { ...rest, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
      return userId === undefined
        ? answer(api.POST('/api/user/api-tokens', { body }))
        : answer(api.POST('/api/admin/api-tokens', { body: { ...body, userId } }));
    },
    onSuccess: useForgetTokens(),
  });
}

export function useRevokeApiToken() {
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/user/api-tokens/{id}', { params: { path: { id } } })),
    onSuccess: useForgetTokens(),
  });
}

/** Revokes anybody's token, as an admin. */
export function useRevokeAnyApiToken() {
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/admin/api-tokens/{id}', { params: { path: { id } } })),
    onSuccess: useForgetTokens(),
  });
}
