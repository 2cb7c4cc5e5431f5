import { expectBoundedGrowth } from '@lectern/testbed';
import { expect } from 'chai';
import { overlay } from './draft-settings.js';

describe('settings on screen', () => {
  it('are overlaid on the saved ones: missing members stay, null clears', () => {
    expect(overlay({ a: 1, b: 2, c: 3 }, { b: null, c: 4, d: 5 })).to.deep.equal({ a: 1, c: 4, d: 5 });
  });

  it('are laid over the saved ones in time linear in their number', async () => {
    const saved = { address: 'http://one.example' };
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n % 2 === 0 ? n : null]));

    await expectBoundedGrowth('many members', members, (draft) => overlay(saved, draft), { from: 1_000, to: 100_000 });
  });
});
