import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isAudioProbeError } from './audio-probe.js';
import type { AudioProbe } from './audio-probe.js';
import { commandExists } from './command-exists.js';
import { detectAudioProbe } from './detect-audio-probe.js';
import { createFfprobeProbe } from './ffprobe-probe.js';
import { createQuickProbe } from './quick-probe.js';
import { createTagLibraryProbe } from './tag-library-probe.js';

const HOSTILE = [
  '-i.mp3',
  '--help.mp3',
  '$(touch owned).mp3',
  '`touch owned`.mp3',
  'a;touch owned;.mp3',
  'it\'s "quoted".mp3',
  'new\nline.mp3',
  'http:x.mp3',
  '%03d.mp3',
  'a|b?*.mp3',
  '日本語 👩‍👩‍👧.mp3',
  ' lead.mp3',
];

/** For programs that read none. */
const SOME_FILE = fileURLToPath(import.meta.url);

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return isAudioProbeError(error) ? error.code : String(error);
  }
}

function encode(path: string, seconds: number, ...more: string[]): void {
  const source = ['-f', 'lavfi', '-i', `sine=frequency=200:duration=${seconds}:sample_rate=22050`];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...source, ...more, `file:${path}`], { stdio: ['ignore', 'ignore', 'inherit'] });
}

describe('audio probe (needs ffmpeg and ffprobe)', () => {
  let dir: string;

  before(async function () {
    if (!commandExists('ffmpeg') || !commandExists('ffprobe')) this.skip();
    dir = await mkdtemp(join(tmpdir(), 'lectern-probe-'));
    encode(join(dir, 'tone.mp3'), 3, '-metadata', 'album=Dune', '-metadata', 'composer=Scott Brick', '-metadata', 'ASIN=B003ZWFO7E');
    encode(join(dir, 'tone.m4b'), 4, '-f', 'ipod', '-metadata', 'album=Dune');
    await writeFile(join(dir, 'text.mp3'), 'this is not audio at all\n'.repeat(100));
    await writeFile(join(dir, 'empty.mp3'), '');
  });
  after(async () => {
    if (dir) await rm(dir, { recursive: true, force: true });
  });

  const probes: Readonly<Record<string, () => AudioProbe>> = {
    ffprobe: createFfprobeProbe,
    'tag-library': createTagLibraryProbe,
    quick: () => createQuickProbe(createFfprobeProbe()),
  };
  for (const [kind, create] of Object.entries(probes)) {
    describe(kind, () => {
      it('reads duration, codec and tags of an MP3', async () => {
        const info = await create().probe(join(dir, 'tone.mp3'), {});

        expect(info.durationSeconds).to.be.closeTo(3, 0.15);
        expect(info).to.include({ codec: 'mp3', hasAudio: true, hasVideo: false, channels: 1, sampleRate: 22050 });
        expect(info.tags).to.include({ album: 'Dune', composer: 'Scott Brick', asin: 'B003ZWFO7E' });
      });

      it('reads an M4B', async () => {
        const info = await create().probe(join(dir, 'tone.m4b'), {});

        expect(info.durationSeconds).to.be.closeTo(4, 0.15);
        expect(info).to.include({ codec: 'aac', hasAudio: true });
        expect(info.tags).to.include({ album: 'Dune' });
      });

      it('distinguishes a file that is not audio from one that is gone', async () => {
        expect(await codeOf(create().probe(join(dir, 'empty.mp3'), {}))).to.equal('unreadable');
        expect(await codeOf(create().probe(join(dir, 'missing.mp3'), {}))).to.equal('no_access');
      });

      it('distinguishes a file that is not audio from one that the disk does not give', async function () {
        if (process.platform !== 'linux') this.skip();
        // a file like any other, but that no program can read from its beginning
        expect(await codeOf(create().probe('/proc/self/mem', {}))).to.equal('no_access');
      });

      it('opens neither a pipe, in which nobody writes, nor a device, which never ends', async () => {
        const [pipe, device] = [join(dir, `${kind}-pipe.mp3`), join(dir, `${kind}-device.mp3`)];
        execFileSync('mkfifo', [pipe]);
        await symlink('/dev/zero', device);

        for (const path of [pipe, device]) {
          const failure = await create()
            .probe(path, {})
            .catch((error: unknown) => error);
          expect(failure).to.include({ code: 'unreadable', message: `“${path}” is not readable as audio: it is not a file.` });
        }
      });

      it('stops when aborted', async () => {
        expect(await codeOf(create().probe(join(dir, 'tone.mp3'), { signal: AbortSignal.abort() }))).to.equal('aborted');
      });

      it('takes hostile names as names', async () => {
        const names = join(dir, `names-${kind}`);
        execFileSync('mkdir', [names]);
        for (const name of HOSTILE) {
          await copyFile(join(dir, 'tone.mp3'), join(names, name));

          const info = await create().probe(join(names, name), {});

          expect(info.durationSeconds, name).to.be.closeTo(3, 0.15);
        }
        expect(await readdir(names)).to.have.members(HOSTILE);
        expect(existsSync('owned')).to.equal(false);
      });
    });
  }

  it('asks for a program only where the thread finds no audio, and goes on after a read that was cut off', async () => {
    const asked: string[] = [];
    const exact: AudioProbe = {
      name: 'ffprobe',
      probe: async (path) => {
        asked.push(basename(path));
        return { durationSeconds: 7, hasAudio: true, hasVideo: false, tags: {}, chapterCount: 0 };
      },
    };
    const probe = createQuickProbe(exact);
    const cut = new AbortController();

    const late = codeOf(probe.probe(join(dir, 'tone.mp3'), { signal: cut.signal }));
    cut.abort();
    expect(await late).to.equal('aborted');
    const all = await Promise.all(['tone.mp3', 'tone.m4b', 'text.mp3', 'tone.mp3'].map((name) => probe.probe(join(dir, name), {})));

    expect(all.map(({ durationSeconds }) => Math.round(durationSeconds))).to.deep.equal([3, 4, 7, 3]);
    expect(asked).to.deep.equal(['text.mp3']);
  });

  it('finds no audio in a text file', async () => {
    expect(await codeOf(createFfprobeProbe().probe(join(dir, 'text.mp3'), {}))).to.equal('unreadable');
  });

  it('does not open the files that a disguised playlist points to', async () => {
    await writeFile(join(dir, 'list.mp3'), `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:${join(dir, 'tone.mp3')}\n#EXT-X-ENDLIST\n`);
    await writeFile(join(dir, 'concat.mp3'), `ffconcat version 1.0\nfile '${join(dir, 'tone.mp3')}'\n`);

    expect(await codeOf(createFfprobeProbe().probe(join(dir, 'list.mp3'), {}))).to.equal('unreadable');
    expect(await codeOf(createFfprobeProbe().probe(join(dir, 'concat.mp3'), {}))).to.equal('unreadable');
  });

  it('reports video', async () => {
    const path = join(dir, 'film.mp4');
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-nostdin',
      '-f',
      'lavfi',
      '-i',
      'testsrc=d=1:s=32x32:r=5',
      '-f',
      'lavfi',
      '-i',
      'sine=d=1',
      '-c:v',
      'mpeg4',
      path,
    ]);

    expect(await createFfprobeProbe().probe(path, {})).to.include({ hasAudio: true, hasVideo: true });
  });

  it('counts chapters', async () => {
    await writeFile(
      join(dir, 'meta.txt'),
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=A\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=2000\nEND=4000\ntitle=B\n',
    );
    const files = ['-i', join(dir, 'tone.m4b'), '-i', join(dir, 'meta.txt')];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-nostdin',
      ...files,
      '-map',
      '0:a',
      '-map_chapters',
      '1',
      '-c',
      'copy',
      join(dir, 'chapters.m4b'),
    ]);

    expect((await createFfprobeProbe().probe(join(dir, 'chapters.m4b'), {})).chapterCount).to.equal(2);
  });

  it('reads an M4B whose chapters lie together, as ffmpeg writes them for streaming', async () => {
    const [marks, path] = [join(dir, 'marks.txt'), join(dir, 'streamed.m4b')];
    const texts = ['Opening', 'The End'].map(
      (title, at) => `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${at * 2000}\nEND=${at * 2000 + 2000}\ntitle=${title} ${'!'.repeat(at)}\n`,
    );
    await writeFile(marks, `;FFMETADATA1\n${texts.join('')}`);
    const inputs = ['-i', join(dir, 'tone.m4b'), '-i', marks, '-map', '0:a', '-map_chapters', '1', '-map_metadata', '0'];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...inputs, '-c', 'copy', '-movflags', '+faststart', path]);

    const info = await createTagLibraryProbe().probe(path, {});

    expect(info).to.include({ codec: 'aac', hasAudio: true });
    expect(info.durationSeconds).to.be.closeTo(4, 0.1);
    expect(info.tags).to.include({ album: 'Dune' });
  });
});

describe('audio probe without ffprobe', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-probe-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function program(text: string): Promise<string> {
    const path = join(dir, 'ffprobe');
    await writeFile(path, `#!/bin/sh\n${text}\n`);
    await chmod(path, 0o755);
    return path;
  }

  it('uses the tag library when ffprobe is not on the search path', async () => {
    expect(detectAudioProbe({ searchPath: dir }).name).to.equal('tag-library');
    await program('exit 0');
    expect(detectAudioProbe({ searchPath: dir }).name).to.equal('ffprobe');
  });

  it('ends a program that hangs', async () => {
    const probe = createFfprobeProbe({ program: await program('exec sleep 20'), timeoutMs: 100 });

    expect(await codeOf(probe.probe(SOME_FILE, {}))).to.equal('timeout');
  });

  it('ends a program that prints endlessly', async () => {
    const probe = createFfprobeProbe({ program: await program('exec yes'), timeoutMs: 5000 });

    expect(await codeOf(probe.probe(SOME_FILE, {}))).to.equal('unreadable');
  });

  it('blames the program, not the file, when it cannot start or prints nonsense', async () => {
    expect(await codeOf(createFfprobeProbe({ program: join(dir, 'absent') }).probe(SOME_FILE, {}))).to.equal('tool_failed');
    expect(await codeOf(createFfprobeProbe({ program: await program('echo hello') }).probe(SOME_FILE, {}))).to.equal('tool_failed');
  });

  it('blames neither when somebody else ends the program, as systemd does when the server is to stop', async () => {
    const work = createFfprobeProbe({ program: await program('kill -TERM $$') }).probe(SOME_FILE, {});
    const failure: unknown = await work.catch((error: unknown) => error);

    expect(failure).to.include({ code: 'tool_failed', message: '“ffprobe” was ended by somebody before it was done.' });
  });
});
