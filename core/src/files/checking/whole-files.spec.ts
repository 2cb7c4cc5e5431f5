import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

import { isAudioProbeError, type AudioInfo, type AudioProbe } from './audio-probe.js';
import { createCheckingProbe } from './checking-probe.js';
import { detectAudioProbe } from './detect-audio-probe.js';
import { createQuickProbe } from './quick-probe.js';
import { createTagLibraryProbe } from './tag-library-probe.js';

const SECONDS = 300;
/** Noise, so that no encoder makes nothing of it. */
const SOUND = ['-f', 'lavfi', '-i', `anoisesrc=duration=${SECONDS}:sample_rate=16000:amplitude=0.1:seed=1`];

/** Formats whose header promises a length that a cut leaves as it is, or whose structure ends before the file does. */
const PROMISING: Readonly<Record<string, readonly string[]>> = {
  'constant.mp3': ['-b:a', '32k'],
  'variable.mp3': ['-q:a', '7'],
  'index-at-end.m4b': ['-b:a', '32k', '-f', 'ipod'],
  'index-in-front.m4b': ['-b:a', '32k', '-movflags', '+faststart', '-f', 'ipod'],
  'fragments.mp4': ['-b:a', '32k', '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '2000000'],
  'indexed-fragments.mp4': ['-b:a', '32k', '-movflags', '+dash+global_sidx', '-frag_duration', '2000000'],
  'a.flac': ['-ar', '8000'],
  'a.opus': ['-ar', '48000', '-b:a', '24k'],
  'vorbis.ogg': ['-c:a', 'libvorbis'],
  'a.wav': ['-ar', '8000'],
  'a.aiff': ['-ar', '8000'],
  'a.wma': ['-b:a', '32k'],
  'a.mka': ['-c:a', 'aac', '-b:a', '32k'],
  'a.webm': ['-ar', '48000', '-c:a', 'libopus', '-b:a', '24k'],
  'a.wv': ['-ar', '8000'],
};

/** Formats whose length is that of the bytes that are there: a cut makes them shorter, and no more. */
const HONEST: Readonly<Record<string, readonly string[]>> = {
  'no-header.mp3': ['-b:a', '32k', '-write_xing', '0'],
  'variable-no-header.mp3': ['-q:a', '7', '-write_xing', '0'],
  'a.aac': ['-b:a', '32k'],
  'a.ac3': ['-ar', '44100', '-b:a', '64k'],
};

type Found = Pick<AudioInfo, 'damage' | 'durationSeconds'>;

async function found(probe: AudioProbe, path: string, checks: 'bytes' | 'end' = 'end'): Promise<Found> {
  return probe.probe(path, { checks }).catch((error: unknown) => {
    if (!isAudioProbeError(error) || error.code !== 'unreadable') throw error;
    return { durationSeconds: 0, ...(error.damage ? { damage: error.damage } : {}) };
  });
}

requireOrSkip('ffmpeg')('audio files of which a part is missing', function () {
  let dir: string;

  const made = new Map<string, string>();

  /** Each sound is encoded once. */
  function encode(args: readonly string[], name: string): string {
    const key = `${args.join(' ')}${extname(name)}`;
    const path = made.get(key) ?? join(dir, `${made.size}${extname(name)}`);
    if (!made.has(key))
      execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...SOUND, ...args, path], { stdio: ['ignore', 'ignore', 'inherit'] });
    made.set(key, path);
    return path;
  }

  async function variant(path: string, name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
    const changed = join(dir, `${name}-${basename(path)}`);
    await writeFile(changed, change(await readFile(path)));
    return changed;
  }

  const cutTo = (path: string, percent: number): Promise<string> =>
    variant(path, `${percent}`, (bytes) => bytes.subarray(0, Math.floor((bytes.length * percent) / 100)));

  /** As a client leaves it that reserved the space, and never got the rest. */
  const emptied = (path: string): Promise<string> => variant(path, 'emptied', (bytes) => bytes.fill(0, Math.floor(bytes.length * 0.8)));

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-whole-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  for (const [name, args] of Object.entries(PROMISING)) {
    it(`are found among those like ${name}, by their bytes or by their end`, async () => {
      const probe = detectAudioProbe();
      const whole = encode(args, name);

      expect(await found(probe, whole)).to.not.have.property('damage');
      expect((await found(probe, whole)).durationSeconds).to.be.closeTo(SECONDS, 1);
      for (const percent of [50, 60, 90, 99]) {
        expect(await found(probe, await cutTo(whole, percent)), `${percent} %`).to.have.property('damage');
      }
    });
  }

  for (const [name, args] of Object.entries(HONEST)) {
    it(`are only as long as what is there where nothing is promised, as in ${name}`, async () => {
      const probe = detectAudioProbe();
      const whole = encode(args, name);

      const { durationSeconds, ...rest } = await found(probe, whole);
      const half = await found(probe, await cutTo(whole, 50));

      expect(rest).to.not.have.property('damage');
      expect(half).to.not.have.property('damage');
      expect(half.durationSeconds).to.be.closeTo(durationSeconds / 2, 5);
      expect(await found(probe, await emptied(whole)), 'the end was never written').to.have.property('damage', 'end_unplayable');
    });
  }

  for (const name of ['constant.mp3', 'variable.mp3', 'index-in-front.m4b', 'a.flac', 'vorbis.ogg', 'a.wma', 'a.mka']) {
    it(`are found where the end was reserved and never written, as in ${name}`, async () => {
      const path = await emptied(encode(PROMISING[name] ?? [], name));

      expect(await found(detectAudioProbe(), path)).to.have.property('damage', name === 'vorbis.ogg' ? 'cut_off' : 'end_unplayable');
    });
  }

  for (const name of ['constant.mp3', 'index-in-front.m4b', 'a.opus', 'a.mka']) {
    it(`are found where bytes in the middle are missing, as in ${name}`, async () => {
      const path = await variant(encode(PROMISING[name] ?? [], name), 'holed', (bytes) =>
        Buffer.concat([bytes.subarray(0, bytes.length * 0.3), bytes.subarray(bytes.length * 0.6)]),
      );

      expect(await found(detectAudioProbe(), path)).to.have.property('damage', 'cut_off');
    });
  }

  it('are found by bytes alone, with no program for it', async () => {
    const readers = [createCheckingProbe(createTagLibraryProbe(), undefined), createQuickProbe(detectAudioProbe())];
    for (const name of ['constant.mp3', 'index-in-front.m4b']) {
      const whole = encode(PROMISING[name] ?? [], name);
      const half = await cutTo(whole, 50);
      for (const probe of readers) {
        expect(await found(probe, whole, 'bytes'), name).to.not.have.property('damage');
        expect(await found(probe, half, 'bytes'), name).to.have.property('damage', 'cut_off');
      }
    }
  });

  it('are looked for only where that is asked for', async () => {
    const half = await cutTo(encode(['-b:a', '32k'], 'a.mp3'), 50);

    expect(await detectAudioProbe().probe(half, {})).to.not.have.property('damage');
  });

  /** ID3v1, and APEv2 with a picture. */
  function tagged(bytes: Buffer): Buffer {
    const item = Buffer.alloc(200_000, 0x41);
    const footer = Buffer.alloc(32);
    footer.write('APETAGEX', 'latin1');
    footer.writeUInt32LE(2000, 8);
    footer.writeUInt32LE(item.length + 32, 12);
    footer.writeUInt32LE(1, 16);
    const old = Buffer.alloc(128);
    old.write('TAG', 'latin1');
    return Buffer.concat([bytes, item, footer, old]);
  }

  /** As written into a pipe, which takes back no header. */
  function streamed(bytes: Buffer, length: number): Buffer {
    bytes.writeUInt32LE(Math.min(0xffffffff, length + 36), 4);
    bytes.writeUInt32LE(length, bytes.indexOf('data', 0, 'latin1') + 4);
    return bytes;
  }

  const XING = Buffer.from('Xing');
  const WHOLE: readonly (readonly [string, string, readonly string[], (bytes: Buffer) => Buffer])[] = [
    ['with tags at the end', 'a.mp3', ['-b:a', '32k'], tagged],
    ['with tags at the end and no header', 'b.mp3', ['-b:a', '32k', '-write_xing', '0'], tagged],
    ['with rubbish at the end', 'c.mp3', ['-q:a', '7'], (bytes) => Buffer.concat([bytes, Buffer.alloc(40_000, 0x55)])],
    [
      'with rubbish at the end and no header',
      'd.mp3',
      ['-b:a', '32k', '-write_xing', '0'],
      (bytes) => Buffer.concat([bytes, Buffer.alloc(40_000)]),
    ],
    ['with rubbish at the end', 'e.m4b', ['-b:a', '32k', '-f', 'ipod'], (bytes) => Buffer.concat([bytes, Buffer.alloc(40_000, 0x55)])],
    ['with a tag at the end', 'f.flac', ['-ar', '8000'], (bytes) => Buffer.concat([bytes, Buffer.from('TAG'), Buffer.alloc(125)])],
    [
      'whose header counts one frame too many',
      'g.mp3',
      ['-q:a', '7'],
      (bytes) => {
        const at = bytes.indexOf(XING) + 12;
        bytes.writeUInt32BE(bytes.readUInt32BE(at) + 400, at);
        return bytes;
      },
    ],
    [
      'whose header counts tags that were taken out',
      'h.mp3',
      ['-q:a', '7'],
      (bytes) => {
        const at = bytes.indexOf(XING) + 12;
        bytes.writeUInt32BE(bytes.readUInt32BE(at) + 30_000, at);
        return bytes;
      },
    ],
    ['that are two, one behind the other', 'i.mp3', ['-q:a', '7'], (bytes) => Buffer.concat([bytes, bytes])],
    // SoX, also in whole blocks of three bytes and two channels; ALSA; ffmpeg; and who writes none
    ...[0x7ffff000, 0x7fffeffa, 0x7fffff00, 0x80000000, 0xffffffff, 0].map(
      (length) =>
        [
          `whose writer knew no length and stated ${length}`,
          `${length}.wav`,
          ['-ar', '8000'],
          (bytes: Buffer) => streamed(bytes, length),
        ] as const,
    ),
    [
      'whose sound goes to the end of the file',
      'j.m4b',
      ['-b:a', '32k', '-movflags', '+faststart', '-f', 'ipod'],
      (bytes) => {
        bytes.writeUInt32BE(0, bytes.indexOf('mdat', 0, 'latin1') - 4);
        return bytes;
      },
    ],
  ];
  for (const [what, name, args, change] of WHOLE) {
    it(`are not those ${what} (${name})`, async () => {
      const path = await variant(encode(args, name), `odd-${name}`, change);

      expect(await found(detectAudioProbe(), path)).to.not.have.property('damage');
    });
  }

  it('are not those with a cover, a chapter after the end or an edit list', async () => {
    const cover = join(dir, 'cover.png');
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', cover]);
    const marks = join(dir, 'marks.txt');
    await writeFile(marks, ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=600\ntitle=All\n');
    const plain = encode(['-b:a', '32k', '-f', 'ipod'], 'a.m4b');
    const path = join(dir, 'covered.m4b');
    const inputs = ['-ss', '7.3', '-i', plain, '-i', cover, '-i', marks, '-map', '0:a', '-map', '1:v', '-map_chapters', '2'];
    const how = ['-c', 'copy', '-disposition:v:0', 'attached_pic', '-f', 'ipod', path];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...how], { stdio: ['ignore', 'ignore', 'inherit'] });

    expect(await found(detectAudioProbe(), path)).to.not.have.property('damage');
  });
});
