import { expect } from 'chai';
import { rmSync, symlinkSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { verifyPlacement } from './placement-manifest.js';
import type { PlacementFs } from './placement-copy.js';
import { planPlacement } from './placement-plan.js';
import { createPlacementWorld, DIRECTORY, failure, tree } from './placement-world.spec.support.js';
import type { PlacementWorld } from './placement-world.spec.support.js';
import { placeFiles } from './placement.js';

describe('placement', () => {
  let world: PlacementWorld;
  let root: string;
  let source: string;
  let target: string;

  beforeEach(async () => {
    world = await createPlacementWorld();
    ({ root, source, target } = world);
  });
  afterEach(() => world.remove());

  describe('placing', () => {
    it('links where it can, and leaves no working folder behind', async () => {
      const result = await placeFiles(await world.plan());

      expect(result.status).to.equal('placed');
      expect(await tree(root)).to.deep.equal([`${DIRECTORY}/CD1/01.mp3`, `${DIRECTORY}/CD1/02.mp3`, `${DIRECTORY}/CD2/01.mp3`]);
      expect((await stat(join(target, 'CD1/01.mp3'))).ino).to.equal((await stat(join(source, 'CD1/01.mp3'))).ino);
      expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['link', 'link', 'link']);
      expect(await readdir(root)).to.deep.equal(['Frank Herbert']);
    });

    it('does not link files that will be changed later', async () => {
      const result = await placeFiles(await world.plan({ mayLink: false }), { fileMode: 0o640 });

      const [file] = result.status === 'placed' ? result.manifest.files : [];
      expect(file?.method).to.be.oneOf(['reflink', 'copy']);
      expect((await stat(join(target, 'CD1/01.mp3'))).ino).to.not.equal((await stat(join(source, 'CD1/01.mp3'))).ino);
      expect((await stat(join(target, 'CD1/01.mp3'))).mode & 0o777).to.equal(0o640);
    });

    it('gives clones the permissions of new files, whatever those of the download are', async () => {
      const part = await world.addSource('read-only.m4b', Buffer.alloc(1000, 7));
      await chmod(part.path, 0o400);
      const fs: PlacementFs = {
        ...nodeFs,
        // file systems that can clone are rare
        copyFile: (from, to) => nodeFs.copyFile(from, to),
        open: async (path, flags, mode) => {
          const info = flags === 'r+' ? await nodeFs.stat(path) : undefined;
          // root may open it
          if (info && (info.mode & 0o200) === 0) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
          return nodeFs.open(path, flags, mode);
        },
      };
      const plan = planPlacement({ id: 'j', root, directory: DIRECTORY, files: [part] });

      const result = await placeFiles(plan, { fs, methods: ['reflink'] });

      expect(result.status === 'placed' && result.manifest.files[0]?.method).to.equal('reflink');
      const asNew = join(root, 'new');
      await writeFile(asNew, '');
      expect((await stat(join(target, '1 - Dune.m4b'))).mode).to.equal((await stat(asNew)).mode);
    });

    it('copies with progress in bytes, and keeps the modification time', async () => {
      const big = await world.addSource('big.m4b', Buffer.alloc(3_000_000, 7));
      const seen: number[] = [];

      const result = await placeFiles(planPlacement({ id: 'j', root, directory: DIRECTORY, files: [big] }), {
        methods: ['copy'],
        onProgress: ({ bytesDone, bytesTotal }) => seen.push(bytesDone / bytesTotal),
      });

      expect(result.status === 'placed' && result.manifest.files[0]).to.include({ method: 'copy', path: '1 - Dune.m4b', size: 3_000_000 });
      expect(seen).to.have.length(3);
      expect(seen.at(-1)).to.equal(1);
      expect((await stat(join(target, '1 - Dune.m4b'))).mtimeMs).to.be.closeTo((await stat(big.path)).mtimeMs, 5);
      expect(await readFile(join(target, '1 - Dune.m4b'))).to.deep.equal(Buffer.alloc(3_000_000, 7));
    });

    it('places written files with the others', async () => {
      await placeFiles(await world.plan({ written: [{ to: 'metadata.opf', bytes: Buffer.from('{}') }] }));

      expect(await readFile(join(target, 'metadata.opf'), 'utf8')).to.equal('{}');
    });

    it('returns a manifest that matches the folder', async () => {
      const result = await placeFiles(await world.plan());

      if (result.status !== 'placed') throw new Error(result.status);
      expect(await verifyPlacement(target, result.manifest)).to.deep.equal([]);
      await writeFile(join(source, 'x'), 'x');
      await rm(join(target, 'CD1/01.mp3'));
      await writeFile(join(target, 'CD1/02.mp3'), 'short');
      expect(await verifyPlacement(target, result.manifest)).to.deep.equal([
        { path: 'CD1/01.mp3', problem: 'missing' },
        { path: 'CD1/02.mp3', problem: 'size' },
      ]);
    });

    it('takes hostile names literally', async () => {
      const files = await Promise.all(['-rf.mp3', '$(touch x).mp3', 'new\nline.mp3', '"q\'.mp3'].map((name) => world.addSource(name)));

      const result = await placeFiles(planPlacement({ id: 'j', root, directory: '-rf $(x)/$&', files }));

      expect(result.status).to.equal('placed');
      expect(await readdir(join(root, '-rf $(x)/$&'))).to.have.members(['-rf.mp3', '$(touch x).mp3', 'new line.mp3', "'q'.mp3"]);
    });

    it('refuses a source that has become a link since it was listed, or lies in a folder that has', async () => {
      const { path } = await world.addSource('CD1/secret.mp3');
      const plan = planPlacement({ id: 'j', root, directory: 'A/B', files: [{ path, name: 'book.mp3' }] });
      await writeFile(join(world.dir, 'outside.mp3'), 'the secret');
      await rm(path);
      await symlink(join(world.dir, 'outside.mp3'), path);

      expect((await failure(placeFiles(plan))).code).to.equal('source_changed');

      await rm(join(source, 'CD1'), { recursive: true });
      await mkdir(join(world.dir, 'elsewhere'));
      await writeFile(join(world.dir, 'elsewhere/secret.mp3'), 'the secret');
      await symlink(join(world.dir, 'elsewhere'), join(source, 'CD1'));
      expect((await failure(placeFiles(plan))).code).to.equal('source_changed');
      expect(await readdir(root)).to.deep.equal([]);
    });

    for (const method of ['link', 'copy'] as const) {
      it(`refuses a source that becomes a link while another one is placed by ${method}`, async () => {
        const first = await world.addSource('1.mp3');
        const second = await world.addSource('2.mp3');
        await writeFile(join(world.dir, 'outside.mp3'), 'the secret');
        let isSwapped = false;
        const onProgress = () => {
          if (isSwapped) return;
          isSwapped = true;
          rmSync(second.path);
          symlinkSync(join(world.dir, 'outside.mp3'), second.path);
        };

        const placing = placeFiles(planPlacement({ id: 'j', root, directory: 'A/B', files: [first, second] }), {
          methods: [method],
          onProgress,
        });

        expect((await failure(placing)).code).to.equal('source_changed');
        expect(await readdir(root)).to.deep.equal([]);
      });
    }
  });

  describe('an existing folder', () => {
    it('counts as done when it contains the same files, ignoring covers and sidecars', async () => {
      const thePlan = await world.plan();
      const first = await placeFiles(thePlan);
      await writeFile(join(target, 'cover.jpg'), 'cover');

      const second = await placeFiles(thePlan);

      expect(second.status).to.equal('already_placed');
      expect(second).to.include({ isSource: false });
      expect(second.status !== 'conflict' && first.status !== 'conflict' && second.manifest.hash === first.manifest.hash).to.equal(true);
    });

    it('is not done when a copy was cut short, and is never overwritten', async () => {
      const thePlan = await world.plan({ mayLink: false });
      await placeFiles(thePlan);
      await writeFile(join(target, 'CD1/02.mp3'), 'cut');

      const result = await placeFiles(thePlan, { suffix: 'B002V1OF70' });

      expect(result).to.include({ status: 'conflict', suggestion: `${DIRECTORY} [B002V1OF70]` });
      expect(await readFile(join(target, 'CD1/02.mp3'), 'utf8')).to.equal('cut');
    });

    it('is a conflict when a file is missing or it contains another book', async () => {
      const thePlan = await world.plan();
      await placeFiles(thePlan);
      await writeFile(join(target, 'other.m4b'), 'x');
      expect(await placeFiles(thePlan)).to.include({ status: 'conflict' });
      await rm(join(target, 'other.m4b'));
      await rm(join(target, 'CD2'), { recursive: true });
      expect(await placeFiles(thePlan)).to.include({ status: 'conflict' });
      expect(await readdir(root)).to.deep.equal(['Frank Herbert']);
    });

    it('leads to the suggestion of a free folder', async () => {
      const thePlan = await world.plan();
      await mkdir(target, { recursive: true });
      await writeFile(join(target, 'x.mp3'), 'x');
      await mkdir(`${target} [B1]`);
      await mkdir(`${target} (2)`);

      expect(await placeFiles(thePlan, { suffix: 'B1' })).to.include({ suggestion: `${DIRECTORY} (3)` });
    });

    it('is used when it is empty', async () => {
      await mkdir(target, { recursive: true });

      expect((await placeFiles(await world.plan())).status).to.equal('placed');
    });

    it('is a conflict when it is a file', async () => {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, 'x');

      expect((await placeFiles(await world.plan())).status).to.equal('conflict');
    });

    it('is recognized when it is the source itself', async () => {
      await mkdir(target, { recursive: true });
      await writeFile(join(target, '01.mp3'), 'one');
      await writeFile(join(target, '02.mp3'), 'two');
      const files = ['01.mp3', '02.mp3'].map((name) => ({ path: join(target, name), name }));

      const result = await placeFiles(planPlacement({ id: 'j', root, directory: DIRECTORY, files }));

      expect(result).to.include({ status: 'already_placed', isSource: true });
      expect(await tree(root)).to.have.length(2);
    });

    it('is a conflict when it appears during the work, and stays as it is', async () => {
      const fs: PlacementFs = {
        ...nodeFs,
        rename: async (from, to) => {
          await mkdir(to, { recursive: true });
          await writeFile(join(to as string, 'x.mp3'), 'x');
          return nodeFs.rename(from, to);
        },
      };

      const result = await placeFiles(await world.plan(), { fs });

      expect(result.status).to.equal('conflict');
      expect(await tree(root)).to.deep.equal([`${DIRECTORY}/x.mp3`]);
    });
  });
});
