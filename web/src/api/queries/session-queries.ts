import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { isApiError } from '../api-error.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import { hasSession } from '../session-refresh.js';
import type { Me } from '../types.js';

/** The person signed in, or null. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: async (): Promise<Me | null> => {
    if (!hasSession()) return null;
    try {
      return (await answer(api.GET('/api/auth/me'))).user;
    } catch (error) {
      if (isApiError(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

export const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: () => answer(api.GET('/api/setup/status')),
  staleTime: 60_000,
});

export const providersQuery = queryOptions({
  queryKey: queryKeys.providers,
  queryFn: () => answer(api.GET('/api/auth/providers')),
});

export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  if (!data) throw new Error('useMe is for pages behind the sign-in');
  return data;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) => answer(api.POST('/api/auth/local/login', { body })),
    onSuccess: ({ user }) => client.setQueryData(queryKeys.me, user),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/auth/logout', { body: {} })),
    onSettled: () => {
      client.clear();
      globalThis.location.assign('/sign-in');
    },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => answer(api.POST('/api/auth/change-password', { body })),
  });
}
