import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { inEnglish, sentence, type Say } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { allIntegrationFacts, integrationFacts, subscribe, type IntegrationFacts } from '../integration-records/integration-facts.js';
import type { SettingsService } from '../settings/index.js';
import { prepareMessage } from './delivery-job.js';
import { testSending, type TestOutcome } from './test-outcome.js';

/** The events that a backend announces. */
export interface Subscription {
  readonly integrationId: string;
  readonly events: readonly string[];
}

/** The backends and what they announce. */
export interface Subscriptions {
  list(): Promise<readonly Subscription[]>;
  /** @throws ApiError 404 for anything but a notifier */
  set(integrationId: string, events: readonly string[], actor: Actor): Promise<Subscription>;
  /** Sends a message at once, without the outbox. A fault is returned as an answer. @throws ApiError 404 */
  test(integrationId: string, actor: Actor, say: Say, signal: AbortSignal): Promise<TestOutcome>;
}

/** The dependencies of subscriptions. */
export interface SubscriptionsDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'plugin' | 'provider'> & { readonly hooks: Pick<PluginHost['hooks'], 'transform'> };
  readonly settings: Pick<SettingsService, 'get'>;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => Date;
}

function notFound(): ApiError {
  return new ApiError('not_found', sentence('problem.no_backend'));
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { database, host, audit, now } = deps;
  const notifies = (row: IntegrationFacts) => host.plugin(row.pluginId)?.provides.includes('notifier') ?? false;

  return {
    async list() {
      const backends = (await allIntegrationFacts(database.read)).filter(notifies);
      return backends.map(({ id, subscriptions }) => ({ integrationId: id, events: subscriptions }));
    },

    set: (integrationId, events, actor) =>
      database.transaction(async (tx) => {
        const row = await integrationFacts(tx, integrationId);
        if (!row || !notifies(row)) throw notFound();
        await subscribe(tx, integrationId, events, now());
        await audit.record(tx, {
          ...byActor(actor),
          action: 'notifications.subscribed',
          targetType: 'integration',
          targetId: integrationId,
          detail: { name: row.name, events },
        });
        return { integrationId, events };
      }),

    async test(integrationId, actor, say, signal) {
      const provider = host.provider('notifier', integrationId);
      if (!provider) throw notFound();
      const at = now().toISOString();
      // a channel is read by several people
      const message = await prepareMessage(deps, {
        event: 'test',
        title: inEnglish(sentence('notice_test.title')),
        lines: [inEnglish(sentence('notice_test.backend', { name: provider.name }))],
        fields: [],
        links: [{ title: inEnglish(sentence('notice_link.app')), url: '/' }],
        severity: 'info',
        occurredAt: at,
        dedupeKey: `test:${integrationId}:${at}`,
      });
      const record = (detail: object) =>
        database.transaction((tx) =>
          audit.record(tx, {
            ...byActor(actor),
            action: 'notifications.tested',
            targetType: 'integration',
            targetId: integrationId,
            detail: { name: provider.name, ...detail },
          }),
        );
      const outcome = await testSending(() => provider.call('send', (notifier, call) => notifier.send(message, call), { signal }));
      await record(outcome.error ? { ok: false, code: outcome.error.code } : { ok: true });
      return outcome;
    },
  };
}
