import { expect } from 'chai';
import { manifestProblems } from './manifest-problems.js';

const FIELDS = ['baseUrl'];

describe('manifestProblems', () => {
  it('takes time linear in the length of the entries', () => {
    const hosts = (size: number): string[] => ['a-', 'a.'].map((piece) => `${piece.repeat(size)}!`);
    const cost = (times: number, entries: readonly string[]): number => {
      const { user } = process.cpuUsage();
      for (let n = 0; n < times; n += 1) manifestProblems({ hosts: entries }, FIELDS);
      return process.cpuUsage().user - user;
    };
    const long = hosts(100_000);
    const problems = manifestProblems({ hosts: long }, FIELDS);

    const often = cost(1000, hosts(1000));
    const once = cost(10, long);

    expect(problems).to.have.length(2);
    expect(problems.join().length).to.be.lessThan(1000);
    // the same number of characters; quadratic work would cost a hundred times as much
    expect(once / often).to.be.below(20);
  });
});
