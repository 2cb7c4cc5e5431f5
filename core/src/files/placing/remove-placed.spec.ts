import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isFileError } from '../file-error.js';
import { createPlacementManifest } from './placement-manifest.js';
import type { PlacementManifest } from './placement-manifest.js';
import { removePlaced } from './remove-placed.js';

/** The sampled hash of a file that contains `x`. */
const HASH_OF_X = createHash('sha256').update('1\nx').digest('hex');

function manifestOf(...paths: string[]): PlacementManifest {
  return createPlacementManifest(paths.map((path) => ({ path, size: 1, hash: HASH_OF_X, method: 'copy' })));
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

    expect(removal).to.deep.equal({
      removed: ['CD1/1.mp3', 'cover.jpg'],
      gone: ['gone.mp3'],
      changed: [],
      inUse: [],
      isFolderGone: true,
    });
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

  it('leaves a link in place of a file, and its target', async () => {
    await writeFile(join(dir, 'target.mp3'), 'x');
    await mkdir(join(root, 'Author/Book'), { recursive: true });
    await symlink(join(dir, 'target.mp3'), join(root, 'Author/Book/1.mp3'));

    expect((await removePlaced(root, 'Author/Book', manifestOf('1.mp3'))).changed).to.deep.equal(['1.mp3']);

    expect(await readFile(join(root, 'Author/Book/1.mp3'), 'utf8')).to.equal('x');
  });

  it('leaves files that somebody changed, by size or by content, and those that are in use', async () => {
    await add('Author/Book/1.mp3', 'Author/Book/2.mp3', 'Author/Book/3.mp3', 'Author/Book/4.mp3');
    await writeFile(join(root, 'Author/Book/1.mp3'), 'longer');
    await writeFile(join(root, 'Author/Book/2.mp3'), 'y');

    const manifest = manifestOf('1.mp3', '2.mp3', '3.mp3', '4.mp3');
    const removal = await removePlaced(root, 'Author/Book', manifest, (path) => path === join(root, 'Author/Book/3.mp3'));

    const stay = { changed: ['1.mp3', '2.mp3'], inUse: ['3.mp3'], isFolderGone: false };
    expect(removal).to.deep.equal({ removed: ['4.mp3'], gone: [], ...stay });
    expect(await removePlaced(root, 'Author/Book', manifest, () => true)).to.deep.include({ removed: [] });
    expect((await readdir(join(root, 'Author/Book'))).sort()).to.deep.equal(['1.mp3', '2.mp3', '3.mp3']);
  });
});
