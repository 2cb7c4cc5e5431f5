import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_WHILE_DELETING } from './crash-kills.spec.support.js';
import { withDatabase } from './crash-outcome.spec.support.js';
import { createCrashStage, libraryOf, untilAvailable, untilDead, type CrashStage } from './crash-scene.spec.support.js';

describe('a server that is killed while it deletes a request with its files', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage();
  });

  after(() => stage?.close());

  for (const point of KILLS_WHILE_DELETING) {
    it(`has neither the request nor its files in the end, after a kill at “${point}”`, async () => {
      const { book } = stage.nextScene();
      const requestId = await stage.ask(book);
      await untilAvailable(stage, requestId);
      await stage.arm(point);

      const asked = stage.admin.api.call('DELETE', `/api/requests/${requestId}?files=remove`).catch((error: unknown) => {
        // the answer is lost with the server
        if (!(error instanceof TypeError)) throw error;
      });
      await untilDead(stage);
      await asked;
      await stage.restart();

      const isGone = (): Promise<boolean> =>
        withDatabase(stage, async ({ read }) => (await read.get('SELECT id FROM requests WHERE id = ?', [requestId])) === undefined);
      await until(isGone, { everyMs: 25, what: 'the request to be gone' });
      const { books, left } = await libraryOf(stage.world.libraryDir);
      expect([...books.keys()].filter((folder) => folder.includes(book.title))).to.deep.equal([]);
      expect(left, 'working folders').to.deep.equal([]);
      await withDatabase(stage, async ({ read }) => {
        expect(await read.all('SELECT request_id FROM request_deletions')).to.deep.equal([]);
        expect(await read.all('SELECT id FROM imports WHERE request_id = ?', [requestId])).to.deep.equal([]);
      });
    });
  }
});
