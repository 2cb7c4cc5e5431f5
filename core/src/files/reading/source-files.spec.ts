import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { commandExists } from '../checking/command-exists.js';
import { codeOf } from '../file-error.spec.support.js';
import { listSourceFiles } from './source-files.js';

describe('source files', () => {
  let dir: string;
  let book: string;

  async function add(...names: string[]): Promise<void> {
    for (const name of names) {
      await mkdir(dirname(join(book, name)), { recursive: true });
      await writeFile(join(book, name), name);
    }
  }

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-source-')));
    book = join(dir, 'Book');
    await mkdir(book);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('are split by kind, with discs and numbers in natural order', async () => {
    await add('Disc 10/1.mp3', 'CD1/10.mp3', 'CD1/9.MP3', 'Disc 3/1.mp3', 'cover.jpg', 'Book.epub', 'info.nfo');

    const listing = await listSourceFiles(book);

    expect(listing.audio.map((file) => file.name)).to.deep.equal(['CD1/9.MP3', 'CD1/10.mp3', 'Disc 3/1.mp3', 'Disc 10/1.mp3']);
    expect(listing.images.map((file) => file.name)).to.deep.equal(['cover.jpg']);
    expect(listing.ebooks.map((file) => file.name)).to.deep.equal(['Book.epub']);
    expect(listing.other.map((file) => file.name)).to.deep.equal(['info.nfo']);
    expect(listing.totalBytes).to.equal(70);
  });

  it('may be one single file', async () => {
    await add('Book.m4b');

    const listing = await listSourceFiles(join(book, 'Book.m4b'));

    expect(listing.root).to.equal(book);
    expect(listing.audio).to.have.length(1);
    expect(listing.audio[0]).to.include({ name: 'Book.m4b', size: 8 });
  });

  it('leave out hidden and unfinished files and say so', async () => {
    await add('01.mp3', '02.mp3.part', '03.mp3.!qB', '._01.mp3', '@eaDir/01.mp3', '_UNPACK_x/1.mp3');

    const listing = await listSourceFiles(book);

    expect(listing.audio.map((file) => file.name)).to.deep.equal(['01.mp3']);
    expect(Object.fromEntries(listing.skipped.map(({ name, reason }) => [name, reason]))).to.deep.equal({
      '._01.mp3': 'hidden',
      '@eaDir': 'hidden',
      '02.mp3.part': 'unfinished',
      '03.mp3.!qB': 'unfinished',
      _UNPACK_x: 'unfinished',
    });
  });

  it('are not found through links out of the content path', async () => {
    await add('01.mp3');
    await mkdir(join(dir, 'Elsewhere'));
    await writeFile(join(dir, 'Elsewhere', 'secret.mp3'), 'x');
    await symlink(join(dir, 'Elsewhere'), join(book, 'folder'));
    await symlink(join(dir, 'Elsewhere', 'secret.mp3'), join(book, '02.mp3'));
    await symlink(join(book, '01.mp3'), join(book, '03.mp3'));
    await symlink(join(book, 'nowhere'), join(book, '04.mp3'));
    await symlink(book, join(book, 'loop'));

    const listing = await listSourceFiles(book);

    expect(listing.audio.map((file) => file.name)).to.deep.equal(['01.mp3', '03.mp3']);
    expect(Object.fromEntries(listing.skipped.map(({ name, reason }) => [name, reason]))).to.deep.equal({
      '02.mp3': 'link_outside',
      '04.mp3': 'link',
      folder: 'link_outside',
      loop: 'link',
    });
  });

  it('are not listed in a root folder, or in a folder that contains one', async () => {
    await add('01.mp3');

    expect(await codeOf(listSourceFiles('/'))).to.equal('invalid_plan');
    expect(await codeOf(listSourceFiles(book, { protectedRoots: [book] }))).to.equal('invalid_plan');
    expect(await codeOf(listSourceFiles(dir, { protectedRoots: [book] }))).to.equal('invalid_plan');
    expect(await codeOf(listSourceFiles(`${dir}/Book/../Book/`, { protectedRoots: [book] }))).to.equal('invalid_plan');
    await symlink(book, join(dir, 'alias'));
    expect(await codeOf(listSourceFiles(join(dir, 'alias'), { protectedRoots: [book] }))).to.equal('invalid_plan');
    expect(await codeOf(listSourceFiles(book, { protectedRoots: [dir] }))).to.equal(undefined);
  });

  it('are limited in depth and number', async () => {
    await add('a/b/c/1.mp3', '2.mp3', '3.mp3');

    expect(await codeOf(listSourceFiles(book, { maxDepth: 2 }))).to.equal('invalid_plan');
    expect(await codeOf(listSourceFiles(book, { maxEntries: 3 }))).to.equal('invalid_plan');
  });

  it('report the cause when nothing is there', async () => {
    expect(await codeOf(listSourceFiles(join(dir, 'missing')))).to.equal('not_found');
  });

  it('keep hostile names as they are', async () => {
    const names = ['-rf.mp3', '$(touch x).mp3', 'new\nline.mp3', '"quote\'.mp3', '%d %n.mp3'];
    await add(...names);

    expect((await listSourceFiles(book)).audio.map((file) => file.name)).to.have.members(names);
  });

  it('leave out anything but files, and names that are not UTF-8', async function () {
    if (process.platform !== 'linux' || !commandExists('mkfifo')) this.skip();
    execFileSync('mkfifo', [join(book, 'pipe.mp3')]);
    await writeFile(Buffer.concat([Buffer.from(`${book}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.mp3')]), 'x');

    const listing = await listSourceFiles(book);

    expect(listing.audio).to.deep.equal([]);
    expect(listing.skipped.map(({ reason }) => reason)).to.have.members(['special', 'unreadable_name']);
  });
});
