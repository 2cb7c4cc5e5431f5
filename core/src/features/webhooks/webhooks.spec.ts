import { inEnglish } from '../../platform/words/index.js';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { giveUpWebhooksUntil } from './delivery-store.js';
import { createWebhookWorld, type WebhookWorld } from './webhook-world.spec.support.js';

const HOUR_MS = 3_600_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`webhooks on ${dialect}`, () => {
    let world: WebhookWorld;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createWebhookWorld(dialect);
    });
    afterEach(() => world?.dispose());

    const logOf = async (id: string) =>
      (await world.outbox.page(id, { page: 1, limit: 100 })).items.map(({ error, ...line }) => ({
        ...line,
        error: error && inEnglish(error),
      }));
    const webhook = async (id: string) => (await world.service.list()).find((one) => one.id === id);

    it('get an event with its id, its data and a signature over exactly the bytes that were sent', async () => {
      const { webhook: made, secret } = await world.add();

      await world.announce();
      await world.run();

      const [seen] = world.receiver.seen;
      const [body] = world.bodies();
      const id = String(seen?.headers['webhook-id']);
      const signed = `${id}.${String(seen?.headers['webhook-timestamp'])}.${Buffer.from(seen?.body ?? '', 'latin1').toString('utf8')}`;
      const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(signed)
        .digest('base64');
      expect(seen).to.include({ method: 'POST', url: '/hook' });
      expect(seen?.headers['content-type']).to.equal('application/json');
      expect(seen?.headers['webhook-signature']).to.equal(`v1,${expected}`);
      expect(body).to.deep.equal({
        id,
        event: 'integration_unhealthy',
        at: new Date(world.state.clock).toISOString(),
        data: {
          title: 'Plex does not work',
          integration: { id: 'Plex', name: 'Plex' },
          link: 'https://books.example/app/admin/integrations',
        },
      });
      expect((await logOf(made.id))[0]).to.include({ state: 'delivered', attempts: 1, status: 200, answer: 'thanks', error: null });
      expect(await webhook(made.id)).to.include({ failingSince: null, deliveredAt: body?.at, waiting: 0 });
    });

    it('get only the events that were chosen, and none while they are switched off', async () => {
      await world.add({ events: ['request_available'] });
      await world.add({ enabled: false });
      const { webhook: wants } = await world.add({ events: ['integration_unhealthy', 'request_available'] });

      await world.announce();
      await world.run();

      expect(world.receiver.seen).to.have.length(1);
      expect(await logOf(wants.id)).to.have.length(1);
    });

    it('get nothing of a transaction that is rolled back, and a repeated event once', async () => {
      await world.add();
      const user = { id: 'u1', name: 'anna' };

      await world.database
        .transaction(async (tx) => {
          await world.notifications.userEvent(tx, 'user_pending', user);
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      await world.run();
      expect(world.receiver.seen).to.have.length(0);
      for (let times = 0; times < 2; times += 1) {
        await world.database.transaction((tx) => world.notifications.userEvent(tx, 'user_pending', user));
      }
      await world.run();

      expect(world.bodies().map(({ data }) => data)).to.deep.equal([
        { title: 'New user: anna', user: 'anna', link: 'https://books.example/app/admin/users' },
      ]);
    });

    it('get the same event with the same id until they take it', async () => {
      const { webhook: made } = await world.add();
      const refuse = (status: number) => (res: ServerResponse) => void res.writeHead(status).end('not now');
      world.state.answers.push(refuse(500), refuse(503));

      await world.announce();
      await world.run();
      const [first] = await logOf(made.id);
      expect(first).to.include({ state: 'queued', attempts: 1, status: 500, answer: 'not now' });
      expect(Date.parse(first?.nextAt ?? '') - world.state.clock).to.equal(10_000);
      expect((await webhook(made.id))?.failingSince).to.equal(new Date(world.state.clock).toISOString());
      await world.run();
      expect(world.receiver.seen, 'nothing before its time').to.have.length(1);
      for (const wait of [10_000, 30_000]) {
        world.state.clock += wait;
        await world.run();
      }

      const bodies = world.bodies();
      expect(bodies).to.have.length(3);
      expect(new Set(bodies.map(({ id }) => id)).size).to.equal(1);
      expect(new Set(world.receiver.seen.map(({ body }) => body)).size).to.equal(1);
      expect((await logOf(made.id))[0]).to.include({ state: 'delivered', attempts: 3, nextAt: null, error: null });
      expect((await webhook(made.id))?.failingSince).to.equal(null);
    });

    it('are given up after about a day of failures, say so, and are sent again when a person wants it', async () => {
      const { webhook: made } = await world.add();
      const began = world.state.clock;
      world.state.answers.push(...Array.from({ length: 12 }, () => (res: ServerResponse) => void res.writeHead(500).end()));

      await world.announce();
      for (let runs = 0; runs < 20; runs += 1) {
        await world.run();
        const nextAt = (await logOf(made.id))[0]?.nextAt;
        if (nextAt) world.state.clock = Date.parse(nextAt);
      }

      const [given] = await logOf(made.id);
      expect(world.state.clock - began).to.be.within(23 * HOUR_MS, 25 * HOUR_MS);
      expect(given).to.include({ state: 'failed', attempts: 12, nextAt: null });
      expect(inEnglish(given?.error ?? '')).to.match(/HTTP 500.*It was given up after 12 attempts in about 24 hours\.$/);
      expect(await webhook(made.id)).to.include({ failingSince: new Date(began).toISOString(), waiting: 0 });
      await world.outbox.sendAgain(made.id, given?.id ?? '', world.admin);
      await world.run();

      const { items } = await world.people.audit.list({ page: 1, limit: 10, action: 'webhook.sent_again' });
      expect(items.map(({ actorName, targetId }) => [actorName, targetId])).to.deep.equal([['ada', made.id]]);
      expect((await logOf(made.id))[0]).to.include({ state: 'delivered', attempts: 1 });
      expect(new Set(world.bodies().map(({ id }) => id)).size).to.equal(1);
    });

    it('are sent again what a process was sending when it died', async () => {
      const { webhook: made } = await world.add();
      await world.announce();
      await world.run();
      // the receiver has it, but the server died before it could note that
      await world.database.transaction(async (tx) => {
        await tx.run("UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_at = created_at");
        await tx.run("UPDATE jobs SET state = 'running', attempt = 1, finished_at = NULL WHERE name = 'webhooks.deliver'");
      });

      await world.run();

      const ids = world.bodies().map(({ id }) => id);
      expect(ids).to.have.length(2);
      expect(ids[0]).to.equal(ids[1]);
      expect((await logOf(made.id))[0]).to.include({ state: 'delivered' });
    });

    it('do not wait for one that is slow, and get four events at the same time', async () => {
      const held: (() => void)[] = [];
      const slow = await world.add({ url: `${world.receiver.url}/slow`, events: ['integration_unhealthy'] });
      for (let count = 0; count < 6; count += 1) await world.announce(`Plex ${count}`);
      world.state.answers.push(...Array.from({ length: 4 }, () => (res: ServerResponse) => void held.push(() => res.end())));
      const queue = world.makeQueue();
      await queue.start();
      while (held.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      const quick = await world.add({ url: `${world.receiver.url}/quick`, events: ['user_pending'] });

      await world.database.transaction((tx) => world.notifications.userEvent(tx, 'user_pending', { id: 'u', name: 'anna' }));
      while (!world.receiver.seen.some(({ url }) => url === '/quick')) await new Promise((resolve) => setTimeout(resolve, 5));

      expect(world.receiver.seen.filter(({ url }) => url === '/slow')).to.have.length(4);
      held.forEach((answer) => answer());
      await queue.idle();
      await queue.stop();
      expect((await logOf(slow.webhook.id)).map(({ state }) => state)).to.deep.equal(Array(6).fill('delivered'));
      expect((await logOf(quick.webhook.id))[0]).to.include({ state: 'delivered' });
    });

    it('keep their secret to themselves: it is answered once, stored sealed, and a new one replaces it', async () => {
      const api = await world.http.as('admin');
      const input = { name: 'Home', url: `${world.receiver.url}/hook`, events: null, enabled: true };
      const { status, body } = await api.post<{ webhook: { id: string }; secret: string }>('/api/admin/webhooks', input);
      expect(status).to.equal(201);
      expect(body.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const path = `/api/admin/webhooks/${body.webhook.id}`;

      const renewed = await api.post<{ secret: string }>(`${path}/secret`);
      await api.post(`${path}/test`);
      const answers = [await api.get('/api/admin/webhooks'), await api.patch(path, { name: 'House' }), await api.get(`${path}/deliveries`)];

      expect(renewed.body.secret)
        .to.match(/^whsec_/)
        .and.not.equal(body.secret);
      expect(JSON.stringify(answers.map((answer) => answer.body))).not.to.contain('whsec_');
      const rows = await world.database.read.all<{ secretSealed: string }>('SELECT secret_sealed FROM webhooks');
      expect(rows[0]?.secretSealed).to.match(/^v1\.k1\./);
      expect((await world.database.read.all('SELECT * FROM audit_log')).map((row) => JSON.stringify(row)).join()).not.to.contain('whsec_');
      const actions = (await world.people.audit.list({ page: 1, limit: 10, group: 'webhook' })).items.map(({ action, detail }) => [
        action,
        detail,
      ]);
      const detail = { name: 'Home', host: `127.0.0.1:${world.receiver.port}` };
      expect(actions.reverse()).to.deep.equal([
        ['webhook.created', detail],
        ['webhook.renewed', detail],
        ['webhook.tested', { ...detail, delivered: true }],
        ['webhook.updated', { ...detail, name: 'House', changed: ['name'] }],
      ]);
    });

    it('are tried with a test event, whose answer is told and noted', async () => {
      const api = await world.http.as('admin');
      const { webhook: made } = await world.add({ events: ['request_available'] });
      world.state.answers.push((res) => void res.writeHead(418).end('I am a teapot'));

      const { body } = await api.post<{ tookMs: number }>(`/api/admin/webhooks/${made.id}/test`);

      const { tookMs, ...rest } = body;
      const error = `127.0.0.1:${world.receiver.port} did not take the event (HTTP 418).`;
      expect(tookMs).to.be.within(0, 5000);
      expect(rest).to.deep.equal({ delivered: false, status: 418, answer: 'I am a teapot', error });
      expect(world.bodies()[0]).to.include({ event: 'test' });
      expect((await logOf(made.id))[0]).to.include({ state: 'failed', attempts: 1, error, nextAt: null });
    });

    it('are for admins alone, and there are at most twenty', async () => {
      const { webhook: made } = await world.add();
      const path = `/api/admin/webhooks/${made.id}`;
      expect((await (await world.http.as('user')).get('/api/admin/webhooks')).status).to.equal(403);
      expect((await (await world.http.as('user')).post(`${path}/test`)).status).to.equal(403);
      for (let count = 1; count < 20; count += 1) await world.add();

      const api = await world.http.as('admin');
      const one = { name: 'x', url: 'https://hooks.example', events: null, enabled: true };

      expect(await api.post('/api/admin/webhooks', one)).to.have.nested.property('body.code', 'too_many_webhooks');
      expect(await api.patch(path, { url: 'ftp://hooks.example' })).to.have.nested.property('body.code', 'webhook_address');
      expect((await api.delete(path)).status).to.equal(204);
      expect((await world.people.audit.list({ page: 1, limit: 5, action: 'webhook.deleted' })).total).to.equal(1);
      expect((await api.get(`${path}/deliveries`)).status).to.equal(404);
    });

    it('are not sent what waited when they are switched off, until a person sends it again', async () => {
      const { webhook: made } = await world.add();
      await world.announce();

      await world.service.change(made.id, { enabled: false }, world.admin);
      await world.run();

      const [line] = await logOf(made.id);
      expect(world.receiver.seen).to.have.length(0);
      expect(line).to.include({ state: 'failed', error: 'The webhook was switched off.' });
      const api = await world.http.as('admin');
      const again = await api.post(`/api/admin/webhooks/${made.id}/deliveries/${line?.id}/again`);
      expect(again).to.have.nested.property('body.code', 'webhook_off');
    });

    it('that are deleted while an event happens do not keep it from happening', async () => {
      const { webhook: deleted } = await world.add();
      const { webhook: stays } = await world.add();
      let announced: Promise<void> | undefined;

      await world.database.transaction(async (tx) => {
        await tx.run('DELETE FROM webhooks WHERE id = ?', [deleted.id]);
        announced = world.announce();
        announced.catch(() => undefined);
        await pause(100);
      });
      await announced;

      expect(await logOf(stays.id)).to.have.length(1);
    });

    it('are not sent what was written for them in the moment that they were switched off', async () => {
      const { webhook: made } = await world.add();
      await world.announce();
      // as a transaction that began before leaves it
      await world.database.transaction((tx) => tx.run('UPDATE webhooks SET enabled = ? WHERE id = ?', [false, made.id]));

      await world.run();

      expect(world.receiver.seen).to.deep.equal([]);
      expect((await logOf(made.id))[0]).to.include({ state: 'failed', attempts: 0, error: 'The webhook was switched off.' });
    });

    it('do not repeat by themselves what waited in a backup', async () => {
      const { webhook: made } = await world.add();
      await world.announce();

      await world.database.transaction((tx) => giveUpWebhooksUntil(tx, new Date(world.state.clock).toISOString(), 'Restored.'));
      await world.outbox.resume();
      await world.run();

      expect(world.receiver.seen).to.have.length(0);
      expect((await logOf(made.id))[0]).to.include({ state: 'failed', error: 'Restored.' });
    });

    it('are sent what was written while the clock of the server was far ahead', async () => {
      const { webhook: made } = await world.add();
      world.state.clock += 365 * 24 * HOUR_MS;
      await world.announce();
      world.state.clock -= 365 * 24 * HOUR_MS;

      await world.outbox.resume();
      await world.run();

      expect((await logOf(made.id))[0]).to.include({ state: 'delivered', attempts: 1 });
    });

    it('resume what waits without a job', async () => {
      await world.add();
      await world.announce();
      await world.database.transaction((tx) => tx.run('DELETE FROM jobs'));

      await world.outbox.resume();
      await world.run();

      expect(world.receiver.seen).to.have.length(1);
    });

    it('keep a log of 30 days and of a thousand events, and what waits in any case', async () => {
      const { webhook: old } = await world.add();
      await world.announce();
      await world.run();
      const { webhook: many } = await world.add();
      world.state.clock += 31 * 24 * HOUR_MS;
      await world.service.change(old.id, { events: ['user_pending'] }, world.admin);
      for (let count = 0; count < 1003; count += 1) await world.announce(`Plex ${count}`);
      await world.database.transaction((tx) =>
        tx.run("UPDATE webhook_deliveries SET state = 'delivered', next_at = NULL WHERE data NOT LIKE '%Plex 0 %'"),
      );

      expect(await world.log.prune()).to.equal(3);

      expect(await logOf(old.id)).to.deep.equal([]);
      const { total } = await world.outbox.page(many.id, { page: 1, limit: 10 });
      expect(total, 'the newest thousand, and one that waits').to.equal(1001);
    });
  });
}
