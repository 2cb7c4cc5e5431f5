import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import type { FaultTarget } from './contract/fault.js';
import { faultRows } from './fault-rows.js';
import { createTestContext } from './test-context.js';

type Fault = Parameters<FaultTarget['fail']>[0];

/** The smallest service that can fail. */
async function startService(): Promise<FaultTarget & { url: string; close(): void }> {
  let fault: Fault | undefined;
  const server: Server = createServer((req, res) => {
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') return void req.socket.destroy();
    if (fault?.kind === 'status') return void res.writeHead(fault.status ?? 500, { 'retry-after': String(fault.retryAfter ?? 0) }).end();
    res.end(fault?.kind === 'malformed' ? '{"a":' : fault?.kind === 'html' ? '<html>' : '{"a":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (next) => (fault = next),
    heal: () => (fault = undefined),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('createTestContext', () => {
  it('reaches only the hosts in the settings', async () => {
    const service = await startService();
    const context = createTestContext({ settings: { baseUrl: `${service.url}/sub` } });
    const foreign = createTestContext({ settings: { baseUrl: 'http://example.org' } });

    const answer = await context.http.request({ url: service.url });
    const refusal = await foreign.http.request({ url: service.url }).catch((error: { code: string }) => error.code);
    service.close();

    expect(answer.json()).to.deep.equal({ a: 1 });
    expect(context.requests).to.have.length(1);
    expect(refusal).to.equal('INTEGRATION_MISCONFIGURED');
  });

  it('stores, logs, and moves its clock', async () => {
    const context = createTestContext({ settings: {}, now: 1000 });

    await context.storage.set('k', { list: [1] });
    context.log.warn('something', { n: 1 });
    context.advance(500);

    expect(await context.storage.get('k')).to.deep.equal({ list: [1] });
    expect(context.logs).to.deep.equal([{ level: 'warn', message: 'something', fields: { n: 1 } }]);
    expect(context.now()).to.equal(1500);
  });

  it('cleans up when aborted', () => {
    const context = createTestContext({ settings: {} });
    const { dataDir } = context;
    const existed = existsSync(dataDir);

    context.abort();

    expect(existed).to.equal(true);
    expect(context.signal.aborted).to.equal(true);
    expect(existsSync(dataDir)).to.equal(false);
  });
});

faultRows('ctx.http', {
  secrets: ['PLANTED-SECRET'],
  async setUp(timeoutMs) {
    const service = await startService();
    const context = createTestContext({ settings: { baseUrl: service.url, apiKey: 'PLANTED-SECRET' }, timeoutMs });
    return {
      target: service,
      logs: context.logs,
      call: async (signal) => {
        const answer = await context.http.request({
          url: `${service.url}/?key=PLANTED-SECRET`,
          headers: { 'x-api-key': 'PLANTED-SECRET' },
          signal,
        });
        return answer.json();
      },
      tearDown: () => service.close(),
    };
  },
});
