import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { RequestEvent } from '../lifecycle/machine.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { createNotificationWorld, type NotificationWorld } from './notification-world.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`messages that events overtake on ${dialect}`, () => {
    let world: NotificationWorld;
    let queue: JobQueue | undefined;
    let annaId: string;
    let rootId: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createNotificationWorld(dialect);
      annaId = await world.addUser('anna', { email: 'anna@example.org' });
      rootId = await world.addUser('root', { role: 'admin', email: 'root@example.org' });
      world.ways.owners.add(rootId);
      await world.addBackend(['request_pending_approval', 'request_approved', 'request_cancelled', 'request_denied']);
    });
    afterEach(async () => {
      await queue?.stop();
      queue = undefined;
      await world?.dispose();
    });

    const move = (request: RequestRow, event: RequestEvent) =>
      world.tx((tx) => world.transitions.apply(tx, request.id, event, { message: 'moved', reason: null }));

    /** Sends what waits. */
    async function send(): Promise<void> {
      queue ??= world.makeQueue();
      await queue.start();
      for (;;) {
        await queue.idle();
        const states = [...(await world.deliveries()), ...(await world.personalDeliveries())].map(({ state }) => state);
        if (!states.some((state) => state === 'queued' || state === 'sending')) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await queue.stop();
      queue = undefined;
    }

    const channel = () => world.received.map(({ message }) => message.title.split(':')[0]);
    const reached = (to: string) =>
      world.ways.reached.filter((one) => one.to === to).map(({ way, title }) => `${way} ${title.split(':')[0]}`);

    it('are not sent once the request was decided, by any way, and say why', async () => {
      const request = await world.addRequest(annaId, 'awaiting_approval');
      await move(request, 'deny');
      await send();

      expect(channel()).to.deep.equal(['Denied']);
      expect([...reached(rootId), ...reached('root@example.org')]).to.deep.equal([]);
      const dropped = [...(await world.deliveries()), ...(await world.personalDeliveries())].filter(({ state }) => state === 'dropped');
      expect(dropped.map(({ error }) => error)).to.deep.equal(
        Array.from({ length: 3 }, () => 'The request was decided before this was sent.'),
      );
    });

    it('are sent while nobody has decided, and after a denial was taken back', async () => {
      const request = await world.addRequest(annaId, 'awaiting_approval');
      await move(request, 'deny');
      await move(request, 'denial_undone');
      await send();

      expect(channel()).to.include('Approval needed');
      expect(reached('root@example.org')).to.deep.equal(['mail Approval needed']);
    });

    it('tell nobody of a request that was cancelled before they left', async () => {
      const waiting = await world.addRequest(annaId, 'awaiting_approval');
      await move(waiting, 'cancel');
      const approved = await world.addRequest(annaId);
      await move(approved, 'cancel');
      await send();

      expect(channel()).to.deep.equal([]);
      expect(reached('root@example.org')).to.deep.equal([]);
      expect(reached('anna@example.org')).to.deep.equal([]);
    });

    it('are no reason to be silent about the end of what people were told', async () => {
      const request = await world.addRequest(annaId, 'awaiting_approval');
      await send();
      await move(request, 'cancel');
      await send();

      expect(channel()).to.deep.equal(['Approval needed', 'Cancelled']);
    });

    it('still tell who joined another request that theirs was approved', async () => {
      const request = await world.addRequest(annaId, 'awaiting_approval');
      await move(request, 'joined_other');
      await send();

      expect(channel()).to.deep.equal(['Approved']);
    });

    it('tell nobody a second time of a book that is asked for and cancelled again and again', async () => {
      world.clock = new Date(world.clock.getTime() - 2 * 3_600_000);
      for (let n = 0; n < 5; n += 1) {
        const request = await world.addRequest(annaId, 'awaiting_approval');
        await send();
        await move(request, 'cancel');
        await send();
        world.clock = new Date(world.clock.getTime() + 60_000);
      }

      expect(channel()).to.deep.equal(['Approval needed', 'Cancelled']);
      expect(reached('root@example.org')).to.deep.equal(['mail Approval needed']);
      expect((await world.inbox()).filter(({ userId }) => userId === rootId)).to.have.lengthOf(1);
    });

    it('tell of it again an hour later', async () => {
      // jobs wait by the real clock, which must not be behind
      world.clock = new Date(world.clock.getTime() - 2 * 3_600_000);
      await move(await world.addRequest(annaId, 'awaiting_approval'), 'cancel');
      const first = await world.addRequest(annaId, 'awaiting_approval');
      await send();
      await move(first, 'cancel');
      world.clock = new Date(world.clock.getTime() + 61 * 60_000);
      await world.addRequest(annaId, 'awaiting_approval');
      await send();

      expect(channel().filter((title) => title === 'Approval needed')).to.have.lengthOf(2);
    });
  });
}
