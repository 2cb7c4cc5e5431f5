import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { Arrivals1764441000000 } from '../../platform/db/migrations/1764441000000-arrivals.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { arrivalOf } from './arrival.js';
import type { RequestEvent } from './machine.js';
import type { RequestStatus, RequestType } from './statuses.js';

const [BEFORE, NOW] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];

describe('the arrival of a book', () => {
  const after = (type: RequestType, to: RequestStatus, event: RequestEvent, arrivedAt: string | null = null) =>
    arrivalOf({ type, arrivedAt }, to, event, NOW);

  it('is the move after which its person has it', () => {
    expect(after('audiobook', 'downloaded', 'import_done')).to.equal(null);
    expect(after('audiobook', 'available', 'library_match')).to.equal(NOW);
    expect(after('ebook', 'downloaded', 'import_done')).to.equal(NOW);
    expect(after('audiobook', 'failed', 'downloads_used_up')).to.equal(null);
  });

  it('stays the first while a media server loses and lists the book again', () => {
    expect(after('audiobook', 'downloaded', 'library_loss', BEFORE)).to.equal(BEFORE);
    expect(after('audiobook', 'available', 'library_match', BEFORE)).to.equal(BEFORE);
  });

  it('never was if the book was found by mistake', () => {
    expect(after('audiobook', 'failed', 'library_withdrawn', BEFORE)).to.equal(null);
  });
});

for (const dialect of SERVICE_DIALECTS) {
  describe(`the arrival of a book on ${dialect}`, () => {
    let world: RequestWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
    });
    afterEach(() => world?.remove());

    const arrivedAt = async (id: string) => (await world.request(id)).arrivedAt;

    it('is written with the move', async () => {
      const id = await world.addRequest({ status: 'downloaded' });
      const details = { message: 'moved', reason: null };

      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'library_match', details));
      const first = await arrivedAt(id);
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'library_loss', details));

      expect(first)
        .to.equal((await world.request(id)).arrivedAt)
        .and.to.be.a('string');
    });

    it('is read from the timelines of requests that are there already', async () => {
      const add = async (status: RequestStatus, type: RequestType, moves: readonly [RequestStatus, string][], asin: string) => {
        const id = await world.addRequest({ status, type, asin });
        await world.database.transaction(async (tx) => {
          for (const [toStatus, at] of moves)
            await tx.insert('request_events', {
              id: `${id.slice(0, 30)}${at.slice(5, 7)}`,
              requestId: id,
              at,
              event: 'e',
              toStatus,
              message: '',
            });
          await tx.run('UPDATE requests SET status_since = ? WHERE id = ?', [NOW, id]);
        });
        return id;
      };
      const again = await add(
        'available',
        'audiobook',
        [
          ['available', BEFORE],
          ['available', NOW],
        ],
        'B000000001',
      );
      const lost = await add('downloaded', 'audiobook', [['available', BEFORE]], 'B000000002');
      const silent = await add('available', 'audiobook', [], 'B000000003');
      const ebook = await add('downloaded', 'ebook', [['downloaded', BEFORE]], 'B000000004');
      const onItsWay = await add('downloaded', 'audiobook', [['downloaded', BEFORE]], 'B000000005');
      const { statements } = new Arrivals1764441000000() as unknown as { statements: readonly string[] };

      await world.database.transaction(async (tx) => {
        // later versions have indexes of it
        for (const index of ['requests_arrived', 'requests_counted']) await tx.run(`DROP INDEX ${index}`);
        await tx.run('ALTER TABLE requests DROP COLUMN arrived_at');
        for (const sql of statements) await tx.run(sql);
      });

      const found = [];
      for (const id of [again, lost, silent, ebook, onItsWay]) found.push(await arrivedAt(id));
      expect(found).to.deep.equal([BEFORE, BEFORE, NOW, BEFORE, null]);
    });
  });
}
