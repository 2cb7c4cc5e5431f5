import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createNotificationWorld, type NotificationWorld } from './notification-world.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`notification service on ${dialect}`, () => {
    let world: NotificationWorld;
    let userId: string;
    let adminId: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createNotificationWorld(dialect);
      userId = await world.addUser('anna');
      adminId = await world.addUser('root', { role: 'admin' });
      await world.addUser('gone', { role: 'admin', state: 'disabled' });
    });
    afterEach(() => world?.dispose());

    it('notifies active admins of a request that waits, and the requester of its approval', async () => {
      const request = await world.addRequest(userId, 'awaiting_approval');
      await world.tx((tx) => world.transitions.apply(tx, request.id, 'approve', { message: 'Approved.', reason: null }));

      const inbox = await world.inbox();
      expect(inbox.map((note) => [note.userId, note.event])).to.deep.equal([
        [adminId, 'request_pending_approval'],
        [userId, 'request_approved'],
      ]);
      expect(inbox[0]).to.include({ title: 'Approval needed: Dune {user}', lines: '["anna A. requests “Dune {user}” by Frank Herbert."]' });
      expect(world.live.map((event) => [event.type, event.audience])).to.deep.equal([
        ['notification', { users: [adminId], andAdmins: false }],
        ['notification', { users: [userId], andAdmins: false }],
      ]);
    });

    it('tells programs the book, the request in its new state and who asked, and nobody’s words', async () => {
      const request = await world.addRequest(userId, 'awaiting_approval');
      await world.tx((tx) => world.transitions.apply(tx, request.id, 'approve', { message: 'Approved.', reason: null }));

      const { at, dedupeKey, ...told } = world.announced[1] ?? {};
      expect({ at, dedupeKey: dedupeKey?.split(':')[0] }).to.deep.equal({ at: world.clock.toISOString(), dedupeKey: 'request_approved' });
      expect(told).to.deep.equal({
        event: 'request_approved',
        title: 'Approved: Dune {user}',
        path: `/requests/${request.id}`,
        subject: {
          book: { asin: 'B017V4IM1G', title: 'Dune {user}', authors: ['Frank Herbert'] },
          request: { id: request.id, type: 'audiobook', status: 'pending' },
          user: 'anna A.',
        },
      });
    });

    it('tells admins the note of who asks, as one line that is not too long, and tells it to nobody else', async () => {
      await world.addBackend(['request_pending_approval', 'request_approved']);
      const request = await world.addRequest(userId);
      const note = `For the\n\tlong *drive* {user} ${'x'.repeat(900)}`;
      for (const event of ['request_pending_approval', 'request_approved'] as const) {
        await world.tx((tx) => world.service.requestEvent(tx, event, { ...request, version: 7, note }, ''));
      }

      const lines = (await world.inbox()).filter(({ lines }) => lines.includes('drive'));
      expect(lines.map(({ userId: who, event }) => [who, event])).to.deep.equal([[adminId, 'request_pending_approval']]);
      const [, line = ''] = JSON.parse(lines[0]?.lines ?? '[]') as string[];
      expect(line).to.match(/^Note: “For the long \*drive\* \{user\} x+…”$/);
      expect([...line].length).to.equal(300 + 'Note: “”'.length);
    });

    it('notifies subscribers, too, and admins of errors with the reason', async () => {
      const friendId = await world.addUser('friend');
      const request = await world.addRequest(userId);
      await world.tx((tx) =>
        tx.insert('request_subscribers', { requestId: request.id, userId: friendId, createdAt: world.clock.toISOString() }),
      );
      await world.tx((tx) => world.service.requestEvent(tx, 'request_error', request, 'The disk is full.'));

      const errors = (await world.inbox()).filter((note) => note.event === 'request_error');
      expect(errors.map((note) => note.userId)).to.have.members([userId, friendId, adminId]);
      expect(JSON.parse(errors[0]?.lines ?? '[]')).to.include('The disk is full.');
    });

    it('records an event once, and a second failure again', async () => {
      await world.addBackend(['request_error']);
      const request = await world.addRequest(userId);
      const told = (version: number) =>
        world.tx((tx) => world.service.requestEvent(tx, 'request_error', { ...request, version }, 'It failed.'));
      await told(5);
      await told(5);
      await told(9);

      expect((await world.inbox()).filter((note) => note.event === 'request_error' && note.userId === userId)).to.have.length(2);
      expect(await world.deliveries()).to.have.length(2);
    });

    it('reports an available book once, even if the library loses and finds it', async () => {
      await world.addBackend(['request_available']);
      const request = await world.addRequest(userId);
      for (const version of [7, 9]) {
        await world.tx((tx) => world.service.requestEvent(tx, 'request_available', { ...request, version }, ''));
      }
      expect(await world.deliveries()).to.have.length(1);
    });

    it('reports an available book again to who retried the request in between', async () => {
      await world.addBackend(['request_available']);
      const request = await world.addRequest(userId);
      const tell = () => world.tx((tx) => world.service.requestEvent(tx, 'request_available', request, ''));
      await tell();
      await tell();
      for (const event of ['cancel', 'retry'] as const) {
        await world.tx((tx) => world.transitions.apply(tx, request.id, event, { message: 'Again.', reason: null }));
      }
      await tell();
      await tell();

      expect(await world.deliveries()).to.have.length(2);
      expect((await world.inbox()).filter(({ event }) => event === 'request_available')).to.have.length(2);
    });

    it('queues deliveries only for enabled backends with the event, and nothing from a rollback', async () => {
      const wanted = await world.addBackend(['request_available', 'request_error']);
      await world.addBackend(['request_available']);
      await world.addBackend(['request_error'], { enabled: false });
      const request = await world.addRequest(userId);
      const fails = world.tx(async (tx) => {
        await world.service.requestEvent(tx, 'request_error', request, 'No.');
        throw new Error('rolled back');
      });
      await fails.catch(() => undefined);
      expect(await world.deliveries()).to.deep.equal([]);
      const before = world.live.length;

      await world.tx((tx) => world.service.requestEvent(tx, 'request_error', request, 'No.'));

      expect((await world.deliveries()).map((delivery) => delivery.integrationId)).to.deep.equal([wanted]);
      expect(world.live.length - before).to.equal(2);
    });

    it('notifies admins about an integration, but never through that integration', async () => {
      const broken = await world.addBackend(['integration_unhealthy']);
      const other = await world.addBackend(['integration_unhealthy']);
      await world.tx((tx) =>
        world.service.integrationEvent(tx, 'integration_unhealthy', { id: broken, name: 'Fake' }, 'Its key is refused.'),
      );

      expect(await world.inbox()).to.deep.equal([
        {
          userId: adminId,
          event: 'integration_unhealthy',
          title: 'Fake does not work',
          lines: '["Fake does not work at present.","Its key is refused."]',
        },
      ]);
      expect((await world.deliveries()).map((delivery) => delivery.integrationId)).to.deep.equal([other]);
    });
  });
}
