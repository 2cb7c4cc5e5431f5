import { queryOptions, useMutation } from '@tanstack/react-query';
import { withoutBase } from '../base-path.js';
import { answer, api } from '../client.js';
import { flowInProgress, untilFinished } from '../external-flow.js';
import { queryKeys } from '../query-keys.js';

/** The ways to confirm: with a password, or through services. */
export const waysToConfirmQuery = queryOptions({
  queryKey: queryKeys.waysToConfirm,
  queryFn: () => answer(api.GET('/api/auth/confirm')),
  staleTime: 0,
});

/** Confirms with the password of this server or, for a provider, with name and password there. */
export function useConfirmByPassword() {
  return useMutation({
    mutationFn: ({ provider, username, password }: { provider?: string; username: string; password: string }) =>
      provider === undefined
        ? answer(api.POST('/api/auth/confirm', { body: { password } }))
        : answer(api.POST('/api/auth/confirm/{provider}/login', { params: { path: { provider } }, body: { username, password } })),
  });
}

/** Sends the browser to the service; it comes back to the finishing page, and from there to this one. */
export function useBeginConfirmation() {
  return useMutation({
    mutationFn: (provider: string) => answer(api.POST('/api/auth/confirm/{provider}/begin', { params: { path: { provider } } })),
    onSuccess: ({ url }, provider) => {
      const { pathname, search } = globalThis.location;
      flowInProgress.begin({ purpose: 'confirm', provider, backTo: `${withoutBase(pathname)}${search}` });
      globalThis.location.assign(url);
    },
  });
}

export function useFinishConfirmation() {
  return useMutation({
    mutationFn: ({ provider, query }: { provider: string; query: Record<string, string> }) =>
      untilFinished(() => answer(api.POST('/api/auth/confirm/{provider}/finish', { params: { path: { provider } }, body: { query } }))),
    onSettled: () => flowInProgress.end(),
  });
}
