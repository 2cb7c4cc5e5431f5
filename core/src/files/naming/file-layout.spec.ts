import { expect } from 'chai';

import { layOutFiles } from './file-layout.js';

const placed = (...names: string[]): string[] => {
  const layout = layOutFiles(names);
  return names.map((name) => layout.get(name) ?? '');
};

describe('layOutFiles', () => {
  it('keeps files without folders, and disc folders that media servers know', () => {
    for (const names of [
      ['b.mp3', 'a.mp3'],
      ['CD1/01.mp3', 'CD2/01.mp3'],
      ['CD1/07. Bei Mortimer.mp3', 'CD1/01. Vorstellung.mp3', 'CD2/01. Vorstellung.mp3'],
      ['Disc 2/1.mp3', 'disk 03/1.mp3'],
    ]) {
      expect(placed(...names)).to.deep.equal(names);
    }
  });

  it('moves the files of other folders into the book’s folder, in listening order', () => {
    const names = ['Part Two/01 Start.mp3', 'Part One/10.mp3', 'Part One/9.mp3', 'Part Three/01 Start.mp3'];

    expect(placed(...names)).to.deep.equal(['003 - 01 Start.mp3', '002 - 10.mp3', '001 - 9.mp3', '004 - 01 Start.mp3']);
  });

  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['Part 1, Part 2, Part 10', ['Part 1/a.mp3', 'Part 2/a.mp3', 'Part 10/a.mp3']],
    ['Disc 1 of 3 and on', ['Disc 1 of 3/a.mp3', 'Disc 2 of 3/a.mp3', 'Disc 3 of 3/a.mp3']],
    ['ranges', ['Part 1-2/001.mp3', 'Part 1-2/034.mp3', 'Part 3/001.mp3', 'Part 3/033.mp3']],
    ['books of discs', ['Book 1 CD 1/1.mp3', 'Book 1 CD 2/1.mp3', 'Book 1 CD 10/1.mp3', 'Book 2 CD 1/1.mp3']],
    ['lettered discs', ['Disc A/01.mp3', 'Disc B/01.mp3']],
    ['1of2 and 2of2', ['1of2/01.mp3', '2of2/01.mp3']],
    ['spelled parts in one folder', ['Part One.mp3', 'Part Two.mp3', 'Part Three.mp3']],
    ['spelled parts on discs', ['CD1/Part Two.mp3', 'CD1/Part Three.mp3', 'CD2/Part Four.mp3']],
    ['Teil 1, Teil 2', ['Teil 1/a.mp3', 'Teil 2/a.mp3']],
    ['roman numbers', ['Book I/a.mp3', 'Book II/a.mp3', 'Book IV/a.mp3', 'Book IX/a.mp3', 'Book X/a.mp3']],
    ['ordinals', ['First Part/a.mp3', 'Second Part/a.mp3', 'Third Part/a.mp3']],
    ['titles of parts', ['Dune - Part One - Dune/a.mp3', "Dune - Part Two - Muad'Dib/a.mp3", 'Dune - Part Three - The Prophet/a.mp3']],
    ['several levels', ['Part 1/CD 1/1.mp3', 'Part 1/CD 2/1.mp3', 'Part 2/CD 1/1.mp3', 'Part 2/CD 2/1.mp3']],
    ['files beside folders', ['intro.mp3', 'CD 1/1.mp3', 'CD 2/1.mp3']],
    ['discs with gaps', ['CD 1/1.mp3', 'CD 3/1.mp3']],
    ['two folders of one disc', ['CD 1/1.mp3', 'Disc 1/2.mp3']],
    ['discs beyond what media servers know', ['CD 999/1.mp3', 'CD 1000/1.mp3']],
    ['numbered and other folders', ['CD 1/1.mp3', 'Part 2/1.mp3', 'Bonus/1.mp3', 'Epilogue/1.mp3']],
    ['chapters', ['01 - The Start/a.mp3', '02 - The Middle/a.mp3', '10 - The End/a.mp3']],
  ];
  for (const [what, names] of orders) {
    it(`keeps the order of ${what}`, () => {
      const shuffled = [...names].reverse();
      const layout = layOutFiles(shuffled);

      expect(names.map((name) => Number(layout.get(name)?.split(' - ')[0]))).to.deep.equal(names.map((_, index) => index + 1));
      expect([...layout.values()].join()).not.to.include('/');
    });
  }

  it('numbers more than a thousand files so that their names sort', () => {
    const names = Array.from({ length: 1200 }, (_, index) => `Chapter ${index + 1}/track.mp3`);
    const moved = placed(...names);

    expect([moved[0], moved[1199]]).to.deep.equal(['0001 - track.mp3', '1200 - track.mp3']);
    expect([...moved].sort()).to.deep.equal(moved);
  });

  it('removes a disc number from a name if it would override the order', () => {
    expect(placed('Part 1/CD 2 - 01.mp3', 'Part 2/Disc1 01.mp3')).to.deep.equal(['001 - CD-2 - 01.mp3', '002 - Disc-1 01.mp3']);
  });
});
