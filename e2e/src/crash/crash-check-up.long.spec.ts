import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_WHILE_CHECKING } from './crash-kills.spec.support.js';
import { createCrashStage, untilAvailable, untilDead, type CrashStage } from './crash-scene.spec.support.js';

interface View {
  readonly checkUp: { readonly id: string; readonly state: string; readonly done: number; readonly total: number } | null;
}

describe('a server that is killed while it checks the library', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage();
    await untilAvailable(stage, await stage.ask(stage.nextScene().book));
  });

  after(() => stage?.close());

  const view = async () => (await stage.admin.api.call<View>('GET', '/api/admin/library/check-up')).checkUp;

  for (const point of KILLS_WHILE_CHECKING) {
    it(`looks at each book once after a kill at “${point}”`, async () => {
      const before = (await view())?.id;
      await stage.arm(point);
      const asked = stage.admin.api.call('POST', '/api/admin/library/check-up', { readsFiles: true }).catch((error: unknown) => {
        // the answer is lost with the server
        if (!(error instanceof TypeError)) throw error;
      });
      await untilDead(stage);
      await asked;
      await stage.restart();

      await until(async () => (await view())?.state === 'done', { everyMs: 25, what: 'the check-up to end' });
      const after = await view();
      expect(after?.id).not.to.equal(before);
      expect(after?.total).to.be.above(0);
      expect(after?.done).to.equal(after?.total);
    });
  }
});
