import { encodeBencode } from '@lectern/testbed';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { GRAB } from '../lifecycle/request-jobs.js';
import { goodRelease } from '../requests/request-fakes.spec.support.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a release with names that are none, on ${dialect}`, () => {
    let grabbing: Awaited<ReturnType<typeof createGrabWorld>>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      grabbing = await createGrabWorld(2, dialect);
    });
    afterEach(async () => {
      await grabbing?.world.remove();
    });

    it('is not taken because of a program, which the reason names in plain letters, and the next is', async () => {
      const { world, indexer, client, requestId, releases } = grabbing;
      const { resolve } = indexer;
      const files = [{ length: 900_000, path: ['Dune\u0000\u202E3pm.exe'] }];
      const bytes = encodeBencode({ info: { files, name: 'Dune', 'piece length': 16_384, pieces: Buffer.alloc(20) } });
      indexer.resolve = async (release, signal) =>
        release.guid === releases[0]?.guid ? { kind: 'torrent', bytes, infoHash: 'b'.repeat(40) } : resolve(release, signal);

      await world.grab(requestId);
      expect((await world.reason(requestId))?.message).to.include('It holds a program, “Dune 3pm.exe”');
      await world.work([GRAB.name]);

      expect([...client.items.keys()]).to.deep.equal([releases[1]?.infoHash]);
    });

    it('is a candidate like others where its indexer calls it by a name that no database stores', async () => {
      const { world, requestId } = grabbing;
      const odd = goodRelease({ protocol: 'http', guid: 'a\u0000b', infoHash: undefined });

      expect(await world.addCandidates(requestId, [odd])).to.have.length(1);
    });
  });
}
