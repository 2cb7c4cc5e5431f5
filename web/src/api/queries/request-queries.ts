import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client.js';
import type { Query } from '../client.js';
import { applyRequest } from '../live-cache.js';
import { queryKeys } from '../query-keys.js';
import type { CandidateAnswer, RequestAction, RequestDetail, RequestList, RequestSummary } from '../types.js';

export const requestListQuery = (filter: Query) =>
  queryOptions({
    queryKey: queryKeys.requestList(filter),
    queryFn: ({ signal }) => api.get<RequestList>('/api/requests', { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.request(id),
    queryFn: async ({ signal }) => (await api.get<{ request: RequestDetail }>(`/api/requests/${id}`, { signal })).request,
    staleTime: 15_000,
  });

export const candidatesQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.candidates(id),
    queryFn: ({ signal }) => api.get<CandidateAnswer>(`/api/requests/${id}/candidates`, { signal }),
    staleTime: 15_000,
  });

export interface NewRequest {
  asin: string;
  bypassIgnore?: boolean;
}

export function useCreateRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRequest) => api.post<{ request: RequestSummary; outcome: 'created' | 'joined' }>('/api/requests', body),
    onSuccess: ({ request }) => {
      applyRequest(client, request);
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
    },
  });
}

/** What an action needs beside the request itself. */
export interface ActionInput {
  action: RequestAction;
  reason?: string;
  candidateId?: string;
  overrideGates?: boolean;
}

function actionCall(id: string, input: ActionInput): Promise<{ request?: RequestSummary }> {
  const { action, reason, candidateId, overrideGates } = input;
  switch (action) {
    case 'cancel':
    case 'retry':
    case 'search':
      return api.post(`/api/requests/${id}/${action}`);
    case 'select':
      return api.post(`/api/requests/${id}/select`, { candidateId, ...(overrideGates ? { overrideGates } : {}) });
    case 'approve':
      return api.post(`/api/admin/requests/${id}/approve`, candidateId ? { candidateId } : {});
    case 'deny':
      return api.post(`/api/admin/requests/${id}/deny`, { reason });
    case 'retry_download':
    case 'accept_import':
    case 'reject_release':
      return api.post(`/api/admin/requests/${id}/${action.replace('_', '-')}`);
  }
}

export function useRequestAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...input }: ActionInput & { id: string }) => actionCall(id, input),
    onSuccess: ({ request }) => {
      if (request) applyRequest(client, request);
    },
    onSettled: (_data, _error, { id }) => {
      void client.invalidateQueries({ queryKey: queryKeys.request(id) });
      void client.invalidateQueries({ queryKey: queryKeys.candidates(id) });
      void client.invalidateQueries({ queryKey: queryKeys.requestLists });
    },
  });
}

export function useSubscription(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (follow: boolean) =>
      follow ? api.post<void>(`/api/requests/${id}/subscribe`) : api.delete<void>(`/api/requests/${id}/subscribe`),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.request(id) }),
  });
}
