import { expect } from 'chai';
import { addPage, cursorsOf, MOST_LINES } from './log-tail.js';
import type { LogPage } from './types.js';

function page(process: string, numbers: readonly number[], more = false): LogPage {
  return {
    items: numbers.map((n) => ({
      id: `${process}-${n}`,
      at: `2026-01-01T00:00:${String(n).padStart(2, '0')}Z`,
      level: 'info',
      message: `${n}`,
      members: {},
    })),
    newest: `${process}-${numbers.at(-1) ?? 0}`,
    oldest: `${process}-${numbers[0] ?? 0}`,
    more,
    process: { id: process, host: process, pid: 1, role: 'all', alone: true },
  };
}

const ids = ({ lines }: { lines: readonly { id: string }[] }) => lines.map(({ id }) => id);

describe('the log lines of a page', () => {
  it('grow at both ends, and have each line once', () => {
    const first = addPage(undefined, page('a', [3, 4], true), 'newer');
    const newer = addPage(first, page('a', [4, 5]), 'newer');
    const older = addPage(newer, page('a', [1, 2]), 'older');

    expect(ids(older)).to.deep.equal(['a-1', 'a-2', 'a-3', 'a-4', 'a-5']);
    expect([cursorsOf(older, 'oldest'), cursorsOf(older, 'newest')]).to.deep.equal(['a-1', 'a-5']);
    expect([newer, older].map(({ processes }) => processes[0]?.hasOlder)).to.deep.equal([true, false]);
  });

  it('stay the same object while nothing is new', () => {
    const first = addPage(undefined, page('a', [1]), 'newer');

    expect(addPage(first, { ...page('a', []), newest: 'a-1' }, 'newer')).to.equal(first);
  });

  it('say that more have come than one answer holds', () => {
    const first = addPage(undefined, page('a', [1], true), 'newer');
    const second = addPage(first, page('a', [2], true), 'newer');
    const third = addPage(second, page('a', [3]), 'newer');

    expect([first, second, third].map(({ isBehind }) => isBehind)).to.deep.equal([false, true, false]);
  });

  it('of several processes are in order of time, and go on with whichever answers', () => {
    const first = addPage(undefined, page('a', [1, 4]), 'newer');
    const both = addPage(first, page('b', [2, 3]), 'newer');

    expect(ids(both)).to.deep.equal(['a-1', 'b-2', 'b-3', 'a-4']);
    expect(cursorsOf(both, 'newest')).to.equal('a-4,b-3');
  });

  it('are no more than the server keeps', () => {
    const all = Array.from({ length: MOST_LINES + 10 }, (_, n) => n);

    const { lines } = addPage(undefined, page('a', all), 'newer');

    expect(lines).to.have.length(MOST_LINES);
    expect(lines.at(-1)?.id).to.equal(`a-${MOST_LINES + 9}`);
  });
});
