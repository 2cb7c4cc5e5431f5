import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { flowInProgress, untilFinished } from '../external-flow.js';
import { queryKeys } from '../query-keys.js';

export const ownIdentitiesQuery = queryOptions({
  queryKey: queryKeys.ownIdentities,
  queryFn: async () => (await answer(api.GET('/api/user/identities'))).items,
});

/** The input for linking an account: its name and password, and the local password if there is one. */
export interface LinkInput {
  provider: string;
  username: string;
  password: string;
  currentPassword?: string;
}

export function useLinkByPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, ...body }: LinkInput) =>
      answer(api.POST('/api/user/identities/{provider}/login', { params: { path: { provider } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownIdentities }),
  });
}

/** Sends the browser to the service; it comes back to the finishing page. */
export function useBeginLink() {
  return useMutation({
    mutationFn: ({ provider, ...body }: { provider: string; currentPassword?: string }) =>
      answer(api.POST('/api/user/identities/{provider}/begin', { params: { path: { provider } }, body })),
    onSuccess: ({ url }, { provider }) => {
      flowInProgress.begin({ purpose: 'link', provider, backTo: '/account' });
      globalThis.location.assign(url);
    },
  });
}

export function useFinishLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, query }: { provider: string; query: Record<string, string> }) =>
      untilFinished(() => answer(api.POST('/api/user/identities/{provider}/finish', { params: { path: { provider } }, body: { query } }))),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownIdentities }),
    onSettled: () => flowInProgress.end(),
  });
}

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/user/identities/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.ownSessions });
      return client.invalidateQueries({ queryKey: queryKeys.ownIdentities });
    },
  });
}
