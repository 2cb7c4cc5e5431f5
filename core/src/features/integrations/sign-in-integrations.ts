import type { PluginHost } from '../../plugin-host/index.js';
import type { IntegrationService } from './integration-service.js';

/** Completes "It needs a confirmed session when …". */
export const LETS_PEOPLE_IN = 'people may sign in through the service: a sign-in provider or a media server';

interface SignInDeps {
  readonly host: Pick<PluginHost, 'plugin'>;
  readonly integrations: Pick<IntegrationService, 'list'>;
}

/**
 * Whether this plugin and its settings decide who gets in. Those of media servers may, because they say whether and
 * from where people sign in. A plugin whose manifest cannot be read may be anything.
 */
export function letsPeopleIn(pluginId: string, { host }: Pick<SignInDeps, 'host'>): boolean {
  const plugin = host.plugin(pluginId);
  if (!plugin) return false;
  const { provides } = plugin;
  return provides.length === 0 || provides.includes('signInProvider') || provides.includes('mediaServer');
}

/** Like {@link letsPeopleIn}, and also for a plugin that is gone and may be installed again. */
export async function letsPeopleInById(id: string, { host, integrations }: SignInDeps): Promise<boolean> {
  const record = (await integrations.list()).find((one) => one.id === id);
  return record !== undefined && (host.plugin(record.pluginId) === undefined || letsPeopleIn(record.pluginId, { host }));
}
