import { cp, link, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { tree } from '../../files/placing/placement-world.spec.support.js';
import { DIRECTORY } from '../imports/import-world.spec.support.js';
import { createReplaceWorld, isThere, refusal, type ReplaceWorld } from './replace-world.spec.support.js';

const FOREIGN = 'Old Books/Dune';
const NAMES = ['CD1/01.mp3', 'CD1/02.mp3', 'CD2/01.mp3'];

describe('the bin of a library that somebody else changes meanwhile', () => {
  let world: ReplaceWorld;
  let itemId: string;
  const admin = { name: 'ada' };

  beforeEach(async () => {
    world = await createReplaceWorld('sqlite');
    await world.forgetPlaced();
    for (const name of NAMES) await put(at(name), `foreign ${name}`);
    itemId = await world.listed(at(''));
  });
  afterEach(() => world?.remove());

  const at = (name: string) => join(world.library, FOREIGN, name);
  const inBin = (id: string, name: string) => join(world.library, '.lectern-bin', id, FOREIGN, name);
  const put = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const ask = async (files: readonly string[] = NAMES, item = itemId) =>
    (await world.replacing.replaceItem(world.reportId, { itemId: item, files, text: '' }, world.by('ada'))).row.requestId;
  const bin = async () => (await world.libraryBin.page({ page: 1, limit: 20 })).items;
  const sql = (statement: string, ...params: (string | number)[]) =>
    world.database.transaction(async (tx) => void (await tx.run(statement, params)));
  async function placed(): Promise<string> {
    const id = await ask();
    await world.bring(id, 'Other', 1205);
    return id;
  }
  /** The old copy is in the bin, and the new one in its place. */
  async function binned(): Promise<string> {
    const id = await placed();
    await world.work(id);
    return id;
  }
  /** Each old file is at one of both places, and only there. */
  async function expectAll(id: string, place: 'library' | 'bin'): Promise<void> {
    for (const name of NAMES)
      expect([await isThere(at(name)), await isThere(inBin(id, name))], name).to.deep.equal([place === 'library', place === 'bin']);
  }

  it('knows the disk of the files from when they were chosen, and waits until it is mounted', async () => {
    const id = await placed();
    const [listed] = await world.list('SELECT folder FROM binned_books WHERE id = ?', id);
    expect(listed?.folder).to.equal(join(inBin(id, 'x'), '..'));
    // a disk of its own, which is away
    const disk = join(world.library, 'Old Books');
    await sql('UPDATE binned_books SET folder = ? WHERE id = ?', join(disk, '.lectern-bin', id, 'Dune'), id);
    await rename(disk, `${disk} away`);
    await mkdir(disk);

    expect(await world.work(id)).to.have.property('againAt');

    await rm(disk, { recursive: true });
    await rename(`${disk} away`, disk);
    await world.work(id);
    await expectAll(id, 'bin');
  });

  it('makes no folder behind a link in place of the bin', async () => {
    const id = await placed();
    const elsewhere = join(world.dir, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(world.library, '.lectern-bin'));

    expect(await world.work(id)).to.have.property('againAt');

    expect(await readdir(elsewhere)).to.deep.equal([]);
    await expectAll(id, 'library');
  });

  it('brings back nothing that lies behind a link in place of its folder', async () => {
    const id = await binned();
    const elsewhere = join(world.dir, 'elsewhere');
    await put(join(elsewhere, '01.mp3'), 'private');
    await put(join(elsewhere, '02.mp3'), 'private');
    await rename(inBin(id, 'CD1'), join(world.dir, 'taken'));
    await symlink(elsewhere, inBin(id, 'CD1'));

    await world.libraryBin.restore(id, admin);

    expect((await readdir(elsewhere)).sort()).to.deep.equal(['01.mp3', '02.mp3']);
    expect(await isThere(at('CD1/01.mp3'))).to.equal(false);
    expect(await isThere(at('CD2/01.mp3'))).to.equal(true);
    expect((await bin()).map(({ files }) => files)).to.deep.equal([2]);
  });

  it('ends a move of which a crash left both names, there and back', async () => {
    const id = await placed();
    await mkdir(dirname(inBin(id, 'CD1/01.mp3')), { recursive: true });
    await link(at('CD1/01.mp3'), inBin(id, 'CD1/01.mp3'));
    await world.work(id);
    await expectAll(id, 'bin');

    await mkdir(dirname(at('CD2/01.mp3')), { recursive: true });
    await link(inBin(id, 'CD2/01.mp3'), at('CD2/01.mp3'));
    await sql("UPDATE binned_books SET state = 'restoring'");
    await world.libraryBin.resume();

    await expectAll(id, 'library');
    expect(await bin()).to.deep.equal([]);
  });

  it('goes on with files that a crash left in the bin once their disk is mounted again', async () => {
    const id = await placed();
    await mkdir(dirname(inBin(id, 'CD1/01.mp3')), { recursive: true });
    await rename(at('CD1/01.mp3'), inBin(id, 'CD1/01.mp3'));
    await sql("UPDATE replacements SET state = 'removing'");
    await sql("UPDATE binned_books SET state = 'moving', folder = ?", inBin(id, '').replace(/\/$/, ''));
    await rename(world.library, `${world.library} away`);
    await mkdir(world.library);

    expect(await world.work(id)).to.have.property('againAt');

    await rm(world.library, { recursive: true });
    await rename(`${world.library} away`, world.library);
    await world.work(id);
    await expectAll(id, 'bin');
    expect((await bin()).map(({ files, isThere: there }) => [files, there])).to.deep.equal([[3, true]]);
  });

  it('is not filled with the very files that a release brings', async () => {
    // the media server names the folder of the author, and the release is the copy that is there already
    await world.makeDownload('Same', { secondsPerFile: 1205 });
    const folder = join(world.library, DIRECTORY);
    await mkdir(dirname(folder), { recursive: true });
    await cp(join(world.downloads, 'Same'), folder, { recursive: true });
    const author = await world.listed(dirname(folder));
    const { files } = await world.replacing.filesOf(world.reportId, author);
    const before = await tree(folder);

    const names = files.map(({ path }) => path);
    const id = await ask(names, author);
    await world.bring(id, 'Same', 1205);
    await world.work(id);

    expect(await tree(folder)).to.deep.equal(before);
    expect(await world.statusOf(id)).not.to.equal('downloaded');
    expect(await bin()).to.deep.equal([]);
  });

  it('leaves files that Lectern has placed where they were ticked', async () => {
    const id = await placed();
    const fresh = (await world.imports()).at(-1);
    const directory = fresh?.directory ?? '';
    const [name = ''] = (await readdir(directory)).filter((file) => file.endsWith('.mp3'));
    const { size, mtimeMs } = await stat(join(directory, name));
    await sql('UPDATE binned_books SET directory = ?', directory);
    await sql('UPDATE binned_files SET path = ?, size = ?, modified_at = ? WHERE position = 0', name, size, Math.trunc(mtimeMs));

    await world.work(id);

    expect(await isThere(join(directory, name))).to.equal(true);
    expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done', removed: 0, kept: 1 });
  });

  it('lets a book be replaced again after another folder became the library', async () => {
    const id = await placed();
    await sql("UPDATE binned_books SET directory = '/elsewhere/Dune'");

    await world.work(id);

    expect((await world.replacing.of(world.reportId))?.row).to.deep.include({ state: 'done', removed: 0, kept: 3 });
    expect(await world.list('SELECT state FROM binned_books')).to.deep.equal([{ state: 'over' }]);
  });

  it('comes back to no folder in which Lectern has placed a book since', async () => {
    const id = await binned();
    await sql('UPDATE imports SET directory = ?', at('').replace(/\/$/, ''));

    expect(await refusal(world.libraryBin.restore(id, admin))).to.equal('bin_place_taken');

    await expectAll(id, 'bin');
  });

  it('overwrites nothing that comes up while files go back, and keeps what it could not bring back', async () => {
    const id = await binned();
    await put(at('CD1/02.mp3'), 'somebody else');
    // as if that had come up after the look at all places
    await sql("UPDATE binned_books SET state = 'restoring'");

    await world.libraryBin.resume();

    expect(await readFile(at('CD1/02.mp3'), 'utf8')).to.equal('somebody else');
    expect(await readFile(inBin(id, 'CD1/02.mp3'), 'utf8')).to.equal('foreign CD1/02.mp3');
    expect((await bin()).map(({ files, state }) => [files, state])).to.deep.equal([[1, 'binned']]);
  });

  it('is emptied although something else has the place of a file', async () => {
    const id = await binned();
    await rm(inBin(id, 'CD1/01.mp3'));
    await put(join(inBin(id, 'CD1/01.mp3'), 'mine.txt'), 'mine');

    expect(await world.libraryBin.empty(id, admin)).to.equal(2);

    expect(await isThere(join(inBin(id, 'CD1/01.mp3'), 'mine.txt'))).to.equal(true);
    expect(await bin()).to.deep.equal([]);
  });

  it('is emptied and restored once by two that do it at the same time', async () => {
    const id = await binned();
    await sql("UPDATE binned_books SET state = 'restoring'");
    expect(await refusal(world.libraryBin.restore(id, admin))).to.equal('bin_busy');

    await Promise.all([world.libraryBin.resume(), world.libraryBin.resume()]);

    await expectAll(id, 'library');
    expect(await bin()).to.deep.equal([]);
    expect(await world.list('SELECT state FROM binned_books')).to.deep.equal([{ state: 'over' }]);
  });

  it('leaves no file of many behind when several bring them back at the same time', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `CD3/part ${index}.mp3`);
    for (const name of names) await put(at(name), name);
    const id = await ask(names);
    await world.bring(id, 'Other', 1205);
    await world.work(id);
    await sql("UPDATE binned_books SET state = 'restoring'");

    await Promise.all([1, 2, 3, 4].map(() => world.libraryBin.resume()));

    for (const name of names) expect(await readFile(at(name), 'utf8'), name).to.equal(name);
    expect(await isThere(inBin(id, 'CD3'))).to.equal(false);
    expect(await world.list('SELECT DISTINCT state FROM binned_files')).to.deep.equal([{ state: 'restored' }]);
    expect(await world.list('SELECT state FROM binned_books')).to.deep.equal([{ state: 'over' }]);
  });

  it('has one request of two admins who ask at the same time', async () => {
    const answers = await Promise.all([refusal(ask()), refusal(ask())]);

    expect(answers.sort()).to.deep.equal(['being_replaced', 'done']);
  });

  it('moves nothing for a request that was deleted meanwhile', async () => {
    const id = await placed();
    await sql('DELETE FROM replacements');
    await world.database.transaction((tx) => world.libraryBin.unlist(tx, id));

    await world.work(id);

    await expectAll(id, 'library');
    expect(await world.list('SELECT bin_id FROM binned_files')).to.deep.equal([]);
  });

  it('says that a book came into it, is on its way and left it', async () => {
    const id = await binned();
    const of = () => world.told.filter((event) => event === 'library-bin.updated').length;
    expect(of()).to.equal(1);

    await world.libraryBin.restore(id, admin);

    expect(of()).to.equal(3);
  });

  it('takes 500 files, and whatever their names', async () => {
    const odd = [
      'line\nbreak.mp3',
      '\u202Egnp.3pm.mp3',
      `${'ä'.repeat(125)}a.mp3`,
      'עברית ‏.mp3',
      ' leading and trailing .mp3',
      '“quotes” <b>.mp3',
    ];
    const many = Array.from({ length: 500 - odd.length }, (_, index) => `part ${index}.mp3`);
    const names = [...odd, ...many].map((name) => `CD3/${name}`);
    for (const name of names) await put(at(name), name);
    await utimes(at(names[0] ?? ''), 1, 1.5);

    const id = await ask(names);
    await world.bring(id, 'Other', 1205);
    await world.work(id);
    expect((await bin()).map(({ files }) => files)).to.deep.equal([500]);
    expect(await isThere(at('CD3'))).to.equal(false);
    expect(await world.libraryBin.restore(id, admin)).to.equal(500);

    for (const name of names) expect(await readFile(at(name), 'utf8'), name).to.equal(name);
    expect((await stat(at(names[0] ?? ''))).mtimeMs).to.equal(1500);
  });
});
