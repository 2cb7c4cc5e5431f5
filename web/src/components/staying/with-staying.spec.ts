import { expect } from 'chai';
import { withStaying, type StayingRow } from './with-staying.js';

const keyOf = (item: string) => item;
const shown = (...keys: string[]): StayingRow<string>[] => keys.map((key) => ({ key, item: key, isGone: false }));
const look = (rows: readonly StayingRow<string>[]) => rows.map(({ key, isGone }) => (isGone ? `(${key})` : key)).join(' ');

describe('rows that stay where they were decided', () => {
  it('keep their place, and what follows comes after them', () => {
    expect(look(withStaying(shown('a', 'b', 'c'), ['a', 'c', 'd'], keyOf, true))).to.equal('a (b) c d');
    expect(look(withStaying(shown('a', 'b', 'c'), ['c', 'd'], keyOf, true))).to.equal('(a) (b) c d');
  });

  it('stay when several go one after the other, and when nothing is left', () => {
    const first = withStaying(shown('a', 'b'), ['b'], keyOf, true);

    expect(look(withStaying(first, [], keyOf, true))).to.equal('(a) (b)');
  });

  it('are in the list again when that is undone', () => {
    const gone = withStaying(shown('a', 'b'), ['b'], keyOf, true);

    expect(look(withStaying(gone, ['a', 'b'], keyOf, true))).to.equal('a b');
  });

  it('go at once while nobody is there, and when another page is shown', () => {
    expect(look(withStaying(shown('a', 'b'), ['b'], keyOf, false))).to.equal('b');
    expect(look(withStaying(shown('a', 'b'), ['c', 'd'], keyOf, true))).to.equal('c d');
  });
});
