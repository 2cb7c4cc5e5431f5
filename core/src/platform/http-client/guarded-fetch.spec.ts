import { expect } from 'chai';
import { startLocalServer, type LocalServer } from './__fixtures__/local-server.js';
import { createGuardedFetch } from './guarded-fetch.js';

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no fault',
    (error: Error) => error.message,
  );
}

describe('guarded fetch', () => {
  let server: LocalServer;
  before(async () => {
    server = await startLocalServer((seen, res) => {
      res.setHeader('content-type', seen.url === '/page' ? 'text/html' : 'image/png; x=1');
      res.end('x'.repeat(seen.url === '/big' ? 5000 : 5));
    });
  });
  after(() => server.close());

  it('reaches no private host that is not listed', async () => {
    const fetch = createGuardedFetch({ userAgent: 'test' });

    expect(await messageOf(fetch({ url: `${server.url}/a.png` }))).to.match(/private network/);
    expect(await messageOf(fetch({ url: 'file:///etc/passwd' }))).to.match(/Only http/);
    expect(server.seen).to.have.length(0);
  });

  it('fetches from listed hosts, within the accepted media types and sizes', async () => {
    const fetch = createGuardedFetch({ userAgent: 'test', allowPrivateHosts: [`127.0.0.1:${server.port}`] });
    const rules = { contentTypes: ['image/png'], maxBytes: 1000 };

    const answer = await fetch({ url: `${server.url}/a.png`, ...rules });

    expect(answer.body).to.have.length(5);
    expect(await messageOf(fetch({ url: `${server.url}/page`, ...rules }))).to.match(/sent text\/html where image\/png was expected/);
    expect(await messageOf(fetch({ url: `${server.url}/big`, ...rules }))).to.match(/more than the 1,000 bytes/);
  });
});
