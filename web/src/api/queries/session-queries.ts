import type { OfferedTag } from '@lectern/messages';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { withBase } from '../base-path.js';
import { isApiError } from '../api-error.js';
import { answer, api } from '../client.js';
import { outbox } from '../outbox.js';
import { forgetAnswers, restoreAnswers } from '../kept-answers.js';
import { leavePush } from '../push-here.js';
import { queryKeys } from '../query-keys.js';
import { flowInProgress, untilFinished } from '../external-flow.js';
import { hasSession } from '../session-refresh.js';
import type { Me } from '../types.js';

/** The person signed in, or null. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: async ({ client }): Promise<Me | null> => {
    const isFirst = client.getQueryData(queryKeys.me) === undefined;
    try {
      const user = hasSession() ? (await answer(api.GET('/api/auth/me'))).user : null;
      if (!user) await forgetAnswers();
      else if (isFirst) await restoreAnswers(client, user.id);
      return user;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.status === 401) return forgetAnswers().then(() => null);
      const isAway = error.status === 0 || error.status >= 502;
      const kept = isFirst && isAway ? await restoreAnswers(client) : undefined;
      if (kept) return kept;
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

/** Whoever has just signed in learns more of the server than a stranger does. */
export function showSignedIn(client: QueryClient, user: Me): void {
  client.setQueryData(queryKeys.me, user);
  void client.invalidateQueries({ queryKey: queryKeys.setup });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) => answer(api.POST('/api/auth/local/login', { body })),
    onSuccess: ({ user }) => showSignedIn(client, user),
  });
}

/** Creates an account. If an admin has to decide, it returns `pending`, and nobody is signed in. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; password: string; displayName?: string }) => answer(api.POST('/api/auth/register', { body })),
    onSuccess: (result) => {
      if ('user' in result) showSignedIn(client, result.user);
    },
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/auth/logout', { body: {} })),
    onSettled: async () => {
      client.clear();
      outbox.forget();
      await Promise.all([forgetAnswers(), leavePush()]);
      globalThis.location.assign(withBase('/sign-in'));
    },
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword?: string; newPassword: string }) => answer(api.POST('/api/auth/change-password', { body })),
    onSuccess: () => {
      // the other sessions have ended, and the account has a password now
      void client.invalidateQueries({ queryKey: queryKeys.ownSessions });
      return client.invalidateQueries({ queryKey: queryKeys.me });
    },
  });
}

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { displayName?: string; locale?: OfferedTag | null }) => answer(api.PATCH('/api/user/profile', { body })),
    onSuccess: ({ user }) => client.setQueryData(queryKeys.me, user),
  });
}

export const ownSessionsQuery = queryOptions({
  queryKey: queryKeys.ownSessions,
  queryFn: async () => (await answer(api.GET('/api/user/sessions'))).items,
});

/** Ends one of the person's sessions, or with `null` all others. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? answer(api.DELETE('/api/user/sessions')) : answer(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => {
      // a device is notified while it is signed in
      void client.invalidateQueries({ queryKey: queryKeys.pushDevices });
      return client.invalidateQueries({ queryKey: queryKeys.ownSessions });
    },
  });
}

export function useTradeLoginToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => answer(api.POST('/api/auth/token/login', { body: { token } })),
    onSuccess: ({ user }) => showSignedIn(client, user),
  });
}

export function useExternalSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; username: string; password: string }) =>
      answer(api.POST('/api/auth/external/{id}/login', { params: { path: { id } }, body })),
    onSuccess: ({ user }) => showSignedIn(client, user),
  });
}

export function useBeginExternalSignIn() {
  return useMutation({
    mutationFn: (id: string) => {
      flowInProgress.end();
      return answer(api.POST('/api/auth/external/{id}/begin', { params: { path: { id } } }));
    },
  });
}

/** Polls until the other service has finished. */
export function useFinishExternalSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, query }: { provider: string; query: Record<string, string> }) =>
      untilFinished(() => answer(api.POST('/api/auth/external/{id}/finish', { params: { path: { id: provider } }, body: { query } }))),
    onSuccess: ({ user }) => showSignedIn(client, user),
  });
}
