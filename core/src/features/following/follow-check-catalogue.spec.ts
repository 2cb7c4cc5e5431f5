import { expect } from 'chai';
import { SERIES, volume } from './follow-books.spec.support.js';
import { useFollowWorld, type FollowWorld } from './follow-world.spec.support.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';

for (const dialect of SERVICE_DIALECTS) {
  describe(`a check of a catalogue that on ${dialect}`, () => {
    let world: FollowWorld;

    useFollowWorld(dialect, (made) => {
      world = made;
    });

    it('does not answer is repeated later, then daily; the fault is shown', async () => {
      const id = await world.follow('paul');
      world.shop.fault = 'INTEGRATION_RATE_LIMITED';
      const waits: (number | undefined)[] = [];
      for (let n = 0; n < 4; n += 1) {
        const again = await world.check();
        waits.push(again ? Math.round((again.againAt.getTime() - Date.now()) / 60_000) : undefined);
      }
      const failed = await world.entry('paul', id);
      world.shop.fault = undefined;
      await world.check();

      expect(waits).to.deep.equal([15, 60, 240, undefined]);
      expect(failed.result?.outcome).to.deep.equal({ code: 'catalogue_failed', values: { error: 'INTEGRATION_RATE_LIMITED' } });
      expect([failed.failures, failed.checkedAt]).to.deep.equal([4, null]);
      expect(await world.entry('paul', id)).to.deep.include({ failures: 0 });
    });

    for (const [fault, code] of [
      ['INTEGRATION_NOT_FOUND', 'gone'],
      ['INTEGRATION_UNSUPPORTED', 'not_offered'],
    ] as const) {
      it(`answers ${fault} leaves it followed and says “${code}”`, async () => {
        const id = await world.follow('paul');
        world.shop.fault = fault;

        expect(await world.check()).to.equal(undefined);
        expect((await world.entry('paul', id)).result?.outcome.code).to.equal(code);
      });
    }

    it('lists nothing any more leaves it followed, and what was known stays known', async () => {
      const id = await world.follow('paul');
      await world.check();
      const { memory } = await world.entry('paul', id);
      world.shop.books = [];

      await world.check();

      const gone = await world.entry('paul', id);
      expect([gone.result?.outcome.code, gone.memory]).to.deep.equal(['gone', memory]);
    });

    it('renames a series is followed, with both names', async () => {
      const id = await world.follow('paul');
      world.shop.books = [volume(1, '1', { series: [{ name: 'New Tales', id: SERIES, part: '1' }] })];

      await world.check();
      await world.check();

      expect(await world.entry('paul', id)).to.include({ name: 'New Tales', formerName: 'Tales' });
    });

    it('claims ten thousand books is read no further than a thousand', async () => {
      world.shop.books = Array.from({ length: 1_500 }, (_, n) => volume(n, String(n)));
      world.shop.total = 10_000;
      await world.follow('paul');

      await world.check();

      expect(world.shop.pages).to.equal(20);
    });

    it('repeats itself without end is not followed there', async () => {
      world.shop.total = 10_000;
      await world.follow('paul');

      await world.check();

      expect(world.shop.pages).to.equal(2);
    });

    it('serves another region now rests, and goes on when the region is back', async () => {
      const id = await world.follow('paul');
      world.shop.region = 'de';
      await world.check();
      const resting = await world.entry('paul', id);
      world.shop.region = 'us';
      await world.check();

      expect(resting.result?.outcome).to.deep.equal({ code: 'other_region', values: { region: 'us', serverRegion: 'de' } });
      expect((await world.entry('paul', id)).result?.outcome.code).to.equal('nothing_new');
    });
  });
}
