import { expect } from 'chai';
import { remainingOf } from './job-progress.js';

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
