import { expect } from 'chai';
import { recorded } from './annas-world.spec.support.js';
import { readSlowServers } from './detail-page.js';
import { readSlowPage } from './slow-page.js';

const MD5 = '16f0152b341e46b5f808d18f3fd57373';
const HOST = 'archive.example';

describe('the page of a file', () => {
  it('lists slow servers, those without a waitlist first, and no external mirrors', () => {
    expect(readSlowServers(recorded('detail.html'), MD5, HOST)).to.deep.equal([
      { path: `/slow_download/${MD5}/0/4`, hasWaitlist: false },
      { path: `/slow_download/${MD5}/0/0`, hasWaitlist: true },
    ]);
  });

  it('may offer none', () => expect(readSlowServers(recorded('detail.no-slow-links.html'), MD5, HOST)).to.deep.equal([]));

  it('may say that the file is gone', () => {
    expect(() => readSlowServers(recorded('detail.not-found.html'), MD5, HOST))
      .to.throw()
      .with.property('code', 'INTEGRATION_NOT_FOUND');
  });

  it('names what is missing if its structure has changed', () => {
    expect(() => readSlowServers(recorded('search.layout-drift.html'), MD5, HOST)).to.throw(/not found: \.main-inner/);
    expect(() => readSlowServers(recorded('detail.html').replace(/href="[^"]*"/g, ''), MD5, HOST)).to.throw(/links to \/slow_download/);
  });
});

describe('the page of a slow download', () => {
  const clipboard =
    'https://partner.example/d3/y/1700000000/2000/g1/zlib/16f0152b341e46b5f808d18f3fd57373.epub~/AbCdEfGhIj/Pride%20and%20Prejudice.epub';

  it('is a countdown, an address, or a limit', () => {
    expect(readSlowPage(recorded('slow.countdown.html'), HOST)).to.deep.equal({ kind: 'wait', seconds: 47 });
    expect(readSlowPage(recorded('slow.ready-clipboard.html'), HOST)).to.deep.equal({ kind: 'ready', url: clipboard });
    expect(readSlowPage(recorded('slow.ready-link.html'), HOST)).to.deep.equal({
      kind: 'ready',
      url: `https://partner.example/d3/x/${MD5}.epub`,
    });
    expect(readSlowPage(recorded('slow.limit.html'), HOST)).to.deep.equal({ kind: 'limit' });
    expect(readSlowPage('<script>window.location.href = "https://partner.example/a.epub";</script>', HOST)).to.deep.include({
      kind: 'ready',
    });
  });

  it('accepts only addresses of files', () => {
    for (const url of [
      '/slow_download/x',
      `https://${HOST}/slow_download/a/0/0`,
      'javascript:alert(1)',
      'ftp://x.example/a',
      'https://a:b@x.example/a',
    ]) {
      expect(() => readSlowPage(`<p><a href="${url}">📚 Download now</a></p>`, HOST), url).to.throw(/not found: a countdown/);
    }
  });
});
