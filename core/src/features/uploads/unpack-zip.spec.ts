import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { forgeZip, type ForgedEntry } from './forged-zip.spec.support.js';
import { TakenPaths } from './taken-paths.js';
import { UnfitZip, unpackZip } from './unpack-zip.js';

const LIMITS = { entries: 10, fileBytes: 30_000_000 };

describe('unpacking an uploaded archive', () => {
  let dir: string;
  let into: string;
  let reserve: (bytes: number) => Promise<void>;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-unzip-'));
    into = join(dir, 'a', 'book');
    reserve = async () => undefined;
    await mkdir(into, { recursive: true });
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function unpack(archive: Buffer, options: { taken?: TakenPaths; folder?: string } = {}): Promise<number> {
    await writeFile(join(dir, 'a.zip'), archive);
    const { taken = new TakenPaths(), folder = '' } = options;
    const signal = new AbortController().signal;
    const { bytes } = await unpackZip(join(dir, 'a.zip'), { into, folder, limits: LIMITS, entriesBefore: 0, taken, signal, reserve });
    return bytes;
  }
  const refusal = (entries: readonly ForgedEntry[], options?: Parameters<typeof unpack>[1]) =>
    unpack(forgeZip(entries), options).then(
      () => 'none',
      (error: unknown) => (error instanceof UnfitZip ? error.message : `another error: ${String(error)}`),
    );
  const found = async () => (await readdir(dir, { recursive: true })).filter((name) => !['a', 'a/book', 'a.zip'].includes(name)).sort();

  it('keeps what is part of a book, with its folders', async () => {
    const bytes = await unpack(
      forgeZip([
        { name: 'Dune/', mode: 0o040755, bytes: Buffer.alloc(0) },
        { name: 'Dune/CD 1/01.mp3', bytes: Buffer.from('one') },
        { name: 'Dune/cover.jpg', bytes: Buffer.from('cover') },
        { name: 'Dune/run.exe' },
        { name: '__MACOSX/Dune/CD 1/._01.mp3' },
        { name: 'Dune/.hidden.mp3' },
      ]),
    );

    expect(bytes).to.equal(8);
    expect(await found()).to.deep.equal(['a/book/Dune', 'a/book/Dune/CD 1', 'a/book/Dune/CD 1/01.mp3', 'a/book/Dune/cover.jpg']);
    expect(await readFile(join(into, 'Dune/CD 1/01.mp3'), 'utf8')).to.equal('one');
  });

  for (const name of ['../../out.mp3', 'Dune/../../../out.mp3', '/tmp/out.mp3', '..\\..\\out.mp3', 'C:\\out.mp3']) {
    it(`refuses the name ${name}, and writes nothing`, async () => {
      expect(await refusal([{ name }])).to.match(/leads out of its folder|begins at the root/);
      expect(await found()).to.deep.equal([]);
    });
  }

  it('refuses links, devices and pipes', async () => {
    for (const type of [0o120000, 0o060000, 0o020000, 0o010000]) {
      expect(await refusal([{ name: 'a.mp3', bytes: Buffer.from('/etc/passwd'), mode: type | 0o777 }])).to.contain('holds a link');
    }
    expect(await found()).to.deep.equal([]);
  });

  it('refuses names that would fill the memory', async () => {
    expect(await refusal([{ name: `${'a'.repeat(60_000)}.mp3` }])).to.equal('holds a file with a name or a comment that is too long');
    expect(await refusal([{ name: `${'ä'.repeat(1000)}.mp3` }])).to.equal('none');
  });

  it('refuses a file that is packed far more than a recording can be', async () => {
    expect(await refusal([{ name: 'a.mp3', bytes: Buffer.alloc(12_000_000) }])).to.contain('shrinks a file more');
  });

  it('counts the bytes that come, not those that the archive claims', async () => {
    const bytes = Buffer.alloc(12_000_000);

    expect(await refusal([{ name: 'a.mp3', bytes, claims: 10 }])).to.equal('is damaged, or no .zip file');
    expect((await readFile(join(into, 'a.mp3'))).length).to.be.at.most(10);
  });

  it('refuses larger files and more names than a book has', async () => {
    const noise = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 2654435761) >>> 13));
    const large = Buffer.concat(Array.from({ length: 31 }, () => noise));

    expect(await refusal([{ name: 'a.mp3', bytes: large }])).to.equal('holds a file of more than 30 MB');
    expect(await refusal(Array.from({ length: 11 }, (_, index) => ({ name: `${index}.nfo` })))).to.equal('holds more than 10 files');
    expect(await found()).to.deep.equal([]);
  });

  it('asks for room for all files before it writes any', async () => {
    const asked: number[] = [];
    reserve = async (bytes) => {
      asked.push(bytes);
      throw new Error('no room');
    };
    const files = ['one', 'three'].map((text) => ({ name: `${text}.mp3`, bytes: Buffer.from(text) }));

    expect(await refusal(files)).to.contain('no room');
    expect(asked).to.deep.equal([8]);
    expect(await found()).to.deep.equal([]);
  });

  it('takes names from the directory alone, whatever stands before the content', async () => {
    await unpack(forgeZip([{ name: 'one.mp3', localName: '../.mp3' }]));

    expect(await found()).to.deep.equal(['a/book/one.mp3']);
  });

  it('refuses two files of one name, one that was uploaded beside it, and a file where a folder is', async () => {
    const taken = new TakenPaths();
    taken.take('b.mp3');

    expect(await refusal([{ name: 'a.mp3' }, { name: 'A.MP3' }])).to.equal('holds “A.MP3”, which has the name of another file');
    expect(await refusal([{ name: 'b.mp3' }], { taken })).to.contain('which has the name of another file');
    expect(await refusal([{ name: 'a.mp3' }, { name: 'a.mp3/b.mp3' }])).to.contain('which has the name of a folder');
  });

  it('keeps both of two files whose names had to be shortened to the same', async () => {
    await unpack(forgeZip([1, 2].map((number) => ({ name: `${'Kapitel '.repeat(30)}${number}.mp3` }))));

    expect(await found()).to.have.length(2);
  });

  it('refuses more folders than the import reads, with those of the archive itself', async () => {
    expect(await refusal([{ name: 'c/d/e/01.mp3' }], { folder: 'a/b/x/y' })).to.contain('lies in too many folders');
    expect(await unpack(forgeZip([{ name: 'c/d/e/01.mp3' }]), { folder: 'a/b/x' })).to.equal(12);
  });

  it('refuses one with a password, one that is cut off, and what is no archive', async () => {
    expect(await refusal([{ name: 'a.mp3', flags: 0x801 }])).to.equal('has a password');
    for (const archive of [forgeZip([{ name: 'a.mp3' }]).subarray(0, 40), Buffer.from('Rar!'), Buffer.alloc(0)]) {
      const error = await unpack(archive).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(UnfitZip);
    }
  });

  it('refuses one whose content is damaged', async () => {
    const archive = forgeZip([{ name: 'a.mp3', bytes: Buffer.from('a recording that is long enough to be packed') }]);
    archive.fill(0xff, 36, 60);

    expect(await unpack(archive).catch((caught: unknown) => caught)).to.be.instanceOf(UnfitZip);
  });

  it('refuses one whose content is not what it was made of', async () => {
    expect(await refusal([{ name: 'a.mp3', sum: 1 }])).to.equal('is damaged, or no .zip file');
  });

  it('does not call an archive damaged that cannot be read', async () => {
    const signal = new AbortController().signal;
    const reading = unpackZip(join(dir, 'none.zip'), {
      into,
      folder: '',
      limits: LIMITS,
      entriesBefore: 0,
      taken: new TakenPaths(),
      signal,
      reserve,
    });

    expect(await reading.catch((error: unknown) => error)).to.include({ code: 'ENOENT' });
  });

  it('can be done again after it was stopped', async () => {
    const archive = forgeZip([{ name: 'a.mp3', bytes: Buffer.from('whole') }]);
    await writeFile(join(into, 'a.mp3'), 'half, but longer than the whole');

    await unpack(archive);

    expect(await readFile(join(into, 'a.mp3'), 'utf8')).to.equal('whole');
  });
});
