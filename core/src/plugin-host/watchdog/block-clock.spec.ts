import { expect } from 'chai';
import { BlockClock } from './block-clock.js';
import { enter, ENTERED_BUFFER, enteredPlugin } from './entered.js';
import { Heartbeat } from './heartbeat.js';

describe('the clock of blocks', () => {
  const turns = (clock: BlockClock, count: number) => Array.from({ length: count }, () => clock.turn());

  it('tells once of a thread that does not beat for long enough', () => {
    const heartbeat = new Heartbeat();
    const clock = new BlockClock(heartbeat, 3);

    heartbeat.beat(false);

    expect(turns(clock, 8)).to.deep.equal([false, false, false, true, false, false, false, false]);
  });

  it('begins anew at every beat', () => {
    const heartbeat = new Heartbeat();
    const clock = new BlockClock(heartbeat, 3);

    const told = Array.from({ length: 9 }, (_, turn) => {
      if (turn % 3 === 0) heartbeat.beat(false);
      return clock.turn();
    });

    expect(told).to.not.include(true);
  });

  it('takes nobody for blocked who is looked at with a debugger', () => {
    const heartbeat = new Heartbeat();
    const clock = new BlockClock(heartbeat, 3);

    heartbeat.beat(true);

    expect(turns(clock, 8)).to.not.include(true);
  });
});

describe('the note of whose code runs', () => {
  it('names the plugin entered last, for as long as it does not return', () => {
    const seen: (string | undefined)[] = [];
    const look = () => void seen.push(enteredPlugin(ENTERED_BUFFER));

    enter('outer', () => {
      look();
      expect(() =>
        enter('inner', () => {
          look();
          throw new Error('thrown');
        }),
      ).to.throw('thrown');
      look();
    });
    look();

    expect(seen).to.deep.equal(['outer', 'inner', 'outer', undefined]);
  });
});
