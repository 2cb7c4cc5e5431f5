import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { RequestEvent } from './machine.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { REQUEST_STATUSES } from './statuses.js';
import { TransitionConflict } from './transitions.js';
import { waitReason, type NewReason } from './reasons/wait-reasons.js';

const DETAILS = { message: 'moved', reason: waitReason('denied', { reason: 'because', by: 'admin' }) };

async function counted(world: RequestWorld): Promise<[Record<string, number>, Record<string, number>]> {
  const kept = await world.database.read.all<{ key: string; n: number }>(
    "SELECT user_id || ' ' || status AS key, count AS n FROM request_counts WHERE count <> 0 ORDER BY user_id, status",
  );
  const real = await world.database.read.all<{ key: string; n: number }>(
    "SELECT user_id || ' ' || status AS key, COUNT(*) AS n FROM requests GROUP BY user_id, status ORDER BY user_id, status",
  );
  const asObject = (rows: { key: string; n: number }[]) => Object.fromEntries(rows.map((row) => [row.key, Number(row.n)]));
  return [asObject(kept), asObject(real)];
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`request transitions on ${dialect}`, () => {
    let world: RequestWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
    });
    afterEach(async () => {
      await world?.remove();
    });

    it('writes status, timeline, jobs and notifications together', async () => {
      const id = await world.addRequest({ status: 'awaiting_approval' });
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'approve', DETAILS));
      const row = await world.request(id);
      expect(row).to.include({ status: 'pending', statusGroup: 'active', version: 2 });
      expect(await world.events(id)).to.deep.equal(['created', 'approve']);
      expect((await world.queued('request.search')).map((job) => job.subject)).to.deep.equal([`request:${id}`]);
      expect(await world.queued('hooks.tell')).to.have.length(2);
      expect(world.notified.map((entry) => entry.event)).to.include('request_approved');
    });

    it('tells people why in a sentence that each reads in their language', async () => {
      const id = await world.addRequest({ status: 'awaiting_approval' });
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'approve', { ...DETAILS, reason: waitReason('queued') }));
      expect(world.notified.find(({ event }) => event === 'request_approved')?.said).to.deep.equal({
        key: 'reason.queued.admin.message',
        values: {},
      });
    });

    it('leaves nothing behind when the transaction is rolled back', async () => {
      const id = await world.addRequest({ status: 'awaiting_approval' });
      const before = await world.request(id);
      const heard: string[] = [];
      world.transitions.onChange((requestId) => heard.push(requestId));
      const jobsBefore = (await world.queued()).length;
      const failing = world.database.transaction(async (tx) => {
        await world.transitions.apply(tx, id, 'approve', DETAILS);
        throw new Error('power cut');
      });
      await failing.then(
        () => expect.fail('did not fail'),
        () => undefined,
      );
      expect(await world.request(id)).to.deep.equal(before);
      expect(await world.events(id)).to.deep.equal(['created']);
      expect(await world.queued()).to.have.length(jobsBefore);
      expect(world.notified.map((entry) => entry.event)).to.not.include('request_approved');
      expect(heard).to.deep.equal([]);
      expect((await counted(world))[0]).to.deep.equal((await counted(world))[1]);
    });

    it('writes nothing for an event that may not happen', async () => {
      const id = await world.addRequest({ status: 'cancelled' });
      for (const event of [
        'search_started',
        'winner_found',
        'nothing_found',
        'next_candidate',
        'download_completed',
        'import_done',
        'library_match',
      ] as const) {
        expect(await world.database.transaction((tx) => world.transitions.apply(tx, id, event, DETAILS)), event).to.equal(undefined);
      }
      expect(await world.status(id)).to.equal('cancelled');
      expect(await world.events(id)).to.deep.equal(['created']);
    });

    it('refuses to overwrite what somebody else moved at the same moment', async () => {
      const id = await world.addRequest({ status: 'searching' });
      const { read } = world.database;
      const stale = await read.get<object>('SELECT * FROM requests WHERE id = ?', [id]);
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', DETAILS));
      const late = world.database.transaction((tx) =>
        world.transitions.apply({ ...tx, get: async () => stale as never }, id, 'winner_found', DETAILS),
      );
      expect(await late.catch((error: unknown) => error)).to.be.instanceOf(TransitionConflict);
      expect(await world.status(id)).to.equal('cancelled');
      expect(await world.queued('request.grab')).to.have.length(0);
    });

    it('does not explain a status that is over', async () => {
      const id = await world.addRequest({ status: 'cancelled' });
      await world.database.transaction((tx) =>
        world.transitions.setReason(tx, id, waitReason('client_unreachable', { client: 'Client', fault: 'late' }), 'downloading'),
      );
      expect(await world.reason(id)).to.equal(null);
    });

    it('keeps since while the cause stays the same', async () => {
      const id = await world.addRequest({ status: 'downloading' });
      const set = (reason: NewReason) => world.database.transaction((tx) => world.transitions.setReason(tx, id, reason));
      await set(waitReason('stalled.no_peer', { client: 'Client' }));
      const first = await world.reason(id);
      world.state.offset = 60_000;
      const two = waitReason('stalled', { client: 'Client', fault: 'tracker' });
      await set(two);
      expect(await world.reason(id)).to.deep.equal({ ...two, since: first?.since });
      await set(waitReason('client_paused', { client: 'Client' }));
      expect((await world.reason(id))?.since).to.not.equal(first?.since);
    });

    it('keeps the counts equal to the requests over a random walk', async () => {
      const events: RequestEvent[] = [
        ...(['approve', 'deny', 'search_started', 'winner_found', 'nothing_found', 'next_candidate', 'candidates_used_up'] as const),
        ...([
          'download_completed',
          'import_done',
          'import_suspect',
          'library_match',
          'library_loss',
          'found_in_library',
          'library_withdrawn',
          'cancel',
          'retry',
          'retry_import',
        ] as const),
        ...([
          'release_date_reached',
          'downloads_used_up',
          'import_postponed',
          'import_resumed',
          'accept_import',
          'manual_import',
          'reject_release',
        ] as const),
      ];
      let seed = 42;
      const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
      const ids: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        const status = (['awaiting_approval', 'awaiting_release', 'pending'] as const)[i % 3];
        ids.push(await world.addRequest({ user: i % 2 ? 'paul' : 'chani', asin: `B00000000${i}`, status }));
      }
      for (let round = 0; round < 25; round += 1) {
        await Promise.all(
          ids.map((id) => {
            const event = events[random(events.length)] as RequestEvent;
            return world.database.transaction((tx) => world.transitions.apply(tx, id, event, DETAILS));
          }),
        );
      }
      const [kept, real] = await counted(world);
      expect(kept).to.deep.equal(real);
      expect(Object.keys(real).every((key) => REQUEST_STATUSES.some((status) => key.endsWith(status)))).to.equal(true);
    });

    it('stores one live request of a user for a book, whatever happens at once', async () => {
      await world.addRequest();
      expect(await world.addRequest().catch((error: unknown) => error)).to.be.instanceOf(Error);
      expect(await world.addRequest({ type: 'ebook' })).to.be.a('string');
      expect(await world.addRequest({ user: 'chani' })).to.be.a('string');
    });
  });
}
