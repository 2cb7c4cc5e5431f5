import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { DUNE } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const PEOPLE = ['paul', 'chani', 'leto'] as const;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a book that several people ask for at the same moment on ${dialect}`, () => {
    let world: RequestWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      for (const id of PEOPLE) await world.addUser(id);
    });
    afterEach(async () => {
      await world?.remove();
    });

    it('is requested once, and the others join', async () => {
      const permissions = { autoApprove: true, interactiveSearch: false, downloadAccess: false };
      const wish = { asin: DUNE.asin, type: 'audiobook', origin: 'manual' } as const;

      const made = await Promise.all(PEOPLE.map((id) => world.service.create(world.callerOf(id, { permissions }), wish)));

      expect(made.map(({ outcome }) => outcome).sort()).to.deep.equal(['created', 'joined', 'joined']);
      expect(new Set(made.map(({ requestId }) => requestId)).size).to.equal(1);
      expect(await world.queued('request.search')).to.have.length(1);
    });

    it('is requested once where an admin approves one request of it meanwhile', async () => {
      const permissions = { autoApprove: false, interactiveSearch: false, downloadAccess: false };
      const wish = { asin: DUNE.asin, type: 'audiobook', origin: 'manual' } as const;
      await world.addUser('admin');
      const waiting = await world.service.create(world.callerOf('paul', { permissions }), wish);

      const [approval] = await Promise.allSettled([
        world.service.approve(world.callerOf('admin'), waiting.requestId),
        world.service.create(world.callerOf('chani', { permissions: { ...permissions, autoApprove: true } }), wish),
      ]);

      // an approval that comes second finds a request that has joined the other
      if (approval.status === 'rejected') expect(approval.reason).to.include({ status: 409, code: 'request_state' });
      expect(await world.queued('request.search')).to.have.length(1);
    });
  });
}
