import { expect } from 'chai';
import { partAfter } from './next-part.js';

type Stored = Parameters<typeof partAfter>[1][number];

function book(asin: string, part: string | undefined, more: Partial<Stored> = {}): Stored {
  return { asin, series: [{ name: 'Dune', id: 'S1', ...(part === undefined ? {} : { part }) }], ...more };
}

const heard = (part: string) => book('B0HEARD000', part).series;
const after = (part: string, ...stored: Stored[]) => partAfter(heard(part), stored).map(({ asin }) => asin);

describe('the part after a book', () => {
  it('is the smallest later one', () => {
    expect(after('2', book('A', '4'), book('B', '3'), book('C', '1'))).to.deep.equal(['B']);
  });

  it('leaves out what lies between two parts, collections and other series', () => {
    const other = book('X', '2', { series: [{ name: 'Dune', id: 'S2', part: '2' }] });

    expect(after('1', book('A', '1.5'), book('B', '2-3'), other, book('C', undefined), book('D', '2'))).to.deep.equal(['D']);
  });

  it('comes after the last part of a collection', () => {
    expect(after('1-3', book('A', '2'), book('B', '4'))).to.deep.equal(['B']);
  });

  it('is every recording of it, the best known first', () => {
    const rated = (count: number) => ({ rating: { average: 4, count } }) as Partial<Stored>;

    expect(after('1', book('A', '2', rated(3)), book('B', '2', rated(90)), book('C', '2'))).to.deep.equal(['B', 'A', 'C']);
  });

  it('is unknown of a book without a part', () => {
    expect(partAfter([{ name: 'Dune', id: 'S1' }], [book('A', '2')])).to.deep.equal([]);
    expect(partAfter([], [book('A', '2')])).to.deep.equal([]);
  });
});
