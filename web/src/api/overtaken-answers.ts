import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Those whose answers are on their way and asked for once more already. */
const noted = new WeakSet<Query>();

function askAgainOnArrival(client: QueryClient, query: Query): void {
  if (noted.has(query)) return;
  noted.add(query);
  const forget = (): void => void noted.delete(query);
  // one that failed shows nothing old, and one that was cancelled is asked for anew already
  void query.promise?.then(() => {
    forget();
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }, forget);
}

/**
 * Asks once more, as soon as they are there, for answers that an event overtook: the server may have read them before the change that the
 * event tells of.
 */
export function askAgainOvertaken(client: QueryClient, queryKey?: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) askAgainOnArrival(client, query);
}

/**
 * Asks for everything once more, after a time without events. What is being read right now is not begun again, or a list would lose the
 * page that it is about to get: it is asked for once more when it is there.
 */
export function askAgainAll(client: QueryClient): void {
  askAgainOvertaken(client);
  void client.invalidateQueries({ predicate: ({ state }) => state.status !== 'pending' }, { cancelRefetch: false });
}

/** Invalidates answers. The library begins those anew that a page reads again, but waits for a first answer or for one that no page shows yet. */
export function invalidate(client: QueryClient, queryKey: QueryKey): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined || !query.isActive());
  void client.invalidateQueries({ queryKey });
  for (const query of first) askAgainOnArrival(client, query);
}
