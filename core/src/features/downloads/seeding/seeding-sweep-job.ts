import { isIntegrationError, type DownloadStatus } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../../plugin-host/plugin-host.js';
import { readJson, type Database } from '../../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../../platform/jobs/job-queue.js';
import { inRow, sentence, type Said } from '../../../platform/words/index.js';
import { pathMappingsOf } from '../../integration-records/integration-facts.js';
import { importedDownloads, isBeingTaken, type DownloadRow, type DownloadStore } from '../../lifecycle/download-store.js';
import type { Settings, SettingsService } from '../../settings/index.js';
import { supports } from '../choose-client.js';
import { isClientDown } from '../client-fault.js';
import { MISSING_ANSWERS } from '../status-verdict.js';
import { allClients, createTakeOut } from '../take-out.js';
import { anyRuleEnds, endsSeeding, isSeededEnough, seedingRule } from './seeding-rule.js';

export const SEEDING_SWEEP = defineJob('downloads.seeding-sweep', NO_PAYLOAD, { key: 'schedule' });

/** How many torrents one call asks a client about. */
const PORTION = 200;
/** How long a torrent waits for other clients to say whether they seed its data. Then it goes without its data. */
const MOST_POSTPONED_MS = 7 * 24 * 3_600_000;

interface Dependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly downloads: DownloadStore;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
}

type Client = BoundProvider<'downloadClient'>;

interface Tally {
  removed: number;
  seeding: number;
  /** Seeded enough, but their client did not remove them. */
  stuck: number;
  /** Seeded enough, but another client does not say whether it seeds the same data. */
  postponed: number;
  /** Removed without their data, because another client did not say so for too long. */
  withoutData: number;
}

/** A torrent of ours whose book is in the library, and whose rule ends. */
interface Seeded {
  readonly row: DownloadRow;
  readonly itemId: string;
  readonly rule: ReturnType<typeof seedingRule>;
}

function seededOf(rows: readonly DownloadRow[], rules: Settings['downloads']): Seeded[] {
  return rows.flatMap((row) => {
    const { protocol, indexer } = readJson(row.release);
    const rule = seedingRule(rules, indexer);
    return protocol === 'torrent' && row.itemId !== null && endsSeeding(rule) ? [{ row, itemId: row.itemId, rule }] : [];
  });
}

/** Whether another request waits for the same item, or takes it just now. */
async function isNeeded({ database, downloads }: Dependencies, row: DownloadRow): Promise<boolean> {
  return (await downloads.isAwaited(row)) || (await isBeingTaken(database.read, row));
}

/** Whether a torrent has waited long enough for a client that is silent. Its wait begins with the first question. */
async function isOverdue({ database, downloads, now }: Dependencies, row: DownloadRow): Promise<boolean> {
  if (row.postponedSince !== null) return now().getTime() - Date.parse(row.postponedSince) >= MOST_POSTPONED_MS;
  await database.transaction((tx) => downloads.set(tx, row.id, { postponedSince: now().toISOString() }));
  return false;
}

/** One client. A torrent that it does not remove is tried again in the next sweep, and does not keep the others from their turn. */
async function sweepClient(deps: Dependencies, job: JobContext, client: Client, settings: Settings, tally: Tally): Promise<void> {
  const { database, downloads } = deps;
  let isOneSilent = false;
  const owners = {
    pairs: await pathMappingsOf(database.read, client.integrationId),
    libraryPath: settings.library.path,
    others: await allClients(deps.host, database.read),
    onSilent: (other: Client, error: unknown) => {
      isOneSilent = true;
      job.log.warn(
        { integration: other.integrationId, err: error },
        'a client does not say what it seeds, so seeded torrents stay for now',
      );
    },
  };
  let takeOut: Awaited<ReturnType<typeof createTakeOut>> | undefined;
  const change = (row: DownloadRow, columns: Partial<Pick<DownloadRow, 'state' | 'missingCount'>>): Promise<void> =>
    database.transaction((tx) => downloads.set(tx, row.id, columns));
  const settle = async ({ row, itemId, rule }: Seeded, status: DownloadStatus | undefined): Promise<void> => {
    if (status === undefined) return;
    if (status.state === 'missing') {
      const missingCount = row.missingCount + 1;
      return change(row, missingCount >= MISSING_ANSWERS ? { state: 'removed' } : { missingCount });
    }
    if (row.missingCount > 0) await change(row, { missingCount: 0 });
    if (!isSeededEnough(rule, status)) {
      tally.seeding += 1;
      return;
    }
    takeOut ??= await createTakeOut(client, owners, job.signal);
    // listing takes time, in which a request may begin to take the same torrent
    if (await isNeeded(deps, row)) {
      tally.seeding += 1;
      return;
    }
    if (isOneSilent && !(await isOverdue(deps, row))) {
      tally.postponed += 1;
      return;
    }
    await takeOut(itemId);
    tally.removed += 1;
    if (isOneSilent) tally.withoutData += 1;
    await change(row, { state: 'removed' });
  };
  for await (const rows of importedDownloads(database.read, client.integrationId, PORTION)) {
    const seeded = seededOf(rows, settings.downloads);
    if (seeded.length === 0) continue;
    const ids = seeded.map(({ itemId }) => itemId);
    const answers = await client.call('status', (provider, call) => provider.status(ids, call), { signal: job.signal });
    const byItem = new Map(answers.map((status) => [status.itemId.toLowerCase(), status]));
    for (const one of seeded) {
      job.signal.throwIfAborted();
      try {
        await settle(one, byItem.get(one.itemId.toLowerCase()));
      } catch (error) {
        if (job.signal.aborted || !isIntegrationError(error) || isClientDown(error)) throw error;
        job.log.warn({ integration: client.integrationId, downloadId: one.row.id, err: error }, 'a seeded torrent was not removed');
        tally.stuck += 1;
      }
    }
  }
}

function report({ removed, seeding, stuck, postponed, withoutData }: Tally, away: readonly string[]): Said {
  return inRow(
    sentence('progress.torrents_removed', { count: removed }),
    sentence('progress.torrents_seed', { count: seeding }),
    stuck === 0 ? undefined : sentence('progress.torrents_stuck', { count: stuck }),
    postponed === 0 ? undefined : sentence('progress.torrents_postponed', { count: postponed }),
    withoutData === 0 ? undefined : sentence('progress.torrents_data_stayed', { count: withoutData }),
    away.length === 0 ? undefined : sentence('progress.clients_away', { names: away }),
  );
}

/**
 * Removes torrents that were seeded enough after their books came into the library: only what we added, and never data that another torrent
 * or the library uses. Every torrent is looked at in every sweep.
 */
export function seedingSweepJob(deps: Dependencies): JobDefinition {
  return SEEDING_SWEEP.handledBy({
    title: sentence('job.sweep_seeded'),
    cron: '*/30 * * * *',
    async run(job) {
      const settings = await deps.settings.get();
      if (!anyRuleEnds(settings.downloads)) return job.progress({ done: 0, message: sentence('progress.no_seeding_rule') });
      const tally: Tally = { removed: 0, seeding: 0, stuck: 0, postponed: 0, withoutData: 0 };
      const away: string[] = [];
      for (const client of deps.host.providers('downloadClient')) {
        if (!(await supports(client, 'torrent'))) continue;
        try {
          await sweepClient(deps, job, client, settings, tally);
        } catch (error) {
          if (job.signal.aborted || !isIntegrationError(error)) throw error;
          job.log.warn({ integration: client.integrationId, err: error }, 'seeded torrents of a client could not be looked at');
          away.push(client.name);
        }
      }
      job.progress({ done: tally.removed, message: report(tally, away) });
    },
  });
}
