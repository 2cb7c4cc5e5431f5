import { expect } from 'chai';
import { TakenPaths } from './taken-paths.js';
import { safePath, UnfitName } from './upload-names.js';

describe('the paths of an uploaded book', () => {
  const takeAll = (...names: string[]) => {
    const taken = new TakenPaths();
    return names.map((name) => taken.take(safePath(name), name));
  };

  it('stay as they are where nothing is in their way', () => {
    expect(takeAll('CD 1/01.mp3', 'CD 2/01.mp3', 'cover.jpg')).to.deep.equal(['CD 1/01.mp3', 'CD 2/01.mp3', 'cover.jpg']);
  });

  it('get a number where names differ only in what had to go', () => {
    const long = 'Глава'.repeat(30);

    const [first, second, third] = takeAll(`${long} 1.mp3`, `${long} 2.mp3`, `${long} 3.mp3`);
    expect([second, third]).to.deep.equal([first?.replace('.mp3', ' (2).mp3'), first?.replace('.mp3', ' (3).mp3')]);
    expect(takeAll('a (2).mp3', 'a?.mp3', 'a*.mp3')).to.deep.equal(['a (2).mp3', 'a.mp3', 'a (3).mp3']);
  });

  for (const [what, ...names] of [
    ['one name', 'a.mp3', 'a.mp3'],
    ['names that differ in their case', 'a.mp3', 'A.mp3'],
    ['names that differ in how they are composed', 'caf\u00e9.mp3', 'cafe\u0301.mp3'],
  ] as const) {
    it(`refuse two files of ${what}`, () => {
      expect(() => takeAll(...names)).to.throw(UnfitName, 'has the name of another file');
    });
  }

  for (const names of [
    ['CD.mp3', 'cd.mp3/01.mp3'],
    ['CD.mp3/01.mp3', 'CD.MP3'],
    ['a/b/c.mp3', 'a/b/c.mp3/d/e.mp3'],
  ]) {
    it(`refuse a file and a folder of one name: ${names.join(', ')}`, () => {
      expect(() => takeAll(...names)).to.throw(UnfitName, 'has the name of a folder');
    });
  }

  it('number thousands of files that became one name', () => {
    const taken = new TakenPaths();
    const paths = Array.from({ length: 5000 }, (_, index) => taken.take('a.mp3', `a${index}?.mp3`));

    expect(new Set(paths).size).to.equal(5000);
    expect(paths.at(-1)).to.equal('a (5000).mp3');
  });
});
