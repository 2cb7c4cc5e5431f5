import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { liesInside } from './own-data.js';
import { listSourceFiles } from './reading/source-files.js';

describe('the data directory', () => {
  let dir: string;
  let data: string;

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-own-')));
    data = join(dir, 'data');
    await mkdir(join(data, 'uploads'), { recursive: true });
    await writeFile(join(data, 'uploads', 'a.mp3'), 'x');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('holds itself and what lies below it, also by a link, and nothing else', async () => {
    await symlink(data, join(dir, 'link'));
    await mkdir(join(dir, 'data2'));

    for (const path of [data, join(data, 'uploads/a.mp3'), join(dir, 'link'), join(dir, 'link/uploads'), join(data, 'not/there')]) {
      expect(await liesInside(data, path), path).to.equal(true);
    }
    for (const path of [dir, join(dir, 'data2'), join(dir, 'nothing'), '/']) expect(await liesInside(data, path), path).to.equal(false);
  });

  describe('mounted at a second place (needs the right to mount)', () => {
    let mounted: string | undefined;

    beforeEach(async function () {
      await mkdir(join(dir, 'books', 'again'), { recursive: true });
      await writeFile(join(dir, 'books', 'b.mp3'), 'y');
      try {
        execFileSync('mount', ['--bind', data, join(dir, 'books', 'again')], { stdio: 'ignore' });
        mounted = join(dir, 'books', 'again');
      } catch {
        this.skip();
      }
    });
    afterEach(() => {
      if (mounted !== undefined) execFileSync('umount', [mounted]);
      mounted = undefined;
    });

    it('is the same', async () => {
      expect(await liesInside(data, join(dir, 'books/again/uploads/a.mp3'))).to.equal(true);
    });

    it('is passed over by a listing of files, which says so', async () => {
      const { audio, skipped } = await listSourceFiles(join(dir, 'books'), { protectedRoots: [data] });

      expect(audio.map(({ name }) => name)).to.deep.equal(['b.mp3']);
      expect(skipped).to.deep.equal([{ name: 'again', reason: 'protected' }]);
    });
  });
});
