import { expect } from 'chai';

import { compareNaturally, discNumber, folderNumbers } from './natural-order.js';

describe('natural order', () => {
  it('orders numbers by value', () => {
    expect(['10.mp3', '2.mp3', '01.mp3', '1.mp3'].sort(compareNaturally)).to.deep.equal(['01.mp3', '1.mp3', '2.mp3', '10.mp3']);
  });

  it('orders disc folders by disc number, however they are spelled', () => {
    const paths = ['Disc 10/01.mp3', 'Disc 3/1.mp3', 'CD2/10.mp3', 'CD2/9.mp3', 'CD1/01.mp3', 'intro.mp3'];

    expect(paths.sort(compareNaturally)).to.deep.equal([
      'intro.mp3',
      'CD1/01.mp3',
      'CD2/9.mp3',
      'CD2/10.mp3',
      'Disc 3/1.mp3',
      'Disc 10/01.mp3',
    ]);
  });

  it('is a total order', () => {
    expect(['B.mp3', 'a.mp3', 'A.mp3', 'b.mp3'].sort(compareNaturally)).to.deep.equal(['A.mp3', 'a.mp3', 'B.mp3', 'b.mp3']);
    expect(compareNaturally('a', 'a')).to.equal(0);
  });

  it('orders digits that are too long for a number', () => {
    expect(compareNaturally(`${'9'.repeat(40)}.mp3`, `1${'0'.repeat(40)}.mp3`)).to.be.below(0);
  });

  it('puts numbered folders in order and all others after them', () => {
    const paths = ['Bonus/1.mp3', 'Part Three/1.mp3', 'CD 4/1.mp3', 'Part Two/1.mp3', 'Appendix/1.mp3', 'Part I/1.mp3'];

    expect(paths.sort(compareNaturally).map((path) => path.split('/')[0])).to.deep.equal([
      'Part I',
      'Part Two',
      'Part Three',
      'CD 4',
      'Appendix',
      'Bonus',
    ]);
  });

  const folders: readonly (readonly [string, readonly number[]])[] = [
    ['Part One', [1]],
    ['Part Twenty-Three', [23]],
    ['Part-One', [1]],
    ['Disc 1 of 3', [1]],
    ['Teil 12', [12]],
    ['Teil Zwölf', [12]],
    ['Second Part', [2]],
    ['Vol. XIV', [14]],
    ['Part2', [2]],
    ['Part 1-2', [1, 2]],
    ['Parts 3 – 4', [3, 4]],
    ['Book 1 CD 2', [1, 2]],
    ['CD-04', [4]],
    ['Prologue', [0]],
    ['Part C', []],
    ['Party 1', []],
    ['01 - The Start', []],
    ['Part of It', []],
  ];
  for (const [name, numbers] of folders) {
    it(`reads ${numbers.join(' and ') || 'no number'} from the folder ${name}`, () => {
      expect(folderNumbers(name)).to.deep.equal(numbers);
    });
  }

  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['ranges', ['Part 1-2', 'Part 3', 'Part 4-5', 'Part 10']],
    ['books of discs', ['Book 1 CD 1', 'Book 1 CD 2', 'Book 1 CD 10', 'Book 2 CD 1', 'Book 2 CD 2']],
    ['lettered discs', ['Disc A', 'Disc B', 'Disc C']],
    ['1of2 and 2of2', ['1of2', '2of2']],
    ['sides of cassettes', ['Kassette 1 Seite A', 'Kassette 1 Seite B', 'Kassette 2 Seite A']],
    ['a prologue and an epilogue', ['Prologue', 'Part 1', 'Part 2', 'Epilogue']],
    ['bare ranges', ['1-2', '3', '10']],
  ];
  for (const [what, names] of orders) {
    it(`keeps the order of ${what}`, () => {
      const paths = names.map((name) => `${name}/001.mp3`);

      expect([...paths].reverse().sort(compareNaturally)).to.deep.equal(paths);
    });
  }

  it('orders files whose parts are spelled', () => {
    const paths = ['Part One.mp3', 'Part Two.mp3', 'Part Three.mp3', 'Part Ten.mp3'];

    expect([...paths].reverse().sort(compareNaturally)).to.deep.equal(paths);
    expect(['01 - Part Two.mp3', '02 - Part One.mp3'].sort(compareNaturally)).to.deep.equal(['01 - Part Two.mp3', '02 - Part One.mp3']);
  });

  const discs: readonly (readonly [string, number | undefined])[] = [
    ['CD1', 1],
    ['cd 02', 2],
    ['Disk 03', 3],
    ['Dune (Disc 12)', 12],
    ['Dune - CD04', 4],
    ['Discworld 3', undefined],
    ['CD', undefined],
    ['ACDC 1', undefined],
  ];
  for (const [name, disc] of discs) {
    it(`reads ${disc ?? 'no'} disc from ${name}`, () => {
      expect(discNumber(name)).to.equal(disc);
    });
  }
});
