import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { allPages, MOST_A_PAGE } from '../all-pages.js';
import { answer, api } from '../client.js';
import { applyRequest } from '../live-cache.js';
import { queryKeys } from '../query-keys.js';
import type { paths } from '../schema.generated.js';
import type { Decided, RequestAction, RequestSummary } from '../types.js';

/** The filter and the order of a list of requests. */
export type RequestFilter = NonNullable<paths['/api/requests']['get']['parameters']['query']>;

export const requestListQuery = (filter: RequestFilter) =>
  queryOptions({
    queryKey: queryKeys.requestList(filter),
    queryFn: ({ signal }) => answer(api.GET('/api/requests', { params: { query: filter }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** What waits longest for an admin: as much as the home page shows. */
export const waitingRequestsQuery = requestListQuery({
  scope: 'all',
  status: 'awaiting_approval',
  together: true,
  sort: 'createdAt',
  order: 'asc',
  limit: 3,
});

/** What goes on only, or sooner, if an admin does something. */
export const needingPersonQuery = requestListQuery({
  scope: 'all',
  needsPerson: true,
  together: true,
  sort: 'updatedAt',
  order: 'desc',
  limit: 12,
});

/** All requests of a list, the oldest first: those that are added meanwhile come last and move no other. */
export function allRequests(list: Omit<RequestFilter, 'page' | 'limit'>): Promise<RequestSummary[]> {
  const query = { ...list, sort: 'createdAt', order: 'asc', limit: MOST_A_PAGE } as const;
  return allPages((page) => answer(api.GET('/api/requests', { params: { query: { ...query, page } } })));
}

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.request(id),
    queryFn: async ({ signal }) => (await answer(api.GET('/api/requests/{id}', { params: { path: { id } }, signal }))).request,
    staleTime: 15_000,
  });

export const candidatesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.candidates(id),
    queryFn: ({ signal }) => answer(api.GET('/api/requests/{id}/candidates', { params: { path: { id } }, signal })),
    staleTime: 15_000,
  });

export interface NewRequest {
  asin: string;
  type?: 'audiobook' | 'ebook';
  /** Where the book was found. Default: the server's region. */
  region?: string;
  bypassIgnore?: boolean;
  /** Whether the files of an audiobook become one. Default: as the settings say. */
  mergeChapters?: boolean;
  /** For admins. */
  note?: string;
  /** Whose request it becomes; by admins only. */
  forUserId?: string;
}

export function useCreateRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRequest) => answer(api.POST('/api/requests', { body })),
    onSuccess: ({ request }) => {
      applyRequest(client, request);
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
      void client.invalidateQueries({ queryKey: queryKeys.quota });
      void client.invalidateQueries({ queryKey: queryKeys.ebook(request.book.asin) });
    },
  });
}

/** The input of an action, in addition to the request. */
export interface ActionInput {
  /** Deleting and uploading have calls of their own, because no request comes back. */
  action: Exclude<RequestAction, 'delete' | 'import_upload'>;
  reason?: string;
  candidateId?: string;
  overrideGates?: boolean;
  anyReading?: boolean;
  /** Whether the files become one; `null`: as the settings say. */
  merge?: boolean | null;
  /** Files of the server, which an admin names. */
  files?: { path: string; cleanupSource?: boolean; acceptSuspect?: boolean };
  /** Decides for all who wait for the book. */
  together?: boolean;
}

function actionCall(id: string, input: ActionInput): Promise<{ request: RequestSummary; decided?: Decided[] }> {
  const { action, reason = '', candidateId, overrideGates } = input;
  const forAll = input.together ? { together: true } : {};
  const params = { path: { id } };
  switch (action) {
    case 'cancel':
      return answer(api.POST('/api/requests/{id}/cancel', { params }));
    case 'retry':
      return answer(api.POST('/api/requests/{id}/retry', { params }));
    case 'search':
      return answer(api.POST('/api/requests/{id}/search', { params }));
    case 'select':
      return answer(
        api.POST('/api/requests/{id}/select', {
          params,
          body: { candidateId: candidateId ?? '', ...(overrideGates ? { overrideGates } : {}) },
        }),
      );
    case 'fetch_ebook':
      return answer(api.POST('/api/requests/{id}/fetch-ebook', { params }));
    case 'set_any_reading':
      return answer(api.PATCH('/api/requests/{id}/any-reading', { params, body: { anyReading: input.anyReading ?? false } }));
    case 'merge_chapters':
      return answer(api.PATCH('/api/requests/{id}/merge-chapters', { params, body: { mergeChapters: input.merge ?? null } }));
    case 'approve':
      return answer(api.POST('/api/admin/requests/{id}/approve', { params, body: { ...(candidateId ? { candidateId } : {}), ...forAll } }));
    case 'deny':
      return answer(api.POST('/api/admin/requests/{id}/deny', { params, body: { reason, ...forAll } }));
    case 'undo_approval':
      return answer(api.POST('/api/admin/requests/{id}/undo-approval', { params }));
    case 'undo_denial':
      return answer(api.POST('/api/admin/requests/{id}/undo-denial', { params }));
    case 'retry_download':
      return answer(api.POST('/api/admin/requests/{id}/retry-download', { params }));
    case 'accept_import':
      return answer(api.POST('/api/admin/requests/{id}/accept-import', { params }));
    case 'manual_import':
      return answer(api.POST('/api/admin/requests/{id}/manual-import', { params, body: { path: '', ...input.files } }));
    case 'reject_release':
      return answer(api.POST('/api/admin/requests/{id}/reject-release', { params }));
  }
}

export function useRequestAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isOneOfMany: _lists, ...input }: ActionInput & { id: string; isOneOfMany?: boolean }) => actionCall(id, input),
    onSuccess: ({ request }) => applyRequest(client, request),
    onSettled: (_data, _error, { id, isOneOfMany = false }) => {
      // lists are reloaded once, when all are done
      if (isOneOfMany) return;
      void client.invalidateQueries({ queryKey: queryKeys.request(id) });
      void client.invalidateQueries({ queryKey: queryKeys.candidates(id) });
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
    },
  });
}

export interface SearchTerms {
  /** `null` for title and author. */
  terms: string | null;
  searchNow: boolean;
}

/** Sets search terms that replace title and author. Admins only. */
export function useSetSearchTerms(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ terms, searchNow }: SearchTerms) =>
      answer(
        api.PATCH('/api/admin/requests/{id}/search-terms', { params: { path: { id } }, body: { customSearchTerms: terms, searchNow } }),
      ),
    onSuccess: ({ request }) => applyRequest(client, request),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.request(id) }),
  });
}

export function useSubscription(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscribe: boolean) =>
      answer(
        subscribe
          ? api.POST('/api/requests/{id}/subscribe', { params: { path: { id } } })
          : api.DELETE('/api/requests/{id}/subscribe', { params: { path: { id } } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.request(id) }),
  });
}
