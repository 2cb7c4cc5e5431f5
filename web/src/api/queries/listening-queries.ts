import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const listeningQuery = queryOptions({
  queryKey: queryKeys.listening,
  queryFn: ({ signal }) => answer(api.GET('/api/user/listening', { signal })),
});

export function useListening() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { on: boolean; asks: boolean }) => answer(api.PUT('/api/user/listening', { body })),
    onSuccess: async (state) => {
      client.setQueryData(queryKeys.listening, state);
      await client.invalidateQueries({ queryKey: queryKeys.home });
    },
  });
}
