import { expect } from 'chai';
import { BlockClock } from './block-clock.js';
import { Heartbeat } from './heartbeat.js';

describe('the block clock', () => {
  const turns = (clock: BlockClock, count: number) => Array.from({ length: count }, () => clock.turn());

  it('reports once a thread that has not beaten for long enough', () => {
    const heartbeat = new Heartbeat();
    const clock = new BlockClock(heartbeat, 3);

    heartbeat.beat(false);

    expect(turns(clock, 8)).to.deep.equal([false, false, false, true, false, false, false, false]);
  });

  it('starts over at every beat', () => {
    const heartbeat = new Heartbeat();
    const clock = new BlockClock(heartbeat, 3);

    const told = Array.from({ length: 9 }, (_, turn) => {
      if (turn % 3 === 0) heartbeat.beat(false);
      return clock.turn();
    });

    expect(told).to.not.include(true);
  });

  it('does not take a thread for blocked while a debugger is attached', () => {
    const heartbeat = new Heartbeat();
    const clock = new BlockClock(heartbeat, 3);

    heartbeat.beat(true);

    expect(turns(clock, 8)).to.not.include(true);
  });
});
