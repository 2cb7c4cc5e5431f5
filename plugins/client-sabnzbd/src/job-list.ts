import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@lectern/plugin-api';
import type { SabnzbdClient } from './client.js';
import { fault } from './fault.js';
import { readHistory, readQueue } from './schema.js';
import type { HistorySlot, Queue, QueueSlot } from './schema.js';

/** A job and where it is now. */
export type Job =
  { readonly place: 'queue'; readonly slot: QueueSlot; readonly queue: Queue } | { readonly place: 'history'; readonly slot: HistorySlot };

/** Finds jobs in SABnzbd's queue and history. */
export interface JobList {
  /** Keyed by id. A job that was present before and is in neither list is looked up a second time. */
  find(ids: readonly string[], call: Call): Promise<ReadonlyMap<string, Job>>;
  /** Looks twice before it reports that there is none. */
  findOne(id: string, call: Call): Promise<Job | undefined>;
  /** Jobs with the mark in their name, wherever they are. */
  marked(mark: string, call: Call): Promise<readonly Job[]>;
  /** Ids of archived jobs with the mark in their name, which no other list has. */
  archived(mark: string, call: Call): Promise<readonly string[]>;
  inCategory(category: string, call: Call): Promise<readonly Job[]>;
  everything(call: Call): Promise<readonly Job[]>;
}

/** Without a limit SABnzbd lists only the ten newest, even if more were requested by id. */
const ALL = 1_000_000;

/** How long a job may be in neither list while it moves from one to the other. */
const HAND_OVER_MS = 300;

/** If two entries share an id, the later stage counts: the finished one has a path on disk. */
function laterOf(a: HistorySlot | undefined, b: HistorySlot): HistorySlot {
  if (!a) return b;
  const rank = (slot: HistorySlot): number => (slot.storage === '' ? 0 : 2) + (slot.isLoaded ? 0 : 1);
  return rank(b) > rank(a) ? b : a;
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await sleep(HAND_OVER_MS, undefined, { signal });
  } catch (error) {
    throw fault('INTEGRATION_ABORTED', 'list_given_up', { cause: error });
  }
}

export function createJobList(client: SabnzbdClient): JobList {
  /** Ids found last time, so that jobs that are gone for good do not cost a second lookup each time. */
  const present = new Set<string>();

  // The whole queue: only the order shows which of several "Downloading" jobs is active.
  const queued = async (call: Call): Promise<Queue> => readQueue(await client.call('queue', { start: 0, limit: ALL }, call));

  async function history(filter: Readonly<Record<string, string>>, call: Call): Promise<readonly HistorySlot[]> {
    const slots = readHistory(await client.call('history', { start: 0, limit: ALL, ...filter }, call));
    const byId = new Map<string, HistorySlot>();
    for (const slot of slots) byId.set(slot.id, laterOf(byId.get(slot.id), slot));
    return [...byId.values()];
  }

  /** The queue first: jobs move from there to the history, so the other order could miss one. */
  async function look(ids: ReadonlySet<string>, call: Call): Promise<Map<string, Job>> {
    const queue = await queued(call);
    const found = new Map<string, Job>();
    for (const slot of queue.slots) {
      if (ids.has(slot.id) && slot.status !== 'Deleted') found.set(slot.id, { place: 'queue', slot, queue });
    }
    const rest = [...ids].filter((id) => !found.has(id));
    if (rest.length === 0) return found;
    for (const slot of await history({ nzo_ids: rest.join(',') }, call)) {
      if (ids.has(slot.id)) found.set(slot.id, { place: 'history', slot });
    }
    return found;
  }

  async function lookTwice(ids: readonly string[], mayBeMoving: (id: string) => boolean, call: Call): Promise<Map<string, Job>> {
    // A comma would ask for two jobs.
    const wanted = new Set(ids.filter((id) => /^[\w-]+$/.test(id)));
    if (wanted.size === 0) return new Map();
    const found = await look(wanted, call);
    const moving = [...wanted].filter((id) => !found.has(id) && mayBeMoving(id));
    if (moving.length > 0) {
      await pause(call.signal);
      for (const [id, job] of await look(new Set(moving), call)) found.set(id, job);
    }
    for (const id of wanted) {
      if (found.has(id)) present.add(id);
      else present.delete(id);
    }
    return found;
  }

  async function both(filter: Readonly<Record<string, string>>, matches: (slot: QueueSlot | HistorySlot) => boolean, call: Call) {
    const queue = await queued(call);
    const waiting = queue.slots.filter((slot) => slot.status !== 'Deleted' && matches(slot));
    const ids = new Set(waiting.map(({ id }) => id));
    const done = (await history(filter, call)).filter((slot) => matches(slot) && !ids.has(slot.id));
    return [...waiting.map((slot): Job => ({ place: 'queue', slot, queue })), ...done.map((slot): Job => ({ place: 'history', slot }))];
  }

  return {
    find: (ids, call) => lookTwice(ids, (id) => present.has(id), call),
    findOne: async (id, call) => (await lookTwice([id], () => true, call)).get(id),
    marked: (mark, call) => both({ search: mark }, (slot) => slot.name.includes(mark), call),
    async archived(mark, call) {
      // Before 4.3 this lists what is not archived.
      const slots = await history({ search: mark, archive: '1' }, call);
      return slots.filter((slot) => slot.isArchived && slot.name.includes(mark)).map(({ id }) => id);
    },
    inCategory: (category, call) => both({ category }, (slot) => slot.category.toLowerCase() === category.toLowerCase(), call),
    everything: (call) => both({}, () => true, call),
  };
}
