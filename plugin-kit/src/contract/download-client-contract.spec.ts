import { IntegrationError, type Downloadable, type DownloadClient, type DownloadStatus } from '@lectern/plugin-api';
import { downloadClientRows } from './download-client-contract.js';
import { ask, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

interface Job {
  readonly id: string;
  readonly category: string;
  state: string;
}

interface Service {
  readonly jobs: Map<string, Job>;
  readonly data: Set<string>;
}

const KNOWN: Readonly<Record<string, DownloadStatus['state']>> = { fetching: 'downloading', waiting: 'paused', done: 'completed' };

function toStatus({ id, state }: Job): DownloadStatus {
  const isDone = state === 'done';
  return {
    itemId: id,
    state: KNOWN[state] ?? 'downloading',
    progress: isDone ? 1 : 0.1,
    bytesDone: isDone ? 10 : 1,
    bytesTotal: 10,
    downBps: 0,
    upBps: 0,
    raw: state,
    ...(isDone ? { contentPath: `/downloads/${id}` } : {}),
  };
}

const missing = (itemId: string): DownloadStatus => ({
  itemId,
  state: 'missing',
  progress: 0,
  bytesDone: 0,
  bytesTotal: 0,
  downBps: 0,
  upBps: 0,
  raw: '',
});

const reference: Reference<DownloadClient, Service> = {
  service() {
    const jobs = new Map<string, Job>();
    const data = new Set<string>();
    return {
      jobs,
      data,
      handle({ method, path, query, request }) {
        const id = path.slice('/jobs/'.length);
        if (path === '/check') return { json: {} };
        if (path.startsWith('/imported/')) return { json: {} };
        if (path === '/files') return { json: [{ path: 'a/1.mp3', size: 10 }] };
        if (method === 'GET')
          return { json: [...jobs.values()].filter(({ category }) => [null, category].includes(query.get('category'))) };
        if (method === 'PUT') {
          const { category } = request.json as { category: string };
          const isNew = !jobs.has(id);
          if (isNew) jobs.set(id, { id, category, state: 'fetching' });
          if (isNew) data.add(id);
          return { json: { isNew } };
        }
        if (method === 'DELETE') {
          if (query.get('data') === 'true') data.delete(id);
          return { json: { removed: jobs.delete(id) } };
        }
        const job = jobs.get(id);
        if (job) job.state = query.get('state') ?? '';
        return { json: {} };
      },
    };
  },
  create(context) {
    const list = (signal: AbortSignal, query = {}) => ask<Job[]>(context, '/jobs', signal, { query });
    const turn = async (itemId: string, state: string, signal: AbortSignal) => {
      await ask(context, `/jobs/${itemId}`, signal, { method: 'POST', query: { state } });
    };
    return {
      protocols: ['torrent'],
      async add(item, { signal, category }) {
        const itemId = item.kind === 'magnet' ? (item.infoHash ?? '') : '';
        const { isNew } = await ask<{ isNew: boolean }>(context, `/jobs/${itemId}`, signal, { method: 'PUT', json: { category } });
        return { itemId, alreadyThere: !isNew };
      },
      async status(ids, { signal }) {
        if (ids.length === 0) return [];
        const jobs = await list(signal);
        return ids.map((id) => {
          const job = jobs.find((one) => one.id === id);
          return job ? toStatus(job) : missing(id);
        });
      },
      async remove(itemId, { signal, deleteData }) {
        await ask(context, `/jobs/${itemId}`, signal, { method: 'DELETE', query: { data: deleteData } });
      },
      pause: (itemId, { signal }) => turn(itemId, 'waiting', signal),
      resume: (itemId, { signal }) => turn(itemId, 'fetching', signal),
      async imported(itemId, { signal }) {
        await ask(context, `/imported/${itemId}`, signal, { method: 'POST' });
      },
      list: async ({ signal, category, everything }) => (await list(signal, everything ? {} : { category })).map(toStatus),
      files: (_itemId, { signal }) => ask(context, '/files', signal),
    };
  },
};

function magnet(digit: string): Downloadable {
  const infoHash = digit.repeat(40);
  return { kind: 'magnet', uri: `magnet:?xt=urn:btih:${infoHash}`, infoHash };
}

/** A client that changes each answer to `status`. */
function statusWith(change: (status: DownloadStatus) => DownloadStatus) {
  return (right: DownloadClient): Partial<DownloadClient> => ({
    status: async (ids, call) => (await right.status(ids, call)).map(change),
  });
}

provesSuite(
  'a download client',
  reference,
  (make) =>
    downloadClientRows(make, {
      secrets: [SECRET],
      patienceMs: 800,
      items: () => [magnet('a'), magnet('b')],
      unknownId: 'c'.repeat(40),
      finish: ({ service }, id) => void ((service.jobs.get(id) as Job).state = 'done'),
      confuse: ({ service }, id) => void ((service.jobs.get(id) as Job).state = 'sublimating'),
      hasData: ({ service }, id) => service.data.has(id),
    }).rows,
  [
    {
      what: 'adds the same item again and again',
      but: (right) => ({ add: async (item, options) => ({ ...(await right.add(item, options)), alreadyThere: false }) }),
      caughtBy: /^add is idempotent/,
    },
    {
      what: 'gives another id the second time',
      but: (right) => {
        let count = 0;
        return { add: async (item, options) => ({ ...(await right.add(item, options)), itemId: String((count += 1)) }) };
      },
      caughtBy: /^add is idempotent/,
    },
    {
      what: 'gives every item the same id',
      but: (right) => ({ add: async (item, options) => ({ ...(await right.add(item, options)), itemId: 'a'.repeat(40) }) }),
      caughtBy: /^add tells different items apart/,
    },
    {
      what: 'writes into its arguments',
      but: (right) => ({
        add: (item, options) => {
          (options as { name: string }).name = 'changed';
          return right.add(item, options);
        },
      }),
      caughtBy: /^add takes/,
    },
    {
      what: 'leaves unknown ids out',
      but: (right) => ({ status: async (ids, call) => (await right.status(ids, call)).filter(({ state }) => state !== 'missing') }),
      caughtBy: /^status answers every id/,
    },
    {
      what: 'throws when an id is unknown',
      but: (right) => ({
        async status(ids, call) {
          const answers = await right.status(ids, call);
          if (answers.some(({ state }) => state === 'missing')) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'unknown id');
          return answers;
        },
      }),
      caughtBy: /^status answers every id/,
    },
    {
      what: 'asks for each item by itself',
      but: (right) => ({ status: async (ids, call) => (await Promise.all(ids.map((id) => right.status([id], call)))).flat() }),
      caughtBy: /^status asks for many at once/,
    },
    {
      what: 'takes a dead service for missing items',
      but: (right) => ({ status: (ids, call) => right.status(ids, call).catch(() => ids.map(missing)) }),
      caughtBy: /^status ← 500/,
    },
    {
      what: 'reads a state it does not know as done',
      but: statusWith((one) => (one.raw === 'sublimating' ? { ...one, state: 'completed', contentPath: '/x', progress: 1 } : one)),
      caughtBy: /^a state the plugin does not know/,
    },
    {
      what: 'has a state of its own',
      but: statusWith((one) => ({ ...one, state: 'sublimating' as 'queued' })),
      caughtBy: /^add takes.*state/,
    },
    {
      what: 'is done without saying where',
      but: statusWith(({ contentPath: _, ...one }) => one),
      caughtBy: /^a finished download.*contentPath/,
    },
    {
      what: 'counts in per cent',
      but: statusWith((one) => ({ ...one, progress: one.progress * 100 })),
      caughtBy: /progress must be <= 1/,
    },
    {
      what: 'says done at once',
      but: statusWith((one) => (one.state === 'downloading' ? { ...one, state: 'completed', contentPath: '/x' } : one)),
      caughtBy: /^an item that has just been added/,
    },
    {
      what: 'fails to remove what is gone',
      but: (right) => ({
        async remove(itemId, call) {
          const [status] = await right.status([itemId], call);
          if (status?.state === 'missing') throw new IntegrationError('INTEGRATION_NOT_FOUND', 'gone');
          await right.remove(itemId, call);
        },
      }),
      caughtBy: /^remove of what is not there/,
    },
    {
      what: 'removes everything',
      but: (right, { service }) => ({
        async remove(itemId, call) {
          await right.remove(itemId, call);
          service.jobs.clear();
        },
      }),
      caughtBy: /^remove takes the item and no other/,
    },
    {
      what: 'removes nothing',
      but: () => ({ remove: async () => undefined }),
      caughtBy: /^remove takes the item.*not within/,
    },
    {
      what: 'deletes the data unasked',
      but: (right) => ({ remove: (itemId, call) => right.remove(itemId, { ...call, deleteData: true }) }),
      caughtBy: /^remove leaves the data/,
    },
    {
      what: 'keeps the data it is told to delete',
      but: (right) => ({ remove: (itemId, call) => right.remove(itemId, { ...call, deleteData: false }) }),
      caughtBy: /^remove leaves the data.*gone/,
    },
    {
      what: 'keeps an archived item',
      but: (right) => ({ remove: async (itemId, call) => (call.archive === true ? undefined : right.remove(itemId, call)) }),
      caughtBy: /^remove archives.*missing/,
    },
    {
      what: 'takes an archived item for one that is there',
      but: (right) => {
        const archived = new Set<string>();
        return {
          async remove(itemId, call) {
            if (call.archive === true) archived.add(itemId);
            await right.remove(itemId, call);
          },
          async add(item, options) {
            const added = await right.add(item, options);
            return { ...added, alreadyThere: added.alreadyThere || archived.has(added.itemId) };
          },
        };
      },
      caughtBy: /^remove archives.*not there/,
    },
    {
      what: 'removes what was imported',
      but: (right) => ({ imported: (itemId, call) => right.remove(itemId, { ...call, deleteData: false }) }),
      caughtBy: /^imported leaves the item/,
    },
    {
      what: 'begins again with what was imported',
      but: (_right, { service }) => ({
        async imported(itemId) {
          const job = service.jobs.get(itemId);
          if (job) job.state = 'fetching';
        },
      }),
      caughtBy: /^imported leaves the item/,
    },
    {
      what: 'fails when what was imported is gone',
      but: (right) => ({
        async imported(itemId, call) {
          const [status] = await right.status([itemId], call);
          if (status?.state === 'missing') throw new IntegrationError('INTEGRATION_NOT_FOUND', 'gone');
        },
      }),
      caughtBy: /^imported of what is not there/,
    },
    {
      what: 'lists items of others',
      but: (right, { context }) => ({ list: async (call) => (await ask<Job[]>(context, '/jobs', call.signal)).map(toStatus) }),
      caughtBy: /^list has what/,
    },
    {
      what: 'lists only its own category when everything is asked for',
      but: (right) => ({ list: async (call) => right.list?.({ ...call, everything: false }) ?? [] }),
      caughtBy: /^list has the items of all/,
    },
    {
      what: 'does not pause',
      but: () => ({ pause: async () => undefined }),
      caughtBy: /^pause and resume/,
    },
    {
      what: 'lists files by absolute paths',
      but: () => ({ files: async () => [{ path: '/downloads/a/1.mp3', size: 10 }] }),
      caughtBy: /^files are relative/,
    },
  ],
);
