import { isIntegrationError, type IntegrationErrorCode, type ProviderKind } from '@lectern/plugin-api';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import { saidOf, sentence, type Said } from '../../platform/words/index.js';
import type { Logger, PluginHost } from '../../plugin-host/index.js';
import type { NotificationService } from '../notifications/notification-service.js';
import type { TellOfLectern } from './checking-lectern.js';
import { readHealth, writeHealth } from '../integration-records/health-record.js';
import type { IntegrationRecord, IntegrationRecords } from '../integration-records/integration-store.js';

export interface HealthJobDeps {
  readonly database: Database;
  readonly store: IntegrationRecords;
  readonly host: Pick<PluginHost, 'check' | 'plugin'>;
  readonly tellOfLectern: TellOfLectern;
  readonly notifications: Pick<NotificationService, 'integrationEvent'>;
  /** Called for each kind that can be used again after an integration recovered. */
  readonly onConnected?: (kind: ProviderKind) => void;
  readonly log: Logger;
  readonly now: () => Date;
  /** Multiplies the wait before a temporary failure is checked again. */
  readonly timeScale: number;
}

const SECOND_LOOK_MS = 20_000;
const SIDE_BY_SIDE = 4;
/** Failures that a restart of the service or of the integration may explain. */
const PASSING: readonly IntegrationErrorCode[] = [
  'INTEGRATION_UNAVAILABLE',
  'INTEGRATION_BAD_RESPONSE',
  'INTEGRATION_RATE_LIMITED',
  'INTEGRATION_ABORTED',
];

type Verdict = { readonly healthy: true } | { readonly healthy: false; readonly why: Said };

const CHECK_INTEGRATIONS = defineJob('integrations.health', NO_PAYLOAD, { key: 'schedule' });

/** Checks all enabled integrations. A change of health is reported once. */
export function integrationJobs(deps: HealthJobDeps): JobDefinition[] {
  const { database, store, host, tellOfLectern, notifications, log, now } = deps;

  async function look(
    { id, pathMappings }: IntegrationRecord,
    signal: AbortSignal,
  ): Promise<Verdict | { readonly passing: boolean; readonly why: Said }> {
    try {
      await host.check(id, { signal, lectern: await tellOfLectern(pathMappings) });
      return { healthy: true };
    } catch (error) {
      signal.throwIfAborted();
      if (!isIntegrationError(error)) throw error;
      return { passing: PASSING.includes(error.code), why: saidOf(error) };
    }
  }

  async function examine(integration: IntegrationRecord, signal: AbortSignal): Promise<Verdict> {
    const first = await look(integration, signal);
    if ('healthy' in first) return first;
    if (!first.passing) return { healthy: false, why: first.why };
    await sleep(SECOND_LOOK_MS * deps.timeScale, undefined, { signal, ref: false });
    const second = await look(integration, signal);
    return 'healthy' in second ? second : { healthy: false, why: second.why };
  }

  /** @returns whether the integration has recovered */
  async function conclude(integration: IntegrationRecord, verdict: Verdict): Promise<boolean> {
    return database.transaction(async (tx) => {
      const current = await store.lock(tx, integration.id);
      // deleted, disabled or changed during the check: the verdict no longer applies
      if (!current?.enabled || current.updatedAt !== integration.updatedAt) return false;
      const before = await readHealth(tx, integration.id);
      if (before?.healthy === verdict.healthy) return false;
      await writeHealth(tx, integration.id, { healthy: verdict.healthy, since: now().toISOString() });
      const subject = { id: integration.id, name: current.name };
      if (!verdict.healthy) await notifications.integrationEvent(tx, 'integration_unhealthy', subject, verdict.why);
      else if (before) await notifications.integrationEvent(tx, 'integration_recovered', subject);
      return verdict.healthy && before !== undefined;
    });
  }

  async function attend(integration: IntegrationRecord, signal: AbortSignal): Promise<void> {
    try {
      const recovered = await conclude(integration, await examine(integration, signal));
      if (recovered) for (const kind of host.plugin(integration.pluginId)?.provides ?? []) deps.onConnected?.(kind);
    } catch (error) {
      if (!signal.aborted) log.error({ integration: integration.id, err: error }, 'the health of an integration could not be checked');
    }
  }

  async function run(job: JobContext): Promise<void> {
    const enabled = (await store.list()).filter((integration) => integration.enabled);
    const queue = new PQueue({ concurrency: SIDE_BY_SIDE });
    let done = 0;
    await queue.addAll(
      enabled.map((integration) => async () => {
        await attend(integration, job.signal);
        done += 1;
        job.progress({ done, total: enabled.length });
      }),
    );
    job.signal.throwIfAborted();
  }

  return [CHECK_INTEGRATIONS.handledBy({ title: sentence('job.check_integrations'), cron: '*/5 * * * *', maxAttempts: 1, run })];
}
