import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Those whose answers are on their way and asked for once more already. */
const noted = new WeakSet<Query>();

function askAgainOnArrival(client: QueryClient, query: Query): void {
  if (noted.has(query)) return;
  noted.add(query);
  const arrived = query.promise?.catch(() => undefined) ?? Promise.resolve();
  void arrived.then(() => {
    noted.delete(query);
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}

/**
 * Asks once more, as soon as they are there, for answers that an event overtook: the server may have read them before the change that the
 * event tells of.
 */
export function askAgainOvertaken(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) askAgainOnArrival(client, query);
}

/** Invalidates answers. The library begins those anew that are read again, but waits for a first answer and takes it as fresh. */
export function invalidate(client: QueryClient, queryKey: QueryKey): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  void client.invalidateQueries({ queryKey });
  for (const query of first) askAgainOnArrival(client, query);
}
