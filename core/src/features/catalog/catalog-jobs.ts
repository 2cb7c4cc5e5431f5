import { dailyCron } from '../../platform/jobs/daily-cron.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { ServerKeys } from '../../platform/security/key-file.js';
import { sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { SettingsService } from '../settings/index.js';
import type { CatalogService } from './catalog-service.js';

export const REFRESH_CATALOG = defineJob('catalog.refresh', NO_PAYLOAD, { key: () => 'catalog.refresh' });

/** The job that fetches the stored lists. */
export function catalogJobs({
  catalog,
  keys,
}: {
  readonly catalog: CatalogService;
  readonly keys: Pick<ServerKeys, 'jwtKey'>;
}): JobDefinition[] {
  return [
    REFRESH_CATALOG.handledBy({
      title: sentence('job.refresh_catalog'),
      cron: dailyCron(REFRESH_CATALOG.name, keys),
      timeoutMs: 20 * 60_000,
      async run(job) {
        const { refreshed, kept } = await catalog.refreshLists(job.signal);
        job.progress({ done: refreshed.length, total: refreshed.length + kept.length });
        if (kept.length > 0) job.log.info({ kept }, 'some lists stay as they were');
      },
    }),
  ];
}

export interface CatalogTriggerDeps {
  readonly catalog: CatalogService;
  readonly host: Pick<PluginHost, 'provider' | 'providers' | 'onStateChange'>;
  readonly jobs: Pick<JobQueue, 'add'>;
  readonly settings: Pick<SettingsService, 'onChange'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** Lists as young as this are not fetched again only because an integration came up. */
const YOUNG_MS = 6 * 3_600_000;

/**
 * Asks for a refresh when lists are missing or old and a catalogue is there: now, when a catalogue integration starts
 * to run, and when the server's region changes.
 *
 * @returns a function that ends it
 */
export function watchCatalog({ catalog, host, jobs, settings, log, now }: CatalogTriggerDeps): () => void {
  async function refreshIfDue(): Promise<void> {
    if (host.providers('catalog').length === 0) return;
    const fetchedAt = await catalog.listsFetchedAt();
    if (fetchedAt && now().getTime() - fetchedAt.getTime() < YOUNG_MS) return;
    await jobs.add(REFRESH_CATALOG());
  }
  const trigger = (): void => {
    refreshIfDue().catch((error: unknown) => log.warn({ err: error }, 'the refresh of the catalogue was not queued'));
  };

  const stops = [
    host.onStateChange(({ integrationId, state }) => {
      if (state === 'running' && host.provider('catalog', integrationId)) trigger();
    }),
    settings.onChange((_settings, changed) => {
      if (changed.includes('server')) trigger();
    }),
  ];
  trigger();
  return () => {
    for (const stop of stops) stop();
  };
}
