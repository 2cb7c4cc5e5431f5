import { expect } from 'chai';
import { changedParts, type PathPart } from './changed-parts.js';

/** Changed words in brackets. */
function shown(parts: readonly PathPart[]): string {
  return parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
}

describe('the changed part of a path', () => {
  const CASES = [
    ['Frank Herbert/Dune', 'Frank Herbert/Dune (1965)', 'Frank Herbert/Dune', 'Frank Herbert/Dune[ (1965)]'],
    ['Herbert/Dune', 'Herbert/Chronicles/Dune', 'Herbert/Dune', 'Herbert/[Chronicles/]Dune'],
    ['Herbert/Dune', 'Dune', '[Herbert/]Dune', 'Dune'],
    ['Dune', 'Dune', 'Dune', 'Dune'],
    ['a/a', 'a/a/a', 'a/a', 'a/a[/a]'],
    ['Zoë/Émile', 'Zoë/Émilie', 'Zoë/[Émile]', 'Zoë/[Émilie]'],
    ['吾輩', '', '[吾輩]', ''],
  ] as const;
  for (const [from, to, before, after] of CASES) {
    it(`is ${before} and ${after || 'nothing'}`, () => {
      const parts = changedParts(from, to);

      expect([shown(parts.from), shown(parts.to)]).to.deep.equal([before, after]);
    });
  }
});
