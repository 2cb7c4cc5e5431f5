import { expectBoundedGrowth } from '@lectern/testbed';
import type { JsonObject } from '@lectern/plugin-api';
import type { SabnzbdClient } from './client.js';
import { createJobList } from './job-list.js';
import { toStatus } from './status.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const call = { signal: new AbortController().signal };
const slot = (id: number, status: string): JsonObject => ({ nzo_id: `i${id}`, status, filename: 'f', name: 'f', cat: 'c', category: 'c' });

describe('lists from SABnzbd', () => {
  it('are read in time linear in the number of jobs', async () => {
    const jobs = (size: number) => {
      const slots = Array.from({ length: size }, (_, n) => slot(n, n < size / 2 ? 'Paused' : 'Downloading'));
      const done = Array.from({ length: size }, (_, n) => slot(size + n, 'Completed'));
      const answers: Readonly<Record<string, JsonObject>> = { queue: { queue: { slots } }, history: { history: { slots: done } } };
      const client = { call: (mode: string) => Promise.resolve(answers[mode]) } as unknown as SabnzbdClient;
      return createJobList(client);
    };

    await expectBoundedGrowth('jobs', jobs, async (list) => (await list.inCategory('c', call)).map(toStatus), ENTRIES);
  });
});
