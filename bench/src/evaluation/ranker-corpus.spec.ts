import { expect } from 'chai';
import { loadRankerCases, scoreRanker } from './ranker-corpus.js';

describe('rankReleases on the labeled cases', () => {
  const scores = scoreRanker(loadRankerCases(new URL('./__fixtures__/ranker-cases.json', import.meta.url)));

  it('never picks a wrong release', () => {
    expect(scores.wrong).to.deep.equal([]);
  });

  it('never takes an unacceptable release, even if it is the only one', () => {
    expect(scores.alone.wrong).to.deep.equal([]);
  });

  it('picks a release whenever an acceptable one is offered', () => {
    expect(scores.missed).to.deep.equal([]);
    expect(scores.alone.taken / scores.alone.acceptable).to.be.at.least(0.97);
  });
});
