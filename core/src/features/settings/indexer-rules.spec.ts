import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { DEFAULT_SETTINGS, type Settings } from './index.js';
import { downloadRuleErrors, type NamedIntegration } from './indexer-rules.js';

const INTEGRATIONS: Readonly<Record<string, NamedIntegration>> = {
  torrents: { name: 'qBittorrent', provides: ['downloadClient'] },
  sleeping: { name: 'SABnzbd', provides: [] },
  books: { name: 'Audible', provides: ['catalog'] },
};

async function errorsOf(downloads: Partial<Settings['downloads']>): Promise<readonly (readonly [string, string])[]> {
  const errors = await downloadRuleErrors({ ...DEFAULT_SETTINGS.downloads, ...downloads }, async (id) => INTEGRATIONS[id]);
  return errors.map(({ path, message }) => [path.replace('/downloads', ''), inEnglish(message)]);
}

describe('rules for indexers', () => {
  it('may name a client, a ratio and a time', async () => {
    const indexers = [
      { indexer: 'Harbour', client: 'torrents', seedRatio: 2, seedMinutes: 60 },
      { indexer: 'Reef', client: 'sleeping' },
      { indexer: 'Bay', client: '', seedMinutes: 0 },
    ];

    expect(await errorsOf({ indexers })).to.deep.equal([]);
  });

  it('are refused at the field if their client does not exist, or is no download client', async () => {
    const indexers = [
      { indexer: 'Harbour', client: 'gone' },
      { indexer: 'Reef', client: 'books' },
    ];

    expect(await errorsOf({ indexers })).to.deep.equal([
      ['/indexers/0/client', 'This download client does not exist, or was removed. Choose another one, or leave the field empty.'],
      ['/indexers/1/client', 'Audible is not a download client. Choose another one, or leave the field empty.'],
    ]);
  });

  it('are refused if an indexer has one already, however its name is written', async () => {
    const indexers = [
      { indexer: 'Caf\u00e9', seedRatio: 1 },
      { indexer: ' CAFE\u0301 ', seedRatio: 2 },
    ];

    const [error, ...rest] = await errorsOf({ indexers });

    expect(error?.[0]).to.equal('/indexers/1/indexer');
    expect(error?.[1]).to.include('has a rule above');
    expect(rest).to.deep.equal([]);
  });

  it('are refused if they name no indexer or change nothing', async () => {
    const errors = await errorsOf({ indexers: [{ indexer: '  ', seedRatio: 1 }, { indexer: 'Harbour' }, { indexer: 'Reef', client: '' }] });

    expect(errors.map(([path]) => path)).to.deep.equal(['/indexers/0/indexer', '/indexers/1/indexer', '/indexers/2/indexer']);
  });

  for (const [title, downloads, path] of [
    ['a ratio of 0 beside a time', { seedRatio: 0, seedMinutes: 60 }, '/seedRatio'],
    ['a time of 0 beside a ratio', { seedRatio: 2, seedMinutes: 0 }, '/seedMinutes'],
    ['a ratio of 0 in a rule', { indexers: [{ indexer: 'Harbour', seedRatio: 0, seedMinutes: 60 }] }, '/indexers/0/seedRatio'],
    [
      'a ratio of 0 in a rule, beside the time for all',
      { seedMinutes: 60, indexers: [{ indexer: 'Harbour', seedRatio: 0 }] },
      '/indexers/0/seedRatio',
    ],
  ] as const) {
    it(`are refused with ${title}, because either ends seeding`, async () => {
      expect((await errorsOf(downloads as Partial<Settings['downloads']>)).map(([at]) => at)).to.deep.equal([path]);
      expect(await errorsOf({ ...(downloads as Partial<Settings['downloads']>), seedUntil: 'both' })).to.deep.equal([]);
    });
  }

  it('may end seeding at once', async () => {
    expect(await errorsOf({ seedRatio: 0 })).to.deep.equal([]);
    expect(await errorsOf({ seedRatio: 0, seedMinutes: 0 })).to.deep.equal([]);
  });
});
