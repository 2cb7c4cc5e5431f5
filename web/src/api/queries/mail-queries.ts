import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { MailDraft } from '../types.js';

export const mailQuery = queryOptions({
  queryKey: queryKeys.mail,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/mail', { signal })),
});

export function useSaveMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MailDraft) => answer(api.PUT('/api/admin/mail', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.mail }),
  });
}

export function useRemoveMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.DELETE('/api/admin/mail')),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.mail }),
  });
}

/** Sends a real message with the values on screen. */
export function useTryMail() {
  return useMutation({
    mutationFn: (body: { to: string; settings: MailDraft }) => answer(api.POST('/api/admin/mail/test', { body })),
  });
}
