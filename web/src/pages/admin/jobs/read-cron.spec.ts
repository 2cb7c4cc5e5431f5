import { expect } from 'chai';
import { readCron } from './read-cron.js';

describe('the rhythm of a scheduled job', () => {
  for (const [cron, rhythm] of [
    ['*/5 * * * *', { every: 'minutes', count: 5 }],
    ['* * * * *', { every: 'minutes', count: 1 }],
    ['37 * * * *', { every: 'hours', count: 1 }],
    ['17 */6 * * *', { every: 'hours', count: 6 }],
    ['23 3 * * *', { every: 'day', hour: 3, minute: 23 }],
    ['0 0 1 1 *', undefined],
    ['0 8-17 * * *', undefined],
    ['', undefined],
  ] as const) {
    it(`is read from “${cron}”`, () => {
      expect(readCron(cron)).to.deep.equal(rhythm);
    });
  }
});
