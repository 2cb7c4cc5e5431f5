import type { AddOptions, AddResult, Call, Downloadable, IntegrationError, PluginContext } from '@lectern/plugin-api';
import { askOptions, chooseCategory } from './category.js';
import type { SabnzbdClient } from './client.js';
import { fault } from './fault.js';
import { jobName, markOf } from './job-mark.js';
import type { Job, JobList } from './job-list.js';
import { readAddedIds, readWarnings } from './schema.js';
import type { SabnzbdSettings } from './settings.js';
import { historyState } from './status.js';

export interface AddDependencies {
  readonly client: SabnzbdClient;
  readonly jobs: JobList;
  readonly context: Pick<PluginContext<SabnzbdSettings>, 'settings' | 'log' | 'storage'>;
}

type Nzb = Extract<Downloadable, { kind: 'nzb' }>;

const PAUSED = -2;
const BY_CATEGORY = -100;
const PRIORITIES = { low: -1, normal: 0, high: 1 } as const;

function priorityOf({ paused, priority }: AddOptions): number {
  if (paused) return PAUSED;
  return priority === undefined ? BY_CATEGORY : PRIORITIES[priority];
}

/** A job that failed does not prevent another try. */
function isWorthKeeping(job: Job): boolean {
  return job.place === 'queue' || historyState(job.slot) !== 'failed';
}

/** The job of an earlier add of the same NZB, even if its answer got lost or a person renamed it since. */
async function findEarlier(mark: string, { jobs, context }: AddDependencies, call: Call): Promise<Job | undefined> {
  const byName = (await jobs.marked(mark, call)).find(isWorthKeeping);
  if (byName) return byName;
  const remembered = await context.storage.get<string>(mark);
  if (remembered === undefined) return undefined;
  const job = await jobs.findOne(remembered, call);
  return job && isWorthKeeping(job) ? job : undefined;
}

/** Archived jobs count as duplicates, and whether to download the same once more was our decision. */
async function forgetArchived(mark: string, { client, jobs }: AddDependencies, call: Call): Promise<void> {
  for (const value of await jobs.archived(mark, call)) {
    await client.call('history', { name: 'delete', value, del_files: 0, archive: 0 }, call);
  }
}

/** The option "Duplicates: Discard". */
const DISCARDS = 1;

/** SABnzbd refuses silently; only its warnings tell, and they name the job or the file. Of duplicates 5.x does not even warn. */
async function refusal(client: SabnzbdClient, mark: string, call: Call): Promise<IntegrationError> {
  const warnings = readWarnings(await client.call('warnings', {}, call));
  const reason = warnings.findLast((warning) => warning.includes(mark));
  const discards = (await askOptions(client, call)).duplicates === DISCARDS;
  if (reason === undefined) return fault('INTEGRATION_UNSUPPORTED', discards ? 'nzb_refused_perhaps_duplicate' : 'nzb_refused_silently');
  const values = { reason: reason.replace(/\s+/g, ' ').slice(0, 200) };
  return fault('INTEGRATION_UNSUPPORTED', /duplicate/i.test(reason) ? 'nzb_refused_as_duplicate' : 'nzb_refused', { values });
}

/** SABnzbd may pause supposed duplicates, but whether it is one was our decision. */
async function wakeDuplicate(itemId: string, { jobs, client }: AddDependencies, call: Call): Promise<void> {
  const job = await jobs.findOne(itemId, call);
  if (job?.place !== 'queue' || job.slot.status !== 'Paused' || !job.slot.labels.includes('DUPLICATE')) return;
  await client.call('queue', { name: 'resume', value: itemId }, call);
}

async function addOnce(item: Nzb, mark: string, options: AddOptions, dependencies: AddDependencies): Promise<AddResult> {
  const { client, context } = dependencies;
  const earlier = await findEarlier(mark, dependencies, options);
  if (earlier) return { itemId: earlier.slot.id, alreadyThere: true };

  await forgetArchived(mark, dependencies, options);
  const category = await chooseCategory(client, context.settings, options, options);
  const parameters = { nzbname: jobName(options.name || item.name, mark), cat: category, priority: priorityOf(options) };
  const answer = await client.upload({ filename: `${mark}.nzb`, bytes: item.bytes }, parameters, options);
  const itemId = readAddedIds(answer)[0];
  if (itemId === undefined) throw await refusal(client, mark, options);
  await context.storage.set(mark, itemId);
  if (!options.paused) {
    // The job has been added: a failure here must not cause a second add.
    await wakeDuplicate(itemId, dependencies, options).catch((error: unknown) =>
      context.log.warn('sabnzbd took the job but could not be asked whether it paused it', { itemId, error: String(error) }),
    );
  }
  return { itemId, alreadyThere: false };
}

/** Adds NZBs, each only once even if two calls come at the same time. */
export function createNzbAdder(dependencies: AddDependencies): (item: Downloadable, options: AddOptions) => Promise<AddResult> {
  const running = new Map<string, Promise<unknown>>();

  return async (item, options) => {
    if (item.kind !== 'nzb') {
      throw fault('INTEGRATION_UNSUPPORTED', item.kind === 'http' ? 'not_plain_files' : 'not_torrents');
    }
    const mark = markOf(item.bytes);
    const before = running.get(mark) ?? Promise.resolve();
    const work = before.catch(() => undefined).then(() => addOnce(item, mark, options, dependencies));
    running.set(mark, work);
    try {
      return await work;
    } finally {
      if (running.get(mark) === work) running.delete(mark);
    }
  };
}
