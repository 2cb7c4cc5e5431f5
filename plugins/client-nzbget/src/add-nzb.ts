import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddOptions, AddResult, Call, Downloadable, PluginContext } from '@lectern/plugin-api';
import { chooseCategory } from './category.js';
import type { NzbgetClient } from './client.js';
import type { Download, DownloadList } from './download-list.js';
import { failureReason } from './failure-reason.js';
import { fault } from './fault.js';
import { itemIdOf } from './item-id.js';
import { downloadName, markOf, MARK_PARAMETER } from './nzb-mark.js';
import { readAppended } from './schema.js';
import type { NzbgetSettings } from './settings.js';
import { historyState } from './status.js';

export interface AddDependencies {
  readonly client: NzbgetClient;
  readonly downloads: DownloadList;
  readonly context: Pick<PluginContext<NzbgetSettings>, 'settings' | 'log'>;
}

type Nzb = Extract<Downloadable, { kind: 'nzb' }>;

const PRIORITIES = { low: -50, normal: 0, high: 50 } as const;

/** Pauses between looks for an accepted download; it is usually there at once. */
const LOOK_AGAIN_AFTER_MS = [0, 100, 200, 400, 800, 1600];

/** A download that failed or that somebody removed does not prevent another try. */
function isWorthKeeping(download: Download): boolean {
  return download.place === 'queue' || historyState(download.item) === 'completed';
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw fault('INTEGRATION_ABORTED', 'add_given_up', { cause: error });
  }
}

/** NZBGet assigns a number even to NZBs that it drops at once; only its lists tell. */
async function waitFor(nzbId: number, { downloads }: AddDependencies, call: Call): Promise<Download> {
  for (const wait of LOOK_AGAIN_AFTER_MS) {
    await pause(wait, call.signal);
    const [found] = await downloads.where((item) => item.nzbId === nzbId, call);
    if (found) return found;
  }
  throw fault('INTEGRATION_UNAVAILABLE', 'nzb_not_found');
}

async function addOnce(item: Nzb, mark: string, options: AddOptions, dependencies: AddDependencies): Promise<AddResult> {
  const { client, downloads, context } = dependencies;
  const earlier = (await downloads.marked(mark, options)).find(isWorthKeeping);
  if (earlier) return { itemId: itemIdOf(earlier.item), alreadyThere: true };

  const category = await chooseCategory(client, context.settings, options, options);
  const parameters = [
    `${downloadName(options.name || item.name, mark, randomBytes(3).toString('hex'))}.nzb`,
    Buffer.from(item.bytes).toString('base64'),
    category,
    PRIORITIES[options.priority ?? 'normal'],
    false,
    options.paused ?? false,
    '',
    0,
    // Whether it is a duplicate was our decision; NZBGet would drop it silently.
    'FORCE',
    // A flat list, in the tenth place even for versions with eleven parameters.
    [MARK_PARAMETER, mark],
  ];
  const nzbId = readAppended(await client.call('append', parameters, { signal: options.signal, once: true }));
  if (nzbId === 0) throw fault('INTEGRATION_UNSUPPORTED', 'nzb_refused');
  const download = await waitFor(nzbId, dependencies, options);
  if (download.place === 'history' && historyState(download.item) === 'failed' && isRefusal(download.item.status)) {
    await client.call('editqueue', ['HistoryFinalDelete', '', [nzbId]], options);
    throw fault('INTEGRATION_UNSUPPORTED', 'nzb_refused_because', { values: { reason: failureReason(download.item) } });
  }
  return { itemId: itemIdOf(download.item), alreadyThere: false };
}

/** It never became a download, or became one that failed within moments. */
function isRefusal(status: string): boolean {
  return status === 'FAILURE/SCAN' || status.startsWith('DELETED/');
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
