import { expect } from 'chai';
import { safeGuid, safePage, safeRemark, safeSentence } from './redact.js';

describe('redaction', () => {
  it('shows only pages without keys', () => {
    expect(safePage('https://tracker.example/t/1')).to.equal('https://tracker.example/t/1');
    expect(safePage('https://tracker.example/t?id=1&passkey=abc')).to.equal(undefined);
    expect(safePage('https://usenet.example/getnzb/1.nzb&i=1&r=SECRET')).to.equal(undefined);
    expect(safePage('https://user:word@tracker.example/')).to.equal(undefined);
    expect(safePage('javascript:alert(1)')).to.equal(undefined);
  });

  it('replaces guids that contain a key with a stable digest', () => {
    const guid = 'http://prowlarr.example/3/download?apikey=KEY&link=abc&file=x';

    expect(safeGuid(guid))
      .to.match(/^sha256:[0-9a-f]{64}$/)
      .and.equal(safeGuid(guid));
    expect(safeGuid('https://tracker.example/t/1')).to.equal('https://tracker.example/t/1');
  });

  it('removes addresses from remote messages', () => {
    expect(safeSentence('Unable to reach\n https://t.example/x?passkey=abc now')).to.equal('Unable to reach (address) now');
  });

  it('removes addresses from what sentences are filled in with, however deep, and leaves the rest', () => {
    const link = 'at https://t.example/x?passkey=abc';
    const inner = { key: 'indexer_refuses', values: { reason: link, count: 3, room: { bytes: 7 }, names: [link, 'B'] } };

    expect(safeRemark(link)).to.equal('at (address)');
    expect(safeRemark({ key: 'of_indexer', values: { reason: inner }, text: `One: ${link}` })).to.deep.equal({
      key: 'of_indexer',
      values: {
        reason: { key: 'indexer_refuses', values: { reason: 'at (address)', count: 3, room: { bytes: 7 }, names: ['at (address)', 'B'] } },
      },
      text: 'One: at (address)',
    });
    expect(safeRemark({ key: 'gone', text: 'Gone.' })).to.deep.equal({ key: 'gone', text: 'Gone.' });
  });
});
