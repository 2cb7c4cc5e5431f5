import { IntegrationError, type DownloadStatus, type EbookCandidate, type EbookQuery, type ReleaseQuery } from '@lectern/plugin-api';
import { expect } from 'chai';
import { checkedProvider } from './checked-provider.js';
import { readThrown } from './thrown.js';

const ODD = 'A\u202E\u0007B\n';
const CALL = { signal: new AbortController().signal };

const NUMBERED = Array.from({ length: 20 }, (_, index) => [`v${index}`, index] as const);
const MANY = { first: { key: 'inner', values: Object.fromEntries(NUMBERED) }, last: 'Ada' };
/** What a plugin says, and what is taken of it. */
const REMARKS: readonly (readonly [what: string, remark: unknown, taken: unknown])[] = [
  ['words of a service', ODD, 'A B'],
  ['a long text', 'x'.repeat(2_000), `${'x'.repeat(299)}…`],
  [
    'a sentence with texts, numbers, sizes and lists',
    { key: 'down', values: { who: ODD, count: 2, room: { bytes: 7 }, names: [ODD, 'C'] }, text: ODD },
    { key: 'down', values: { who: 'A B', count: 2, room: { bytes: 7 }, names: ['A B', 'C'] }, text: 'A B' },
  ],
  [
    'a sentence with members of a newer contract',
    { key: 'down', values: { why: { key: 'inner', mood: 'good' } }, text: 'Down.', mood: 'good' },
    { key: 'down', values: { why: { key: 'inner' } }, text: 'Down.' },
  ],
  [
    'a sentence with more values than one may have',
    { key: 'down', values: MANY, text: 'Down.' },
    { key: 'down', values: { first: { key: 'inner', values: Object.fromEntries(NUMBERED.slice(0, 19)) } }, text: 'Down.' },
  ],
];
const WRONG_REMARKS: readonly (readonly [what: string, remark: unknown])[] = [
  ['a number', 7],
  ['a sentence without a key', { text: 'Down.' }],
  ['a sentence without its English', { key: 'down' }],
  ['a sentence with an empty key', { key: '', text: 'Down.' }],
  ['a sentence with too many values', { key: 'down', values: Object.fromEntries([...NUMBERED, ['w', 1]]), text: 'Down.' }],
  ['a sentence whose value is none', { key: 'down', values: { who: true }, text: 'Down.' }],
];

describe('text in plugin answers that others read', () => {
  const source = { id: 's', name: ODD, status: 'failed' as const, error: ODD };

  it('is plain and short on the button of a sign-in provider', () => {
    const { buttonText } = checkedProvider('signInProvider', { buttonText: ODD.repeat(2_000) });

    expect(buttonText)
      .to.match(/^(A B)+/)
      .and.to.have.length(300);
  });

  it('is plain in names of sources and titles of releases, while the identity of a release stays', async () => {
    const release = { guid: ODD, title: ODD, protocol: 'torrent', indexer: { id: ODD, name: ODD }, flags: [], private: { key: ODD } };
    const indexer = checkedProvider('indexer', { search: async () => ({ releases: [release], sources: [source] }) });

    expect(await indexer.search({} as ReleaseQuery, CALL)).to.deep.equal({
      releases: [{ ...release, title: 'A B', indexer: { id: ODD, name: 'A B' } }],
      sources: [{ ...source, name: 'A B', error: 'A B' }],
    });
  });

  it('is plain in the finds of an ebook source', async () => {
    const candidate = { id: ODD, title: ODD, authors: [], format: 'epub', private: {} };
    const ebooks = checkedProvider('ebookSource', { search: async () => ({ candidates: [candidate], sources: [source] }) });

    expect(await ebooks.search({} as EbookQuery, CALL)).to.deep.equal({
      candidates: [{ ...candidate, title: 'A B' }],
      sources: [{ ...source, name: 'A B', error: 'A B' }],
    });
  });

  for (const [what, remark, taken] of REMARKS) {
    it(`is as short and plain as that of an error in ${what}, wherever a plugin may say a sentence`, async () => {
      const status = {
        itemId: 'i',
        state: 'failed',
        progress: 0,
        bytesDone: 0,
        bytesTotal: 0,
        downBps: 0,
        upBps: 0,
        raw: 'broken',
      } satisfies DownloadStatus;
      const client = checkedProvider('downloadClient', { status: async () => [{ ...status, error: remark }] });
      const indexer = checkedProvider('indexer', { search: async () => ({ releases: [], sources: [{ ...source, error: remark }] }) });
      const ebooks = checkedProvider('ebookSource', { fetch: async () => ({ kind: 'wait', waitMs: 1, message: remark }) });

      expect((await client.status(['i'], CALL))[0]?.error).to.deep.equal(taken);
      expect((await indexer.search({} as ReleaseQuery, CALL)).sources[0]?.error).to.deep.equal(taken);
      expect(await ebooks.fetch({} as EbookCandidate, CALL)).to.deep.equal({ kind: 'wait', waitMs: 1, message: taken });
    });
  }

  for (const [what, remark] of WRONG_REMARKS) {
    it(`is refused with the whole answer if it is ${what}`, async () => {
      const indexer = checkedProvider('indexer', { search: async () => ({ releases: [], sources: [{ ...source, error: remark }] }) });

      const problem = await indexer.search({} as ReleaseQuery, CALL).then(
        () => undefined,
        (error: Error) => error.message,
      );

      expect(problem).to.match(/^what it answers is not as the contract says: sources\.0\.error/);
    });
  }

  it('has no NUL in what was thrown, because that is stored as well', () => {
    const { message, options } = readThrown(new IntegrationError('INTEGRATION_UNAVAILABLE', 'it said a\u0000b', { blame: 'c\u0000d' }));

    expect([message, options.blame]).to.deep.equal(['it said ab', 'cd']);
  });
});
