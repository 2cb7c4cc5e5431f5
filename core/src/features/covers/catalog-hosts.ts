import type { Logger } from '../../platform/logging/logger.js';
import type { PluginHost } from '../../plugin-host/index.js';

/** The parts of integrations that are needed here. */
export interface IntegrationSettings {
  list(): Promise<readonly { readonly id: string; readonly settings: Readonly<Record<string, unknown>> }[]>;
}

/**
 * The hosts in the settings of running catalogue integrations. Their covers may come from a private address, like the
 * integration's answers. Read when integrations change, because covers need them synchronously.
 */
export function catalogHosts({
  host,
  integrationStore,
  log,
}: {
  readonly host: Pick<PluginHost, 'providers' | 'onStateChange'>;
  readonly integrationStore: IntegrationSettings;
  readonly log: Pick<Logger, 'warn'>;
}): () => readonly string[] {
  let hosts: readonly string[] = [];
  let reads = 0;

  async function read(): Promise<void> {
    const read = (reads += 1);
    const records = await integrationStore.list();
    // a later change is read already, or will be
    if (read !== reads) return;
    const catalogs = new Set(host.providers('catalog').map((provider) => provider.integrationId));
    hosts = records
      .filter((record) => catalogs.has(record.id))
      .flatMap((record) => Object.values(record.settings))
      .filter((value): value is string => typeof value === 'string' && URL.canParse(value));
  }

  host.onStateChange(() => {
    read().catch((error: unknown) => log.warn({ err: error }, 'the hosts of the catalogues could not be read'));
  });
  return () => hosts;
}
