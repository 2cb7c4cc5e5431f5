import { expect } from 'chai';
import { asinOf, AUTHOR, volume } from './follow-books.spec.support.js';
import { REQUESTS_AT_ONCE } from './check-follower.js';
import { useFollowWorld, type FollowWorld } from './follow-world.spec.support.js';
import { removeOrphans } from './follow-store.js';

const DAY_MS = 86_400_000;

function all(...numbers: readonly number[]): string[] {
  return numbers.map((n) => `${asinOf(n)} pending watch-series`);
}

const everything = { rule: { start: 'everything' } } as const;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a check of what is followed on ${dialect}`, () => {
    let world: FollowWorld;

    useFollowWorld(dialect, (made) => {
      world = made;
    });

    const shown = (...numbers: readonly number[]) => ({ ...everything, shown: numbers.map(asinOf) });

    describe('the first', () => {
      it('requests what the preview showed, by the one way of all requests', async () => {
        await world.follow('paul', shown(1, 2, 3));

        await world.check();

        expect(await world.requested('paul')).to.deep.equal([...all(1, 2), `${asinOf(3)} awaiting_release watch-series`]);
      });

      it('requests nothing that the preview did not show; the next one does', async () => {
        await world.follow('paul', shown(2));

        await world.check();
        const first = await world.requested('paul');
        await world.check();

        expect(first).to.deep.equal(all(2));
        expect((await world.requested('paul')).length).to.equal(3);
      });

      it('requests the reading that was shown, whichever is the best now', async () => {
        world.shop.books = [volume(1, '1'), volume(11, '1', { rating: { average: 5, count: 99 } })];
        await world.follow('paul', shown(1));

        await world.check();

        expect(await world.requested('paul')).to.deep.equal(all(1));
      });

      it('requests nothing of what was there, by default', async () => {
        world.shop.books = [volume(1, '1'), volume(2, '2')];
        await world.follow('paul');

        await world.check();
        world.shop.books.push(volume(4, '4', { releaseDate: new Date().toISOString().slice(0, 10) }));
        await world.check();

        expect(await world.requested('paul')).to.deep.equal(all(4));
      });
    });

    it('says what it came to, and how the series stands', async () => {
      world.state.owned.add(asinOf(1));
      const id = await world.follow('paul', shown(2));

      await world.check();

      const { result, checkedAt, nextCheckAt, failures } = await world.entry('paul', id);
      expect(result?.outcome).to.deep.equal({ code: 'requested', values: { requested: 1 } });
      expect(result?.counts).to.deep.equal({ listed: 3, available: 1, requested: 1, declined: 0, ignored: 0, missing: 0, upcoming: 1 });
      expect([checkedAt === null, (nextCheckAt ?? '') > (checkedAt ?? ''), failures]).to.deep.equal([false, true, 0]);
      expect(world.changes).to.include('series paul');
    });

    it('asks again for nothing that it asked for, whatever became of it', async () => {
      await world.follow('paul', shown(1, 2, 3));
      await world.check();
      await world.setStatus('paul', asinOf(1), 'cancelled');
      await world.setStatus('paul', asinOf(2), 'denied');
      // another reading and another ASIN of the recording
      world.shop.books = [volume(11, '1'), volume(1, '1'), volume(2, '2'), volume(12, undefined, { title: 'Volume 2' })];
      world.state.siblings.set(asinOf(11), [asinOf(1)]);

      await world.check();

      expect(await world.requested('paul')).to.have.length(3);
    });

    it('is made for everybody although it breaks for one, and is repeated for that one', async () => {
      world.shop.books = [volume(1, '1')];
      const ann = await world.follow('ann', shown(1));
      const paul = await world.follow('paul', shown(1));
      let asked = 0;
      world.state.veto['request.submitting'] = async () => {
        asked += 1;
        if (asked === 1) throw new Error('a bug');
        return undefined;
      };
      const askedForAll = async () => [await world.entry('ann', ann), await world.entry('paul', paul)].map(({ memory }) => memory.asked);

      const fault = await world.check().catch((error: unknown) => error);
      const first = await askedForAll();
      await world.check();

      expect(fault).to.be.instanceOf(Error).with.property('message', 'a bug');
      expect(first).to.deep.equal([[], [asinOf(1)]]);
      expect(await askedForAll()).to.deep.equal([[asinOf(1)], [asinOf(1)]]);
    });

    it('asks for nothing that the person cancelled or was denied before, by hand as well', async () => {
      await world.addRequest({ user: 'paul', asin: asinOf(1), status: 'cancelled' });
      await world.addRequest({ user: 'paul', asin: asinOf(2), status: 'denied' });
      await world.follow('paul', shown(1, 2));

      await world.check();

      expect(await world.requested('paul')).to.have.length(2);
    });

    it('knows what is ignored and what is in the library by every ASIN of a recording', async () => {
      await world.follow('paul', shown(1, 2));
      world.shop.groups = [[asinOf(1), 'B0SIBLING1']];
      world.state.siblings.set(asinOf(2), ['B0SIBLING2']);
      world.state.owned.add('B0SIBLING2');
      await world.database.transaction((tx) =>
        tx.insert('ignored_audiobooks', { id: 'i', userId: 'paul', asin: 'B0SIBLING1', createdAt: new Date().toISOString() }),
      );

      await world.check();

      expect(await world.requested('paul')).to.deep.equal([]);
    });

    it('waits for approval where the person needs it', async () => {
      world.people.set('paul', { autoApprove: false });
      await world.follow('paul', shown(1));

      await world.check();

      expect(await world.requested('paul')).to.deep.equal([`${asinOf(1)} awaiting_approval watch-series`]);
    });

    it('leaves what exceeds the quota missing, and asks when there is room again', async () => {
      await world.addUser('paul', { quotaLimit: 1, quotaDays: 7 });
      const id = await world.follow('paul', shown(1, 2));

      await world.check();
      const first = await world.entry('paul', id);
      await world.check();
      const second = await world.requested('paul');
      world.state.offset = 8 * DAY_MS;
      await world.check();

      expect(first.result?.outcome).to.deep.equal({ code: 'quota_used_up', values: { requested: 1, waiting: 1 } });
      expect(first.result?.counts?.missing).to.equal(1);
      expect(second).to.deep.equal(all(1));
      expect(await world.requested('paul')).to.deep.equal(all(1, 2));
    });

    it('asks in portions, and goes on soon', async () => {
      const numbers = Array.from({ length: REQUESTS_AT_ONCE + 5 }, (_, n) => n + 1);
      world.shop.books = numbers.map((n) => volume(n, String(n)));
      const id = await world.follow('paul', shown(...numbers.slice(0, -1)));

      const again = await world.check();
      const before = (await world.requested('paul')).length;
      const { result } = await world.entry('paul', id);
      await world.check();

      expect(before).to.equal(REQUESTS_AT_ONCE);
      expect(result?.outcome.code).to.equal('more_to_come');
      expect((again?.againAt.getTime() ?? 0) - Date.now()).to.be.within(0, 600_000);
      // it is the first check until all that was shown had its turn
      expect(await world.requested('paul')).to.have.length(numbers.length - 1);
    });

    it('serves all who follow with one walk, each by their own rule', async () => {
      await world.follow('paul', shown(1, 2));
      await world.follow('chani', { mode: 'tell' });
      await world.follow('duncan', shown(1));
      const asked = world.shop.pages;

      await world.check();

      expect(world.shop.pages - asked).to.equal(1);
      expect(await world.requested('paul')).to.deep.equal(all(1, 2));
      expect(await world.requested('chani')).to.deep.equal([]);
      // joined
      expect(await world.requested('duncan')).to.deep.equal([]);
    });

    it('joins somebody’s request once, and not again after the person left it', async () => {
      await world.follow('paul', shown(1));
      await world.follow('chani', shown(1));
      await world.check();
      const subscribers = () => world.database.read.all('SELECT user_id FROM request_subscribers');
      const joined = await subscribers();

      await world.database.transaction((tx) => tx.run('DELETE FROM request_subscribers'));
      world.shop.books = [volume(1, '1')];
      await world.check();

      expect([joined.length, (await subscribers()).length]).to.deep.equal([1, 0]);
    });

    it('leaves those alone who may not sign in, and forgets those who are deleted', async () => {
      await world.follow('paul', shown(1));
      await world.follow('chani', shown(2));
      await world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = 'paul'"));
      await world.database.transaction((tx) => tx.run("UPDATE users SET deleted_at = created_at WHERE id = 'chani'"));

      await world.check();
      await world.database.transaction(removeOrphans);

      expect([...(await world.requested('paul')), ...(await world.requested('chani'))]).to.deep.equal([]);
      expect(world.shop.pages).to.equal(0);
      expect(await world.database.read.all('SELECT user_id FROM watched_series')).to.deep.equal([{ userId: 'paul' }]);
    });

    it('asks for nothing more once somebody stopped following while it ran', async () => {
      const id = await world.follow('paul', shown(1, 2));
      world.onAsking(() => world.service.remove('series', 'paul', id));

      await world.check();

      expect(await world.requested('paul')).to.deep.equal(all(1));
    });

    it('stops where the rule was changed while it ran, and does not bring the old one back', async () => {
      const id = await world.follow('paul', shown(1, 2));
      world.onAsking(async () => {
        world.state.offset += 1000;
        await world.service.update('series', 'paul', id, { mode: 'tell' });
      });

      await world.check();

      expect(await world.requested('paul')).to.deep.equal(all(1));
      const { mode, memory, result } = await world.entry('paul', id);
      expect([mode, memory.known, result]).to.deep.equal(['tell', undefined, undefined]);
    });

    it('makes nothing twice after it was cut off', async () => {
      await world.follow('paul', shown(1, 2));
      await world.follow('chani', shown(1, 2));
      const stop = new AbortController();
      world.onAsking(async () => stop.abort(new Error('killed')));
      const cut = await world.check(undefined, stop.signal).then(
        () => undefined,
        (error: unknown) => error,
      );

      const before = await world.requested('paul');
      await world.check();

      expect(cut).to.be.instanceOf(Error);
      expect(before).to.deep.equal(all(1));
      expect(await world.requested('paul')).to.deep.equal(all(1, 2));
      expect(await world.requested('chani')).to.deep.equal([]);
      expect(await world.database.read.all('SELECT user_id FROM request_subscribers')).to.have.length(2);
    });

    it('of an author asks under its own origin', async () => {
      world.shop.books = [volume(1, '1'), volume(2, undefined, { series: [], title: 'Alone' })];
      await world.follow('paul', { ...everything, shown: [asinOf(1), asinOf(2)] }, 'author');

      await world.check({ kind: 'author', catalogId: AUTHOR, region: 'us' });

      expect(await world.requested('paul')).to.deep.equal([1, 2].map((n) => `${asinOf(n)} pending watch-author`));
    });

    it('of a series nobody follows asks the catalogue nothing', async () => {
      await world.check();

      expect(world.shop.pages).to.equal(0);
    });
  });
}
