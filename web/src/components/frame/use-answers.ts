import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** Something about the kept answers, as it changes. @param read gives the same value as long as nothing has changed */
export function useAnswers<T>(read: (client: QueryClient) => T): T {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => read(client));
}
