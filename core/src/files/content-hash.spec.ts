import { expect } from 'chai';
import { mkdir, mkdtemp, open, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createPlacementManifest } from './placing/placement-manifest.js';
import { sampledFileHash } from './sampled-hash.js';
import { contentHashOf, readContentHash } from './content-hash.js';

describe('content hash', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-hash-'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  async function place(book: string, files: Record<string, string | Buffer>): Promise<string> {
    const folder = join(root, book);
    await mkdir(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return folder;
  }

  /** A sparse file with one byte set; large without costing disk. */
  async function placeLarge(folder: string, size: number, at: number): Promise<string> {
    const path = join(folder, 'book.m4b');
    await writeFile(path, '');
    await truncate(path, size);
    const file = await open(path, 'r+');
    await file.write(Buffer.from([1]), 0, 1, at);
    await file.close();
    return folder;
  }

  it('consists of a version and 64 hexadecimal digits', async () => {
    expect(await readContentHash(await place('a', { '01.mp3': 'x' }))).to.match(/^v1:[0-9a-f]{64}$/);
  });

  it('is the same for a copy in another folder, whatever its name', async () => {
    const files = { '01.mp3': 'one', 'CD 2/01.mp3': 'two', 'book.epub': 'three' };

    expect(await readContentHash(await place('a', files))).to.equal(await readContentHash(await place('b/Moved [B0TEST0001]', files)));
  });

  it('distinguishes two books whose files have the same names and lengths', async () => {
    const first = await place('a', { '01.mp3': 'aaaa', '02.mp3': 'bbbb' });
    const second = await place('b', { '01.mp3': 'cccc', '02.mp3': 'dddd' });

    expect(await readContentHash(first)).not.to.equal(await readContentHash(second));
  });

  it('changes when files change their names or places', async () => {
    const hashes = new Set([
      await readContentHash(await place('a', { '01.mp3': 'x', '02.mp3': 'y' })),
      await readContentHash(await place('b', { '01.mp3': 'y', '02.mp3': 'x' })),
      await readContentHash(await place('c', { 'CD 1/01.mp3': 'x', '02.mp3': 'y' })),
      await readContentHash(await place('d', { '01.mp3': 'x' })),
      await readContentHash(await place('e', { '01.mp3': 'xy' })),
    ]);

    expect(hashes.size).to.equal(5);
  });

  it('changes with the first, the middle and the last bytes of a large file, and with its size', async () => {
    const size = 256 * 1024 * 1024;
    const hashes: (string | undefined)[] = [];
    for (const [index, at] of [0, size / 2, size - 1].entries()) {
      const folder = await place(String(index), {});
      hashes.push(await readContentHash(await placeLarge(folder, size, at)));
    }
    hashes.push(await readContentHash(await placeLarge(await place('longer', {}), size + 1, 0)));

    expect(new Set(hashes).size).to.equal(4);
  });

  it('ignores covers, sidecars, hidden files and unfinished downloads', async () => {
    const folder = await place('a', { '01.mp3': 'x' });
    const before = await readContentHash(folder);
    await place('a', {
      'cover.jpg': 'c',
      'metadata.json': '{}',
      '.hidden.mp3': 'h',
      '@eaDir/01.mp3': 'n',
      '02.mp3.part': 'p',
      'desc.txt': 't',
    });

    expect(await readContentHash(folder)).to.equal(before);
  });

  it('does not follow links out of the folder', async () => {
    const folder = await place('a', { '01.mp3': 'x' });
    const before = await readContentHash(folder);
    await symlink(await place('elsewhere', { '09.mp3': 'y' }), join(folder, 'link'));
    await symlink(join(root, 'elsewhere/09.mp3'), join(folder, '09.mp3'));

    expect(await readContentHash(folder)).to.equal(before);
  });

  it('equals the hash of the manifest the book was placed with', async () => {
    const folder = await place('a', { 'CD 1/01.mp3': 'one', 'Déjà vu.m4b': 'two', 'cover.jpg': 'c' });
    const names = ['cover.jpg', 'Déjà vu.m4b', 'CD 1/01.mp3'];
    const files = await Promise.all(
      names.map(async (path) => ({ path, size: 3, hash: await sampledFileHash(join(folder, path)), method: 'link' as const })),
    );

    expect(await readContentHash(folder)).to.equal(contentHashOf(createPlacementManifest(files).files));
  });

  it('is the same for a name in composed and decomposed form', () => {
    const file = { size: 1, hash: 'h' };

    expect(contentHashOf([{ ...file, path: 'é.mp3' }])).to.equal(contentHashOf([{ ...file, path: 'e\u0301.mp3' }]));
  });

  it('covers only the named files when another book lies below the folder', async () => {
    const folder = await place('Foo', { 'Foo.m4b': 'x' });
    const alone = await readContentHash(folder);
    await place('Foo/1 - Foo', { 'Other.m4b': 'y' });

    expect(await readContentHash(folder)).not.to.equal(alone);
    expect(await readContentHash(folder, { names: ['Foo.m4b', 'cover.jpg'] })).to.equal(alone);
  });

  it('takes a single file for a book with one file', async () => {
    const folder = await place('a', { 'book.m4b': 'x' });

    expect(await readContentHash(join(folder, 'book.m4b'))).to.equal(await readContentHash(folder));
  });

  it('does not exist when there is nothing to compare', async () => {
    const folder = await place('a', { 'cover.jpg': 'x', 'book.m4b': 'y' });
    await rename(join(folder, 'book.m4b'), join(root, 'book.m4b'));

    expect(await readContentHash(folder)).to.equal(undefined);
    expect(await readContentHash(join(root, 'absent'))).to.equal(undefined);
    expect(await readContentHash(folder, { names: ['gone.mp3'] })).to.equal(undefined);
    expect(await readContentHash(folder, { names: ['../book.m4b'] })).to.equal(undefined);
    expect(contentHashOf([])).to.equal(undefined);
  });

  it('stops when aborted', async () => {
    const folder = await place('a', { '01.mp3': 'x' });

    const outcome = await readContentHash(folder, { signal: AbortSignal.abort() }).catch((error: Error) => error.name);

    expect(outcome).to.equal('AbortError');
  });
});
