import { inEnglish } from '../../platform/words/index.js';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { WebhookDeliveryEntity } from './entities.js';
import { MOST_WAITING } from './pause-webhook.js';
import { createWebhookWorld, type WebhookWorld } from './webhook-world.spec.support.js';

const DAY_MS = 86_400_000;
const refuse = (res: ServerResponse) => void res.writeHead(500).end();

for (const dialect of SERVICE_DIALECTS) {
  describe(`a webhook whose receiver is dead on ${dialect}`, () => {
    let world: WebhookWorld;
    let id: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
    });
    beforeEach(async () => {
      world = await createWebhookWorld(dialect);
      ({ id } = (await world.add()).webhook);
      await world.people.users.create({ username: 'root', password: 'correct horse battery', role: 'admin' }, { name: 'spec' });
    });
    afterEach(() => world?.dispose());

    const listed = async () => (await world.service.list()).find((one) => one.id === id);
    const told = () =>
      world.database.read.all<{ event: string; title: string }>("SELECT event, title FROM notifications WHERE event = 'webhook_paused'");
    const refuseNext = (count: number) => world.state.answers.push(...Array.from({ length: count }, () => refuse));
    const failSince = (days: number) =>
      world.database.transaction((tx) =>
        tx.run('UPDATE webhooks SET failing_since = ? WHERE id = ?', [new Date(world.state.clock - days * DAY_MS).toISOString(), id]),
      );

    /** Writes events as if they had been announced, so many that announcing them would take long. */
    async function pileUp(count: number): Promise<void> {
      const at = new Date(world.state.clock).toISOString();
      for (let written = 0; written < count; written += 500) {
        const rows = Array.from({ length: Math.min(500, count - written) }, (_, place) => ({
          id: uuid(),
          webhookId: id,
          eventId: uuid(),
          event: 'user_pending',
          dedupeKey: `pile:${written + place}`,
          data: JSON.stringify({ title: 'New user: anna' }),
          state: 'queued' as const,
          attempts: 0,
          nextAt: at,
          createdAt: at,
        }));
        await world.database.transaction((tx) => tx.upsert(WebhookDeliveryEntity, rows, { conflict: ['webhookId', 'dedupeKey'] }));
      }
      await world.outbox.resume();
    }

    it('is paused when an event is given up after days without a success, and the admins are told', async () => {
      await failSince(4);
      await world.announce();
      await world.database.transaction((tx) => tx.run('UPDATE webhook_deliveries SET attempts = 11'));
      refuseNext(1);

      await world.run();

      expect(await listed()).to.include({ enabled: false, pausedBecause: 'failing', waiting: 0 });
      expect(await told()).to.deep.equal([{ event: 'webhook_paused', title: 'Webhook paused: Home' }]);
      await world.announce('Another');
      await world.run();
      expect(world.receiver.seen, 'nothing more is sent').to.have.length(1);
      const { items } = await world.outbox.page(id, { page: 1, limit: 10 });
      expect(
        items.map(({ state }) => state),
        'nothing more is written',
      ).to.deep.equal(['failed']);
    });

    it('goes on after one failure, however long ago the last success was', async () => {
      await failSince(40);
      await world.announce();
      refuseNext(1);

      await world.run();

      expect(await listed()).to.include({ enabled: true, pausedBecause: null, waiting: 1 });
    });

    it('is paused when it fails while too much waits, and what waits is given up with the reason', async () => {
      await pileUp(MOST_WAITING + 50);
      refuseNext(4);

      await world.run();

      expect(await listed()).to.include({ enabled: false, pausedBecause: 'too_many_waiting', waiting: 0 });
      expect(world.receiver.seen, 'it is asked once more at most, four at a time').to.have.length(4);
      expect(await told()).to.have.length(1);
      const { items, total } = await world.outbox.page(id, { page: 1, limit: 1 });
      expect(inEnglish(items[0]?.error ?? '')).to.match(
        /^The webhook was paused, because it failed while more than 10,000 events waited for it\.$/,
      );
      expect(total).to.equal(MOST_WAITING + 50);
      await world.log.prune();
      expect((await world.outbox.page(id, { page: 1, limit: 1 })).total, 'the log is bounded').to.equal(1000);
    });

    it('is judged anew once an admin switches it on again', async () => {
      await failSince(4);
      await world.announce();
      await world.database.transaction((tx) => tx.run('UPDATE webhook_deliveries SET attempts = 11'));
      refuseNext(1);
      await world.run();

      const renamed = await world.service.change(id, { name: 'House' }, world.admin);
      expect(renamed, 'another change leaves it off').to.include({ enabled: false, pausedBecause: 'failing' });
      const on = await world.service.change(id, { enabled: true }, world.admin);
      expect(on).to.include({ enabled: true, pausedBecause: null, failingSince: null });
      await world.announce('Again');
      await world.run();

      expect((await listed())?.deliveredAt).to.be.a('string');
    });
  });
}
