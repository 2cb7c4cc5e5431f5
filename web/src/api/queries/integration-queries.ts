import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { CheckAnswer, Choice, Integration, NotificationSubscriptions, PathMapping, PathMappingTest, PluginInfo } from '../types.js';

export const pluginsQuery = queryOptions({
  queryKey: queryKeys.plugins,
  queryFn: async ({ signal }) => (await api.get<{ items: PluginInfo[] }>('/api/admin/plugins', { signal })).items,
  staleTime: 60_000,
});

export const integrationsQuery = queryOptions({
  queryKey: queryKeys.integrations,
  queryFn: async ({ signal }) => (await api.get<{ items: Integration[] }>('/api/admin/integrations', { signal })).items,
  staleTime: 10_000,
});

/** @param draft the values on screen, as JSON, so that equal drafts share an answer */
export const choicesQuery = (pluginId: string, integrationId: string | undefined, name: string, draft: string) =>
  queryOptions({
    queryKey: queryKeys.choices(pluginId, name, draft),
    queryFn: async ({ signal }) => {
      const body = { pluginId, ...(integrationId ? { integrationId } : {}), name, settings: JSON.parse(draft) as unknown };
      return (await api.post<{ choices: Choice[] }>('/api/admin/integrations/choices', body, { signal })).choices;
    },
    staleTime: 60_000,
    retry: false,
  });

export interface DraftCheck {
  pluginId: string;
  integrationId?: string;
  settings: Record<string, unknown>;
}

export function useCheckDraft() {
  return useMutation({ mutationFn: (draft: DraftCheck) => api.post<CheckAnswer>('/api/admin/integrations/check', draft) });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.integrations });
}

export function useCheckIntegration() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.post<CheckAnswer>(`/api/admin/integrations/${id}/check`),
    onSettled: refresh,
  });
}

export interface IntegrationInput {
  name?: string;
  enabled?: boolean;
  priority?: number;
  settings?: Record<string, unknown>;
}

export function useCreateIntegration() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: IntegrationInput & { pluginId: string; name: string }) =>
      api.post<{ integration: Integration }>('/api/admin/integrations', body),
    onSuccess: refresh,
  });
}

export function useUpdateIntegration(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: IntegrationInput) => api.patch<unknown>(`/api/admin/integrations/${id}`, body),
    onSuccess: refresh,
  });
}

export function useDeleteIntegration(id: string) {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => api.delete<void>(`/api/admin/integrations/${id}`), onSuccess: refresh });
}

export function useSavePathMappings(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (mappings: PathMapping[]) => api.put<unknown>(`/api/admin/integrations/${id}/path-mappings`, { mappings }),
    onSuccess: refresh,
  });
}

export function useTestPath(id: string) {
  return useMutation({
    mutationFn: (path: string) => api.post<PathMappingTest>(`/api/admin/integrations/${id}/path-mappings/test`, { path }),
  });
}

export const subscriptionsQuery = queryOptions({
  queryKey: queryKeys.subscriptions,
  queryFn: ({ signal }) => api.get<NotificationSubscriptions>('/api/admin/notifications/subscriptions', { signal }),
});

export function useSaveSubscription(integrationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (events: string[]) => api.put<unknown>(`/api/admin/notifications/subscriptions/${integrationId}`, { events }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.subscriptions }),
  });
}
