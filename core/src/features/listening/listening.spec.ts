import { IntegrationError, type ListeningProgress } from '@lectern/plugin-api';
import { expect } from 'chai';
import { ApiError } from '../../platform/http/problem.js';
import { createLibraryWorld, type LibraryWorld } from '../library/library-world.spec.support.js';
import { createListeningService, type ListeningService } from './listening-service.js';
import { listeningJob, readListener, type ReadListeningDeps } from './read-listening.js';
import { foreignWords } from '../../platform/words/index.js';

const [ONE, TWO, THREE] = ['B000000001', 'B000000002', 'B000000003'];
const SIGNAL = new AbortController().signal;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`listening on ${dialect}`, () => {
    let world: LibraryWorld;
    let deps: ReadListeningDeps;
    let service: ListeningService;
    let userId: string;
    let server: string;
    let heard: ListeningProgress[] | Error;
    let subjects: string[];
    let owned: string[];
    let asked: { asin: string; origin: string }[];
    let refusal: ApiError | undefined;
    let sections: string[];

    const read = () => readListener(deps, userId, SIGNAL);
    const at = (minutes: number) => new Date(world.now().getTime() + minutes * 60_000).toISOString();
    const part = (asin: string, number: string) => ({ asin, series: [{ name: 'Dune', id: 'S1', part: number }] }) as never;

    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      const { database, now, log } = world;
      userId = (await database.read.get<{ id: string }>('SELECT id FROM users'))?.id ?? '';
      server = await world.integration();
      [heard, subjects, owned, asked, refusal] = [[], [], [ONE], [], undefined];
      sections = ['in-progress', 'popular'];
      await database.transaction((tx) =>
        tx.insert('user_identities', { id: 'identity', userId, provider: `integration:${server}`, subject: 'abs-1', createdAt: at(0) }),
      );
      const parts = [part(ONE, '1'), part(TWO, '2'), part(THREE, '3')] as { asin: string; series: never }[];
      const media = {
        async progress(subject: string) {
          subjects.push(subject);
          if (heard instanceof Error) throw heard;
          return heard;
        },
      };
      const provider = (_kind: string, id: string) =>
        id === server
          ? { name: 'Shelf', call: (_what: string, fn: (own: unknown, call: object) => unknown) => fn(media, { signal: SIGNAL }) }
          : undefined;
      const shared = {
        database,
        now,
        host: { provider } as never,
        onChange: () => undefined,
        catalog: {
          seriesOf: async (asins: readonly string[]) =>
            new Map(parts.filter(({ asin }) => asins.includes(asin)).map(({ asin, series }) => [asin, series])),
          storedOfSeries: async () => parts,
          siblings: async () => new Map(),
          seriesBooks: async () => ({}),
        } as never,
        library: {
          availabilityOf: async (asins: readonly string[]) =>
            new Map(asins.filter((asin) => owned.includes(asin)).map((asin) => [asin, {}])),
          booksOfItems: async (_id: string, items: readonly string[]) =>
            new Map(items.filter((id) => id !== 'odd').map((id) => [id, id === 'i2' ? TWO : ONE])),
        } as never,
      };
      deps = {
        ...shared,
        log,
        callerOf: async (id) => ({ userId: id }) as never,
        requests: {
          create: async (_caller: unknown, { asin, origin }: { asin: string; origin: string }) => {
            if (refusal) throw refusal;
            asked.push({ asin, origin });
          },
        } as never,
      };
      service = createListeningService({
        ...shared,
        jobs: { enqueue: async () => undefined },
        homeSections: {
          of: async () => ({ isDefault: false, sections: sections.map((section) => ({ section, title: section, isGone: false })) }),
          arrange: async (_id, wanted) => ((sections = [...wanted]), { isDefault: false, sections: [] }),
        },
      });
    });
    afterEach(() => world.dispose());

    const progress = (itemId: string, fraction: number, heardAt = at(1)): ListeningProgress => ({
      itemId,
      fraction,
      isFinished: fraction === 1,
      heardAt,
    });

    it('is off by default, and nothing is read into the database', async () => {
      heard = [progress('i1', 0.5)];
      await read();

      expect(await service.of(userId)).to.deep.equal({ on: false, asks: false, servers: ['Shelf'], heard: 0 });
      expect(await service.nextParts(userId, 10)).to.deep.equal([]);
    });

    it("reads the person's linked account, and shows the part after what they heard to nobody else", async () => {
      await service.set(userId, { on: true, asks: false });
      heard = [progress('i1', 0.5), progress('odd', 0.5)];
      await read();

      expect(subjects).to.deep.equal(['abs-1']);
      expect(await service.nextParts(userId, 10)).to.deep.equal([TWO]);
      expect(await service.nextParts('somebody-else', 10)).to.deep.equal([]);
      expect(await service.of(userId)).to.include({ on: true, heard: 1 });
    });

    it('shows no part that the library has', async () => {
      await service.set(userId, { on: true, asks: false });
      heard = [progress('i1', 0.5)];
      owned = [ONE, TWO];
      await read();

      expect(await service.nextParts(userId, 10)).to.deep.equal([]);
    });

    it('asks for the next part once, when one is nearly through since it was switched on', async () => {
      await service.set(userId, { on: true, asks: true });
      for (const [fraction, when] of [
        [0.89, at(1)],
        [1, at(-60)],
      ] as const) {
        heard = [progress('i1', fraction, when)];
        await read();
        expect(asked).to.deep.equal([]);
      }
      heard = [progress('i1', 0.9)];
      await read();
      await read();

      expect(asked).to.deep.equal([{ asin: TWO, origin: 'listening' }]);
    });

    it('asks for nothing unless that is wanted', async () => {
      await service.set(userId, { on: true, asks: false });
      heard = [progress('i1', 1)];
      await read();

      expect(asked).to.deep.equal([]);
    });

    it('tries again after a full quota, and not after another refusal', async () => {
      await service.set(userId, { on: true, asks: true });
      heard = [progress('i1', 1)];
      refusal = new ApiError('quota_exceeded', foreignWords('Enough.'));
      await read();
      refusal = new ApiError('ignored', foreignWords('Ignored.'));
      await read();
      refusal = undefined;
      await read();

      expect(asked).to.deep.equal([]);
      heard = [progress('i2', 1)];
      await read();
      expect(asked).to.deep.equal([{ asin: THREE, origin: 'listening' }]);
    });

    it('keeps what it knows while the server fails, and forgets it when the account is unlinked', async () => {
      await service.set(userId, { on: true, asks: false });
      heard = [progress('i1', 0.5)];
      await read();
      heard = new IntegrationError('INTEGRATION_UNAVAILABLE', 'Away.');
      await read();
      expect((await service.of(userId)).heard).to.equal(1);
      await world.database.transaction(async (tx) => void (await tx.run('DELETE FROM user_identities')));
      await read();

      expect((await service.of(userId)).heard).to.equal(0);
    });

    it('reads nothing of people who may not sign in, and forgets those who are deleted', async () => {
      const run = () => listeningJob(deps).run({ payload: {}, signal: SIGNAL, progress: () => undefined } as never);
      const stored = async () => (await world.database.read.all('SELECT user_id FROM listening_progress')).length;
      await service.set(userId, { on: true, asks: true });
      heard = [progress('i1', 0.5)];
      await run();
      await world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled'"));
      await run();
      expect([subjects.length, await stored()]).to.deep.equal([1, 1]);
      await world.database.transaction((tx) => tx.run('UPDATE users SET deleted_at = ?', [at(1)]));
      await run();

      expect([subjects.length, await stored(), (await service.of(userId)).on]).to.deep.equal([1, 0, false]);
    });

    it('puts its row on the home page, and takes it and everything that was read away when it is switched off', async () => {
      await service.set(userId, { on: true, asks: true });
      heard = [progress('i1', 0.5)];
      await read();
      expect(sections).to.deep.equal(['in-progress', 'next-parts', 'popular']);

      expect(await service.set(userId, { on: false, asks: true })).to.deep.equal({ on: false, asks: false, servers: ['Shelf'], heard: 0 });
      expect(sections).to.deep.equal(['in-progress', 'popular']);
      const rows = await world.database.read.all('SELECT user_id FROM listening_progress UNION ALL SELECT user_id FROM listening_choices');
      expect(rows).to.deep.equal([]);
    });
  });
}
