import { IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../../platform/db/test-databases.js';
import type { JobQueue } from '../../../platform/jobs/job-queue.js';
import { sentence } from '../../../platform/words/index.js';
import type { RequestRow } from '../../lifecycle/request-record.js';
import { createNotificationWorld, type NotificationWorld } from '../notification-world.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`messages to single people on ${dialect}`, () => {
    let world: NotificationWorld;
    let queue: JobQueue | undefined;
    let annaId: string;
    let rootId: string;
    let request: RequestRow | undefined;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createNotificationWorld(dialect);
      request = undefined;
      annaId = await world.addUser('anna', { email: 'anna@example.org' });
      rootId = await world.addUser('root', { role: 'admin', email: 'root@example.org' });
      world.ways.owners.add(annaId).add(rootId);
    });
    afterEach(async () => {
      await queue?.stop();
      queue = undefined;
      await world?.dispose();
    });

    async function tell(event: 'request_available' | 'request_grabbed' | 'request_error' = 'request_available'): Promise<void> {
      request ??= await world.addRequest(annaId);
      const about = request;
      await world.tx((tx) => world.service.requestEvent(tx, event, about, 'Its file is /srv/books/dune.m4b.'));
    }

    /** Runs what waits until nothing does. */
    async function run(
      isDone: (states: readonly string[]) => boolean = (states) => states.every((state) => !['queued', 'sending'].includes(state)),
    ) {
      queue ??= world.makeQueue();
      await queue.start();
      const end = Date.now() + 5000;
      for (;;) {
        await queue.idle();
        if (isDone((await world.personalDeliveries()).map(({ state }) => state))) return;
        if (Date.now() > end) throw new Error('deliveries did not end');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }

    const aboutAvailable = async () => (await world.personalDeliveries()).filter(({ userId }) => userId === annaId);
    const fails = (code: IntegrationErrorCode) => () => Promise.reject(new IntegrationError(code, `It says ${code}.`));
    const anna = () => ({ userId: annaId, role: 'user' as const });

    it('let admins decide by links of the mail, which no table keeps', async () => {
      const waiting = await world.addRequest(annaId, 'awaiting_approval');
      await run();

      const mail = world.ways.reached.find(({ way, to }) => way === 'mail' && to === 'root@example.org')?.text ?? '';
      const tokens = [...mail.matchAll(/https:\/\/books\.example\/app\/decide#token=([\w-]{43})/g)].map(([, token]) => token ?? '');
      const links = await world.database.read.all<{ userId: string; requestId: string; action: string }>(
        'SELECT user_id, request_id, action FROM decision_links ORDER BY action',
      );
      const kept = JSON.stringify([
        await world.database.read.all('SELECT * FROM notification_deliveries'),
        await world.database.read.all('SELECT * FROM notifications'),
        await world.database.read.all('SELECT * FROM decision_links'),
        await world.database.read.all('SELECT * FROM jobs'),
      ]);

      expect(links).to.deep.equal(['approve', 'deny'].map((action) => ({ userId: rootId, requestId: waiting.id, action })));
      expect(tokens).to.have.length(2);
      for (const token of tokens) expect(kept).not.to.include(token);
      expect(world.ways.reached.filter(({ way, text }) => way === 'push' && text.includes('token'))).to.deep.equal([]);
    });

    it('reach who asked, by push and mail, and nobody by ways that are not theirs', async () => {
      const bertaId = await world.addUser('berta');
      const hers = await world.addRequest(bertaId);
      await world.tx((tx) => world.service.requestEvent(tx, 'request_available', hers, ''));
      expect((await world.personalDeliveries()).filter(({ userId }) => userId === bertaId)).to.deep.equal([]);
      world.ways.reached.length = 0;

      await tell();
      await run();

      const got = world.ways.reached.filter(({ title }) => title.startsWith('Available'));
      expect(got.map(({ way, to }) => [way, to])).to.have.deep.members([
        ['push', annaId],
        ['mail', 'anna@example.org'],
      ]);
      expect(got.find(({ way }) => way === 'mail')?.text).to.include('Choose which messages you get: https://books.example/app/account');
      expect((await aboutAvailable()).map(({ state }) => state)).to.deep.equal(['sent', 'sent', 'sent', 'sent']);
    });

    it('follow what each person chose, of which only differences are stored', async () => {
      await world.preferences.change(anna(), {
        wants: {
          request_available: { push: false, mail: true },
          request_grabbed: { mail: true },
          request_approved: { push: false, mail: false },
        },
      });
      await tell();
      await tell('request_grabbed');
      await run();

      expect(
        world.ways.reached.filter(({ to }) => to === annaId || to.startsWith('anna')).map(({ way, title }) => [way, title]),
      ).to.have.deep.members([
        ['mail', 'Available: Dune {user}'],
        ['mail', 'Downloading: Dune {user}'],
      ]);
      const stored = await world.database.read.all('SELECT event, way FROM notification_choices ORDER BY event, way');
      expect(stored).to.deep.equal([
        { event: 'request_approved', way: 'mail' },
        { event: 'request_approved', way: 'push' },
        { event: 'request_available', way: 'push' },
        { event: 'request_grabbed', way: 'mail' },
      ]);
      await world.preferences.change(anna(), { wants: { request_available: { push: true } } });
      expect(await world.database.read.all("SELECT way FROM notification_choices WHERE event = 'request_available'")).to.deep.equal([]);
    });

    it('come once for an event, however often it is told', async () => {
      await tell();
      await tell();
      await run();

      expect(world.ways.reached.filter(({ title }) => title.startsWith('Available'))).to.have.length(2);
    });

    it('are not written if the event is rolled back', async () => {
      const asked = await world.addRequest(annaId);
      const before = (await world.personalDeliveries()).length;
      const told = world.tx(async (tx) => {
        await world.service.requestEvent(tx, 'request_available', asked, '');
        throw new Error('rolled back');
      });
      await told.catch(() => undefined);

      expect(await world.personalDeliveries()).to.have.length(before);
    });

    it('hide places of the server from all but admins', async () => {
      await tell('request_error');
      await run();

      const texts = (to: string) =>
        world.ways.reached.filter((one) => one.to === to && one.title.startsWith('Needs')).map(({ text }) => text);
      expect(texts('root@example.org').join()).to.include('/srv/books/dune.m4b');
      expect(texts('anna@example.org').join()).to.include('Its file is').and.not.to.include('/srv');
      expect(texts(annaId).join()).not.to.include('/srv');
    });

    it('say why in the language of each reader, and no host to others than admins', async () => {
      await world.tx((tx) => tx.run('UPDATE users SET locale = ?', ['de']));
      request = await world.addRequest(annaId);
      const about = request;
      const reason = sentence('fault.key_refused', { host: 'tower', answer: 'HTTP 401' });
      await world.tx((tx) => world.service.requestEvent(tx, 'request_error', about, reason));
      await run();

      const texts = (to: string) =>
        world.ways.reached.filter((one) => one.to === to && one.text.includes('HTTP 401')).map(({ text }) => text);
      expect(texts('root@example.org').join()).to.include('tower');
      expect(texts('anna@example.org')).to.have.length(1);
      expect(texts('anna@example.org').join())
        .to.include('…')
        .and.not.to.match(/tower|refused/);
    });

    it('speak the language that each person chose, by push, by mail and in the app', async () => {
      await world.tx((tx) => tx.run('UPDATE users SET locale = ? WHERE id = ?', ['de', annaId]));
      await tell('request_error');
      await run();

      const titles = (to: string) => world.ways.reached.filter((one) => one.to === to).map(({ way, title }) => `${way}: ${title}`);
      const inApp = (await world.inbox()).filter(({ userId, event }) => userId === annaId && event === 'request_error');
      const [said = ''] = inApp.map(({ title }) => title);
      expect(said).to.match(/Hilfe/);
      expect(titles('anna@example.org')).to.include(`mail: ${said}`);
      expect(titles(annaId)).to.include(`push: ${said}`);
      expect(titles('root@example.org').join()).to.match(/Needs/);
    });

    it('end at a fault that stays, and say which', async () => {
      await world.preferences.change(anna(), {
        wants: { request_approved: { push: false, mail: false }, request_available: { push: false } },
      });
      world.ways.faults.push(fails('INTEGRATION_MISCONFIGURED'));
      await tell();
      await run();

      expect(world.ways.reached).to.have.length(1);
      expect(await aboutAvailable()).to.deep.equal([
        { userId: annaId, way: 'mail', state: 'failed', error: 'It says INTEGRATION_MISCONFIGURED.' },
      ]);
      expect((await world.preferences.get(anna())).ways).to.deep.equal([
        { id: 'push', kind: 'push', name: sentence('notice_way.push'), ready: true },
        { id: 'mail', kind: 'mail', name: sentence('notice_way.mail'), ready: true, why: 'last_failed' },
      ]);
    });

    it('are tried again after a fault that passes', async () => {
      await world.preferences.change(anna(), {
        wants: { request_approved: { push: false, mail: false }, request_available: { push: false } },
      });
      world.ways.faults.push(fails('INTEGRATION_UNAVAILABLE'), fails('INTEGRATION_UNAVAILABLE'));
      await tell();
      await run();

      expect(world.ways.reached).to.have.length(3);
      expect((await aboutAvailable())[0]).to.include({ state: 'sent', error: null });
    });

    it('are not sent again that a dead process was sending', async () => {
      await tell();
      await world.tx((tx) => tx.run("UPDATE notification_deliveries SET state = 'sending'"));
      await run();

      expect(world.ways.reached).to.deep.equal([]);
      expect(new Set((await world.personalDeliveries()).map(({ state }) => state))).to.deep.equal(new Set(['unknown']));
    });

    it('do not wait for a way that hangs', async () => {
      let arrive: () => void = () => undefined;
      world.ways.faults.push(() => new Promise((resolve) => (arrive = resolve)));
      await tell();
      queue = world.makeQueue();
      await queue.start();
      const states = async () => (await world.personalDeliveries()).map(({ state }) => state).sort();
      // the others of that way wait for their turn, too
      while ((await states()).filter((state) => state === 'sent').length < 2) await new Promise((resolve) => setTimeout(resolve, 5));

      expect(await states()).to.include('sending');
      arrive();
      await run();
      expect(new Set(await states())).to.deep.equal(new Set(['sent']));
    });

    it('end with the account', async () => {
      await tell();
      await world.tx((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = ?", [annaId]));
      await run();

      expect(world.ways.reached.filter(({ to }) => to === annaId)).to.deep.equal([]);
      expect((await aboutAvailable())[0]).to.include({ state: 'failed', error: 'The account cannot be used any more.' });
    });
  });
}
