import { IntegrationError, type EbookSource, type Release } from '@lectern/plugin-api';
import { expect } from 'chai';
import { sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { ebookRelease } from '../search/ebook-release.js';
import { handOut } from './hand-out.js';

const never = new AbortController().signal;
const FILE = { kind: 'http', files: [{ url: 'https://files.example/a', name: 'a.epub' }] } as const;

function hostWith(fetch?: EbookSource['fetch'], resolve?: () => Promise<unknown>): Pick<PluginHost, 'provider'> {
  const bound = (provider: object) => ({
    name: 'Archive',
    pluginId: 'ebook-archive',
    call: (_what: string, work: (one: object, call: object) => unknown) => Promise.resolve(work(provider, { signal: never })),
  });
  return {
    provider: (kind: string) => {
      if (kind === 'ebookSource') return fetch && bound({ fetch });
      return resolve && bound({ resolve });
    },
  } as unknown as Pick<PluginHost, 'provider'>;
}

const candidate = { id: 'a', title: 'Emma', authors: ['Jane Austen'], format: 'epub', private: { key: 'value' } };
const release: Release = ebookRelease(candidate, { id: 'source', name: 'Archive' }, 1);
const chosen = { integrationId: 'source', release };

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe('handing out a candidate', () => {
  it('asks the candidate’s ebook source, with the candidate unchanged', async () => {
    const asked: unknown[] = [];
    const host = hostWith((given) => {
      asked.push(given);
      return Promise.resolve(FILE);
    });

    expect(await handOut(host, chosen, never)).to.deep.equal(FILE);
    expect(asked).to.deep.equal([candidate]);
  });

  it('asks the indexer for all others', async () => {
    const host = hostWith(undefined, () => Promise.resolve({ kind: 'magnet', uri: 'magnet:?xt=1' }));

    expect(await handOut(host, { integrationId: 'x', release: { ...release, private: {} } }, never)).to.include({ kind: 'magnet' });
  });

  it('passes on a long wait, and waits for a short one', async () => {
    const limited = (retryAfterMs: number) => () =>
      Promise.reject(new IntegrationError('INTEGRATION_RATE_LIMITED', 'slow down', { retryAfterMs }));

    const wait = { kind: 'wait', waitMs: 47_000, message: 'soon' } as const;
    expect(
      await handOut(
        hostWith(() => Promise.resolve(wait)),
        chosen,
        never,
      ),
    ).to.deep.equal({ kind: 'wait', waitMs: 47_000, said: 'soon' });
    expect(await handOut(hostWith(limited(60_000)), chosen, never)).to.deep.equal({
      kind: 'wait',
      waitMs: 60_000,
      said: sentence('finding.asks_for_pause', { source: 'Archive' }),
    });
    expect(await messageOf(handOut(hostWith(limited(3_600_000)), chosen, never))).to.equal('slow down');
  });

  it('knows whose sentence it is with which a source makes everybody wait', async () => {
    const message = { key: 'handed_out_in', values: { seconds: 47 }, text: 'It comes in 47 seconds.' };
    const wait = { kind: 'wait', waitMs: 47_000, message } as const;

    expect(
      await handOut(
        hostWith(() => Promise.resolve(wait)),
        chosen,
        never,
      ),
    ).to.deep.equal({
      kind: 'wait',
      waitMs: 47_000,
      said: { ...message, plugin: 'ebook-archive' },
    });
  });

  it('says so if the source or the indexer is gone', async () => {
    expect(await messageOf(handOut(hostWith(), chosen, never))).to.equal('It is no longer connected.');
    expect(await messageOf(handOut(hostWith(), { ...chosen, release: { ...release, private: {} } }, never))).to.equal(
      'Its indexer is no longer connected.',
    );
  });
});
