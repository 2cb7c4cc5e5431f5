import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Integration, NotificationEvent, PathMapping } from '../types.js';

export const pluginsQuery = queryOptions({
  queryKey: queryKeys.plugins,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/admin/plugins', { signal }))).items,
  staleTime: 60_000,
});

export const integrationsQuery = queryOptions({
  queryKey: queryKeys.integrations,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/admin/integrations', { signal }))).items,
  staleTime: 10_000,
});

export interface DraftCheck {
  pluginId: string;
  integrationId?: string;
  settings: Record<string, unknown>;
}

export function useCheckDraft() {
  return useMutation({ mutationFn: (draft: DraftCheck) => answer(api.POST('/api/admin/integrations/check', { body: draft })) });
}

function useRefresh() {
  const client = useQueryClient();
  // people may sign in through an integration, and setup counts them
  const changed = [queryKeys.integrations, queryKeys.providers, queryKeys.setup];
  return () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
}

function check(id: string) {
  return answer(api.POST('/api/admin/integrations/{id}/check', { params: { path: { id } } }));
}

export function useCheckIntegration() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: check,
    onSettled: refresh,
  });
}

/** Shows the saved values at once, and checks the service, so that nobody waits for the next round of checks. */
function useSaved() {
  const refresh = useRefresh();
  return ({ integration }: { integration: Integration }) => {
    if (integration.enabled) void check(integration.id).then(refresh, () => undefined);
    return refresh();
  };
}

export interface IntegrationInput {
  name?: string;
  enabled?: boolean;
  priority?: number;
  settings?: Record<string, unknown>;
}

export function useCreateIntegration() {
  const saved = useSaved();
  return useMutation({
    mutationFn: (body: IntegrationInput & { pluginId: string; name: string; settings: Record<string, unknown> }) =>
      answer(api.POST('/api/admin/integrations', { body })),
    onSuccess: saved,
  });
}

export function useUpdateIntegration(id: string) {
  const saved = useSaved();
  return useMutation({
    mutationFn: (body: IntegrationInput) => answer(api.PATCH('/api/admin/integrations/{id}', { params: { path: { id } }, body })),
    onSuccess: saved,
  });
}

export function useDeleteIntegration(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/admin/integrations/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

export function useSavePathMappings(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (mappings: PathMapping[]) =>
      answer(api.PUT('/api/admin/integrations/{id}/path-mappings', { params: { path: { id } }, body: { mappings } })),
    onSuccess: refresh,
  });
}

export function useTestPath(id: string) {
  return useMutation({
    mutationFn: (path: string) =>
      answer(api.POST('/api/admin/integrations/{id}/path-mappings/test', { params: { path: { id } }, body: { path } })),
  });
}

export const subscriptionsQuery = queryOptions({
  queryKey: queryKeys.subscriptions,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/notifications/subscriptions', { signal })),
});

export function useSaveSubscription(integrationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (events: NotificationEvent[]) =>
      answer(api.PUT('/api/admin/notifications/subscriptions/{integrationId}', { params: { path: { integrationId } }, body: { events } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.subscriptions }),
  });
}

/** Sends a message with the saved settings. A backend's refusal is returned as an answer. */
export function useSendTestMessage(integrationId: string) {
  return useMutation({
    mutationFn: () => answer(api.POST('/api/admin/notifications/test/{integrationId}', { params: { path: { integrationId } } })),
  });
}
