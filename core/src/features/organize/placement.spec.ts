import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import * as nodeFs from 'node:fs/promises';
import { chmod, link, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isFileError } from './file-error.js';
import type { FileError } from './file-error.js';
import { verifyManifest } from './manifest.js';
import type { PlacementFs } from './placement-copy.js';
import { planPlacement } from './placement-plan.js';
import type { PlacementPlan } from './placement-plan.js';
import { placeFiles, sweepWorkingFolders } from './placement.js';
import type { PlacementOptions, PlacementResult } from './placement.js';

const DIRECTORY = 'Frank Herbert/Dune/1 - Dune';

async function failure(promise: Promise<unknown>): Promise<FileError> {
  try {
    await promise;
  } catch (error) {
    if (isFileError(error)) return error;
    throw error;
  }
  throw new Error('did not fail');
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

describe('placement', () => {
  let dir: string;
  let root: string;
  let source: string;
  let target: string;

  async function addSource(name: string, content: string | Buffer = name.repeat(100)): Promise<{ path: string; name: string }> {
    const path = join(source, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return { path, name };
  }

  async function plan(more: Partial<Parameters<typeof planPlacement>[0]> = {}): Promise<PlacementPlan> {
    const files = [await addSource('CD1/01.mp3'), await addSource('CD1/02.mp3'), await addSource('CD2/01.mp3')];
    return planPlacement({ id: 'job-1', root, directory: DIRECTORY, files, ...more });
  }

  async function tree(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  }

  async function place(thePlan: PlacementPlan, options: PlacementOptions = {}): Promise<PlacementResult> {
    return placeFiles(thePlan, options);
  }

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-place-')));
    root = join(dir, 'library');
    source = join(dir, 'downloads', 'Dune');
    target = join(root, DIRECTORY);
    await mkdir(root);
    await mkdir(source, { recursive: true });
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  describe('placing', () => {
    it('links where it can, and leaves no working folder behind', async () => {
      const result = await place(await plan());

      expect(result.status).to.equal('placed');
      expect(await tree(root)).to.deep.equal([`${DIRECTORY}/CD1/01.mp3`, `${DIRECTORY}/CD1/02.mp3`, `${DIRECTORY}/CD2/01.mp3`]);
      expect((await stat(join(target, 'CD1/01.mp3'))).ino).to.equal((await stat(join(source, 'CD1/01.mp3'))).ino);
      expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['link', 'link', 'link']);
      expect(await readdir(root)).to.deep.equal(['Frank Herbert']);
    });

    it('does not link what will be changed later', async () => {
      const result = await place(await plan({ mayLink: false }), { fileMode: 0o640 });

      const [file] = result.status === 'placed' ? result.manifest.files : [];
      expect(file?.method).to.be.oneOf(['reflink', 'copy']);
      expect((await stat(join(target, 'CD1/01.mp3'))).ino).to.not.equal((await stat(join(source, 'CD1/01.mp3'))).ino);
      expect((await stat(join(target, 'CD1/01.mp3'))).mode & 0o777).to.equal(0o640);
    });

    it('copies with progress by bytes and keeps the time', async () => {
      const big = await addSource('big.m4b', Buffer.alloc(3_000_000, 7));
      const seen: number[] = [];

      const result = await place(planPlacement({ id: 'j', root, directory: DIRECTORY, files: [big] }), {
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
      await place(await plan({ written: [{ to: 'metadata.json', bytes: Buffer.from('{}') }] }));

      expect(await readFile(join(target, 'metadata.json'), 'utf8')).to.equal('{}');
    });

    it('answers a manifest that fits the folder', async () => {
      const result = await place(await plan());

      if (result.status !== 'placed') throw new Error(result.status);
      expect(await verifyManifest(target, result.manifest)).to.deep.equal([]);
      await writeFile(join(source, 'x'), 'x');
      await rm(join(target, 'CD1/01.mp3'));
      await writeFile(join(target, 'CD1/02.mp3'), 'short');
      expect(await verifyManifest(target, result.manifest)).to.deep.equal([
        { path: 'CD1/01.mp3', problem: 'missing' },
        { path: 'CD1/02.mp3', problem: 'size' },
      ]);
    });

    it('takes hostile names as names', async () => {
      const files = await Promise.all(['-rf.mp3', '$(touch x).mp3', 'new\nline.mp3', '"q\'.mp3'].map((name) => addSource(name)));

      const result = await place(planPlacement({ id: 'j', root, directory: '-rf $(x)/$&', files }));

      expect(result.status).to.equal('placed');
      expect(await readdir(join(root, '-rf $(x)/$&'))).to.have.members(['-rf.mp3', '$(touch x).mp3', 'new line.mp3', "'q'.mp3"]);
    });

    it('follows a source that is a link to its file', async () => {
      const real = await addSource('real.mp3');
      await symlink(real.path, join(source, 'link.mp3'));

      await place(planPlacement({ id: 'j', root, directory: 'A/B', files: [{ path: join(source, 'link.mp3'), name: 'link.mp3' }] }));

      expect((await nodeFs.lstat(join(root, 'A/B/B.mp3'))).isFile()).to.equal(true);
    });
  });

  describe('an existing folder', () => {
    it('is done when it holds the same files, covers and sidecars aside', async () => {
      const thePlan = await plan();
      const first = await place(thePlan);
      await writeFile(join(target, 'cover.jpg'), 'cover');

      const second = await place(thePlan);

      expect(second.status).to.equal('already_placed');
      expect(second).to.include({ isSource: false });
      expect(second.status !== 'conflict' && first.status !== 'conflict' && second.manifest.hash === first.manifest.hash).to.equal(true);
    });

    it('is not done when a copy was cut short, and is never overwritten', async () => {
      const thePlan = await plan({ mayLink: false });
      await place(thePlan);
      await writeFile(join(target, 'CD1/02.mp3'), 'cut');

      const result = await place(thePlan, { suffix: 'B002V1OF70' });

      expect(result).to.include({ status: 'conflict', suggestion: `${DIRECTORY} [B002V1OF70]` });
      expect(await readFile(join(target, 'CD1/02.mp3'), 'utf8')).to.equal('cut');
    });

    it('is a conflict when a file is missing or another book is in it', async () => {
      const thePlan = await plan();
      await place(thePlan);
      await writeFile(join(target, 'other.m4b'), 'x');
      expect(await place(thePlan)).to.include({ status: 'conflict' });
      await rm(join(target, 'other.m4b'));
      await rm(join(target, 'CD2'), { recursive: true });
      expect(await place(thePlan)).to.include({ status: 'conflict' });
      expect(await readdir(root)).to.deep.equal(['Frank Herbert']);
    });

    it('suggests a folder that is free', async () => {
      const thePlan = await plan();
      await mkdir(target, { recursive: true });
      await writeFile(join(target, 'x.mp3'), 'x');
      await mkdir(`${target} [B1]`);
      await mkdir(`${target} (2)`);

      expect(await place(thePlan, { suffix: 'B1' })).to.include({ suggestion: `${DIRECTORY} (3)` });
    });

    it('is used when it is empty', async () => {
      await mkdir(target, { recursive: true });

      expect((await place(await plan())).status).to.equal('placed');
    });

    it('is a conflict when it is a file', async () => {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, 'x');

      expect((await place(await plan())).status).to.equal('conflict');
    });

    it('is told apart when it is the source itself', async () => {
      await mkdir(target, { recursive: true });
      await writeFile(join(target, '01.mp3'), 'one');
      await writeFile(join(target, '02.mp3'), 'two');
      const files = ['01.mp3', '02.mp3'].map((name) => ({ path: join(target, name), name }));

      const result = await place(planPlacement({ id: 'j', root, directory: DIRECTORY, files }));

      expect(result).to.include({ status: 'already_placed', isSource: true });
      expect(await tree(root)).to.have.length(2);
    });

    it('that appears during the work is a conflict, and stays as it is', async () => {
      const fs: PlacementFs = {
        ...nodeFs,
        rename: async (from, to) => {
          await mkdir(to, { recursive: true });
          await writeFile(join(to as string, 'x.mp3'), 'x');
          return nodeFs.rename(from, to);
        },
      };

      const result = await place(await plan(), { fs });

      expect(result.status).to.equal('conflict');
      expect(await tree(root)).to.deep.equal([`${DIRECTORY}/x.mp3`]);
    });
  });

  describe('failing', () => {
    async function expectNothingLeft(): Promise<void> {
      expect(await readdir(root)).to.deep.equal([]);
      expect(await tree(source)).to.deep.equal(['CD1/01.mp3', 'CD1/02.mp3', 'CD2/01.mp3']);
    }

    const faults: readonly (readonly [string, string, boolean])[] = [
      ['ENOSPC', 'disk_full', true],
      ['EDQUOT', 'quota', true],
      ['EROFS', 'read_only', true],
      ['EIO', 'io_error', true],
      ['ENAMETOOLONG', 'name_too_long', false],
    ];
    for (const [errno, code, passing] of faults) {
      it(`names the cause of ${errno} and leaves nothing half-placed`, async () => {
        let count = 0;
        const fs: PlacementFs = {
          ...nodeFs,
          open: async (path, flags, mode) => {
            if (flags === 'wx' && ++count === 2) throw systemError(errno);
            return nodeFs.open(path, flags, mode);
          },
        };

        const error = await failure(place(await plan(), { fs, methods: ['copy'] }));

        expect(error).to.include({ code, passing });
        await expectNothingLeft();
      });
    }

    it('names a folder it may not write to', async () => {
      const fs: PlacementFs = { ...nodeFs, mkdir: async () => Promise.reject(systemError('EACCES')) };

      const error = await failure(place(await plan(), { fs }));

      expect(error.code).to.equal('permission_denied');
      expect(error.message).to.include('Give the user this server runs as access');
    });

    it('removes the parents it made when the last rename fails', async () => {
      const fs: PlacementFs = { ...nodeFs, rename: async () => Promise.reject(systemError('EXDEV')) };

      expect((await failure(place(await plan(), { fs }))).code).to.equal('cross_device');
      await expectNothingLeft();
    });

    it('falls from link to copy when the two places are on different file systems', async () => {
      const refuse = async (): Promise<never> => Promise.reject(systemError('EXDEV'));
      let links = 0;
      const fs: PlacementFs = {
        ...nodeFs,
        link: async () => {
          links += 1;
          return refuse();
        },
        copyFile: refuse,
      };

      const result = await place(await plan(), { fs });

      expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['copy', 'copy', 'copy']);
      expect(links).to.equal(1);
    });

    it('takes refused permissions and times for a warning', async () => {
      const refuse = async (): Promise<never> => Promise.reject(systemError('EPERM'));

      const result = await place(await plan(), { fs: { ...nodeFs, chmod: refuse, utimes: refuse }, methods: ['copy'], fileMode: 0o664 });

      expect(result.status === 'placed' && result.warnings).to.have.length(6);
      expect(await tree(target)).to.have.length(3);
    });

    it('notices a copy that is not like its source', async () => {
      const fs: PlacementFs = {
        ...nodeFs,
        copyFile: async (from, to) => {
          await nodeFs.copyFile(from, to);
          await nodeFs.truncate(to, 5);
        },
      };

      expect((await failure(place(await plan(), { fs, methods: ['reflink'] }))).code).to.equal('verification_failed');
      await expectNothingLeft();
    });

    it('notices a source that grows while it is copied', async () => {
      const thePlan = await plan();
      const fs: PlacementFs = {
        ...nodeFs,
        utimes: async () => nodeFs.appendFile(join(source, 'CD1/01.mp3'), 'more'),
      };

      expect((await failure(place(thePlan, { fs, methods: ['copy'] }))).code).to.equal('source_changed');
    });

    it('stops when aborted and cleans up', async () => {
      const controller = new AbortController();

      const error = await failure(
        place(await plan(), { signal: controller.signal, methods: ['copy'], onProgress: () => controller.abort() }),
      );

      expect(error.code).to.equal('aborted');
      await expectNothingLeft();
    });

    it('does not make a library folder that is not mounted', async () => {
      const error = await failure(place(await plan({ root: join(dir, 'absent') })));

      expect(error).to.include({ code: 'not_found', passing: true });
      expect(await readdir(dir)).to.not.include('absent');
    });

    it('refuses to leave the library folder through a link', async () => {
      await mkdir(join(dir, 'elsewhere'));
      await symlink(join(dir, 'elsewhere'), join(root, 'Frank Herbert'));

      expect((await failure(place(await plan()))).code).to.equal('outside_root');
      expect(await readdir(join(dir, 'elsewhere'))).to.deep.equal([]);
    });
  });

  describe('after a crash', () => {
    it('gives one good result when run again', async () => {
      const thePlan = await plan();
      const stage = join(root, '.lectern-job-1.partial');
      await mkdir(join(stage, 'CD1'), { recursive: true });
      await writeFile(join(stage, 'CD1/01.mp3'), 'half');
      await writeFile(join(stage, 'leftover.mp3'), 'old');

      expect((await place(thePlan)).status).to.equal('placed');
      expect((await place(thePlan)).status).to.equal('already_placed');
      expect(await tree(root)).to.have.length(3);
    });

    it('never changes the source through a hard link left in the working folder', async () => {
      const thePlan = await plan({ mayLink: false });
      const stage = join(root, '.lectern-job-1.partial', 'CD1');
      await mkdir(stage, { recursive: true });
      await link(join(source, 'CD1/01.mp3'), join(stage, '01.mp3'));

      await place(thePlan, { methods: ['copy'] });

      expect(await readFile(join(source, 'CD1/01.mp3'), 'utf8')).to.equal('CD1/01.mp3'.repeat(100));
      expect((await stat(join(source, 'CD1/01.mp3'))).nlink).to.equal(1);
    });

    it('sweeps working folders nobody uses, and nothing else', async () => {
      for (const name of ['.lectern-a.partial', '.lectern-b.partial', '.lectern-.partial', 'Author', '.other'])
        await mkdir(join(root, name));

      expect(await sweepWorkingFolders(root, (id) => id === 'b')).to.deep.equal(['.lectern-a.partial']);
      expect((await readdir(root)).sort()).to.deep.equal(['.lectern-.partial', '.lectern-b.partial', '.other', 'Author']);
    });
  });

  describe('on a file system of its own (needs the right to mount tmpfs)', () => {
    let mounted = false;

    beforeEach(function () {
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', root], { stdio: 'ignore' });
        mounted = true;
      } catch {
        this.skip();
      }
    });
    afterEach(() => {
      if (mounted) execFileSync('umount', [root]);
      mounted = false;
    });

    it('copies across', async () => {
      const result = await place(await plan());

      expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['copy', 'copy', 'copy']);
    });

    it('says beforehand that the disk is too small', async () => {
      const big = await addSource('big.m4b', Buffer.alloc(2_000_000));

      const error = await failure(place(planPlacement({ id: 'j', root, directory: 'A/B', files: [big] })));

      expect(error.code).to.equal('disk_full');
      expect(error.message).to.include('2 MB are needed');
      expect(await readdir(root)).to.deep.equal([]);
    });

    it('cleans up when the disk fills while it copies', async () => {
      const big = await addSource('big.m4b', Buffer.alloc(2_000_000));
      const blind: PlacementFs = { ...nodeFs, statfs: async () => Promise.reject(systemError('ENOSYS')) };

      const error = await failure(place(planPlacement({ id: 'j', root, directory: 'A/B', files: [big] }), { fs: blind }));

      expect(error.code).to.equal('disk_full');
      expect(await readdir(root)).to.deep.equal([]);
    });

    it('works in an author folder that is a mount inside the library folder', async () => {
      const outer = join(dir, 'outer');
      await mkdir(join(outer, 'Author'), { recursive: true });
      execFileSync('mount', ['--bind', root, join(outer, 'Author')]);
      try {
        const result = await place(await plan({ root: outer, directory: 'Author/Series/Title' }));

        expect(result.status).to.equal('placed');
        expect((await readdir(outer)).sort()).to.deep.equal(['Author']);
        expect(await tree(join(outer, 'Author'))).to.have.length(3);
      } finally {
        execFileSync('umount', [join(outer, 'Author')]);
      }
    });
  });

  describe('as another user (needs to run as root)', () => {
    it('names a read-only folder', async function () {
      if (process.getuid?.() !== 0 || process.seteuid === undefined) this.skip();
      const thePlan = await plan();
      await chmod(dir, 0o755);
      process.seteuid(65_534);
      try {
        expect((await failure(place(thePlan))).code).to.equal('permission_denied');
      } finally {
        process.seteuid(0);
      }
    });
  });
});

describe('placement plan', () => {
  const base = { id: 'j', root: '/library', directory: 'A/B: C' };

  it('names a single audio file by its folder and keeps the names of several', () => {
    const one = planPlacement({ ...base, directory: 'A/Dune', files: [{ path: '/d/x.M4B', name: 'x.M4B' }] });
    const two = planPlacement({ ...base, files: ['CD 1/01?.mp3', 'CD 1/01.mp3'].map((name) => ({ path: `/d/${name}`, name })) });

    expect(one.files[0]?.to).to.equal('Dune.m4b');
    expect(two.files.map(({ to }) => to)).to.deep.equal(['CD 1/01.mp3', 'CD 1/01 (2).mp3']);
  });

  it('keeps names apart that differ in case only', () => {
    const plan = planPlacement({ ...base, files: ['a.mp3', 'A.mp3'].map((name) => ({ path: `/d/${name}`, name })) });

    expect(plan.files.map(({ to }) => to)).to.deep.equal(['a.mp3', 'A (2).mp3']);
  });

  it('refuses a folder outside the library folder, the library folder itself, no files and a bad id', () => {
    const files = [{ path: '/d/a.mp3', name: 'a.mp3' }];
    for (const directory of ['', '..', '../x', '/etc', 'a/../../b', 'a//b', '.']) {
      expect(() => planPlacement({ ...base, directory, files }), directory)
        .to.throw()
        .with.property('code', 'invalid_plan');
    }
    expect(() => planPlacement({ ...base, files: [] }))
      .to.throw()
      .with.property('code', 'invalid_plan');
    expect(() => planPlacement({ ...base, id: '../x', files }))
      .to.throw()
      .with.property('code', 'invalid_plan');
    expect(() => planPlacement({ ...base, root: 'library', files }))
      .to.throw()
      .with.property('code', 'invalid_plan');
  });
});
