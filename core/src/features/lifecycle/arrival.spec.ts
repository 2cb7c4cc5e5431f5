import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
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
  });
}
