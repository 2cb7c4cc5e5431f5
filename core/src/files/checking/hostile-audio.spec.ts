import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';

import { isMergeStop } from '../merging/merge-stop.js';
import { readJoinFile } from '../merging/read-join-file.js';
import { TagWriteError, writeTags } from '../tagging/write-tags.js';
import { isAudioProbeError } from './audio-probe.js';
import { createFfprobeProbe } from './ffprobe-probe.js';
import { hostileAudio, mutatedAudio } from './hostile-audio.spec.support.js';
import { createTagLibraryProbe } from './tag-library-probe.js';

const SEED = 20_261_124;
const IS_LONG_RUN = process.env['LECTERN_TEST_LONG'] === '1';
const MUTATED = IS_LONG_RUN ? 400 : 4;

requireOrSkip('ffmpeg')('hostile audio files', function () {
  this.timeout(IS_LONG_RUN ? 1_800_000 : 300_000);
  let dir: string;
  let files: ReadonlyMap<string, Buffer>;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-hostile-'));
    const make = async (name: string) => {
      const path = join(dir, name);
      execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'sine=duration=3', '-metadata', 'title=Dune', path]);
      return readFile(path);
    };
    const good = {
      mp3: await make('good.mp3'),
      m4b: await make('good.m4a'),
      opus: await make('good.opus'),
      flac: await make('good.flac'),
    };
    files = new Map([...hostileAudio(good, SEED), ...mutatedAudio(good, SEED, MUTATED)]);
    for (const [name, bytes] of files) await writeFile(join(dir, name), bytes);
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const { signal } = new AbortController();

  for (const probe of [createFfprobeProbe(), createTagLibraryProbe()]) {
    it(`are read by ${probe.name}, or refused in words`, async () => {
      for (const name of files.keys()) {
        try {
          const { durationSeconds } = await probe.probe(join(dir, name), { signal });
          expect(durationSeconds, name).to.satisfy((seconds: number) => Number.isFinite(seconds) && seconds >= 0);
        } catch (error) {
          if (!isAudioProbeError(error)) throw error;
          expect(error.code, name).to.equal('unreadable');
          expect(error.message, name).to.match(/ is not readable as audio: .+/);
        }
      }
    });
  }

  it('are read for merging, or refused in words', async () => {
    for (const [name, { length }] of files) {
      const source = { path: join(dir, name), name, size: length, modifiedAt: 0 };
      const outcome = await readJoinFile('ffprobe', source, signal).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(isMergeStop(outcome) && outcome.message, name).to.match(/“.+\.$/);
      else expect((outcome as { seconds: number }).seconds, name).to.be.greaterThan(0);
    }
  });

  it('get tags, or keep their tags and say why', async () => {
    const tags = { title: 'Dune', authors: ['Frank Herbert'], narrators: [], genres: [] };
    for (const name of files.keys()) {
      const work = writeTags(join(dir, name), tags, { isWhole: true }, { probe: createFfprobeProbe(), signal });
      const failure = await work.catch((error: unknown) => error);
      if (failure === undefined) continue;
      expect(failure, name).to.be.instanceOf(TagWriteError);
      expect((failure as TagWriteError).message, name)
        .to.match(/“.+”.* \S+/)
        .and.not.match(/undefined|\.\.$/);
    }
  });
});
