import type { ShelfProvider } from '@lectern/plugin-api';
import { IntegrationError } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/index.js';
import type { ShelfRecord } from './shelf-record.js';

const PREFIX = 'shelf-';

/** The plugin host's id for a shelf; integrations have plain UUIDs. */
export function instanceOfShelf(shelfId: string): string {
  return `${PREFIX}${shelfId}`;
}

/** The shelf an instance belongs to; `undefined` for an integration. */
export function shelfOfInstance(integrationId: string): string | undefined {
  return integrationId.startsWith(PREFIX) ? integrationId.slice(PREFIX.length) : undefined;
}

/** Calls the plugin of a shelf. */
export type ShelfCalls = <T>(
  what: string,
  fn: (provider: ShelfProvider, call: { readonly signal: AbortSignal }) => Promise<T>,
) => Promise<T>;

export interface UseShelfDeps {
  readonly host: Pick<PluginHost, 'apply' | 'remove' | 'provider' | 'plugin'>;
}

const CALL_TIMEOUT_MS = 60_000;

/**
 * Runs a shelf's plugin with its settings for the duration of some work. Shelves are not integrations: they belong to
 * their user, appear in no admin's list, and run for only minutes a day.
 *
 * @param reason `removed` leaves nothing behind, for settings that are only being tested
 * @throws IntegrationError if the plugin cannot run, or whatever `work` throws
 */
export async function useShelf<T>(
  { host }: UseShelfDeps,
  shelf: Pick<ShelfRecord, 'id' | 'pluginId' | 'settings' | 'secrets' | 'pluginVersion'>,
  signal: AbortSignal | undefined,
  work: (call: ShelfCalls) => Promise<T>,
  reason: 'shutdown' | 'removed' = 'shutdown',
): Promise<T> {
  const { pluginId, settings, secrets, pluginVersion } = shelf;
  const id = instanceOfShelf(shelf.id);
  const name = host.plugin(pluginId)?.displayName ?? pluginId;
  await host.apply({ id, pluginId, name, enabled: true, priority: 0, settings, secrets, pluginVersion });
  try {
    const provider = host.provider('shelfProvider', id);
    if (!provider) throw new IntegrationError('INTEGRATION_UNAVAILABLE', `${name} is not installed at the moment.`);
    return await work((what, fn) => provider.call(what, fn, { signal, timeoutMs: CALL_TIMEOUT_MS }));
  } finally {
    await host.remove(id, reason);
  }
}
