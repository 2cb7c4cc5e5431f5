import { IntegrationError, type EbookQuery, type ReleaseQuery } from '@lectern/plugin-api';
import { expect } from 'chai';
import { checkedProvider } from './checked-provider.js';
import { readThrown } from './thrown.js';

const ODD = 'A\u202E\u0007B\n';
const CALL = { signal: new AbortController().signal };

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

  it('has no NUL in what was thrown, because that is stored as well', () => {
    const { message, options } = readThrown(new IntegrationError('INTEGRATION_UNAVAILABLE', 'it said a\u0000b', { blame: 'c\u0000d' }));

    expect([message, options.blame]).to.deep.equal(['it said ab', 'cd']);
  });
});
