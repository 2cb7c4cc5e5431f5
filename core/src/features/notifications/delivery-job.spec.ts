import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { noteUncertain } from '../../platform/http-client/uncertain-faults.js';
import { createNotificationWorld, faultyOnce, type NotificationWorld } from './notification-world.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`notification delivery on ${dialect}`, () => {
    let world: NotificationWorld;
    let queue: JobQueue | undefined;
    let backendId: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createNotificationWorld(dialect);
      backendId = await world.addBackend(['request_available']);
    });
    afterEach(async () => {
      await queue?.stop();
      queue = undefined;
      await world?.dispose();
    });

    async function announce(): Promise<void> {
      const userId = await world.addUser('anna');
      const request = await world.addRequest(userId);
      await world.tx(async (tx) => {
        await tx.insert('audiobooks', {
          asin: request.asin,
          region: 'us',
          title: 'Dune',
          authors: '[{"name":"Frank Herbert"}]',
          narrators: '["Scott Brick"]',
          seriesList: '[]',
          genres: '[]',
          coverUrl: 'https://covers.example.org/dune.jpg',
          fetchedAt: world.clock.toISOString(),
        });
        await world.service.requestEvent(tx, 'request_available', request, '');
      });
    }

    async function run(): Promise<void> {
      queue = world.makeQueue();
      await queue.start();
      const end = Date.now() + 5000;
      for (;;) {
        await queue.idle();
        const open = (await world.deliveries()).some(({ state }) => state === 'queued' || state === 'sending');
        if (!open) return;
        if (Date.now() > end) throw new Error('deliveries did not end');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }

    it('does not wait for ever when its job is cancelled on the jobs page', async () => {
      await announce();
      const jobs = world.makeQueue();
      const [job] = (await jobs.list()).filter(({ name }) => name === 'notify.deliver');

      expect(await jobs.cancel(job?.id ?? '')).to.equal(true);
      await run();

      expect(world.received).to.deep.equal([]);
      expect((await world.deliveries()).map(({ state, error }) => ({ state, error }))).to.deep.equal([
        { state: 'failed', error: 'An admin cancelled its job.' },
      ]);
    });

    it('sends the rendered message once', async () => {
      await announce();
      await run();

      expect(world.received).to.have.length(1);
      const { integrationId, message } = world.received[0] as NotificationWorld['received'][number];
      expect(integrationId).to.equal(backendId);
      expect(message).to.deep.include({
        event: 'request_available',
        title: 'Available: Dune',
        lines: ['“Dune” by Frank Herbert is in the library.'],
        severity: 'success',
        coverUrl: 'https://covers.example.org/dune.jpg',
        fields: [
          { name: 'Author', value: 'Frank Herbert' },
          { name: 'Narrator', value: 'Scott Brick' },
          { name: 'Requested by', value: 'anna A.' },
        ],
      });
      expect(message.links[0]?.url).to.match(/^https:\/\/books\.example\/app\/requests\/[0-9a-f-]{36}$/);
      expect((await world.deliveries())[0]).to.include({ state: 'sent', error: null });
    });

    it('lets plugins change the text, but not the subject', async () => {
      await announce();
      world.host.transformed = (message) => ({ ...message, title: 'Ready!', event: 'other', dedupeKey: 'other' });
      await run();

      const message = world.received[0]?.message;
      expect(message).to.include({ title: 'Ready!', event: 'request_available' });
      expect(message?.dedupeKey).to.match(/^request_available:/);
    });

    it('retries temporary faults and then succeeds', async () => {
      await announce();
      world.behaviors.push(faultyOnce('INTEGRATION_UNAVAILABLE'), faultyOnce('INTEGRATION_RATE_LIMITED', { retryAfterMs: 40 }));
      const started = Date.now();
      await run();

      expect(world.received).to.have.length(3);
      // clocks and timers may differ by a millisecond or two
      expect(Date.now() - started).to.be.at.least(30);
      expect((await world.deliveries())[0]).to.include({ state: 'sent', error: null });
    });

    for (const code of [
      'INTEGRATION_UNAUTHORIZED',
      'INTEGRATION_FORBIDDEN',
      'INTEGRATION_NOT_FOUND',
      'INTEGRATION_MISCONFIGURED',
      'INTEGRATION_UNSUPPORTED',
      // the message may have arrived
      'INTEGRATION_BAD_RESPONSE',
    ] as const) {
      it(`gives up at once on ${code}`, async () => {
        await announce();
        world.behaviors.push(faultyOnce(code));
        await run();

        expect(world.received).to.have.length(1);
        expect((await world.deliveries())[0]).to.include({ state: 'failed', error: `Refused with ${code}.` });
      });
    }

    it('gives up after its last attempt, with the error', async () => {
      await announce();
      world.behaviors.push(...Array.from({ length: 20 }, () => faultyOnce('INTEGRATION_UNAVAILABLE')));
      await run();

      expect(world.received).to.have.length(10);
      expect((await world.deliveries())[0]).to.include({ state: 'failed', error: 'Refused with INTEGRATION_UNAVAILABLE.' });
    });

    it('does not send a message again that had left whole when the connection broke', async () => {
      await announce();
      world.behaviors.push(() =>
        Promise.reject(noteUncertain(new IntegrationError('INTEGRATION_UNAVAILABLE', 'It closed the connection'))),
      );
      await run();

      expect(world.received).to.have.length(1);
      expect((await world.deliveries())[0]).to.include({
        state: 'unknown',
        error: 'It closed the connection. It may or may not have arrived, so it is not sent again.',
      });
    });

    it('fails quietly if the integration was disabled or removed meanwhile', async () => {
      const removed = await world.addBackend(['request_available']);
      await announce();
      await world.tx(async (tx) => {
        await tx.run('UPDATE integrations SET enabled = ? WHERE id = ?', [false, backendId]);
        await tx.run('DELETE FROM integrations WHERE id = ?', [removed]);
      });
      await run();

      expect(world.received).to.deep.equal([]);
      expect((await world.deliveries()).map(({ state, error }) => [state, error])).to.have.deep.members([
        ['failed', 'Fake is switched off.'],
        ['failed', 'The integration was removed.'],
      ]);
    });

    it('does not send a message again that a dead process was sending', async () => {
      await announce();
      await world.tx((tx) => tx.run("UPDATE notification_deliveries SET state = 'sending'"));
      await run();

      expect(world.received).to.deep.equal([]);
      expect((await world.deliveries())[0]?.state).to.equal('unknown');
    });

    it('sends what a dead process had not begun, but not what it had sent', async () => {
      await announce();
      await world.tx((tx) => tx.run("UPDATE jobs SET state = 'running', attempt = 1 WHERE name = 'notify.deliver'"));
      await run();
      await queue?.stop();
      await world.tx((tx) => tx.run("UPDATE jobs SET state = 'queued' WHERE name = 'notify.deliver'"));
      await run();

      expect(world.received).to.have.length(1);
    });

    it('sends to one backend at a time, so that a kill affects at most one message', async () => {
      const states: string[][] = [];
      const look = async () => void states.push((await world.deliveries()).map(({ state }) => state).sort());
      world.behaviors.push(look, look);
      await announce();
      const request = await world.addRequest(await world.addUser('berta'));
      await world.tx((tx) => world.service.requestEvent(tx, 'request_available', request, ''));
      await run();

      expect(states).to.deep.equal([
        ['queued', 'sending'],
        ['sending', 'sent'],
      ]);
    });

    it('lets the others wait without trying once a backend accepts no messages for a while', async () => {
      world.behaviors.push(faultyOnce('INTEGRATION_RATE_LIMITED', { retryAfterMs: 400 }));
      await announce();
      for (const name of ['berta', 'carl', 'dora']) {
        const request = await world.addRequest(await world.addUser(name));
        await world.tx((tx) => world.service.requestEvent(tx, 'request_available', request, ''));
      }
      await run();

      expect(world.received, 'one refusal, then one call each').to.have.length(5);
      expect((await world.deliveries()).map(({ state }) => state)).to.deep.equal(['sent', 'sent', 'sent', 'sent']);
    });

    it('is not in transit while it waits for a limit, so that a kill loses nothing', async () => {
      await announce();
      world.behaviors.push(faultyOnce('INTEGRATION_RATE_LIMITED', { retryAfterMs: 60_000 }));
      queue = world.makeQueue();
      await queue.start();
      while (world.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await queue.idle();

      expect((await world.deliveries())[0]).to.include({ state: 'queued', error: 'Refused with INTEGRATION_RATE_LIMITED.' });
    });

    it('gives up at once if the wait would outlast the news', async () => {
      await announce();
      world.behaviors.push(faultyOnce('INTEGRATION_RATE_LIMITED', { retryAfterMs: 20 * 86_400_000 }));
      await run();

      expect(world.received).to.have.length(1);
      expect((await world.deliveries())[0]).to.include({ state: 'failed', error: 'Refused with INTEGRATION_RATE_LIMITED.' });
    });

    it('lets a message arrive while the server stops', async () => {
      await announce();
      let arrive: () => void = () => undefined;
      world.behaviors.push(() => new Promise((resolve) => (arrive = resolve)));
      queue = world.makeQueue();
      await queue.start();
      while (world.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const stopped = queue.stop();
      arrive();
      await stopped;

      expect((await world.deliveries())[0]?.state).to.equal('sent');
    });

    it('does not send a message again that was aborted in transit', async () => {
      await announce();
      world.behaviors.push(() => Promise.reject(new IntegrationError('INTEGRATION_ABORTED', 'Fake: send was cancelled.')));
      await run();

      expect(world.received).to.have.length(1);
      expect((await world.deliveries())[0]?.state).to.equal('unknown');
    });

    it('waits for a backend that is not ready, and drops yesterday’s news', async () => {
      await announce();
      world.host.isReady = false;
      queue = world.makeQueue();
      await queue.start();
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect((await world.deliveries())[0]?.state).to.equal('queued');
      await queue.stop();
      world.host.isReady = true;
      world.clock = new Date(Date.now() + 2 * 86_400_000);
      await run();

      expect(world.received).to.deep.equal([]);
      expect((await world.deliveries())[0]).to.include({ state: 'failed', error: 'It could not be delivered within a day.' });
    });
  });
}
