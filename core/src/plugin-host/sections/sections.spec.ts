import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { ENTERED_BUFFER, enteredPlugin } from './entered.js';
import { enter, enterImport, leave, listenToSections, LONG_SECTION_MS, sectionOwner, trackTurns } from './sections.js';

/** Works until the thread has used the processor for a time, however long that takes on a busy machine. */
function useProcessor(ms: number): void {
  const used = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  const end = used() + ms;
  while (used() < end);
}

describe('sections of plugin code', () => {
  const seen: (string | undefined)[] = [];
  const look = () => void seen.push(enteredPlugin(ENTERED_BUFFER));

  before(trackTurns);
  beforeEach(() => void seen.splice(0));

  it('are noted with the plugin that was entered last, until it returns', () => {
    enter(sectionOwner('outer'), () => {
      look();
      expect(() =>
        enter(sectionOwner('inner'), () => {
          look();
          throw new Error('thrown');
        }),
      ).to.throw('thrown');
      look();
    });
    look();

    expect(seen).to.deep.equal(['outer', 'inner', 'outer', undefined]);
  });

  it('go on after the plugin has waited, and are nobody’s meanwhile', async () => {
    const work = enter(sectionOwner('waits'), async () => {
      await turn();
      look();
    });
    look();
    await work;
    look();

    expect(seen).to.deep.equal([undefined, 'waits', undefined]);
  });

  it('do not include what the host does for a plugin, then or later', async () => {
    await enter(sectionOwner('calls'), async () => {
      const answer = leave(async () => {
        look();
        await turn();
        look();
      });
      look();
      await answer;
      look();
    });

    expect(seen).to.deep.equal([undefined, 'calls', undefined, 'calls']);
  });

  it('tell a listener who holds the thread, but not of imports', () => {
    const heard: (string | undefined)[] = [];
    const stop = listenToSections((holder) => void heard.push(holder?.pluginId));

    enter(sectionOwner('heard'), () => undefined);
    enter(sectionOwner('imported', { isImport: true }), () => undefined);
    stop();
    enter(sectionOwner('later'), () => undefined);

    expect(heard).to.deep.equal(['heard', undefined, undefined, undefined]);
  });

  it('are looked at after each of them, but in an import only now and then, and before another plugin runs', async () => {
    let looks = 0;
    const owner = sectionOwner('imported', { isImport: true, look: () => void (looks += 1) });
    const turns = async (count: number) => {
      for (let index = 0; index < count; index += 1) await turn();
    };

    await enterImport(owner, () => turns(640));
    const during = looks;
    await enterImport(owner, async () => {
      enter(sectionOwner('another'), () => undefined);
    });
    const beforeAnother = looks - during;
    const later = enter(owner, () => turns(100));
    await later;

    expect(during).to.be.within(10, 100);
    expect(beforeAnother).to.be.at.least(1);
    expect(looks - during - beforeAnother).to.be.at.least(100);
  });

  it('that hold the thread for long are told to their owner, also after a wait', async () => {
    const held: number[] = [];

    await enter(sectionOwner('slow', { onHeld: (ms) => held.push(ms) }), async () => {
      await turn();
      useProcessor(LONG_SECTION_MS + 200);
    });

    expect(held).to.have.length(1);
    expect(held[0]).to.be.at.least(LONG_SECTION_MS);
  });

  it('are not blamed for the time of many short ones, for waiting, or for work of the host', async () => {
    const held: number[] = [];
    const owner = sectionOwner('short', { onHeld: (ms) => held.push(ms) });

    await enter(owner, async () => {
      for (let count = 0; count < 20; count += 1) {
        useProcessor(20);
        await turn();
      }
      leave(() => useProcessor(LONG_SECTION_MS + 100));
    });

    expect(held).to.deep.equal([]);
  });
});
