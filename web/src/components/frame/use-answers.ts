import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** Subscribes to a value derived from the query cache. @param read gives the very same value as long as nothing has changed */
export function useAnswers<T>(read: (client: QueryClient) => T): T {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => read(client));
}
