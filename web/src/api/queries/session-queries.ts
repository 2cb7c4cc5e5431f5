import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { isApiError } from '../api-error.js';
import { api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { AuthProviders, Me, SetupStatus } from '../types.js';

/** The person signed in, or null. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: async (): Promise<Me | null> => {
    try {
      return (await api.get<{ user: Me }>('/api/auth/me')).user;
    } catch (error) {
      if (isApiError(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

export const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: () => api.get<SetupStatus>('/api/setup/status', { anonymous: true }),
  staleTime: 60_000,
});

export const providersQuery = queryOptions({
  queryKey: queryKeys.providers,
  queryFn: () => api.get<AuthProviders>('/api/auth/providers', { anonymous: true }),
});

export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  if (!data) throw new Error('useMe is for pages behind the sign-in');
  return data;
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      api.post<{ user: Me }>('/api/auth/local/login', body, { anonymous: true }),
    onSuccess: ({ user }) => client.setQueryData(queryKeys.me, user),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<void>('/api/auth/logout', undefined, { anonymous: true }),
    onSettled: () => {
      client.clear();
      globalThis.location.assign('/sign-in');
    },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api.post<void>('/api/auth/change-password', body),
  });
}
