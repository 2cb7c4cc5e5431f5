import { expect } from 'chai';
import { dailyCron } from './daily-cron.js';

const keysOf = (n: number) => ({ jwtKey: Buffer.alloc(32, n) });

describe('the time of a daily job', () => {
  it('is at night, for every installation', () => {
    for (let n = 0; n < 200; n += 1) expect(dailyCron('a', keysOf(n))).to.match(/^[1-5]?\d [2-5] \* \* \*$/);
  });

  it('differs between installations and between jobs', () => {
    expect(new Set(Array.from({ length: 200 }, (_, n) => dailyCron('a', keysOf(n)))).size).to.be.above(80);
    expect(dailyCron('a', keysOf(1))).to.not.equal(dailyCron('b', keysOf(1)));
  });

  it('is the same in two processes with the keys of one database, wherever they run', () => {
    const [one, two] = [keysOf(7), { jwtKey: Buffer.from(keysOf(7).jwtKey) }];

    expect(dailyCron('a', one)).to.equal(dailyCron('a', two));
  });
});
