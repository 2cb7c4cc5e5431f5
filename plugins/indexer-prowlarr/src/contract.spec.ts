import { makeTorrent } from '@lectern/testbed';
import { indexerContract } from '@lectern/plugin-kit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY, closeWorlds, createWorld, hailMary } from './prowlarr-world.spec.support.js';

describe('indexer-prowlarr', () => {
  const content = mkdtempSync(join(tmpdir(), 'prowlarr-contract-'));
  writeFileSync(join(content, '01.mp3'), 'audio');
  const { bytes: torrent } = makeTorrent({ content });

  after(() => rmSync(content, { recursive: true, force: true }));

  indexerContract(
    async ({ timeoutMs }) => {
      const { prowlarr, context, instance, indexer } = await createWorld({
        timeoutMs,
        indexers: [
          { id: 1, name: 'MyTracker' },
          { id: 2, name: 'Second' },
        ],
        releases: [hailMary(1, { payload: { torrent } }), hailMary(1, { title: 'Project Hail Mary [MP3]' })],
      });
      return {
        provider: indexer,
        instance,
        target: prowlarr,
        prowlarr,
        logs: context.logs,
        requests: context.requests,
        tearDown: closeWorlds,
      };
    },
    {
      secrets: [API_KEY],
      found: { text: 'hail mary' },
      nothing: { text: 'nobody has written this' },
      failOne({ prowlarr }) {
        const [, second] = prowlarr.indexers;
        if (second) second.fails = { until: new Date(Date.now() + 3_600_000) };
      },
    },
  );
});
