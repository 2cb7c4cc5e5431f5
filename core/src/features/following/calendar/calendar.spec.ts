import { expect } from 'chai';
import { hasPostgres } from '../../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../../platform/db/test-dialects.js';
import { RATE_LIMITS } from '../../../platform/http/rate-limiter.js';
import { createLogger } from '../../../platform/logging/logger.js';
import { createRedactor } from '../../../platform/logging/redactor.js';
import { createSpeakers } from '../../../platform/words/index.js';
import { createAuditService } from '../../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../../auth/test-http.js';
import { createComingUp } from '../coming-up.js';
import { asinOf, volume } from '../follow-books.spec.support.js';
import { createFollowWorld, type FollowWorld } from '../follow-world.spec.support.js';
import { createCalendarAddresses, type CalendarAddresses } from './calendar-addresses.js';
import { calendarRoutes } from './calendar-routes.js';
import { createComingUpCalendar } from './coming-up-calendar.js';

const PATH = '/api/user/calendar-address';

interface Made {
  readonly token: string;
  readonly path: string;
  readonly address: { readonly createdAt: string };
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`the calendar of what is coming up on ${dialect}`, () => {
    let world: FollowWorld;
    let http: TestHttp;
    let calendarAddresses: CalendarAddresses;
    let paul: TestClient;
    let anybody: TestClient;
    let paulId: string;
    let log: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createFollowWorld(dialect);
      log = '';
      const { database, catalog, now } = world;
      calendarAddresses = createCalendarAddresses({ database, audit: createAuditService({ database, now }), now });
      const calendar = createComingUpCalendar({ comingUp: createComingUp(world), catalog, database, speakers: createSpeakers(), now });
      http = await startTestHttp({
        database,
        routes: calendarRoutes({ calendarAddresses, calendar, users: { get: (id) => http.people.users.get(id) } }),
        log: createLogger({ level: 'trace', redactor: createRedactor(), destination: { write: (line: string) => void (log += line) } }),
      });
      [paul, anybody] = [await http.as('paul'), await http.as('nobody')];
      paulId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      world.shop.books = [volume(1, '1'), volume(2, '2', { releaseDate: '2999-02-01' }), volume(3, '3', { releaseDate: '2999-03-01' })];
      await world.follow(paulId, { mode: 'tell' });
      await world.check();
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const make = async (client = paul) => (await client.post<Made>(PATH)).body;
    const read = (path: string, headers: Record<string, string> = {}) => anybody.fetch(path, { headers });

    it('is read without a session, and holds titles and days of the books to come', async () => {
      const { path } = await make();

      const answer = await read(path);

      const text = await answer.text();
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('text/calendar; charset=utf-8');
      expect(answer.headers.get('cache-control')).to.equal('private, no-cache');
      expect(text.match(/^(UID|DTSTART|SUMMARY|DESCRIPTION).*/gm)?.map((line) => line.trim())).to.deep.equal([
        `UID:${asinOf(2)}@coming-up.lectern`,
        'DTSTART;VALUE=DATE:29990201',
        'SUMMARY:Volume 2',
        'DESCRIPTION:Ada Writer\\nTales\\, 2',
        `UID:${asinOf(3)}@coming-up.lectern`,
        'DTSTART;VALUE=DATE:29990301',
        'SUMMARY:Volume 3',
        'DESCRIPTION:Ada Writer\\nTales\\, 3',
      ]);
    });

    it('has a name in the language of its person', async () => {
      const { path } = await make();
      const nameIn = async (locale: string | null) => {
        await world.database.transaction((tx) => tx.run('UPDATE users SET locale = ? WHERE id = ?', [locale, paulId]));
        return /^NAME:(.*)$/m.exec(await (await read(path)).text())?.[1]?.trim();
      };

      expect([await nameIn(null), await nameIn('de')]).to.deep.equal(['Lectern: coming up', 'Lectern: Demnächst']);
    });

    it('is not sent again while nothing changed, and again when a day did', async () => {
      const { path } = await make();
      const etag = (await read(path)).headers.get('etag') ?? '';

      // without this, fetch asks for an answer that nothing cached
      const asks = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      const same = await read(path, asks);
      world.state.books.set(asinOf(2), volume(2, '2', { releaseDate: '2999-02-02' }));
      const changed = await read(path, asks);

      expect([same.status, await same.text()]).to.deep.equal([304, '']);
      expect(changed.status).to.equal(200);
    });

    it('has one address, whose token nobody sees again and no table holds', async () => {
      expect((await paul.get(PATH)).body).to.deep.equal({ address: null });

      const { token, address } = await make();

      expect(token).to.match(/^[A-Za-z0-9_-]{43}$/);
      expect((await paul.get(PATH)).body).to.deep.equal({ address });
      expect((await (await http.as('chani')).get(PATH)).body).to.deep.equal({ address: null });
      const rows = await world.database.read.all<{ tokenHash: string }>('SELECT * FROM calendar_addresses');
      expect(rows).to.have.length(1);
      expect(rows[0]?.tokenHash).to.match(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(rows)).to.not.contain(token);
    });

    it('ends with a renewed address, with a revoked one, and with an account that may not sign in', async () => {
      const first = await make();
      const second = await make();
      expect([(await read(first.path)).status, (await read(second.path)).status]).to.deep.equal([404, 200]);

      const setState = (state: string) =>
        world.database.transaction((tx) => tx.run('UPDATE users SET state = ? WHERE id = ?', [state, paulId]));
      await setState('disabled');
      expect((await read(second.path)).status).to.equal(404);
      await setState('active');
      expect((await read(second.path)).status).to.equal(200);

      expect((await paul.delete(PATH)).status).to.equal(204);
      expect((await paul.delete(PATH)).status).to.equal(204);
      expect((await read(second.path)).status).to.equal(404);
      expect((await paul.get(PATH)).body).to.deep.equal({ address: null });
    });

    it('is ended by an admin, who sees that there is an address and no token', async () => {
      const boss = await http.as('admin');
      const path = `/api/admin/users/${paulId}/calendar-address`;
      const made = await make();

      expect((await boss.get(path)).body).to.deep.equal({ address: made.address });
      expect((await paul.get(path)).status).to.equal(403);
      expect((await paul.delete(path)).status).to.equal(403);
      expect([(await boss.delete(path)).status, (await boss.delete(path)).status]).to.deep.equal([204, 204]);

      expect((await read(made.path)).status).to.equal(404);
      expect((await paul.get(PATH)).body).to.deep.equal({ address: null });
      expect((await boss.get(path)).body).to.deep.equal({ address: null });
      const entries = await world.database.read.all<{ actorName: string; targetId: string }>(
        "SELECT actor_name, target_id FROM audit_log WHERE action = 'calendar_address.revoked'",
      );
      expect(entries).to.deep.equal([{ actorName: 'admin', targetId: paulId }]);
      const nobody = '/api/admin/users/nobody/calendar-address';
      expect([(await boss.get(nobody)).status, (await boss.delete(nobody)).status]).to.deep.equal([404, 404]);
    });

    it('ends with a deleted account, whose address is forgotten', async () => {
      const { path } = await make();
      await world.database.transaction((tx) => tx.run('UPDATE users SET deleted_at = ? WHERE id = ?', [new Date().toISOString(), paulId]));

      expect((await read(path)).status).to.equal(404);
      expect(await calendarAddresses.prune()).to.equal(1);
      expect(await world.database.read.all('SELECT * FROM calendar_addresses')).to.deep.equal([]);
    });

    it('is nobody else’s: each sees the books of the person who made the address', async () => {
      const { path } = await make(await http.as('chani'));

      const text = await (await read(path)).text();

      expect(text).to.contain('END:VCALENDAR');
      expect(text).to.not.contain('BEGIN:VEVENT');
    });

    it('is one of two when both addresses are made at the same moment', async () => {
      const made = await Promise.all([make(), make(), make()]);

      const statuses = await Promise.all(made.map(async ({ path }) => (await read(path)).status));

      expect([...statuses].sort()).to.deep.equal([200, 404, 404]);
    });

    it('leaves its token in no log and no entry of the history', async () => {
      const { token, path } = await make();
      const renewed = await make();
      await read(path);
      await read(renewed.path);
      await read(`${renewed.path}&token=twice`);
      await read(`/api/calendar.ics/?token=${renewed.token}`);
      await anybody.fetch(renewed.path, { method: 'POST' });
      await anybody.fetch(renewed.path, { method: 'OPTIONS' });
      await paul.delete(PATH);
      await read(renewed.path);

      const entries = await world.database.read.all<{ action: string }>('SELECT * FROM audit_log ORDER BY id');
      expect(entries.map(({ action }) => action).filter((action) => action.startsWith('calendar'))).to.deep.equal([
        'calendar_address.created',
        'calendar_address.renewed',
        'calendar_address.revoked',
      ]);
      expect(log).to.contain('/api/calendar.ics');
      for (const secret of [token, renewed.token]) {
        expect(log).to.not.contain(secret);
        expect(JSON.stringify(entries)).to.not.contain(secret);
      }
    });

    it('is limited by address, so that tokens cannot be guessed at', async () => {
      const guess = async (n: number) => (await read(`/api/calendar.ics?token=guess${n}`)).status;
      const most = RATE_LIMITS.calendar.points;

      const statuses = new Set<number>();
      for (let n = 0; n < most; n += 1) statuses.add(await guess(n));

      expect([...statuses]).to.deep.equal([404]);
      expect(await guess(most)).to.equal(429);
    });

    it('holds hostile titles as titles', async () => {
      const title = 'Dune; or, a \\ tale\nEND:VCALENDAR';
      world.state.books.set(asinOf(2), volume(2, '2', { title, releaseDate: '2999-02-01' }));
      const { path } = await make();

      const text = await (await read(path)).text();

      expect(text).to.contain('SUMMARY:Dune\\; or\\, a \\\\ tale\\nEND:VCALENDAR\r\n');
      expect(text.match(/^END:VCALENDAR\r$/gm)).to.have.length(1);
    });
  });
}
