import { expect } from 'chai';
import { parseRetryAfter } from './retry-after.js';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

describe('parseRetryAfter', () => {
  for (const [header, ms] of [
    ['30', 30_000],
    [' 1.5 ', 1500],
    ['0', 0],
    ['Sat, 28 Nov 2026 12:00:20 GMT', 20_000],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
    ['99999999999', DAY],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(header)} as ${ms}`, () => {
      expect(parseRetryAfter(header, NOW)).to.equal(ms);
    });
  }
});
