import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { observeStability, takeSnapshot, waitUntilStable } from './stability.js';
import type { StabilityAnswer, StabilityOptions, StabilitySnapshot, StabilityState } from './stability.js';

function sizes(files: Record<string, number>, unfinished: string[] = []): StabilitySnapshot {
  return { files: Object.fromEntries(Object.entries(files).map(([name, size]) => [name, { size, modifiedAt: 1 }])), unfinished };
}

/** One look a second. */
function watch(snapshots: readonly (StabilitySnapshot | undefined)[], options: StabilityOptions = {}): StabilityAnswer[] {
  let state: StabilityState | undefined;
  return snapshots.map((snapshot, index) => {
    const step = observeStability(state, snapshot, index * 1000, options);
    state = JSON.parse(JSON.stringify(step.state)) as StabilityState;
    return step.answer;
  });
}

function codes(answers: readonly StabilityAnswer[]): string[] {
  return answers.map((answer) => (answer.status === 'ready' ? 'ready' : answer.code));
}

describe('stability', () => {
  it('is ready after three equal looks', () => {
    const look = sizes({ 'a.mp3': 5 });

    expect(codes(watch([look, look, look]))).to.deep.equal(['observing', 'observing', 'ready']);
  });

  it('waits while nothing is visible, then while a size grows', () => {
    const end = sizes({ 'a.mp3': 9 });

    const answers = watch([undefined, sizes({}), sizes({ 'a.mp3': 5 }), end, end, end]);

    expect(codes(answers)).to.deep.equal(['not_visible', 'empty', 'changing', 'changing', 'observing', 'ready']);
    expect(answers[3]).to.include({ since: 0 });
  });

  it('starts over when a file appears late', () => {
    const one = sizes({ 'a.mp3': 5 });
    const two = sizes({ 'a.mp3': 5, 'b.mp3': 5 });

    expect(codes(watch([one, one, two, two, two]))).to.deep.equal(['observing', 'observing', 'changing', 'observing', 'ready']);
  });

  it('waits for files that the client is still writing, and for files it promised', () => {
    const half = sizes({ 'a.mp3': 5 });

    expect(codes(watch([sizes({ 'a.mp3': 5 }, ['b.mp3.part'])]))).to.deep.equal(['unfinished']);
    expect(codes(watch([half, half, half], { expectedFiles: [{ name: 'b.mp3', size: 1 }] })).at(-1)).to.equal('missing_files');
    expect(codes(watch([half, half, half], { expectedFiles: [{ name: 'a.mp3', size: 6 }] })).at(-1)).to.equal('too_small');
  });

  it('does not wait for padding files of a torrent', () => {
    const look = sizes({ 'a.mp3': 5 });

    expect(codes(watch([look, look, look], { expectedFiles: [{ name: '.pad/1024', size: 1024 }] })).at(-1)).to.equal('ready');
  });

  it('counts looks in quick succession as one', () => {
    const look = sizes({ 'a.mp3': 5 });
    let state: StabilityState | undefined;
    let answer: StabilityAnswer | undefined;
    for (let now = 0; now < 900; now += 100) ({ state, answer } = observeStability(state, look, now));

    expect(answer?.status).to.equal('waiting');
  });

  it('gives up at the timeout and says what it is waiting for', async () => {
    let now = 0;

    const answer = await waitUntilStable({
      now: () => now,
      look: async () => undefined,
      sleep: async (ms) => void (now += ms),
      timeoutMs: 5000,
    });

    expect(answer).to.include({ status: 'waiting', code: 'not_visible' });
    expect(now).to.equal(5000);
  });

  it('works on real files', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lectern-stability-'));
    try {
      await mkdir(join(dir, 'Book'));
      await writeFile(join(dir, 'Book', '1.mp3'), 'abc');
      await writeFile(join(dir, 'Book', '2.mp3.part'), 'a');

      const snapshot = await takeSnapshot(join(dir, 'Book'));

      expect(snapshot?.files['1.mp3']?.size).to.equal(3);
      expect(snapshot?.unfinished).to.deep.equal(['2.mp3.part']);
      expect(await takeSnapshot(join(dir, 'Missing'))).to.equal(undefined);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
