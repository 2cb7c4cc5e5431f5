import { expect } from 'chai';
import { createLogRing } from './log-ring.js';

describe('log ring', () => {
  it('keeps the last lines and their numbers', () => {
    const ring = createLogRing({ lines: 3, characters: 1000 });

    for (let n = 1; n <= 5; n += 1) ring.push(`line ${n}\n`);

    expect(ring.lines()).to.deep.equal([
      { number: 3, text: 'line 3' },
      { number: 4, text: 'line 4' },
      { number: 5, text: 'line 5' },
    ]);
  });

  it('keeps fewer lines when they are long', () => {
    const ring = createLogRing({ lines: 100, characters: 1000 });

    for (let n = 0; n < 100; n += 1) ring.push('x'.repeat(300));

    expect(ring.lines().map(({ number }) => number)).to.deep.equal([98, 99, 100]);
  });

  it('shortens the texts of a long line, which stays JSON', () => {
    const ring = createLogRing();

    ring.push(JSON.stringify({ level: 'error', msg: 'm'.repeat(10_000), err: { stack: 's'.repeat(10_000) }, requestId: 'r1' }));

    const [line] = ring.lines();
    expect(line?.text).to.have.length.below(8001);
    expect(JSON.parse(line?.text ?? '')).to.deep.include({ level: 'error', msg: `${'m'.repeat(1000)}…`, requestId: 'r1' });
  });

  it('cuts a long line that is no JSON, or has too many texts', () => {
    const ring = createLogRing();

    ring.push('x'.repeat(20_000));
    ring.push(JSON.stringify({ many: Array.from({ length: 2000 }, () => 'a short text') }));

    expect(ring.lines().map(({ text }) => text.length)).to.deep.equal([8000, 8000]);
  });
});
