import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_OF_WEBHOOKS } from './crash-kills.spec.support.js';
import { createCrashStage, type CrashStage } from './crash-scene.spec.support.js';

interface Got {
  readonly id: string;
  readonly event: string;
}

describe('a server that is killed after a webhook took an event, before that is written down', function () {
  this.timeout(120_000);
  const got: Got[] = [];
  let stage: CrashStage;
  let receiver: Server;

  before(async () => {
    stage = await createCrashStage();
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        got.push(JSON.parse(Buffer.concat(chunks).toString()) as Got);
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  after(async () => {
    await stage?.close();
    receiver?.close();
  });

  it('sends it again with the same id', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const input = { name: 'Home', url, events: ['request_approved'], enabled: true };
    const { webhook } = await stage.admin.api.call<{ webhook: { id: string } }>('POST', '/api/admin/webhooks', input);

    await stage.arm(KILLS_OF_WEBHOOKS[0]);
    // the request is made and approved; the event goes out, and the server dies
    const asked = stage.ask(stage.nextScene().book).catch(() => undefined);
    await stage.server.exited;
    await stage.restart();
    await asked;
    const log = `/api/admin/webhooks/${webhook.id}/deliveries`;
    const delivered = async () => {
      const { items } = await stage.admin.api.call<{ items: { state: string; body: Got }[] }>('GET', log);
      return items.length > 0 && items.every(({ state }) => state === 'delivered') ? items : undefined;
    };
    const [line] = await until(delivered, { everyMs: 50, timeoutMs: 60_000, what: 'the event to be delivered' });

    const ids = got.filter(({ event }) => event === 'request_approved').map(({ id }) => id);
    expect(ids).to.have.length(2);
    expect(new Set([...ids, line?.body.id]).size).to.equal(1);
  });
});
