import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPostgresDatabase } from '@lectern/core/testing';
import { findPart, until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_OF_WEBHOOKS } from './crash-kills.spec.support.js';
import { createCrashStage, untilDead, type CrashStage } from './crash-scene.spec.support.js';

interface Got {
  readonly id: string;
  readonly event: string;
}

const dialects = ['sqlite', ...(findPart('postgres') === undefined ? [] : (['postgres'] as const))] as const;

for (const dialect of dialects) {
  describe(`a server on ${dialect} that is killed while it sends an event to a webhook`, () => {
    const got: Got[] = [];
    let stage: CrashStage;
    let receiver: Server;
    let webhookId: string;
    let drop: (() => Promise<void>) | undefined;

    before(async () => {
      const database = dialect === 'postgres' ? await createPostgresDatabase() : undefined;
      drop = database?.drop;
      stage = await createCrashStage(database ? { databaseUrl: database.url } : {});
      receiver = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          got.push(JSON.parse(Buffer.concat(chunks).toString()) as Got);
          response.end();
        });
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      const input = { name: 'Home', url, events: ['request_approved'], enabled: true };
      webhookId = (await stage.admin.api.call<{ webhook: { id: string } }>('POST', '/api/admin/webhooks', input)).webhook.id;
    });
    beforeEach(() => void got.splice(0));
    after(async () => {
      await stage?.close();
      await drop?.();
      receiver?.close();
    });

    for (const at of KILLS_OF_WEBHOOKS) {
      const times = at === 'webhook sent' ? 2 : 1;

      it(`sends it ${times === 1 ? 'once' : 'again with the same id'} after a kill at “${at}”`, async () => {
        await stage.arm(at);
        // the request is made and approved; the event goes out, and the server dies
        const asked = stage.ask(stage.nextScene().book).catch(() => undefined);
        await untilDead(stage, at);
        await stage.restart();
        await asked;
        const log = `/api/admin/webhooks/${webhookId}/deliveries`;
        const delivered = async () => {
          const { items } = await stage.admin.api.call<{ items: { state: string; body: Got }[] }>('GET', log);
          return got.length >= times && items.length > 0 && items.every(({ state }) => state === 'delivered') ? items : undefined;
        };
        const [line] = await until(delivered, { everyMs: 50, what: 'the event to be delivered' });

        const ids = got.filter(({ event }) => event === 'request_approved').map(({ id }) => id);
        expect(ids).to.have.length(times);
        expect(new Set([...ids, line?.body.id]).size).to.equal(1);
      });
    }
  });
}
