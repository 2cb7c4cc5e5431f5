import { expect } from 'chai';

import type { ProbedFile } from '../../../files/checking/verify.js';
import { compareTagOrder } from './tag-order.js';

function file(name: string, track?: string, disc?: string): ProbedFile {
  const tags = { ...(track === undefined ? {} : { track }), ...(disc === undefined ? {} : { disc }) };
  return { name, info: { durationSeconds: 60, hasAudio: true, hasVideo: false, chapterCount: 0, tags } };
}

describe('compareTagOrder', () => {
  const agreeing: readonly (readonly [string, readonly ProbedFile[]])[] = [
    ['files without tags', [file('1.mp3'), file('2.mp3')]],
    ['tags in the order of the names', [file('1.mp3', '1/2'), file('2.mp3', '2/2')]],
    [
      'tracks that begin anew in each folder',
      [file('CD1/1.mp3', '1'), file('CD1/2.mp3', '2'), file('CD2/1.mp3', '1'), file('CD2/2.mp3', '2')],
    ],
    [
      'tracks that begin anew on each disc',
      [file('CD1/1.mp3', '1', '1/2'), file('CD1/2.mp3', '2', '1/2'), file('CD2/1.mp3', '1', '2/2'), file('CD2/2.mp3', '2', '2/2')],
    ],
    ['a file without a track', [file('1.mp3', '2'), file('2.mp3', '1'), file('3.mp3')]],
    ['an order with a gap', [file('1.mp3', '9'), file('2.mp3', '2')]],
    ['two files of one place', [file('1.mp3', '2'), file('2.mp3', '1'), file('3.mp3', '1')]],
    ['words where a number should be', [file('1.mp3', 'two'), file('2.mp3', 'one')]],
    ['a single file', [file('7.mp3', '3')]],
  ];
  for (const [what, files] of agreeing) {
    it(`finds no contradiction in ${what}`, () => {
      expect(compareTagOrder(files)).to.deep.equal({ kind: 'agrees' });
    });
  }

  it('names the first file whose track contradicts its name', () => {
    const files = [file('01.mp3', '1'), file('02.mp3', '3'), file('03.mp3', '2')];

    expect(compareTagOrder(files)).to.deep.equal({ kind: 'contradicts', file: '02.mp3', named: 2, tagged: 3 });
  });

  it('notices discs in another order than their folders', () => {
    const files = [file('A1/1.mp3', '1', '2'), file('A1/2.mp3', '2', '2'), file('B2/1.mp3', '1', '1'), file('B2/2.mp3', '2', '1')];

    expect(compareTagOrder(files)).to.deep.equal({ kind: 'contradicts', file: 'A1/1.mp3', named: 1, tagged: 3 });
  });

  it('takes the order of the tags where the names have no numbers', () => {
    const files = [file('Arrival.mp3', '2'), file('Departure.mp3', '1'), file('Home.mp3', '3')];

    expect(compareTagOrder(files)).to.deep.equal({ kind: 'decides', order: [1, 0, 2] });
  });
});
