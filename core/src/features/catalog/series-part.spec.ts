import { expect } from 'chai';
import { rangeOfPart } from './series-part.js';

describe('the part of a series', () => {
  for (const [text, from, to] of [
    ['1', 1, 1],
    ['01', 1, 1],
    ['1.5', 1.5, 1.5],
    ['1.0', 1, 1],
    ['Book 12', 12, 12],
    ['2, Dramatized Adaptation', 2, 2],
    ['1-3', 1, 3],
    ['1 – 3', 1, 3],
    ['3-1', 1, 3],
    ['1, 2, 3', 1, 3],
    ['1 & 2', 1, 2],
    ['Books 1 to 4', 1, 4],
    ['1a', 1, 1],
    ['0', 0, 0],
  ] as const) {
    it(`of “${text}” is ${from === to ? from : `${from} to ${to}`}`, () => {
      expect(rangeOfPart(text)).to.deep.equal({ from, to });
    });
  }

  for (const text of ['', 'Prequel', undefined, '—', 'II']) {
    it(`is not known from ${JSON.stringify(text)}`, () => {
      expect(rangeOfPart(text)).to.equal(undefined);
    });
  }
});
