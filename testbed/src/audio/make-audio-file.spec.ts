import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseFile } from 'music-metadata';

import { makeAudioFile, writeAudioFile } from './make-audio-file.js';
import { makeBookFolder } from './make-book-folder.js';
import type { BitrateKbps } from './mpeg-frames.js';

const TAGS = {
  title: 'Kapitel Ä 1',
  album: 'ノルウェイの森',
  author: 'Haruki Murakami',
  narrator: 'A, B',
  asin: 'B09NQ4N3KX',
  series: 'S',
  seriesPart: '2.5',
};

function hasTools(): boolean {
  try {
    execFileSync('ffprobe', ['-version'], { stdio: 'ignore' });
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('made audio', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-audio-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  for (const bitrateKbps of [8, 16, 32, 64, 128] as const satisfies readonly BitrateKbps[]) {
    it(`has duration and tags that a tag library can read, at ${bitrateKbps} kbit/s`, async () => {
      const path = join(dir, 'a.mp3');
      await writeFile(path, makeAudioFile({ ...TAGS, seconds: 90, bitrateKbps, track: 3, trackCount: 9, year: 1987 }));

      const { format, common } = await parseFile(path, { duration: true });

      expect(format.duration).to.be.closeTo(90, 0.1);
      expect(format).to.include({ codec: 'MPEG 2 Layer 3', sampleRate: 24_000, numberOfChannels: 1 });
      expect(common).to.include({ title: 'Kapitel Ä 1', album: 'ノルウェイの森', artist: 'Haruki Murakami', year: 1987 });
      expect(common.track).to.deep.equal({ no: 3, of: 9 });
      expect(common.composer).to.deep.equal(['A, B']);
    });
  }

  it('is read by ffprobe and decoded by ffmpeg without complaints (needs ffmpeg)', async function () {
    if (!hasTools()) this.skip();
    for (const bitrateKbps of [8, 32] as const) {
      const path = join(dir, `${bitrateKbps}.mp3`);
      await writeAudioFile(path, { ...TAGS, seconds: 61.5, bitrateKbps });

      const text = execFileSync('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', path], {
        encoding: 'utf8',
      });
      const { format, streams } = JSON.parse(text) as {
        format: { duration: string; tags: Record<string, string> };
        streams: { codec_name: string }[];
      };
      const decoded = spawnSync('ffmpeg', ['-v', 'error', '-xerror', '-nostdin', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' });

      expect(Number(format.duration)).to.be.closeTo(61.5, 0.1);
      expect(streams[0]?.codec_name).to.equal('mp3');
      expect(format.tags).to.include({ album: 'ノルウェイの森', composer: 'A, B', ASIN: 'B09NQ4N3KX', 'SERIES-PART': '2.5' });
      expect(decoded).to.include({ status: 0, stderr: '' });
    }
  });

  it('writes the same bytes as it returns, even for a long file', async () => {
    const path = join(dir, 'long.mp3');
    const options = { ...TAGS, seconds: 3600 };

    const size = await writeAudioFile(path, options);

    expect(size).to.be.closeTo(3_600_000, 1000);
    expect((await stat(path)).size).to.equal(size);
    expect((await readFile(path)).equals(makeAudioFile(options))).to.equal(true);
  });

  it('makes files with different tags differ to the end', () => {
    const one = makeAudioFile({ seconds: 10, title: 'A' });
    const two = makeAudioFile({ seconds: 10, title: 'B' });

    expect(one.subarray(-1000).equals(two.subarray(-1000))).to.equal(false);
    expect(makeAudioFile({ seconds: 10, title: 'A' }).equals(one)).to.equal(true);
  });

  it('carries a cover', async () => {
    const path = join(dir, 'a.mp3');
    await writeFile(path, makeAudioFile({ seconds: 1, cover: { type: 'image/png', bytes: Buffer.from('picture') } }));

    const { common } = await parseFile(path);

    expect(common.picture?.[0]?.format).to.equal('image/png');
    expect(Buffer.from(common.picture?.[0]?.data ?? []).toString()).to.equal('picture');
  });

  it('fills a folder with a book', async () => {
    const files = await makeBookFolder(join(dir, 'Book'), { author: 'A', title: 'T/x', files: 11, secondsPerFile: 5 });

    expect(files.map(({ name }) => name)).to.include.members(['01 - T-x.mp3', '11 - T-x.mp3']);
    expect((await readdir(join(dir, 'Book'))).length).to.equal(11);
    expect((await parseFile(join(dir, 'Book', '02 - T-x.mp3'))).common).to.include({ title: 'T/x - 2', album: 'T/x', albumartist: 'A' });
  });

  it('accepts names with disc folders', async () => {
    await makeBookFolder(dir, { author: 'A', title: 'T', files: ['CD1/01.mp3', 'CD2/01.mp3'], secondsPerFile: 1 });

    expect((await readdir(dir)).sort()).to.deep.equal(['CD1', 'CD2']);
  });
});
