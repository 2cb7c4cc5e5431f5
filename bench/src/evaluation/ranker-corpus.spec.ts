import { expect } from 'chai';
import { loadRankerCases, scoreRanker } from './ranker-corpus.js';

const CASES = loadRankerCases(new URL('./__fixtures__/ranker-cases.json', import.meta.url));

for (const [told, words] of [
  ['names', 'by their names'],
  ['facts', 'with sizes, seeders, series, readers and runtimes'],
] as const) {
  describe(`rankReleases on the labeled cases, ${words}`, () => {
    const scores = scoreRanker(CASES, told);

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
}

describe('the labeled cases', () => {
  it('state the facts of every book and every candidate', () => {
    const queries = CASES.filter(
      ({ query }) => query.medium === 'audiobook' && (query.minutes === undefined || query.narrators === undefined),
    );
    const bare = CASES.flatMap(({ candidates }) =>
      candidates.filter(({ size, seeders, grabs }) => size === undefined || (seeders ?? grabs) === undefined),
    );

    expect(queries.map(({ query }) => query.title)).to.deep.equal([]);
    expect(bare.map(({ title }) => title)).to.deep.equal([]);
  });
});
