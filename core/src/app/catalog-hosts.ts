import type { Cradle } from './cradle.js';

/**
 * Hosts in the settings of running catalogue integrations: their covers may come from a private address, as the
 * integration's own answers do. Read when integrations change, because covers are asked for synchronously.
 */
export function catalogHosts({ host, integrationStore, log }: Pick<Cradle, 'host' | 'integrationStore' | 'log'>): () => readonly string[] {
  let hosts: readonly string[] = [];

  async function read(): Promise<void> {
    const catalogs = new Set(host.providers('catalog').map((provider) => provider.integrationId));
    const records = await integrationStore.list();
    hosts = records
      .filter((record) => catalogs.has(record.id))
      .flatMap((record) => Object.values(record.settings))
      .filter((value): value is string => typeof value === 'string' && URL.canParse(value));
  }

  host.onStateChange(() => {
    read().catch((error: unknown) => log.warn({ err: error }, 'hosts of catalogues could not be read'));
  });
  return () => hosts;
}
