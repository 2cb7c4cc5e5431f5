import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parseFile } from 'music-metadata';

import { mountSmallDisk } from '../../platform/testing/test-small-disk.js';
import type { SourceFile } from '../reading/source-files.js';
import { sampledFileHash } from '../sampled-hash.js';
import { mergeBook, MERGED_NAME, type MergeProgress } from './merge-book.js';
import { isMergeStop, type MergeStop } from './merge-stop.js';
import { processStart } from './process-identity.js';
import {
  createMergeWorld,
  look,
  makeSound,
  oldChapterList,
  sourceOf,
  toneAt,
  type MergeWorld,
  type SoundOptions,
} from './merging.spec.support.js';

async function stopOf(work: Promise<unknown>): Promise<Pick<MergeStop, 'code' | 'message'>> {
  try {
    await work;
  } catch (error) {
    if (isMergeStop(error)) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing stopped it');
}

requireOrSkip('ffmpeg')('merging a book', () => {
  let world: MergeWorld;

  beforeEach(async () => {
    world = await createMergeWorld();
  });
  afterEach(() => world.remove());

  async function make(names: readonly string[], options: (index: number) => SoundOptions = () => ({})): Promise<SourceFile[]> {
    const files: SourceFile[] = [];
    for (const [index, name] of names.entries())
      files.push(await makeSound(world.source(name), { tone: 300 * (index + 1), ...options(index) }));
    return files;
  }

  for (const codec of ['aac', 'alac'] as const) {
    it(`copies the packets of ${codec.toUpperCase()} and marks where each file begins`, async () => {
      const files = await make(['01 - Arrakis.m4a', '02 - Caladan.m4a', '03 - Giedi Prime.m4a'], () => ({ codec }));

      const merged = await world.merge(files);

      const seen = await look(merged.path);
      expect(merged).to.include({ way: 'copy', chapters: 3, chaptersFrom: 'files', hash: await sampledFileHash(merged.path) });
      expect(seen).to.include({ codec, sampleRate: 22_050, channels: 1 });
      expect(seen.seconds).to.be.closeTo(24, 0.3);
      expect(seen.chapters.map(({ title }) => title)).to.deep.equal(['Arrakis', 'Caladan', 'Giedi Prime']);
      expect(seen.chapters.map(({ from }) => toneAt(merged.path, from + 1))).to.deep.equal([300, 600, 900]);
      const second = seen.chapters[1]?.from ?? 0;
      expect([toneAt(merged.path, second - 2.2), toneAt(merged.path, second + 0.2)]).to.deep.equal([300, 600]);
    });
  }

  it('drops a backslash at the end of a text, with which ffmpeg would take the next line for a part of it', async () => {
    const files = await make(['one\\.m4a', 'two\\.m4a']);

    const merged = await world.merge(files, { tags: { title: 'Dune\\', album: 'a\\\nb' } });

    const { tags, chapters } = await look(merged.path);
    expect(tags).to.include({ title: 'Dune', album: 'a\\\nb' });
    expect(chapters.map(({ title }) => title)).to.deep.equal(['one', 'two']);
  });

  it('encodes MP3 at its bitrate, also where the files differ in rate and channels', async () => {
    const files = await make(['a.mp3', 'b.mp3', 'c.mp3'], (index) => ({
      codec: 'libmp3lame',
      bitrate: '64k',
      sampleRate: index === 1 ? 22_050 : 44_100,
      channels: index === 2 ? 2 : 1,
    }));

    const merged = await world.merge(files);

    const seen = await look(merged.path);
    expect(merged.way).to.equal('encode');
    expect(seen).to.include({ codec: 'aac', sampleRate: 44_100, channels: 2 });
    expect(seen.chapters.map(({ from }) => toneAt(merged.path, from + 1))).to.deep.equal([300, 600, 900]);
    expect(merged.size).to.be.within(100_000, (64_000 / 8) * 24 * 1.5);
  });

  it('knows how long an MP3 without a header really is', async () => {
    // at a variable bitrate such a file is taken for another length by its first frames
    const more = ['-write_xing', '0', '-q:a', '9'];
    const files = await make(['a.mp3', 'b.mp3'], () => ({ codec: 'libmp3lame', more, seconds: 20, bitrate: '64k' }));

    const merged = await world.merge(files);

    expect((await look(merged.path)).chapters[1]?.from).to.be.closeTo(20, 0.1);
  });

  it('joins raw AAC', async () => {
    const merged = await world.merge(await make(['a.aac', 'b.aac']));

    const seen = await look(merged.path);
    expect(seen.chapters.map(({ from }) => toneAt(merged.path, from + 1))).to.deep.equal([300, 600]);
  });

  it('keeps the chapters of the files, each at its place', async () => {
    const marks = world.source('marks.txt');
    await writeFile(
      marks,
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=3000\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=3000\nEND=8000\ntitle=Two = \\; \\# and 日本\n',
    );
    const more = ['-f', 'ffmetadata', '-i', marks, '-map', '0:a', '-map_chapters', '1'];
    const files = await make(['1.m4b', '2.m4b', '3.m4b'], (index) => (index === 2 ? { tags: { title: 'End' } } : { more }));

    const merged = await world.merge(files);

    const { chapters } = await look(merged.path);
    expect(merged.chaptersFrom).to.equal('marks');
    expect(chapters.map(({ title }) => title)).to.deep.equal(['One', 'Two = ; # and 日本', 'One', 'Two = ; # and 日本', '3']);
    [0, 3, 8, 11, 16].forEach((second, index) => expect(chapters[index]?.from).to.be.closeTo(second, 0.2));
  });

  it('is an M4B to a library that does not know ffmpeg', async () => {
    const merged = await world.merge(await make(['Arrakis.m4a', 'Caladan.m4a'], () => ({ tags: { album: 'Dune' } })));

    const { format, common } = await parseFile(merged.path, { duration: true });

    expect(format).to.include({ codec: 'MPEG-4/AAC', sampleRate: 22_050 });
    expect(format.duration).to.be.closeTo(16, 0.3);
    expect(common.album).to.equal('Dune');
    expect(await oldChapterList(merged.path)).to.deep.equal(['Arrakis', 'Caladan']);
  });

  it('writes more chapters than the old list can hold', async () => {
    const marks = world.source('marks.txt');
    const texts = Array.from(
      { length: 150 },
      (_, at) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${at * 100}\nEND=${at * 100 + 100}\ntitle=Mark ${at}`,
    );
    await writeFile(marks, `;FFMETADATA1\n${texts.join('\n')}\n`);
    const more = ['-f', 'ffmetadata', '-i', marks, '-map', '0:a', '-map_chapters', '1'];
    const files = await make(['1.m4b', '2.m4b'], () => ({ more, seconds: 15 }));

    const merged = await world.merge(files);

    const { chapters } = await look(merged.path);
    expect(chapters.length).to.equal(300);
    expect(chapters[299]).to.include({ title: 'Mark 149' });
    expect(chapters[299]?.from).to.be.closeTo(15.07 + 14.9, 0.2);
    expect((await oldChapterList(merged.path)).length).to.equal(255);
  });

  it('takes the chapters of the catalogue where the files only count and the lengths agree', async () => {
    const catalogue = [
      { title: 'Opening', startMs: 0, lengthMs: 5000 },
      { title: 'Closing', startMs: 5000, lengthMs: 11_500 },
    ];
    const files = await make(['Dune 1.m4a', 'Dune 2.m4a']);

    const fitting = await world.merge(files, { catalogue: async () => catalogue });
    const titles = (await look(fitting.path)).chapters.map(({ title }) => title);
    const other = await world.merge(files, {
      catalogue: async () => [
        { title: 'Intro', startMs: 0, lengthMs: 1 },
        ...catalogue.slice(1).map((mark) => ({ ...mark, lengthMs: 15_000 })),
      ],
    });

    expect([fitting.chaptersFrom, titles]).to.deep.equal(['catalogue', ['Opening', 'Closing']]);
    expect([other.chaptersFrom, (await look(other.path)).chapters.map(({ title }) => title)]).to.deep.equal([
      'files',
      ['Dune 1', 'Dune 2'],
    ]);
  });

  it('writes the tags of the book, keeps others of the first file, and carries one cover', async () => {
    const [first, second] = await make(['1.m4a', '2.m4a'], () => ({ tags: { title: 'Track', comment: 'Kept = yes; #1', genre: 'Old' } }));
    const picture = world.source('cover.jpg');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=60x60', '-frames:v', '1', picture]);
    const tags = {
      title: 'Dune',
      album: 'Dune',
      artist: 'Frank Herbert',
      composer: 'Simon Vance',
      genre: 'Science; Fiction',
      show: 'Dune',
      episode_id: '1',
    };

    const merged = await world.merge([first, second] as SourceFile[], { tags, cover: await readFile(picture) });
    const plain = await look(merged.path);
    const { common } = await parseFile(merged.path);
    const broken = await world.merge([first, second] as SourceFile[], { cover: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]) });

    expect(plain.tags).to.include({ ...tags, comment: 'Kept = yes; #1', media_type: '2' });
    expect(plain.pictures).to.equal(1);
    expect(common).to.include({ title: 'Dune', artist: 'Frank Herbert' });
    expect(common.picture?.[0]?.format).to.equal('image/jpeg');
    expect((await look(broken.path)).pictures).to.equal(0);
  });

  it('writes chapters, and neither tags nor a picture, where none are wanted', async () => {
    const picture = world.source('cover.jpg');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=60x60', '-frames:v', '1', picture]);
    const more = ['-i', picture, '-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'];
    const files = await make(['1.m4a', '2.m4a'], (index) => ({ more, tags: { title: `Track ${index}`, artist: 'Somebody' } }));

    const merged = await world.merge(files, { tags: undefined, cover: await readFile(picture) });

    const seen = await look(merged.path);
    expect(Object.keys(seen.tags).filter((name) => !/^(?:major_brand|minor_version|compatible_brands)$/.test(name))).to.deep.equal([]);
    expect(seen.pictures).to.equal(0);
    expect(seen.chapters.map(({ title }) => title)).to.deep.equal(['Track 0', 'Track 1']);
  });

  describe('when further tags cannot be written', () => {
    let files: SourceFile[];
    let joined: number;

    beforeEach(async () => {
      files = await make(['a.m4a', 'b.m4a']);
      joined = 0;
    });

    it('keeps the merged file if it is as it was', async () => {
      const tag = async (path: string) => {
        joined = (await stat(path)).ino;
        return 'The tags do not fit.';
      };

      const merged = await world.merge(files, { tag });

      expect(merged.untagged).to.equal('The tags do not fit.');
      expect((await stat(merged.path)).ino).to.equal(joined);
      expect((await look(merged.path)).chapters.length).to.equal(2);
    });

    it('merges the files once more if it was damaged', async () => {
      const tag = async (path: string) => truncate(path, 1000).then(() => 'The tag writer was killed.');

      const merged = await world.merge(files, { tag });

      expect(merged.untagged).to.equal('The tag writer was killed.');
      expect((await look(merged.path)).chapters.length).to.equal(2);
      expect(merged.hash).to.equal(await sampledFileHash(merged.path));
    });
  });

  it('reads names that mean something to ffmpeg or a shell as names', async () => {
    const names = [
      '-i.m4a',
      'it\'s "quoted".m4a',
      '$(touch owned).m4a',
      'a;b|c.m4a',
      'http:x.m4a',
      '%03d.m4a',
      String.raw`back\slash.m4a`,
      '# hash.m4a',
      ' lead and trail .m4a',
      '日本 👩‍👩‍👧.m4a',
    ];
    await mkdir(dirname(world.source('x')), { recursive: true });
    const files = await make(names, (index) => ({ seconds: 3, tone: 200 + 100 * index }));

    const merged = await world.merge(files);

    const { chapters } = await look(merged.path);
    expect(chapters.map(({ from }) => toneAt(merged.path, from + 0.4))).to.deep.equal(names.map((_, index) => 200 + 100 * index));
  });

  it('tells how far it is, and how much is left', async () => {
    const files = await make(['a.mp3', 'b.mp3'], () => ({ codec: 'libmp3lame', seconds: 400, bitrate: '32k' }));
    const told: MergeProgress[] = [];

    await world.merge(files, { onProgress: (progress) => told.push(progress) });

    const fractions = told.map(({ fraction }) => fraction);
    expect(fractions).to.deep.equal([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).to.be.closeTo(1, 0.01);
    expect(told.some(({ fraction, etaSeconds = 0 }) => fraction > 0 && fraction < 1 && etaSeconds > 0)).to.equal(true);
  });

  describe('stops, and says why,', () => {
    it('where the files do not fit together', async () => {
      const [one] = await make(['one.m4a']);
      const stereo = await makeSound(world.source('stereo.m4a'), { channels: 2 });
      const fast = await makeSound(world.source('fast.m4a'), { sampleRate: 44_100 });
      const mp3 = await makeSound(world.source('other.mp3'), { codec: 'libmp3lame' });
      const flac = await makeSound(world.source('other.flac'), { codec: 'flac' });

      const stops = [];
      for (const other of [stereo, fast, mp3, flac]) stops.push(await stopOf(world.merge([one, other] as SourceFile[])));

      expect(stops.map(({ code }) => code)).to.deep.equal(Array(4).fill('not_joinable'));
      expect(stops.map(({ message }) => message)).to.deep.equal([
        '“one.m4a” and “stereo.m4a” differ: AAC, 22.05 kHz, mono and AAC, 22.05 kHz, stereo.',
        '“one.m4a” and “fast.m4a” differ: AAC, 22.05 kHz, mono and AAC, 44.1 kHz, mono.',
        '“one.m4a” is AAC, 22.05 kHz, mono, but “other.mp3” is MP3, 22.05 kHz, mono.',
        '“other.flac” is neither AAC, ALAC nor MP3. Only these can be merged.',
      ]);
    });

    it('where MP3 is to stay as it is', async () => {
      const files = await make(['a.mp3', 'b.mp3'], () => ({ codec: 'libmp3lame' }));

      expect((await stopOf(world.merge(files, { encodesMp3: false }))).code).to.equal('not_joinable');
    });

    it('where a file is a link, is a playlist, or has a name that no list can hold', async () => {
      const [one, two] = (await make(['one.m4a', 'two\nlines.m4a'])) as [SourceFile, SourceFile];
      await symlink(one.path, world.source('link.m4a'));
      await writeFile(world.source('list.m4a'), `ffconcat version 1.0\nfile '${one.path}'\n`);
      const others = [await sourceOf(world.source('link.m4a')), await sourceOf(world.source('list.m4a')), two];

      for (const other of others) expect((await stopOf(world.merge([one, other]))).code).to.equal('not_joinable');
    });

    it('where what writes further tags spoils the merged file', async () => {
      const files = await make(['a.m4a', 'b.m4a']);
      const tag = async (path: string) => truncate(path, Math.round((await stat(path)).size / 2)).then(() => undefined);

      expect((await stopOf(world.merge(files, { tag }))).code).to.equal('check_failed');
    });

    it('where a file is cut off', async () => {
      const files = await make(['a.mp3', 'b.mp3'], () => ({ codec: 'libmp3lame' }));
      const [, second] = files as [SourceFile, SourceFile];
      const work = world.merge(files, { catalogue: async () => truncate(second.path, 2000).then(() => undefined) });

      expect((await stopOf(work)).code).to.equal('check_failed');
    });

    it('where a file becomes a link to a like one', async () => {
      const files = await make(['a.m4a', 'b.m4a']);
      const [, second] = files as [SourceFile, SourceFile];
      const elsewhere = join(world.dir, 'elsewhere.m4a');
      const catalogue = async () => {
        await rename(second.path, elsewhere);
        await symlink(elsewhere, second.path);
        return undefined;
      };

      expect((await stopOf(world.merge(files, { catalogue, known: ['a', 'b'] }))).code).to.equal('check_failed');
    });

    it('where the disk fills up while ffmpeg writes', async function () {
      const disk = await mountSmallDisk(80);
      if (!disk) return this.skip();
      try {
        const files = await make(['a.m4a', 'b.m4a'], () => ({ seconds: 60 }));
        const filler = join(disk.dir, 'filler');
        const catalogue = async () => {
          await writeFile(filler, Buffer.alloc(90 * 1024 * 1024)).catch(() => undefined);
          await truncate(filler, (await stat(filler)).size - 64 * 1024);
          return undefined;
        };

        const stop = await stopOf(world.merge(files, { folder: join(disk.dir, 'work'), catalogue, known: ['a', 'b'] }));

        expect(stop.code).to.equal('failed');
        expect(stop.message).to.match(/No space left on device/);
      } finally {
        await disk.dispose();
      }
    });

    it('where a program that ffmpeg is started by stands still, and ends what it started', async () => {
      const files = await make(['a.m4a', 'b.m4a']);
      const [ffmpeg, noted] = [join(world.dir, 'wrapper'), join(world.dir, 'pid')];
      await writeFile(ffmpeg, `#!/bin/sh\nsleep 1000 &\necho $! > '${noted}'\nwait\n`, { mode: 0o755 });
      const tools = { ...world.tools, ffmpeg };

      const stop = await stopOf(world.merge(files, { tools, stallMs: 1000 }));

      expect(stop.code).to.equal('failed');
      const inner = Number(await readFile(noted, 'utf8'));
      await until(() => processStart(inner) === undefined);
    });

    it('where the encoder stands still', async () => {
      const files = await make(['a.m4a', 'b.m4a']);
      const ffmpeg = join(world.dir, 'stuck');
      await writeFile(ffmpeg, '#!/bin/sh\nexec sleep 1000\n', { mode: 0o755 });
      const input = { files, folder: join(world.dir, 'work'), tags: {}, cover: undefined, known: [], catalogue: async () => undefined };
      const rest = {
        encodesMp3: true,
        records: world.records,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        stallMs: 200,
      };

      expect(await stopOf(mergeBook({ ...world.tools, ffmpeg }, { ...input, ...rest }))).to.deep.equal({
        code: 'failed',
        message: 'ffmpeg made no progress and was stopped.',
      });
    });
  });

  it('ends ffmpeg with the job, and leaves the sources as they are', async () => {
    const files = await make(['a.mp3', 'b.mp3'], () => ({ codec: 'libmp3lame', seconds: 900, bitrate: '32k' }));
    const before = await Promise.all(files.map(({ path }) => sampledFileHash(path)));
    const job = new AbortController();
    let [seen, priority] = [0, 0];
    const onProgress = ({ fraction }: MergeProgress): void => {
      if (fraction === 0 || seen > 0) return;
      seen = Number(execFileSync('pgrep', ['-f', join(world.dir, 'work', MERGED_NAME)], { encoding: 'utf8' }).split('\n')[0]);
      priority = getPriority(seen);
      job.abort(new Error('cancelled'));
    };

    const failure = await world.merge(files, { signal: job.signal, onProgress }).catch((error: unknown) => error);

    expect(failure).to.equal(job.signal.reason);
    expect(seen).to.be.greaterThan(0);
    expect(priority).to.equal(constants.priority.PRIORITY_LOW);
    expect(() => process.kill(seen, 0)).to.throw('ESRCH');
    expect(await Promise.all(files.map(({ path }) => sampledFileHash(path)))).to.deep.equal(before);
    expect((await stat(world.records)).isDirectory()).to.equal(true);
  });
});
