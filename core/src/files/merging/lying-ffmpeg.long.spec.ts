import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../checking/run-command.js';
import type { SourceFile } from '../reading/source-files.js';
import type { MergeInput, MergeProgress } from './merge-book.js';
import { isMergeStop, type MergeStop } from './merge-stop.js';
import { findMergeTools, type MergeTools } from './merge-tools.js';
import { createMergeWorld, makeSound, type MergeWorld } from './merging.spec.support.js';

/** Short, because tests wait for it. Only for programs that never end: on a busy machine, one that ends by itself may take longer. */
const STALL_MS = 1500;
/** For programs that start another one before they end, or stand still. */
const STARTING_STALL_MS = 6000;

/** Ends a program by the process id that it noted. */
async function endNoted(noted: string): Promise<void> {
  const pid = Number(await readFile(noted, 'utf8'));
  // 0 would be the process group of this test
  expect(pid).to.be.above(1);
  process.kill(pid, 'SIGKILL');
}

requireOrSkip('ffmpeg')('merging with an ffmpeg that lies', () => {
  let world: MergeWorld;
  let files: SourceFile[];

  beforeEach(async () => {
    world = await createMergeWorld();
    files = [await makeSound(world.source('a.m4a')), await makeSound(world.source('b.m4a'))];
  });
  afterEach(() => world.remove());

  /** A program that merges as `lie` says, and does everything else as the real one. `$out` is the file it is to write. */
  async function liar(lie: string, program: keyof MergeTools = 'ffmpeg'): Promise<MergeTools> {
    const path = join(world.dir, `lying-${program}`);
    const real = findMergeTools()[program];
    const script = [
      '#!/bin/bash',
      `real='${real}'`,
      'for out; do :; done; out="${out#file:}"',
      program === 'ffmpeg' ? 'if [[ " $* " != *" -progress "* ]]; then exec "$real" "$@"; fi' : '',
      lie,
    ];
    await writeFile(path, `${script.join('\n')}\n`, { mode: 0o755 });
    return { ...world.tools, [program]: path };
  }

  async function stopOf(tools: MergeTools, more: Partial<MergeInput> = {}): Promise<Pick<MergeStop, 'code' | 'message'>> {
    try {
      await world.merge(files, { tools, ...more });
    } catch (error) {
      if (isMergeStop(error)) return { code: error.code, message: error.message };
      throw error;
    }
    throw new Error('nothing stopped it');
  }

  const STOOD_STILL = { code: 'failed', message: 'ffmpeg made no progress and was stopped.' };

  it('shows a progress that only rises, from 0 to 1, whatever is reported', async () => {
    const lies = ['NaN', '', '-5', 'N/A', '1e300', 'Infinity', '99000000', '12000000', '8000000', '9999999999999', '4000000'];
    const told: MergeProgress[] = [];

    const { chapters } = await world.merge(files, {
      tools: await liar(`printf 'out_time_us=%s\\n' ${lies.map((lie) => `'${lie}'`).join(' ')}\nexec "$real" "$@"`),
      onProgress: (progress) => told.push(progress),
    });

    const fractions = told.map(({ fraction }) => fraction);
    expect(chapters).to.equal(2);
    expect(fractions).to.deep.equal([...fractions].sort((a, b) => a - b));
    expect(Math.max(...fractions)).to.be.within(0.7, 1);
    expect(told.every(({ etaSeconds = 0 }) => Number.isFinite(etaSeconds) && etaSeconds >= 0)).to.equal(true);
  });

  it('refuses a short file of a run that succeeded', async () => {
    const stop = await stopOf(await liar(`exec "$real" "\${@:1:$#-1}" -t 5 "\${@: -1}"`));

    expect(stop.code).to.equal('check_failed');
    expect(stop.message).to.equal('The merged file was discarded because it lasts 5 seconds, but its parts last 16.');
  });

  for (const [what, lie] of [
    ['no file', 'exit 0'],
    ['an empty file', ': > "$out"; exit 0'],
    ['a link to another file', `ln -s /etc/hostname "$out"; exit 0`],
    ['a pipe, which nobody may open', 'mkfifo "$out"; exit 0'],
    ['a folder', 'mkdir "$out"; exit 0'],
  ] as const) {
    it(`refuses ${what} of a run that succeeded`, async () => {
      expect(await stopOf(await liar(lie))).to.deep.equal({
        code: 'failed',
        message: 'ffmpeg said that it succeeded, but it wrote no file.',
      });
    });
  }

  // systemd ends all that a server has started together with the server, whose next start merges the files
  for (const [program, what, lie] of [
    ['ffmpeg', 'ended while it starts', 'kill -TERM $$'],
    ['ffmpeg', 'asked to end, which it does with this code and without a word', 'exit 255'],
    ['ffprobe', 'ended while it reads a file', 'kill -TERM $$'],
    ['ffprobe', 'ended while it reads the result', 'if [[ "$out" == */merged.m4b ]]; then kill -TERM $$; else exec "$real" "$@"; fi'],
  ] as const) {
    it(`does not give up merging these files where ${program} is ${what}`, async () => {
      const failure: unknown = await world.merge(files, { tools: await liar(lie, program) }).catch((error: unknown) => error);

      expect(failure)
        .to.be.an('error')
        .with.property('message')
        .that.matches(/^“(?:lying-)?ff\w+” was ended by somebody before it was done\.$/);
      expect(isMergeStop(failure)).to.equal(false);
    });
  }

  it('takes the code for an answer where it comes with one', async () => {
    expect(await stopOf(await liar('echo "The disk is tired." >&2; exit 255'))).to.deep.equal({
      code: 'failed',
      message: 'ffmpeg failed: The disk is tired.',
    });
  });

  it('tells the last of an endless complaint', async () => {
    const stop = await stopOf(await liar(`head -c 20000000 /dev/zero | tr '\\0' 'x' >&2\nprintf '\\nThe disk is tired.\\n' >&2\nexit 1`));

    expect(stop).to.deep.equal({ code: 'failed', message: 'ffmpeg failed: The disk is tired.' });
  });

  for (const [what, lie] of [
    ['complains for ever', 'while :; do echo "no"; done >&2'],
    ['reports ever more progress', 'n=0; while :; do n=$((n + 1)); echo "out_time_us=${n}000000"; done'],
    ['reports the same for ever', 'while :; do echo out_time_us=5; done'],
    ['reports without an end of line', 'while :; do printf out_time_us=; done'],
    ['ignores requests to end', `trap '' TERM INT HUP; while :; do sleep 1; done`],
    ['closes its output and stays', 'exec >&- 2>&-; while :; do sleep 1; done'],
  ] as const) {
    it(`ends one that ${what}`, async () => {
      expect(await stopOf(await liar(lie), { stallMs: STALL_MS })).to.deep.equal(STOOD_STILL);
    });
  }

  it('does not wait for what left its group and holds its output', async () => {
    const noted = join(world.dir, 'pid');
    const tools = await liar(
      `setsid sh -c 'echo $$ > "${noted}"; exec sleep 1000' &\nwhile [ ! -s "${noted}" ]; do sleep 0.05; done\nexit 0`,
    );
    try {
      expect(await stopOf(tools, { stallMs: STARTING_STALL_MS })).to.deep.equal(STOOD_STILL);
    } finally {
      await endNoted(noted);
    }
  });

  it('does not wait for what left the group of any program', async () => {
    const [noted, path] = [join(world.dir, 'pid'), join(world.dir, 'leaver')];
    await writeFile(path, `#!/bin/sh\nsetsid sh -c 'echo $$ > "${noted}"; exec sleep 1000' &\nwait\n`, { mode: 0o755 });
    try {
      expect((await runCommand(path, [], { timeoutMs: STARTING_STALL_MS })).ended).to.equal('timeout');
    } finally {
      await endNoted(noted);
    }
  });

  it('refuses a file of which ffmpeg prints nonsense instead of what it decodes', async () => {
    const tools = await liar('exec "$real" "$@"');
    const script = (await readFile(tools.ffmpeg, 'utf8')).replace('exec "$real" "$@"; fi', 'echo 0,a,b,c; exit 0; fi');
    await writeFile(tools.ffmpeg, script);

    const stop = await stopOf(tools);

    expect(stop).to.deep.equal({ code: 'check_failed', message: 'The merged file was discarded because its beginning cannot be played.' });
  });

  it('says so where ffprobe prints something else than asked', async () => {
    const nonsense = await liar('echo "{"', 'ffprobe');

    expect(await stopOf(nonsense)).to.deep.equal({
      code: 'not_joinable',
      message: '“a.m4a” does not say how long it is or how it is encoded.',
    });
  });

  it('says so where ffprobe prints nonsense of the merged file', async () => {
    const tools = await liar('if [[ "$out" == */merged.m4b ]]; then echo "{"; else exec "$real" "$@"; fi', 'ffprobe');

    const stop = await stopOf(tools);

    expect(stop).to.deep.equal({ code: 'check_failed', message: 'The merged file was discarded because it does not contain audio alone.' });
  });
});
