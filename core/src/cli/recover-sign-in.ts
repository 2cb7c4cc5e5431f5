import type { Cradle } from '../app/cradle.js';
import type { IntegrationRecord } from '../features/integrations/index.js';

const ACTOR = { name: 'command line' };

type Services = Pick<Cradle, 'host' | 'integrationStore' | 'database' | 'audit'>;

/** Integrations that may be ways to sign in. No plugin runs for this; only manifests are read. */
async function waysToSignIn({ host, integrationStore }: Services): Promise<IntegrationRecord[]> {
  const kinds = (pluginId: string): readonly string[] => host.plugin(pluginId)?.provides ?? [];
  return (await integrationStore.list()).filter(({ pluginId }) =>
    kinds(pluginId).some((kind) => kind === 'signInProvider' || kind === 'mediaServer'),
  );
}

function describe({ id, name, pluginId, enabled }: IntegrationRecord): string {
  return `${id}  ${enabled ? 'on ' : 'off'}  ${name} (${pluginId})`;
}

/** Prints the ways to sign in other than accounts of this server. @returns the exit code */
export async function listSignIn(services: Services): Promise<number> {
  const found = await waysToSignIn(services);
  console.log(found.length === 0 ? 'There are no other ways to sign in.' : found.map(describe).join('\n'));
  return 0;
}

/** Disables an integration by its id or its name, whatever the letter case. @returns the exit code */
export async function disableSignIn(services: Services, wanted: string): Promise<number> {
  const { integrationStore, database, audit, host } = services;
  const all = await waysToSignIn(services);
  const found = all.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.trim().toLowerCase());
  const [only] = found;
  if (!only || found.length > 1) {
    const why = only
      ? `Several ways to sign in are called ${wanted}. Name one by its id:`
      : `There is no way to sign in called ${wanted}. These exist:`;
    console.error([why, ...(only ? found : all).map(describe)].join('\n'));
    return 1;
  }
  await database.transaction(async (tx) => {
    await integrationStore.update(tx, only.id, { enabled: false });
    const detail = { name: only.name, enabled: false };
    await audit.record(tx, { actorName: ACTOR.name, action: 'integration.updated', targetType: 'integration', targetId: only.id, detail });
  });
  const isLibrary = host.plugin(only.pluginId)?.provides.includes('mediaServer') === true;
  console.log(
    `${only.name} is disabled. Enable it again in Admin → Integrations.${isLibrary ? ' Until then its library is not read either.' : ''}`,
  );
  return 0;
}
