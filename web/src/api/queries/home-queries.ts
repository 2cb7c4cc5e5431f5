import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

export const homeArrangementQuery = queryOptions({
  queryKey: queryKeys.homeArrangement,
  queryFn: ({ signal }) => answer(api.GET('/api/user/home-sections', { signal })),
  staleTime: 60_000,
});

/** Saves the order of the home page; an empty one brings the default back. */
export function useArrangeHome() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sections: string[]) => answer(api.PUT('/api/user/home-sections', { body: { sections } })),
    onSuccess: async (arrangement) => {
      client.setQueryData(queryKeys.homeArrangement, arrangement);
      await client.invalidateQueries({ queryKey: queryKeys.home });
    },
  });
}
