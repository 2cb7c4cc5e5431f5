import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { isFileError } from '../file-error.js';
import type { BookMove } from './check-move.js';
import { moveBook } from './move-book.js';
import { MoveFault } from './move-fault.js';

describe('moveBook', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lectern-move-')));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function put(...names: string[]): Promise<void> {
    for (const name of names) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), name.slice(-4));
    }
  }

  async function files(): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() || entry.name.startsWith('.lectern'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort();
  }

  async function folders(): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort();
  }

  function move(from: string, to: string, names: Readonly<Record<string, string>>): BookMove {
    const pairs = Object.entries(names).map(([old, now]) => ({
      from: old,
      to: now,
      ...(/\.(?:mp3|m4b|epub)$/.test(old) ? { size: 4 } : {}),
    }));
    return { id: 'spec', root, from, to, files: pairs };
  }

  async function faultOf(work: Promise<void>): Promise<string> {
    return work.then(
      () => 'none',
      (error: unknown) => {
        if (error instanceof MoveFault) return `${error.code} ${error.path.slice(root.length + 1)}`;
        return isFileError(error) ? error.code : String(error);
      },
    );
  }

  it('moves the folder with all that others put there, renames its file and removes emptied parents', async () => {
    await put('Old/Book/Book.m4b', 'Old/Book/metadata.json', 'Old/Book/cover.jpg');
    const { ino } = await stat(join(root, 'Old/Book'));

    await moveBook(move('Old/Book', 'New/Series/Title', { 'Book.m4b': 'Title.m4b', 'cover.jpg': 'cover.jpg' }));

    expect(await files()).to.deep.equal(['New/Series/Title/Title.m4b', 'New/Series/Title/cover.jpg', 'New/Series/Title/metadata.json']);
    expect((await stat(join(root, 'New/Series/Title'))).ino).to.equal(ino);
    expect(await folders()).to.deep.equal(['New', 'New/Series', 'New/Series/Title']);
  });

  it('has moved the book although the folder that it leaves empty cannot be deleted', async () => {
    await put('Shelf/Author/Book/Book.m4b');
    const isRoot = process.getuid?.() === 0;
    if (isRoot) for (const name of ['', 'Shelf', 'Shelf/Author', 'Shelf/Author/Book']) await chown(join(root, name), 65_534, 65_534);
    await chmod(join(root, 'Shelf'), 0o555);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await faultOf(moveBook(move('Shelf/Author/Book', 'New', { 'Book.m4b': 'New.m4b' })))).to.equal('none');
      // a run that was cut off before it was written down finds it moved
      expect(await faultOf(moveBook(move('Shelf/Author/Book', 'New', { 'Book.m4b': 'New.m4b' })))).to.equal('none');
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(join(root, 'Shelf'), 0o755);
    }
    expect(await files()).to.deep.equal(['New/New.m4b']);
    expect(await folders()).to.deep.equal(['New', 'Shelf', 'Shelf/Author']);
  });

  it('moves only the files of the book where another book is in the folder', async () => {
    await put('A/B/B.m4b', 'A/B/B.epub', 'A/B/cover.jpg');

    await moveBook(move('A/B', 'N/B', { 'B.epub': 'B.epub' }));

    expect(await files()).to.deep.equal(['A/B/B.m4b', 'A/B/cover.jpg', 'N/B/B.epub']);
  });

  for (const [from, to] of [
    ['A/B', 'A/B/C'],
    ['A/B/C', 'A/B'],
    ['A/B', 'a/b'],
    ['A/B', 'A'],
    ['A', 'A/B'],
  ] as const) {
    it(`moves from ${from} to ${to}`, async () => {
      await put(`${from}/CD 1/1.mp3`, `${from}/CD 2/2.mp3`);

      await moveBook(move(from, to, { 'CD 1/1.mp3': '01.mp3', 'CD 2/2.mp3': '02.mp3' }));

      expect(await files()).to.deep.equal([`${to}/01.mp3`, `${to}/02.mp3`]);
      expect((await folders()).every((folder) => to.startsWith(folder))).to.equal(true);
    });
  }

  it('renames files in a folder that stays', async () => {
    await put('A/B/x.mp3');

    await moveBook(move('A/B', 'A/B', { 'x.mp3': 'B.mp3' }));

    expect(await files()).to.deep.equal(['A/B/B.mp3']);
  });

  const REFUSED: readonly (readonly [string, string, readonly string[], BookMove['files'] | undefined])[] = [
    ['a folder that is gone', 'missing A/B', [], undefined],
    ['a file that is gone', 'missing A/B/B.m4b', ['A/B/x.jpg'], undefined],
    ['a taken folder', 'target_taken N/B', ['A/B/B.m4b', 'N/B/other.mp3'], undefined],
    ['a folder with something else in it', 'target_taken N/B', ['A/B/B.m4b', 'N/B/notes.txt'], undefined],
    ['a file of the name of the folder', 'target_taken N/B', ['A/B/B.m4b', 'N/B'], undefined],
    ['a file of the name of a parent', 'not_a_directory', ['A/B/B.m4b', 'N'], undefined],
    ['a file with another size', 'changed A/B/B.m4b', ['A/B/B.m4b'], [{ from: 'B.m4b', to: 'B.m4b', size: 5 }]],
    [
      'a name that something else has',
      'target_taken N/B/NOTES.txt',
      ['A/B/B.m4b', 'A/B/notes.txt'],
      [{ from: 'B.m4b', to: 'NOTES.txt', size: 4 }],
    ],
  ];
  for (const [what, fault, names, pairs] of REFUSED) {
    it(`refuses ${what}, and changes nothing`, async () => {
      await put(...names);
      const before = await files();

      expect(await faultOf(moveBook({ ...move('A/B', 'N/B', { 'B.m4b': 'B.m4b' }), ...(pairs && { files: pairs }) }))).to.equal(fault);

      expect(await files()).to.deep.equal(before);
    });
  }

  it('refuses links in the folder and on the way to either folder', async () => {
    await put('A/B/B.m4b', 'Real/x.txt');
    await symlink(join(root, 'Real'), join(root, 'Link'));

    expect(await faultOf(moveBook(move('A/B', 'Link/B', { 'B.m4b': 'B.m4b' })))).to.equal('link_in_folder Link/B');
    await symlink('/etc', join(root, 'A/B/extras'));
    expect(await faultOf(moveBook(move('A/B', 'N/B', { 'B.m4b': 'B.m4b' })))).to.equal('link_in_folder A/B/extras');
    await symlink(tmpdir(), join(root, 'Out'));
    expect(await faultOf(moveBook(move('A/B', 'Out/B', { 'B.m4b': 'B.m4b' })))).to.equal('outside_root');
  });

  it('renames files in a shared folder never', async () => {
    await put('A/B/x.mp3', 'A/B/B.epub');

    expect(await faultOf(moveBook(move('A/B', 'A/B', { 'x.mp3': 'B.mp3' })))).to.equal('shared_folder A/B');
  });

  it('leaves the cover of a shared folder to the other book, and has it as well', async () => {
    await put('A/B/B.epub', 'A/B/B.m4b', 'A/B/cover.jpg');

    await moveBook(move('A/B', 'N/B', { 'B.epub': 'B.epub', 'cover.jpg': 'cover.jpg' }));

    expect(await files()).to.deep.equal(['A/B/B.m4b', 'A/B/cover.jpg', 'N/B/B.epub', 'N/B/cover.jpg']);
  });

  it('puts a book back into a shared folder, and keeps no second cover', async () => {
    await put('A/B/other.m4b', 'A/B/cover.jpg', '.lectern-spec.moving/B.epub', '.lectern-spec.moving/cover.jpg', 'N/B/taken.mp3');

    const fault = await faultOf(moveBook(move('A/B', 'N/B', { 'B.epub': 'B.epub', 'cover.jpg': 'cover.jpg' })));

    expect(fault).to.equal('target_taken N/B');
    expect(await files()).to.deep.equal(['A/B/B.epub', 'A/B/cover.jpg', 'A/B/other.m4b', 'N/B/taken.mp3']);
  });

  it('names the fault of a disk that does not confirm a move, and confirms it when it is called again', async () => {
    await put('A/B/B.m4b');
    const broken = (): Promise<void> => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    const book = move('A/B', 'N/T', { 'B.m4b': 'T.m4b' });

    expect(await faultOf(moveBook(book, broken))).to.equal('not_flushed N/T');
    expect(await files()).to.deep.equal(['N/T/T.m4b']);

    const flushed: string[] = [];
    await moveBook(book, async (folder) => void flushed.push(folder.slice(root.length + 1)));
    expect(flushed).to.have.members(['N/T', 'N', '']);
    expect(await files()).to.deep.equal(['N/T/T.m4b']);
  });

  it('refuses two new names that differ in capitals alone', async () => {
    await put('A/B/1.mp3', 'A/B/2.mp3');

    expect(await faultOf(moveBook(move('A/B', 'N/B', { '1.mp3': 'Part.mp3', '2.mp3': 'PART.mp3' })))).to.equal('target_taken N/B/PART.mp3');
  });

  it('does not take a file whose name differs in capitals for its own', async () => {
    await put('A/B/B.m4b', 'A/B/b.M4B');

    await moveBook(move('A/B', 'N/B', { 'B.m4b': 'B.m4b' }));

    expect(await files()).to.deep.equal(['A/B/b.M4B', 'N/B/B.m4b']);
  });

  describe('after the process ended', () => {
    const ALONE = ['A/B/B.m4b', 'A/B/cover.jpg'];
    const pairs = { 'B.m4b': 'T.m4b', 'cover.jpg': 'cover.jpg' };

    it('finishes from the working folder, whatever is named there already', async () => {
      await put('.lectern-spec.moving/T.m4b', '.lectern-spec.moving/cover.jpg', '.lectern-spec.moving/metadata.json');
      await mkdir(join(root, 'A'));

      await moveBook(move('A/B', 'N/T', pairs));

      expect(await files()).to.deep.equal(['N/T/T.m4b', 'N/T/cover.jpg', 'N/T/metadata.json']);
      expect(await folders()).to.deep.equal(['N', 'N/T']);
    });

    it('finishes when some files are still in the shared folder', async () => {
      await put('.lectern-spec.moving/T.m4b', 'A/B/cover.jpg', 'A/B/other.epub');

      await moveBook(move('A/B', 'N/T', pairs));

      expect(await files()).to.deep.equal(['A/B/cover.jpg', 'A/B/other.epub', 'N/T/T.m4b', 'N/T/cover.jpg']);
    });

    it('copies a cover again of which it had only copied a part', async () => {
      await put('.lectern-spec.moving/T.m4b', '.lectern-spec.moving/.lectern-cover.jpg.tmp', 'A/B/cover.jpg', 'A/B/other.epub');
      await writeFile(join(root, '.lectern-spec.moving/.lectern-cover.jpg.tmp'), '');

      await moveBook(move('A/B', 'N/T', pairs));

      expect(await files()).to.deep.equal(['A/B/cover.jpg', 'A/B/other.epub', 'N/T/T.m4b', 'N/T/cover.jpg']);
      expect(await readFile(join(root, 'N/T/cover.jpg'), 'utf8')).to.equal('.jpg');
    });

    it('waits for the file system on which it was begun, and takes the book for gone nowhere else', async () => {
      await mkdir(join(root, 'NAS'));
      const begun = { ...move('NAS/A/B', 'NAS/N/T', pairs), top: 'NAS' };

      expect(await faultOf(moveBook(begun))).to.equal('not_mounted NAS');

      await put('A/B/B.m4b');
      await moveBook({ ...move('A/B', 'N/T', pairs), top: '' });
      expect(await files()).to.deep.equal(['N/T/T.m4b']);
    });

    it('leaves alone what has arrived, and removes the emptied parents', async () => {
      await put('N/T/T.m4b', 'N/T/cover.jpg');
      await mkdir(join(root, 'A'));

      await moveBook(move('A/B', 'N/T', pairs));

      expect(await files()).to.deep.equal(['N/T/T.m4b', 'N/T/cover.jpg']);
      expect(await folders()).to.deep.equal(['N', 'N/T']);
    });

    it('does not take a copy in the new folder for the book', async () => {
      await put(...ALONE, 'N/T/T.m4b');

      expect(await faultOf(moveBook(move('A/B', 'N/T', pairs)))).to.equal('target_taken N/T');
    });

    it('puts the book back under its old names when its new folder was taken meanwhile', async () => {
      await put('.lectern-spec.moving/T.m4b', '.lectern-spec.moving/cover.jpg', 'N/T/other.mp3');

      expect(await faultOf(moveBook(move('A/B', 'N/T', pairs)))).to.equal('target_taken N/T');

      expect(await files()).to.deep.equal(['A/B/B.m4b', 'A/B/cover.jpg', 'N/T/other.mp3']);
    });

    it('puts the book back beside what appeared in its old folder meanwhile', async () => {
      await put('.lectern-spec.moving/T.m4b', '.lectern-spec.moving/metadata.json', 'A/B/new.txt', 'N/T/other.mp3');

      expect(await faultOf(moveBook(move('A/B', 'N/T', pairs)))).to.equal('target_taken N/T');

      expect(await files()).to.deep.equal(['A/B/B.m4b', 'A/B/metadata.json', 'A/B/new.txt', 'N/T/other.mp3']);
    });
  });
});
