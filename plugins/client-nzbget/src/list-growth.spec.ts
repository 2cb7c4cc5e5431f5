import { expectBoundedGrowth } from '@lectern/testbed';
import type { JsonObject } from '@lectern/plugin-api';
import { categoriesOf } from './category.js';
import type { NzbgetClient } from './client.js';
import { createDownloadList } from './download-list.js';
import { readOptions, readTroubles } from './schema.js';
import { toStatus } from './status.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const call = { signal: new AbortController().signal };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const entry = (n: number, Status: string): JsonObject => ({ NZBID: n, Status, NZBName: 'n', Parameters: [{ Name: 'a', Value: 'b' }] });

describe('lists from NZBGet', () => {
  it('are read in time linear in the number of downloads', async () => {
    const downloads = (size: number) => {
      const answers: Readonly<Record<string, readonly JsonObject[]>> = {
        listgroups: many(size, (n) => entry(n, 'DOWNLOADING')),
        history: many(size, (n) => entry(size + n, 'SUCCESS/ALL')),
      };
      return createDownloadList({ call: (method: string) => Promise.resolve(answers[method]) } as unknown as NzbgetClient);
    };

    await expectBoundedGrowth(
      'downloads',
      downloads,
      async (list) => (await list.where(() => true, call)).map((one) => toStatus(one, undefined)),
      ENTRIES,
    );
  });

  it('may contain any number of settings and errors', async () => {
    const options = (size: number) => many(size, (n) => ({ Name: `Category${n}.Name`, Value: `\${Category${n + 1}.Name}` }));
    const troubles = (size: number) => many(size, (n) => ({ Kind: 'ERROR', Time: n, Text: 'a  b' }));

    await expectBoundedGrowth('settings', options, (answer) => categoriesOf(readOptions(answer)), ENTRIES);
    await expectBoundedGrowth('troubles', troubles, (answer) => readTroubles(answer, 0), ENTRIES);
  });

  it('may contain settings that refer to each other many times', async () => {
    const laughing = (size: number) => many(6, (n) => ({ Name: `o${n}`, Value: `\${o${n + 1}}`.repeat(size / 30) }));

    await expectBoundedGrowth('settings of settings', laughing, readOptions);
    await expectBoundedGrowth('short settings of settings', laughing, readOptions, { from: 60, to: 6_000 });
  });
});
