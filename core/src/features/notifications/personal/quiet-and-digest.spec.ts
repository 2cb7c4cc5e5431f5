import { expect } from 'chai';
import { hasPostgres } from '../../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../../platform/db/test-dialects.js';
import type { JobDefinition } from '../../../platform/jobs/job-queue.js';
import { createNotificationWorld, type NotificationWorld } from '../notification-world.spec.support.js';
import { digestJob } from './digest-job.js';
import { personalDeliveryJob } from './personal-delivery-job.js';

const DAY_MS = 86_400_000;

for (const dialect of SERVICE_DIALECTS) {
  describe(`quiet hours and digests on ${dialect}`, () => {
    let world: NotificationWorld;
    let annaId: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createNotificationWorld(dialect);
      world.clock = new Date('2026-03-02T21:30:00.000Z'); // a Monday, 22:30 in Berlin
      annaId = await world.addUser('anna', { email: 'anna@example.org' });
      world.ways.owners.add(annaId);
    });
    afterEach(() => world?.dispose());

    const anna = () => ({ userId: annaId, role: 'user' as const });
    const context = { attempt: 1, maxAttempts: 10, signal: new AbortController().signal, log: { warn: () => undefined } };
    const go = (job: JobDefinition, payload: object) =>
      job.run({ ...context, payload, hold: async () => undefined, progress: () => undefined } as never);
    const deliveryIds = async () =>
      (await world.database.read.all<{ id: string }>('SELECT id FROM notification_deliveries WHERE user_id IS NOT NULL ORDER BY id')).map(
        ({ id }) => id,
      );

    async function runDeliveries(): Promise<unknown[]> {
      const job = personalDeliveryJob(world.personal);
      const outcomes: unknown[] = [];
      for (const deliveryId of await deliveryIds()) outcomes.push(await go(job, { deliveryId }));
      return outcomes;
    }

    describe('quiet hours', () => {
      const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };

      it('hold messages back until they end, but not the list in the app', async () => {
        await world.preferences.change(anna(), { quietHours: night });
        await world.addRequest(annaId);

        expect((await world.inbox()).map(({ event }) => event)).to.deep.equal(['request_approved']);
        const jobs = await world.makeQueue().list({ name: 'notify.deliver-personal' });
        expect(jobs.map(({ runAt }) => runAt)).to.deep.equal(['2026-03-03T06:00:00.000Z', '2026-03-03T06:00:00.000Z']);
        const again = { againAt: new Date('2026-03-03T06:00:00.000Z') };
        expect(await runDeliveries()).to.deep.equal([again, again]);
        expect(world.ways.reached).to.deep.equal([]);

        world.clock = new Date('2026-03-03T06:00:00.000Z');
        await runDeliveries();
        expect(world.ways.reached.map(({ way }) => way)).to.have.members(['push', 'mail']);
      });

      it('that begin while a message waits hold it back, too', async () => {
        await world.addRequest(annaId);
        await world.preferences.change(anna(), { quietHours: night });
        await runDeliveries();

        expect(world.ways.reached).to.deep.equal([]);
      });

      it('that are ended let go what waited', async () => {
        await world.preferences.change(anna(), { quietHours: night });
        await world.addRequest(annaId);
        await world.preferences.change(anna(), { quietHours: null });

        const jobs = await world.makeQueue().list({ name: 'notify.deliver-personal' });
        expect(jobs.every(({ runAt }) => runAt < '2026-03-03T06:00:00.000Z' || Date.parse(runAt) <= Date.now())).to.equal(true);
        await runDeliveries();
        expect(world.ways.reached).to.have.length(2);
      });
    });

    describe('digests', () => {
      let added: { asin: string; title: string; author: string; at: string }[];

      beforeEach(() => {
        added = [];
      });

      const arrives = (title: string) =>
        void added.push({ asin: title.padEnd(10, '0').slice(0, 10), title, author: 'Somebody', at: world.clock.toISOString() });

      async function tick(): Promise<void> {
        const { database, mail, webPush } = world.personal;
        const deps = {
          speakers: world.personal.speakers,
          database,
          mail,
          webPush,
          jobs: world.makeQueue(),
          addedSince: async (since: string) => added.filter(({ at }) => at > since),
          now: () => world.clock,
        };
        await go(digestJob(deps), {});
        await runDeliveries();
      }

      const digests = () => world.ways.reached.filter(({ title }) => title === 'New in the library');

      /** Lets time pass, half a day at a time. */
      async function pass(ms: number): Promise<void> {
        const end = world.clock.getTime() + ms;
        while (world.clock.getTime() < end) {
          world.clock = new Date(Math.min(end, world.clock.getTime() + DAY_MS / 2));
          await tick();
        }
      }

      it('come once a week, with what is new since the last one', async () => {
        await world.preferences.change(anna(), { digest: { weekday: 5, hour: 18 } });
        arrives('Before');
        added.forEach((book) => (book.at = '2026-03-01T00:00:00.000Z'));
        world.clock = new Date('2026-03-03T10:00:00.000Z');
        arrives('Dune');
        await pass(6 * DAY_MS);
        expect(digests().map(({ way, to }) => [way, to])).to.deep.equal([['mail', 'anna@example.org']]);
        expect(digests()[0]?.text).to.include('“Dune” by Somebody').and.not.to.include('Before');

        arrives('Emma');
        await pass(7 * DAY_MS);
        expect(digests()).to.have.length(2);
        expect(digests()[1]?.text).to.include('Emma').and.not.to.include('Dune');
      });

      it('are one after a downtime of weeks', async () => {
        await world.preferences.change(anna(), { digest: { weekday: 5, hour: 18 } });
        arrives('Dune');
        world.clock = new Date(world.clock.getTime() + 1);
        arrives('Emma');
        world.clock = new Date(world.clock.getTime() + 25 * DAY_MS);
        await tick();
        await tick();

        expect(digests()).to.have.length(1);
      });

      it('name apart what the person asked for', async () => {
        await world.preferences.change(anna(), { digest: { weekday: 2, hour: 8 } });
        const request = await world.addRequest(annaId);
        world.clock = new Date(world.clock.getTime() + 1000);
        await world.tx((tx) => tx.run('UPDATE requests SET arrived_at = ? WHERE id = ?', [world.clock.toISOString(), request.id]));
        arrives('Emma');
        await pass(DAY_MS);

        expect(digests()[0]?.text).to.match(/You asked for:\n“Dune \{user\}” by Frank Herbert\nAlso new:\n“Emma” by Somebody/);
      });

      it('are not sent without news, before they are wanted, or at once when they are turned on or moved', async () => {
        arrives('Dune');
        await pass(8 * DAY_MS);
        await world.preferences.change(anna(), { digest: { weekday: 1, hour: 0 } });
        arrives('Emma');
        await world.preferences.change(anna(), { digest: { weekday: 2, hour: 0 } });
        await tick();
        expect(digests()).to.deep.equal([]);
        added = [];
        await pass(15 * DAY_MS);
        expect(digests()).to.deep.equal([]);
        await world.preferences.change(anna(), { digest: null });
        arrives('Persuasion');
        await pass(8 * DAY_MS);
        expect(digests()).to.deep.equal([]);
      });

      it('go on after the clock of the server was far ahead', async () => {
        await world.preferences.change(anna(), { digest: { weekday: 5, hour: 18 } });
        const right = world.clock;
        world.clock = new Date(right.getTime() + 400 * DAY_MS);
        arrives('Too early');
        await tick();
        expect(digests()).to.have.length(1);

        world.clock = right;
        await tick();
        world.clock = new Date(right.getTime() + 1000);
        arrives('Dune');
        await pass(8 * DAY_MS);

        expect(digests()).to.have.length(2);
        expect(digests()[1]?.text).to.include('Dune');
      });

      it('wait until e-mail is set up', async () => {
        await world.preferences.change(anna(), { digest: { weekday: 2, hour: 8 } });
        world.clock = new Date(world.clock.getTime() + 1000);
        arrives('Dune');
        world.ways.isMailReady = false;
        await pass(DAY_MS);
        expect(digests()).to.deep.equal([]);
        world.ways.isMailReady = true;
        await tick();
        expect(digests()).to.have.length(1);
      });
    });
  });
}
