import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import * as nodeFs from 'node:fs/promises';
import { chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { PlacementFs } from './placement-copy.js';
import { planPlacement } from './placement-plan.js';
import { createPlacementWorld, failure, systemError, tree } from './placement-world.spec.support.js';
import type { PlacementWorld } from './placement-world.spec.support.js';
import { placeFiles, sweepWorkingFolders } from './placement.js';

describe('placement faults', () => {
  let world: PlacementWorld;
  let dir: string;
  let root: string;
  let source: string;
  let target: string;

  beforeEach(async () => {
    world = await createPlacementWorld();
    ({ dir, root, source, target } = world);
  });
  afterEach(() => world.remove());

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
      it(`names the cause of ${errno} and leaves nothing behind`, async () => {
        let count = 0;
        const fs: PlacementFs = {
          ...nodeFs,
          open: async (path, flags, mode) => {
            if (flags === 'wx' && ++count === 2) throw systemError(errno);
            return nodeFs.open(path, flags, mode);
          },
        };

        const error = await failure(placeFiles(await world.plan(), { fs, methods: ['copy'] }));

        expect(error).to.include({ code, passing });
        await expectNothingLeft();
      });
    }

    it('names the folder it may not write to', async () => {
      const fs: PlacementFs = { ...nodeFs, mkdir: async () => Promise.reject(systemError('EACCES')) };

      const error = await failure(placeFiles(await world.plan(), { fs }));

      expect(error.code).to.equal('permission_denied');
      expect(error.message).to.include('Give the user this server runs as access');
    });

    it('removes the parents it created when the last rename fails', async () => {
      const fs: PlacementFs = { ...nodeFs, rename: async () => Promise.reject(systemError('EXDEV')) };

      expect((await failure(placeFiles(await world.plan(), { fs }))).code).to.equal('cross_device');
      await expectNothingLeft();
    });

    it('falls back from link to copy when the two places are on different file systems', async () => {
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

      const result = await placeFiles(await world.plan(), { fs });

      expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['copy', 'copy', 'copy']);
      expect(links).to.equal(1);
    });

    it('warns when permissions and times cannot be set', async () => {
      const refuse = async (): Promise<never> => Promise.reject(systemError('EPERM'));

      const result = await placeFiles(await world.plan(), {
        fs: { ...nodeFs, chmod: refuse, utimes: refuse },
        methods: ['copy'],
        fileMode: 0o664,
      });

      expect(result.status === 'placed' && result.warnings).to.have.length(6);
      expect(await tree(target)).to.have.length(3);
    });

    /** Files whose flush fails so, those that are opened for writing or the folders. */
    function unflushed(code: string, of: 'file' | 'folder'): PlacementFs {
      return {
        ...nodeFs,
        open: async (path, flags, mode) => {
          const handle = await nodeFs.open(path, flags, mode);
          if ((flags === 'r') === (of === 'folder')) handle.sync = async () => Promise.reject(systemError(code));
          return handle;
        },
      };
    }

    for (const code of ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) {
      it(`places by plain copy where the share answers ${code} to flushing a file, and warns`, async () => {
        const result = await placeFiles(await world.plan(), { fs: unflushed(code, 'file'), methods: ['copy'] });

        expect(result.status === 'placed' && result.warnings.length).to.equal(3);
        expect(result.status === 'placed' && result.warnings[0]).to.include(`could not be flushed to the disk (${code})`);
        expect(await tree(target)).to.have.length(3);
      });

      it(`places where the share answers ${code} to flushing a folder`, async () => {
        const result = await placeFiles(await world.plan(), { fs: unflushed(code, 'folder'), methods: ['copy'] });

        expect(result.status === 'placed' && result.warnings).to.deep.equal([]);
      });

      it(`places where the share answers ${code} to hard links and copies of the system`, async () => {
        const refuse = async (): Promise<never> => Promise.reject(systemError(code));

        const result = await placeFiles(await world.plan(), { fs: { ...nodeFs, link: refuse, copyFile: refuse } });

        expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['copy', 'copy', 'copy']);
      });
    }

    it('does not take a disk that fails to flush for one that cannot', async () => {
      const error = await failure(placeFiles(await world.plan(), { fs: unflushed('EIO', 'file'), methods: ['copy'] }));

      expect(error.code).to.equal('io_error');
      await expectNothingLeft();
    });

    it('places where the share does not tell its free space', async () => {
      const fs: PlacementFs = { ...nodeFs, statfs: async () => Promise.reject(systemError('ENOSYS')) };

      expect((await placeFiles(await world.plan(), { fs, methods: ['copy'] })).status).to.equal('placed');
    });

    it('says that the folder is taken where renaming over it answers EEXIST', async () => {
      const fs: PlacementFs = { ...nodeFs, rename: async () => Promise.reject(systemError('EEXIST')) };

      expect((await placeFiles(await world.plan(), { fs })).status).to.equal('conflict');
      await expectNothingLeft();
    });

    it('names the library folder, not the working folder in it', async () => {
      const fs: PlacementFs = {
        ...nodeFs,
        open: async (path, flags, mode) => (flags === 'wx' ? Promise.reject(systemError('ENOSPC')) : nodeFs.open(path, flags, mode)),
      };

      const error = await failure(placeFiles(await world.plan(), { fs, methods: ['copy'] }));

      expect(error.message).to.include(root).and.not.include('.partial');
    });

    it('names a file system that takes shorter names than others', async () => {
      const fs: PlacementFs = {
        ...nodeFs,
        mkdir: (async (path: string, options?: { recursive: boolean }) =>
          Buffer.byteLength(path.split('/').at(-1) ?? '') > 143
            ? Promise.reject(systemError('ENAMETOOLONG'))
            : nodeFs.mkdir(path, options)) as typeof nodeFs.mkdir,
      };

      const error = await failure(placeFiles(await world.plan({ directory: `Author/${'x'.repeat(150)}/Title` }), { fs }));

      expect(error).to.include({ code: 'name_too_long', passing: false });
      expect(error.message).to.include('does not take names of 150 bytes');
      await expectNothingLeft();
    });

    it('notices a copy that differs from its source', async () => {
      const fs: PlacementFs = {
        ...nodeFs,
        copyFile: async (from, to) => {
          await nodeFs.copyFile(from, to);
          await nodeFs.truncate(to, 5);
        },
      };

      expect((await failure(placeFiles(await world.plan(), { fs, methods: ['reflink'] }))).code).to.equal('verification_failed');
      await expectNothingLeft();
    });

    it('notices a source that grows while it is copied', async () => {
      const thePlan = await world.plan();
      const fs: PlacementFs = {
        ...nodeFs,
        utimes: async () => nodeFs.appendFile(join(source, 'CD1/01.mp3'), 'more'),
      };

      expect((await failure(placeFiles(thePlan, { fs, methods: ['copy'] }))).code).to.equal('source_changed');
    });

    it('stops when aborted and cleans up', async () => {
      const controller = new AbortController();

      const error = await failure(
        placeFiles(await world.plan(), { signal: controller.signal, methods: ['copy'], onProgress: () => controller.abort() }),
      );

      expect(error.code).to.equal('aborted');
      await expectNothingLeft();
    });

    it('does not create a library folder that is not mounted', async () => {
      const error = await failure(placeFiles(await world.plan({ root: join(dir, 'absent') })));

      expect(error).to.include({ code: 'not_found', passing: true });
      expect(await readdir(dir)).to.not.include('absent');
    });

    it('refuses to leave the library folder through a link', async () => {
      await mkdir(join(dir, 'elsewhere'));
      await symlink(join(dir, 'elsewhere'), join(root, 'Frank Herbert'));

      expect((await failure(placeFiles(await world.plan()))).code).to.equal('outside_root');
      expect(await readdir(join(dir, 'elsewhere'))).to.deep.equal([]);
    });
  });

  describe('after a crash', () => {
    it('gives one good result when it runs again', async () => {
      const thePlan = await world.plan();
      const stage = join(root, '.lectern-job-1.partial');
      await mkdir(join(stage, 'CD1'), { recursive: true });
      await writeFile(join(stage, 'CD1/01.mp3'), 'half');
      await writeFile(join(stage, 'leftover.mp3'), 'old');

      expect((await placeFiles(thePlan)).status).to.equal('placed');
      expect((await placeFiles(thePlan)).status).to.equal('already_placed');
      expect(await tree(root)).to.have.length(3);
    });

    it('never changes the source through a hard link left in the working folder', async () => {
      const thePlan = await world.plan({ mayLink: false });
      const stage = join(root, '.lectern-job-1.partial', 'CD1');
      await mkdir(stage, { recursive: true });
      await link(join(source, 'CD1/01.mp3'), join(stage, '01.mp3'));

      await placeFiles(thePlan, { methods: ['copy'] });

      expect(await readFile(join(source, 'CD1/01.mp3'), 'utf8')).to.equal('CD1/01.mp3'.repeat(100));
      expect((await stat(join(source, 'CD1/01.mp3'))).nlink).to.equal(1);
    });

    it('removes working folders nobody uses, and nothing else', async () => {
      for (const name of ['.lectern-a.partial', '.lectern-b.partial', '.lectern-.partial', 'Author', '.other'])
        await mkdir(join(root, name));

      expect(await sweepWorkingFolders(root, (id) => id === 'b')).to.deep.equal(['.lectern-a.partial']);
      expect((await readdir(root)).sort()).to.deep.equal(['.lectern-.partial', '.lectern-b.partial', '.other', 'Author']);
    });
  });

  describe('on a separate file system (needs the right to mount tmpfs)', () => {
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

    it('copies between file systems', async () => {
      const result = await placeFiles(await world.plan());

      expect(result.status === 'placed' && result.manifest.files.map(({ method }) => method)).to.deep.equal(['copy', 'copy', 'copy']);
    });

    it('reports a disk that is too small before it starts', async () => {
      const big = await world.addSource('big.m4b', Buffer.alloc(2_000_000));

      const error = await failure(placeFiles(planPlacement({ id: 'j', root, directory: 'A/B', files: [big] })));

      expect(error.code).to.equal('disk_full');
      expect(error.message).to.include('2 MB are needed');
      expect(await readdir(root)).to.deep.equal([]);
    });

    it('cleans up when the disk fills while it copies', async () => {
      const big = await world.addSource('big.m4b', Buffer.alloc(2_000_000));
      const blind: PlacementFs = { ...nodeFs, statfs: async () => Promise.reject(systemError('ENOSYS')) };

      const error = await failure(placeFiles(planPlacement({ id: 'j', root, directory: 'A/B', files: [big] }), { fs: blind }));

      expect(error.code).to.equal('disk_full');
      expect(await readdir(root)).to.deep.equal([]);
    });

    it('works in an author folder that is a mount inside the library folder', async () => {
      const outer = join(dir, 'outer');
      await mkdir(join(outer, 'Author'), { recursive: true });
      execFileSync('mount', ['--bind', root, join(outer, 'Author')]);
      try {
        const result = await placeFiles(await world.plan({ root: outer, directory: 'Author/Series/Title' }));

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
      const thePlan = await world.plan();
      await chmod(dir, 0o755);
      process.seteuid(65_534);
      try {
        expect((await failure(placeFiles(thePlan))).code).to.equal('permission_denied');
      } finally {
        process.seteuid(0);
      }
    });
  });
});
