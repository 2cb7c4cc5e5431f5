import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, DownloadClient, DownloadStatus, PluginContext } from '@lectern/plugin-api';
import { createNzbAdder } from './add-nzb.js';
import { ownCategory } from './category.js';
import type { SabnzbdClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { createJobList } from './job-list.js';
import type { Job } from './job-list.js';
import { markIn } from './job-mark.js';
import { readServerErrors } from './schema.js';
import type { SabnzbdSettings } from './settings.js';
import { createStallWatch } from './stall-watch.js';
import { isActive, missingStatus, toStatus } from './status.js';

type Context = Pick<PluginContext<SabnzbdSettings>, 'settings' | 'log' | 'storage' | 'now'>;

/** Without data for this long, the plugin asks SABnzbd about errors of the news servers. */
const ASK_SERVERS_AFTER_MS = 60_000;
const STALLED_AFTER_MS = 300_000;

/** Pauses between tries to remove a job that is being post-processed. */
const REMOVE_AGAIN_AFTER_MS = [0, 200, 400, 800, 1600];

export function createDownloadClient(client: SabnzbdClient, context: Context): DownloadClient {
  const jobs = createJobList(client);
  const stalls = createStallWatch(() => context.now());
  const add = createNzbAdder({ client, jobs, context });

  /** Errors of the news servers; none if SABnzbd does not report them, because the jobs can be reported anyway. */
  async function serverErrors(call: Call): Promise<readonly string[]> {
    try {
      return readServerErrors(await client.call('fullstatus', { skip_dashboard: 1 }, call));
    } catch (error) {
      if (call.signal.aborted) throw error;
      context.log.warn('sabnzbd does not tell the state of its news servers', { error: String(error) });
      return [];
    }
  }

  /** A job that stands still also says "Downloading", even if the news server refuses the login. */
  async function withStall(job: Job, call: Call): Promise<DownloadStatus> {
    const status = toStatus(job);
    if (job.place !== 'queue' || !isActive(job)) return status;
    const idleMs = stalls.idleMs(job.slot.id, job.slot.bytesLeft);
    if (idleMs < ASK_SERVERS_AFTER_MS || job.queue.bytesPerSecond > 0) return status;
    const errors = await serverErrors(call);
    // The fault of the servers, not of the release: it continues once they answer.
    if (errors.length > 0) return { ...status, error: detail('news_server_says', { errors }) };
    return idleMs < STALLED_AFTER_MS ? status : { ...status, state: 'stalled' };
  }

  async function command(name: 'pause' | 'resume', itemId: string, call: Call): Promise<void> {
    const job = await jobs.findOne(itemId, call);
    if (job?.place === 'queue') await client.call('queue', { name, value: job.slot.id }, call);
  }

  async function removeFrom(job: Job, call: Parameters<DownloadClient['remove']>[1]): Promise<void> {
    const value = job.slot.id;
    const files = call.deleteData ? 1 : 0;
    if (job.place === 'queue') await client.call('queue', { name: 'delete', value, del_files: files }, call);
    // From 4.3 on it would be archived unasked, and still count as a duplicate of the same release.
    else await client.call('history', { name: 'delete', value, del_files: files, archive: call.archive ? 1 : 0 }, call);
  }

  return {
    protocols: ['usenet'],

    add,

    async status(itemIds, call) {
      const found = await jobs.find(itemIds, call);
      return Promise.all(
        itemIds.map(async (itemId) => {
          const job = found.get(itemId);
          return job ? withStall(job, call) : missingStatus(itemId);
        }),
      );
    },

    async remove(itemId, call) {
      for (const wait of REMOVE_AGAIN_AFTER_MS) {
        await sleep(wait, undefined, { signal: call.signal }).catch(() => undefined);
        // Only a job with exactly this id: "all" and "failed" would be commands, too.
        const job = await jobs.findOne(itemId, call);
        if (!job) return;
        await removeFrom(job, call);
        const mark = markIn(job.slot.name);
        if (mark !== undefined && (await context.storage.get<string>(mark)) === itemId) await context.storage.delete(mark);
      }
      throw fault('INTEGRATION_UNAVAILABLE', 'job_busy', {
        retryAfterMs: 30_000,
      });
    },

    pause: (itemId, call) => command('pause', itemId, call),
    resume: (itemId, call) => command('resume', itemId, call),

    async list(call) {
      if (call.everything) return (await jobs.everything(call)).map(toStatus);
      const found = await jobs.inCategory(call.category || (await ownCategory(client, context.settings, call)), call);
      return found.map(toStatus);
    },
  };
}
