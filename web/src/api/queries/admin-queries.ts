import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { allPages, MOST_A_PAGE } from '../all-pages.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { paths } from '../schema.generated.js';
import type { Settings } from '../types.js';
import { showSignedIn } from './session-queries.js';

export const downloadsQuery = queryOptions({
  queryKey: queryKeys.downloads,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/admin/downloads/active', { signal }))).items,
  refetchInterval: 10_000,
});

export const metricsQuery = queryOptions({
  queryKey: queryKeys.metrics,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/metrics', { signal })),
});

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/settings', { signal })),
});

/** The forms of the settings. They are part of the server's program and do not change while it runs. */
export const settingsFormsQuery = queryOptions({
  queryKey: queryKeys.settingsForms,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/settings/forms', { signal })),
  staleTime: Infinity,
});

/** Only the sections that changed are sent. */
export type SettingsPatch = { [Section in keyof Settings]?: Partial<Settings[Section]> };

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => answer(api.PATCH('/api/admin/settings', { body: patch })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.settings }),
  });
}

export const templatePreviewQuery = (template: string) =>
  queryOptions({
    queryKey: queryKeys.templatePreview(template),
    queryFn: ({ signal }) => answer(api.POST('/api/admin/settings/path-template/preview', { body: { template }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    enabled: template !== '',
  });

export const jobsQuery = queryOptions({
  queryKey: queryKeys.jobs,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/jobs', { signal })),
  staleTime: 10_000,
  refetchInterval: 30_000,
});

export function useRunJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => answer(api.POST('/api/admin/jobs/{name}/run', { params: { path: { name } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.POST('/api/admin/jobs/runs/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

export type LibraryFilter = Omit<NonNullable<paths['/api/admin/library']['get']['parameters']['query']>, 'limit'>;

export const libraryQuery = (filter: LibraryFilter) =>
  queryOptions({
    queryKey: queryKeys.library({ ...filter }),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/library', { params: { query: { ...filter, limit: 50 } }, signal })),
    placeholderData: keepPreviousData,
  });

export function useScanLibrary() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: { acceptLoss?: boolean } | undefined) => answer(api.POST('/api/admin/library/scan', { params: { query } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.jobs }),
  });
}

type UserFilter = Omit<NonNullable<paths['/api/admin/users']['get']['parameters']['query']>, 'limit'>;

/** Who is listed, as it stands in the address. */
export type UserSearch = { [Name in keyof UserFilter]?: UserFilter[Name] | undefined };

export const usersQuery = ({ search, role, state, page }: UserSearch) =>
  queryOptions({
    queryKey: queryKeys.users({ search, role, state, page }),
    queryFn: ({ signal }) => {
      const query = { ...(search ? { search } : {}), ...(role ? { role } : {}), ...(state ? { state } : {}), page: page ?? 1, limit: 50 };
      return answer(api.GET('/api/admin/users', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** People to choose from. */
export const userChoicesQuery = queryOptions({
  queryKey: queryKeys.userChoices,
  queryFn: ({ signal }) =>
    allPages((page) => answer(api.GET('/api/admin/users', { params: { query: { page, limit: MOST_A_PAGE } }, signal }))),
});

/** People who wait for admission, longest first. */
export const pendingUsersQuery = queryOptions({
  queryKey: queryKeys.pendingUsers,
  queryFn: async ({ signal }) => {
    const query = { state: 'pending', limit: MOST_A_PAGE } as const;
    const all = await allPages((page) => answer(api.GET('/api/admin/users', { params: { query: { ...query, page } }, signal })));
    return all.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  },
});

type NewUser = paths['/api/admin/users']['post']['requestBody']['content']['application/json'];
type UserChange = paths['/api/admin/users/{id}']['patch']['requestBody']['content']['application/json'];
/** A new person, or changes to an existing one. */
export type UserInput = { create: NewUser } | { id: string; change: UserChange };

export function useSaveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: UserInput) =>
      'id' in input
        ? answer(api.PATCH('/api/admin/users/{id}', { params: { path: { id: input.id } }, body: input.change }))
        : answer(api.POST('/api/admin/users', { body: input.create })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.allUsers }),
  });
}

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/admin/users/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.allUsers }),
  });
}

export const folderQuery = (path: string) =>
  queryOptions({
    queryKey: queryKeys.folder(path),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/filesystem/browse', { params: { query: { ...(path ? { path } : {}) } }, signal })),
    retry: false,
  });

export function useCreateFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { parent: string; name: string }) => answer(api.POST('/api/admin/filesystem/folders', { body })),
    onSuccess: (_made, { parent }) => client.invalidateQueries({ queryKey: queryKeys.folder(parent) }),
  });
}

export function useSetupAdmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; username: string; password: string; displayName?: string; catalogFor: string[] }) =>
      answer(api.POST('/api/setup/admin', { body })),
    onSuccess: ({ user }) => showSignedIn(client, user),
  });
}

export function useSetupLibrary() {
  return useMutation({ mutationFn: (body: { path: string; downloadPath?: string }) => answer(api.POST('/api/setup/library', { body })) });
}

export function useCompleteSetup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/setup/complete')),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.setup }),
  });
}

export function useMakeLoginLink() {
  return useMutation({
    mutationFn: (id: string) => answer(api.POST('/api/admin/users/{id}/login-token', { params: { path: { id } } })),
  });
}

/** Also voids sign-in links. */
export function useEndUserSessions() {
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/api/admin/users/{id}/login-token', { params: { path: { id } } })),
  });
}

/** Whether a person has a calendar address. */
export const calendarAddressOfQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.calendarAddressOf(userId),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/users/{id}/calendar-address', { params: { path: { id: userId } }, signal })),
  });

export function useRevokeCalendarAddressOf(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/admin/users/{id}/calendar-address', { params: { path: { id: userId } } })),
    onSuccess: () => client.setQueryData(calendarAddressOfQuery(userId).queryKey, { address: null }),
  });
}
