import { IntegrationError, type NotificationMessage } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { PluginHost } from '../../../plugin-host/index.js';
import type { TargetRecord, TargetStore } from './target-store.js';

/** Runs the plugins of people's own targets. */
export interface TargetRunner {
  /** `undefined` if it was removed, and for another person's. */
  find(userId: string, id: string): Promise<TargetRecord | undefined>;
  /** @throws IntegrationError */
  send(target: TargetRecord, message: NotificationMessage, signal: AbortSignal): Promise<void>;
}

export interface TargetRunnerDeps {
  readonly store: Pick<TargetStore, 'ofUser'>;
  readonly host: Pick<PluginHost, 'apply' | 'remove' | 'provider' | 'plugin'>;
}

const SEND_MS = 20_000;

/**
 * Runs the plugin of a target for the time of one message. Targets are not integrations: they belong to a person, appear in no admin's list,
 * and keep nothing but their settings.
 */
export function createTargetRunner({ store, host }: TargetRunnerDeps): TargetRunner {
  return {
    find: (userId, id) => store.ofUser(userId, id),
    async send({ pluginId, name, settings, secrets, pluginVersion }, message, signal) {
      const plugin = host.plugin(pluginId);
      if (!plugin?.isPersonal) {
        throw new IntegrationError('INTEGRATION_UNSUPPORTED', `${plugin?.displayName ?? pluginId} cannot be used for oneself any more.`);
      }
      // each time under a new id, because the same target may be tested at the same time
      const id = `target-${uuid()}`;
      await host.apply({ id, pluginId, name, enabled: true, priority: 0, settings, secrets, pluginVersion, isPersonal: true });
      try {
        const provider = host.provider('notifier', id);
        if (!provider) throw new IntegrationError('INTEGRATION_UNAVAILABLE', `${plugin.displayName} is not ready at the moment.`);
        await provider.call('send', (notifier, call) => notifier.send(message, call), { timeoutMs: SEND_MS, signal });
      } finally {
        await host.remove(id, 'removed');
      }
    },
  };
}
