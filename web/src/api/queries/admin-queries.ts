import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type {
  ActiveDownload,
  FolderListing,
  Jobs,
  LibraryItem,
  LibraryTest,
  Me,
  Metrics,
  Paged,
  Role,
  Settings,
  TemplatePreview,
  User,
} from '../types.js';

export const downloadsQuery = queryOptions({
  queryKey: queryKeys.downloads,
  queryFn: async ({ signal }) => (await api.get<{ items: ActiveDownload[] }>('/api/admin/downloads/active', { signal })).items,
  refetchInterval: 10_000,
});

export const metricsQuery = queryOptions({
  queryKey: queryKeys.metrics,
  queryFn: ({ signal }) => api.get<Metrics>('/api/admin/metrics', { signal }),
});

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => api.get<Settings>('/api/admin/settings', { signal }),
});

/** Only the sections that changed are sent. */
export type SettingsPatch = { [Section in keyof Settings]?: Partial<Settings[Section]> };

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => api.patch<Settings>('/api/admin/settings', patch),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.settings }),
  });
}

export const templatePreviewQuery = (template: string) =>
  queryOptions({
    queryKey: queryKeys.templatePreview(template),
    queryFn: ({ signal }) => api.post<TemplatePreview>('/api/admin/settings/path-template/preview', { template }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    enabled: template !== '',
  });

export const jobsQuery = queryOptions({
  queryKey: queryKeys.jobs,
  queryFn: ({ signal }) => api.get<Jobs>('/api/admin/jobs', { signal }),
  staleTime: 10_000,
  refetchInterval: 30_000,
});

export function useRunJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.post<{ jobId: string }>(`/api/admin/jobs/${encodeURIComponent(name)}/run`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.post<void>(`/api/admin/jobs/runs/${id}/cancel`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

export const libraryQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: queryKeys.library(search, page),
    queryFn: ({ signal }) => api.get<Paged<LibraryItem>>('/api/admin/library', { query: { search, page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });

export function useScanLibrary() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<{ jobId: string }>('/api/admin/library/scan'),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

export const usersQuery = (page: number) =>
  queryOptions({
    queryKey: queryKeys.users(page),
    queryFn: ({ signal }) => api.get<Paged<User>>('/api/admin/users', { query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });

export interface UserInput {
  username?: string;
  displayName?: string;
  password?: string;
  role?: Role;
  permissions?: User['permissions'];
}

/** Creates without an id, changes with one. */
export function useSaveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: UserInput & { id?: string }) =>
      id ? api.patch<unknown>(`/api/admin/users/${id}`, body) : api.post<unknown>('/api/admin/users', body),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.allUsers }),
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<void>(`/api/admin/users/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.allUsers }),
  });
}

export const folderQuery = (path: string) =>
  queryOptions({
    queryKey: queryKeys.folder(path),
    queryFn: ({ signal }) => api.get<FolderListing>('/api/admin/filesystem/browse', { query: { path }, signal }),
    retry: false,
  });

export function useSetupAdmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; username: string; password: string; displayName?: string }) =>
      api.post<{ user: Me }>('/api/setup/admin', body, { anonymous: true }),
    onSuccess: ({ user }) => client.setQueryData(queryKeys.me, user),
  });
}

export function useSetupLibrary() {
  return useMutation({ mutationFn: (body: { path: string; downloadPath?: string }) => api.post<LibraryTest>('/api/setup/library', body) });
}

export function useCompleteSetup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<void>('/api/setup/complete'),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.setup }),
  });
}
