import { expect } from 'chai';
import { remainingOf, toldProgress } from './job-progress.js';

const startedAt = '2026-11-21T12:00:00Z';
const at = (seconds: number) => new Date(startedAt).getTime() + seconds * 1000;

describe('remaining time of a job', () => {
  it('is extrapolated from the pace so far', () => {
    expect(remainingOf({ state: 'running', startedAt, progress: { done: 25, total: 100 } }, at(30))).to.equal(90);
  });

  it('is not guessed too early, without a total, or before anything is done', () => {
    expect(remainingOf({ state: 'running', startedAt, progress: { done: 1, total: 100 } }, at(1))).to.equal(undefined);
    expect(remainingOf({ state: 'running', startedAt, progress: { done: 5 } }, at(30))).to.equal(undefined);
    expect(remainingOf({ state: 'running', startedAt, progress: { done: 0, total: 9 } }, at(30))).to.equal(undefined);
    expect(remainingOf({ state: 'done', startedAt, progress: { done: 5, total: 9 } }, at(30))).to.equal(undefined);
  });
});

describe('progress in the line of a job', () => {
  const progress = { done: 3, total: 9, message: 'Placing the files.' };

  it('is all there while it runs, and no more once it waits again', () => {
    expect(toldProgress({ state: 'running', progress })).to.deep.equal({ isCounted: true, message: 'Placing the files.' });
    expect(toldProgress({ state: 'queued', progress })).to.deep.equal({ isCounted: false, message: undefined });
  });

  it('is the result of one that is done, without numbers that say nothing more', () => {
    expect(toldProgress({ state: 'done', progress })).to.deep.equal({ isCounted: false, message: 'Placing the files.' });
    expect(toldProgress({ state: 'done', progress: { done: 9, total: 9 } })).to.deep.equal({ isCounted: false, message: undefined });
    expect(toldProgress({ state: 'done', progress: { done: 3, total: 9 } })).to.deep.equal({ isCounted: true, message: undefined });
  });

  it('is how far one came that failed or was cancelled', () => {
    expect(toldProgress({ state: 'failed', progress })).to.deep.equal({ isCounted: true, message: undefined });
    expect(toldProgress({ state: 'cancelled', progress: { done: 0 } })).to.deep.equal({ isCounted: false, message: undefined });
  });
});
