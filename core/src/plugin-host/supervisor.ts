import type { StopReason } from '@lectern/plugin-api';
import { rm } from 'node:fs/promises';
import type { InstanceInfo } from './instance-info.js';
import { createIntegration, type Integration } from './integration.js';
import type { LoadedPlugin } from './loader.js';
import type { StoredIntegration } from './ports.js';
import type { IntegrationDeps } from './supervised.js';

export interface SupervisorDeps extends IntegrationDeps {
  pluginOf(pluginId: string): LoadedPlugin | undefined;
}

/** Starts and stops all integrations together. The last started stops first. */
export interface Supervisor {
  startAll(): Promise<void>;
  stopAll(reason: StopReason): Promise<void>;
  apply(stored: StoredIntegration): Promise<void>;
  remove(integrationId: string, reason: StopReason): Promise<void>;
  get(integrationId: string): Integration | undefined;
  all(): readonly Integration[];
  infos(): readonly InstanceInfo[];
}

export function createSupervisor(deps: SupervisorDeps): Supervisor {
  // a Map keeps the order in which they were started
  const integrations = new Map<string, Integration>();

  async function apply(stored: StoredIntegration): Promise<void> {
    const integration = integrations.get(stored.id) ?? createIntegration(deps, stored);
    integrations.set(stored.id, integration);
    await integration.apply(stored, deps.pluginOf(stored.pluginId));
  }

  return {
    apply,
    async startAll() {
      await Promise.all((await deps.integrations.list()).map(apply));
    },
    async stopAll(reason) {
      // concurrently, so that several plugins that never settle take no longer than one
      await Promise.all([...integrations.values()].reverse().map((integration) => integration.stop(reason)));
    },
    async remove(integrationId, reason) {
      const integration = integrations.get(integrationId);
      integrations.delete(integrationId);
      await integration?.stop(reason);
      if (reason !== 'removed') return;
      await rm(deps.dataDirOf(integrationId), { recursive: true, force: true }).catch((error: unknown) => {
        deps.logger.warn({ integration: integrationId, err: error }, 'the data directory of an integration could not be removed');
      });
    },
    get: (integrationId) => integrations.get(integrationId),
    all: () => [...integrations.values()],
    infos: () => [...integrations.values()].map((integration) => integration.info()),
  };
}
