import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { parseFile } from 'music-metadata';
import { mountSmallDisk } from '../../platform/testing/test-small-disk.js';
import { createFfprobeProbe } from '../checking/ffprobe-probe.js';
import { createTagLibraryProbe } from '../checking/tag-library-probe.js';
import { tagFields, type BookTags } from './book-tags.js';
import { isTaggable, TagWriteError, writeTags } from './write-tags.js';

const run = promisify(execFile);
const BOOK: BookTags = {
  title: 'Dune – „Der Wüstenplanet“',
  subtitle: 'A saga',
  authors: ['Frank Herbert', 'Brian Herbert'],
  narrators: ['Simon Vance', '林 明'],
  series: { name: 'Dune', part: '1.5' },
  year: 2006,
  publisher: 'Macmillan',
  description: 'A desert.\nA planet.',
  genres: ['Science Fiction', 'Classic'],
  language: 'en',
  asin: 'B002V1OF70',
};
const CODECS = { m4b: 'aac', mp3: 'libmp3lame', flac: 'flac', opus: 'libopus' } as const;

describe('the fields of tags', () => {
  it('are those from which the media servers read', () => {
    const { common, named, year } = tagFields(BOOK, { isWhole: true });
    expect(common).to.include({
      album: BOOK.title,
      composers: 'Simon Vance, 林 明',
      grouping: 'Dune #1.5',
      genres: 'Science Fiction; Classic',
    });
    expect(named).to.include({ ASIN: BOOK.asin, AUDIBLE_ASIN: BOOK.asin, SERIES: 'Dune', 'SERIES-PART': '1.5' });
    expect(year).to.equal(2006);
  });

  it('leave out what is not known, and the title of a part', () => {
    const { common, named } = tagFields({ title: 'Emma', authors: ['Jane Austen'], narrators: [], genres: [] }, { isWhole: false });
    expect(common).to.deep.equal({ album: 'Emma', performers: 'Jane Austen', albumArtists: 'Jane Austen' });
    expect(named).to.deep.equal({});
  });

  it('have no control characters and no endless text', () => {
    const { common } = tagFields({ ...BOOK, title: 'Du\u0000ne\u0007', description: `a\r\nb${'x'.repeat(20_000)}` }, { isWhole: true });
    expect(common['title']).to.equal('Du ne');
    expect(common['description']).to.match(/^a\nbx/u);
    expect(common['description']).to.have.length(10_000);
  });

  it('have no half of a character', () => {
    const { common } = tagFields({ ...BOOK, title: 'Du\ud800ne', description: `${'x'.repeat(9999)}🙂` }, { isWhole: true });
    expect(common['title']).to.equal('Dune');
    expect(common['description']).to.equal('x'.repeat(9999));
  });

  it('fit files of known kinds only', () => {
    expect(['a.M4B', 'a.mp3', 'a.flac', 'a.opus'].every(isTaggable)).to.equal(true);
    expect(['a.wma', 'a.epub', 'mp3'].some(isTaggable)).to.equal(false);
  });
});

requireOrSkip('ffmpeg')('writing tags', () => {
  let dir: string;
  const { signal } = new AbortController();
  const probe = createFfprobeProbe();

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-tags-'));
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', join(dir, 'cover.jpg')]);
    for (const [ending, codec] of Object.entries(CODECS)) {
      const chapters = join(dir, 'chapters.txt');
      const mark = (start: number, title: string) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 2000}\ntitle=${title}\n`;
      await writeFile(chapters, `;FFMETADATA1\n${mark(0, 'One')}${mark(2000, 'Two')}`);
      const sound = ['-f', 'lavfi', '-i', 'sine=440:d=4', '-i', chapters, '-map_metadata', '1', '-map_chapters', '1', '-map', '0:a'];
      const old = ['-metadata', 'title=Chapter 7', '-metadata', 'comment=ripped', '-metadata', 'asin=B000000000', '-metadata', 'track=7/9'];
      await run('ffmpeg', ['-v', 'error', ...sound, ...old, '-c:a', codec, join(dir, `before.${ending}`)]);
    }
  });
  after(() => rm(dir, { recursive: true, force: true }));

  /** The checksum of the audio as it is decoded. */
  async function soundOf(path: string): Promise<string> {
    return (await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 'md5', '-'])).stdout;
  }

  async function fresh(ending: string): Promise<string> {
    const path = join(dir, `after.${ending}`);
    await copyFile(join(dir, `before.${ending}`), path);
    return path;
  }

  it('is refused before a tag of hundreds of megabytes is taken into memory, and leaves the file as it was', async () => {
    const size = 0x0fff_ffff;
    const path = join(dir, 'huge.mp3');
    const frame = Buffer.from([...Buffer.from('TIT2'), 0x0f, 0xff, 0xff, 0xf5, 0, 0]);
    await writeFile(path, Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 127, 127, 127, 127, ...frame]));
    await truncate(path, size + 10);
    await appendFile(path, await readFile(join(dir, 'before.mp3')));
    const before = await stat(path);

    const refused: unknown = await writeTags(path, BOOK, { isWhole: true }, { probe, signal }).catch((error: unknown) => error);

    expect(refused).to.have.property('message', 'The tags could not be written into “huge.mp3”: one of its tags fills more than 32 MB.');
    expect(await stat(path)).to.deep.include({ size: before.size, mtimeMs: before.mtimeMs });
  });

  for (const ending of ['flac', 'opus'] as const) {
    it(`into ${ending} files is refused where one claims to have four billion comments`, async () => {
      const path = await fresh(ending);
      const bytes = await readFile(path);
      const vendor = bytes.indexOf('Lav');
      bytes.writeUInt32LE(0xffff_ffff, vendor + bytes.readUInt32LE(vendor - 4));
      await writeFile(path, bytes);

      const refused: unknown = await writeTags(path, BOOK, { isWhole: true }, { probe, signal }).catch((error: unknown) => error);

      const said = `The tags could not be written into “after.${ending}”: it claims to have more comments than fit into it.`;
      expect(refused).to.have.property('message', said);
    });
  }

  for (const ending of Object.keys(CODECS)) {
    it(`into ${ending} files is read back by ffprobe, by this server and by others, and leaves the sound as it was`, async () => {
      const path = await fresh(ending);
      const before = await soundOf(path);
      await writeTags(path, BOOK, { isWhole: true, cover: join(dir, 'cover.jpg') }, { probe, signal });

      const tags = {
        title: BOOK.title,
        album: BOOK.title,
        artist: 'Frank Herbert, Brian Herbert',
        composer: 'Simon Vance, 林 明',
        asin: BOOK.asin,
      };
      for (const reader of [probe, createTagLibraryProbe()]) {
        expect((await reader.probe(path, { signal })).tags, reader.name).to.include({ ...tags, series: 'Dune', 'series-part': '1.5' });
      }
      const { common, format } = await parseFile(path);
      expect(common).to.deep.include({ title: BOOK.title, year: 2006, asin: BOOK.asin });
      expect(common.picture).to.have.length(1);
      expect(format.duration).to.be.closeTo(4, 0.2);
      expect(await soundOf(path)).to.equal(before);
    });

    it(`into ${ending} files that are parts keeps their own title, number and chapters`, async () => {
      const path = await fresh(ending);
      const before = await probe.probe(path, { signal });
      await writeTags(path, BOOK, { isWhole: false }, { probe, signal });
      const after = await probe.probe(path, { signal });
      expect(after.tags).to.include({ title: 'Chapter 7', album: BOOK.title, asin: BOOK.asin });
      expect(after.tags['track']).to.equal(before.tags['track']);
      expect(after.chapterCount).to.equal(before.chapterCount);
    });

    it(`into ${ending} files twice is as good as once`, async () => {
      const path = await fresh(ending);
      const write = () => writeTags(path, BOOK, { isWhole: true, cover: join(dir, 'cover.jpg') }, { probe, signal });
      await write();
      const [first, { size }] = [await probe.probe(path, { signal }), await stat(path)];
      await write();
      expect((await probe.probe(path, { signal })).tags).to.deep.equal(first.tags);
      // the library leaves room for later tags
      expect((await stat(path)).size - size).to.be.lessThan(4096);
    });
  }

  for (const ending of Object.keys(CODECS)) {
    it(`into ${ending} files fails, rather than to lose some of the sound, where the disk has room for a part of them`, async function () {
      const disk = await mountSmallDisk(4);
      if (!disk) return this.skip();
      try {
        const path = join(disk.dir, `after.${ending}`);
        const sound = join(dir, `long.${ending}`);
        // longer than what tags make place for, and with its index in front
        await run('ffmpeg', [
          '-v',
          'error',
          '-y',
          '-i',
          join(dir, `before.${ending}`),
          '-af',
          'apad=whole_dur=60',
          '-movflags',
          'faststart',
          sound,
        ]);
        const before = await soundOf(sound);
        const outcomes = new Set<string>();
        for (const pages of [0, 1, 2, 4, 8, 16, 100]) {
          await disk.empty();
          await copyFile(sound, path);
          await disk.fill(pages * 4096);
          const book = { ...BOOK, description: 'x'.repeat(9000) };
          const failure: unknown = await writeTags(path, book, { isWhole: true }, { probe, signal }).catch((error: unknown) => error);

          outcomes.add(failure === undefined ? 'written' : 'failed');
          if (failure === undefined) expect(await soundOf(path), `${pages} pages`).to.equal(before);
          else expect(failure).to.be.instanceOf(TagWriteError);
        }
        expect([...outcomes].sort()).to.deep.equal(['failed', 'written']);
      } finally {
        await disk.dispose();
      }
    });
  }

  it('fails for a file that is not what its name says, with a reason', async () => {
    const path = join(dir, 'fake.m4b');
    await writeFile(path, 'x'.repeat(5000));
    const error = await writeTags(path, BOOK, { isWhole: true }, { probe, signal }).catch((caught: unknown) => caught);
    expect(error).to.include({ name: 'TagWriteError', code: 'failed', path });
    expect((error as Error).message).to.match(/^The tags could not be written into “fake\.m4b”: \S/u);
  });

  it('fails for a file that nobody can read afterwards', async () => {
    const path = join(dir, 'fake.flac');
    await writeFile(path, `fLaC${'x'.repeat(1000)}`);
    const error = await writeTags(path, BOOK, { isWhole: true }, { probe, signal }).catch((caught: unknown) => caught);
    expect(error).to.include({ name: 'TagWriteError', code: 'not_read_back', path });
  });

  it('takes more text than fits into the arguments of a program', async () => {
    const path = await fresh('m4b');
    const authors = Array.from({ length: 500 }, (_, index) => `${'沙'.repeat(100)} ${index}`);
    await writeTags(path, { ...BOOK, authors, description: '"'.repeat(10_000) }, { isWhole: true }, { probe, signal });
    expect((await probe.probe(path, { signal })).tags).to.include({ artist: authors.join(', '), description: '"'.repeat(10_000) });
  });

  it('ends when it is cancelled', async () => {
    const path = await fresh('mp3');
    const error = await writeTags(path, BOOK, { isWhole: true }, { probe, signal: AbortSignal.abort() }).catch((caught: unknown) => caught);
    expect(error).to.include({ name: 'TagWriteError', code: 'aborted' });
  });

  it('takes a name that looks like an option', async () => {
    const path = join(dir, '-y --help.mp3');
    await copyFile(join(dir, 'before.mp3'), path);
    await writeTags(path, BOOK, { isWhole: true }, { probe, signal });
    expect((await probe.probe(path, { signal })).tags).to.include({ asin: BOOK.asin });
  });
});

requireOrSkip('ffmpeg', 'tag-readers')('tags that were written', () => {
  let dir: string;
  const { signal } = new AbortController();

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-tags-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  async function written(name: string, codec: string): Promise<string> {
    const path = join(dir, name);
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440:d=2', '-c:a', codec, path]);
    await writeTags(path, BOOK, { isWhole: true }, { probe: createFfprobeProbe(), signal });
    return path;
  }

  it('are atoms that AtomicParsley reads', async () => {
    const { stdout } = await run('AtomicParsley', [await written('book.m4b', 'aac'), '-t']);
    for (const line of [
      `Atom "©alb" contains: ${BOOK.title}`,
      'Atom "©wrt" contains: Simon Vance, 林 明',
      'Atom "----" [com.apple.iTunes;ASIN] contains: B002V1OF70',
      'Atom "----" [com.apple.iTunes;SERIES-PART] contains: 1.5',
    ])
      expect(stdout).to.include(line);
  });

  it('are frames that eyeD3 reads', async () => {
    const { stdout } = await run('eyeD3', ['--no-color', await written('book.mp3', 'libmp3lame')]);
    expect(stdout).to.include('ID3 v2.3').and.include(`album: ${BOOK.title}`).and.include('recording date: 2006');
    expect(stdout).to.match(/UserTextFrame: \[Description: ASIN\]\s+B002V1OF70/u);
    expect(stdout).to.match(/Comment: .*\s+A desert\./u);
  });
});
