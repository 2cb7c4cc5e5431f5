import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import * as nodeFs from 'node:fs/promises';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSound } from '../../files/merging/merging.spec.support.js';
import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import type { Tx } from '../../platform/db/index.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { RunTakenOver } from '../../platform/jobs/job-queue.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, type ImportWorld, keyOf } from './import-world.spec.support.js';

/** Each step in the long run, every third one otherwise. */
const EACH_STEP = process.env['LECTERN_TEST_LONG'] === '1' ? 1 : 3;
/** More than an import has steps. */
const MOST_STEPS = 40;

for (const dialect of SERVICE_DIALECTS) {
  describe(`an import that was taken over, on ${dialect}`, () => {
    let world: ImportWorld;
    let users = 0;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
    });
    beforeEach(async () => {
      world = await createImportWorld(dialect);
    });
    afterEach(() => world.remove());

    const newRequest = (): Promise<string> => world.addRequest({ user: `user-${(users += 1)}` });

    /** A run that another one takes over; the later one runs to its end meanwhile. */
    function takenOver(id: string) {
      let isTaken = false;
      const self = {
        isTaken: () => isTaken,
        async takeOver() {
          if (isTaken) return;
          isTaken = true;
          await world.run(id);
        },
        /** Only marks it, because the database belongs to a transaction now. */
        mark: () => (isTaken = true),
        async hold(_tx?: Tx) {
          if (isTaken) throw new RunTakenOver();
        },
      };
      return self;
    }

    async function outcome(work: Promise<unknown>): Promise<string> {
      return work.then(
        () => 'done',
        (error: Error) => error.name,
      );
    }

    /** That the book was placed once, whole, and written down once. */
    async function expectOneImport(id: string, what: string): Promise<void> {
      expect((await world.request(id)).status, what).to.equal('downloaded');
      expect(
        (await world.events(id)).filter((event) => event === 'import_done'),
        what,
      ).to.have.length(1);
      const rows = (await world.imports()).filter(({ requestId }) => requestId === id);
      expect(rows, what).to.have.length(1);
      for (const { directory, manifest } of rows) expect(await verifyPlacement(directory, manifest), what).to.deep.equal([]);
      expect(
        (await readdir(world.library)).filter((name) => name.startsWith('.')),
        what,
      ).to.deep.equal([]);
    }

    async function clear(): Promise<void> {
      await world.database.transaction((tx) => tx.run('DELETE FROM imports'));
      await nodeFs.rm(join(world.library, 'Frank Herbert'), { recursive: true, force: true });
    }

    /** Takes a run over before each of its steps in turn. @returns how many there were */
    async function takeOverAtEach(): Promise<number> {
      for (let step = 1; step <= MOST_STEPS; step += 1) {
        const id = await newRequest();
        const run = takenOver(id);
        let steps = 0;
        const ended = await outcome(
          world.run(id, {
            async hold(tx) {
              steps += 1;
              if (steps === step) {
                if (tx) run.mark();
                else await run.takeOver();
              }
              await run.hold(tx);
            },
          }),
        );
        if (!run.isTaken()) return steps;
        expect(ended, `step ${step}`).to.equal('RunTakenOver');
        await world.run(id);
        await expectOneImport(id, `step ${step}`);
        await clear();
      }
      throw new Error('The import has no end.');
    }

    it('places and records the book once, whatever step it was before', async () => {
      await world.makeDownload('Dune');

      expect(await takeOverAtEach()).to.be.greaterThan(3);
    });

    it('changes nothing more while the next run postpones the import', async () => {
      const id = await newRequest();
      const run = takenOver(id);
      world.state.refuse = 'not now';
      run.mark();

      expect(await outcome(world.run(id, { hold: run.hold }))).to.equal('RunTakenOver');

      expect(await world.events(id)).to.deep.equal([]);
      expect((await world.request(id)).status).to.equal('processing');
    });

    it('leaves the stage of the next run alone while its own files are being placed', async () => {
      await world.makeDownload('Dune');
      const id = await newRequest();
      const run = takenOver(id);
      let links = 0;
      world.state.placement = {
        fs: {
          ...nodeFs,
          async link(from, to) {
            links += 1;
            if (links === 2) await run.takeOver();
            await nodeFs.link(from, to);
          },
        },
      };

      const ended = await outcome(world.run(id, { hold: run.hold }));

      expect(ended).to.equal('RunTakenOver');
      await expectOneImport(id, 'placing');
      expect(await readdir(join(world.library, 'Frank Herbert/Dune'))).to.deep.equal(['1 - Dune']);
    });

    if (dialect !== 'sqlite') return;
    // what it adds are steps on the disk, for which the database makes no difference
    requireOrSkip('ffmpeg')('that merges', () => {
      it('places and records the merged book once, whatever step it was before', async () => {
        world.state.mergeChapters = true;
        world.state.writeTags = 'own';
        const { durationMinutes: _unknown, ...book } = DUNE;
        world.state.books.set(ASIN, book);
        await mkdir(join(world.downloads, 'Dune'), { recursive: true });
        for (const name of ['01 - Arrakis.m4a', '02 - Caladan.m4a']) await makeSound(join(world.downloads, 'Dune', name), {});

        expect(await takeOverAtEach()).to.be.greaterThan(6);
        expect((await readdir(join(world.library, DIRECTORY))).filter((name) => name.endsWith('.m4b'))).to.have.length(1);
      });

      /**
       * Takes a run over right after it has made sure that nobody has, and lets it go on when the next run is in the middle of its work.
       *
       * @returns whether there was such a step
       */
      async function meetAt(step: number, middle: RegExp): Promise<boolean> {
        const id = await newRequest();
        const late = takenOver(id);
        let steps = 0;
        let next: Promise<void> | undefined;
        let wasWritten = false;
        const ended = await outcome(
          world.run(id, {
            async hold(tx) {
              await late.hold(tx);
              if (tx || (steps += 1) !== step) return;
              late.mark();
              // all that is left to do then is removing what nobody needs
              wasWritten = (await world.request(id)).status === 'downloaded';
              await new Promise<void>((resolve, reject) => {
                next = world.run(id, { onProgress: ({ message, done }) => middle.test(keyOf(message)) && done > 20 && resolve() });
                next.then(resolve, reject);
              });
            },
          }),
        );
        if (!next) return false;
        await next;
        expect(ended, `step ${step}`).to.be.oneOf(wasWritten ? ['RunTakenOver', 'done'] : ['RunTakenOver']);
        await expectOneImport(id, `step ${step}`);
        const [said] = await world.database.read.all<{ message: string }>(
          "SELECT message FROM request_events WHERE request_id = ? AND event = 'import_done'",
          [id],
        );
        expect(said?.message, `step ${step}`).to.match(middle.source === 'merging' ? /It was merged/ : /were placed in “.*”\.$/);
        await clear();
        return true;
      }

      for (const [middle, name] of [
        [/merging/, '.mp3'],
        [/tagging/, '.m4a'],
      ] as const) {
        it(`does not meet the next run while that is ${middle.source}`, async () => {
          world.state.mergeChapters = middle.source === 'merging';
          world.state.writeTags = 'all';
          const { durationMinutes: _unknown, ...book } = DUNE;
          world.state.books.set(ASIN, book);
          await mkdir(join(world.downloads, 'Dune'), { recursive: true });
          for (const part of ['01 - Arrakis', '02 - Caladan'])
            await makeSound(join(world.downloads, 'Dune', `${part}${name}`), name === '.mp3' ? { codec: 'libmp3lame', seconds: 15 } : {});

          let steps = 0;
          while (await meetAt(1 + steps * EACH_STEP, middle)) steps += 1;

          expect(steps).to.be.greaterThan(2);
        });
      }
    });
  });
}
