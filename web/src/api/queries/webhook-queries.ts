import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Webhook, WebhookEventId } from '../types.js';

/** All webhooks, and the events there are. */
export const webhooksQuery = queryOptions({
  queryKey: queryKeys.webhookList,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/webhooks', { signal })),
});

/** What was sent to a webhook, newest first. */
export const webhookLogQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: queryKeys.webhookLog(id, page),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/admin/webhooks/{id}/deliveries', { params: { path: { id }, query: { page, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** What an admin enters of a webhook. */
export interface WebhookInput extends Pick<Webhook, 'name' | 'url' | 'enabled'> {
  /** `null`: all. */
  readonly events: WebhookEventId[] | null;
}

function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.webhooks });
}

export function useAddWebhook() {
  return useMutation({
    mutationFn: (body: WebhookInput) => answer(api.POST('/api/admin/webhooks', { body })),
    onSuccess: useReadAgain(),
  });
}

export function useChangeWebhook(id: string) {
  return useMutation({
    mutationFn: (body: Partial<WebhookInput>) => answer(api.PATCH('/api/admin/webhooks/{id}', { params: { path: { id } }, body })),
    onSuccess: useReadAgain(),
  });
}

export function useDeleteWebhook(id: string) {
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/admin/webhooks/{id}', { params: { path: { id } } })),
    onSuccess: useReadAgain(),
  });
}

/** Makes a new secret. */
export function useRenewSecret(id: string) {
  return useMutation({ mutationFn: () => answer(api.POST('/api/admin/webhooks/{id}/secret', { params: { path: { id } } })) });
}

/** Sends a test event and waits for the answer. */
export function useTestWebhook(id: string) {
  return useMutation({
    mutationFn: () => answer(api.POST('/api/admin/webhooks/{id}/test', { params: { path: { id } } })),
    onSuccess: useReadAgain(),
  });
}

export function useSendAgain(id: string) {
  return useMutation({
    mutationFn: (deliveryId: string) =>
      answer(api.POST('/api/admin/webhooks/{id}/deliveries/{deliveryId}/again', { params: { path: { id, deliveryId } } })),
    onSuccess: useReadAgain(),
  });
}
