import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isFileError } from '../file-error.js';
import { createPlacementManifest } from './placement-manifest.js';
import type { PlacementManifest } from './placement-manifest.js';
import { removePlaced } from './remove-placed.js';

function manifestOf(...paths: string[]): PlacementManifest {
  return createPlacementManifest(paths.map((path) => ({ path, size: 1, hash: 'x', method: 'copy' })));
}

describe('removePlaced', () => {
  let dir: string;
  let root: string;

  async function add(...names: string[]): Promise<void> {
    for (const name of names) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), 'x');
    }
  }

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-remove-')));
    root = join(dir, 'library');
    await mkdir(root);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('deletes the files of the manifest and the folders this empties, never the library folder', async () => {
    await add('Author/Book/CD1/1.mp3', 'Author/Book/cover.jpg');

    const removal = await removePlaced(root, 'Author/Book', manifestOf('CD1/1.mp3', 'cover.jpg', 'gone.mp3'));

    expect(removal).to.deep.equal({ removed: ['CD1/1.mp3', 'cover.jpg'], skipped: ['gone.mp3'], isFolderGone: true });
    expect(await readdir(root)).to.deep.equal([]);
  });

  it('keeps files that are not ours, and the author when there are other books', async () => {
    await add('Author/Book/1.mp3', 'Author/Book/notes.txt', 'Author/Other/1.mp3');

    expect((await removePlaced(root, 'Author/Book', manifestOf('1.mp3'))).isFolderGone).to.equal(false);
    expect(await readdir(join(root, 'Author/Book'))).to.deep.equal(['notes.txt']);
    await rm(join(root, 'Author/Book/notes.txt'));
    expect((await removePlaced(root, 'Author/Book', manifestOf('1.mp3'))).isFolderGone).to.equal(true);
    expect(await readdir(join(root, 'Author'))).to.deep.equal(['Other']);
  });

  it('deletes nothing outside, neither through .. nor through a link', async () => {
    await mkdir(join(dir, 'outside'));
    await writeFile(join(dir, 'outside', '1.mp3'), 'keep');
    await add('Author/Book/1.mp3');
    await symlink(join(dir, 'outside'), join(root, 'Author/Book/CD1'));
    await symlink(join(dir, 'outside'), join(root, 'Linked'));
    const attempts: readonly (readonly [string, string])[] = [
      ['../outside', '1.mp3'],
      ['Linked', '1.mp3'],
      ['Author/Book', 'CD1/1.mp3'],
      ['Author/Book', '../../../outside/1.mp3'],
      ['.', '1.mp3'],
      [join(dir, 'outside'), '1.mp3'],
    ];

    for (const [directory, path] of attempts) {
      const error: unknown = await removePlaced(root, directory, manifestOf(path)).catch((caught: unknown) => caught);
      expect(isFileError(error) && error.code, `${directory} ${path}`).to.equal('outside_root');
    }

    expect(await readFile(join(dir, 'outside', '1.mp3'), 'utf8')).to.equal('keep');
  });

  it('removes a link in place of a file, not its target', async () => {
    await writeFile(join(dir, 'target.mp3'), 'keep');
    await mkdir(join(root, 'Author/Book'), { recursive: true });
    await symlink(join(dir, 'target.mp3'), join(root, 'Author/Book/1.mp3'));

    await removePlaced(root, 'Author/Book', manifestOf('1.mp3'));

    expect(await readFile(join(dir, 'target.mp3'), 'utf8')).to.equal('keep');
    expect(await readdir(root)).to.deep.equal([]);
  });
});
