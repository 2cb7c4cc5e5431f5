import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@lectern/plugin-api';
import type { NzbgetClient } from './client.js';
import { fault } from './fault.js';
import { itemIdOf, parseItemId } from './item-id.js';
import { MARK_PARAMETER } from './nzb-mark.js';
import { readGroups, readHistory } from './schema.js';
import type { Group, HistoryItem } from './schema.js';

/** A download and where it is now. */
export type Download = { readonly place: 'queue'; readonly item: Group } | { readonly place: 'history'; readonly item: HistoryItem };

type Matches = (item: Group | HistoryItem) => boolean;

/** Finds downloads in NZBGet's queue and history. */
export interface DownloadList {
  /** Keyed by id. A download that was present before and is in neither list is looked up a second time. */
  find(ids: readonly string[], call: Call): Promise<ReadonlyMap<string, Download>>;
  /** Looks twice before it reports that there is none. */
  findOne(id: string, call: Call): Promise<Download | undefined>;
  /** All matching downloads, wherever they are, the queue first. */
  where(matches: Matches, call: Call): Promise<readonly Download[]>;
  marked(mark: string, call: Call): Promise<readonly Download[]>;
}

/** How long a download may be in neither list while it moves from one to the other. */
const HAND_OVER_MS = 300;

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await sleep(HAND_OVER_MS, undefined, { signal });
  } catch (error) {
    throw fault('INTEGRATION_ABORTED', 'list_given_up', { cause: error });
  }
}

export function createDownloadList(client: NzbgetClient): DownloadList {
  /** Ids found last time, so that downloads that are gone for good do not cost a second lookup each time. */
  const present = new Set<string>();

  const queue = async (call: Call): Promise<readonly Group[]> => readGroups(await client.call('listgroups', [0], call));
  // Hidden entries are removed ones.
  const history = async (call: Call): Promise<readonly HistoryItem[]> => readHistory(await client.call('history', [false], call));

  /** The queue first: downloads move from there to the history, so the other order could miss one. Neither can be filtered. */
  async function look(ids: ReadonlySet<string>, call: Call): Promise<Map<string, Download>> {
    const found = new Map<string, Download>();
    for (const item of await queue(call)) {
      const id = itemIdOf(item);
      if (ids.has(id)) found.set(id, { place: 'queue', item });
    }
    if (found.size === ids.size) return found;
    for (const item of await history(call)) {
      const id = itemIdOf(item);
      if (ids.has(id) && !found.has(id)) found.set(id, { place: 'history', item });
    }
    return found;
  }

  async function lookTwice(ids: readonly string[], mayBeMoving: (id: string) => boolean, call: Call): Promise<Map<string, Download>> {
    const wanted = new Set(ids.filter((id) => parseItemId(id) !== undefined));
    if (wanted.size === 0) return new Map();
    const found = await look(wanted, call);
    const moving = [...wanted].filter((id) => !found.has(id) && mayBeMoving(id));
    if (moving.length > 0) {
      await pause(call.signal);
      for (const [id, download] of await look(new Set(moving), call)) found.set(id, download);
    }
    for (const id of wanted) {
      if (found.has(id)) present.add(id);
      else present.delete(id);
    }
    return found;
  }

  async function where(matches: Matches, call: Call): Promise<readonly Download[]> {
    const waiting = (await queue(call)).filter(matches);
    const ids = new Set(waiting.map(({ nzbId }) => nzbId));
    const done = (await history(call)).filter((item) => matches(item) && !ids.has(item.nzbId));
    return [...waiting.map((item): Download => ({ place: 'queue', item })), ...done.map((item): Download => ({ place: 'history', item }))];
  }

  return {
    find: (ids, call) => lookTwice(ids, (id) => present.has(id), call),
    findOne: async (id, call) => (await lookTwice([id], () => true, call)).get(id),
    where,
    marked: (mark, call) => where(({ parameters }) => parameters.get(MARK_PARAMETER) === mark, call),
  };
}
