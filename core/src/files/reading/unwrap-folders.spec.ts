import { expect } from 'chai';
import { unwrapFolders } from './unwrap-folders.js';

const ROWS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['a folder around the book', ['Dune [MP3]/CD1/01.mp3', 'Dune [MP3]/CD2/01.mp3'], ['CD1/01.mp3', 'CD2/01.mp3']],
  ['folders in folders', ['a/b/01.mp3', 'a/b/02.mp3'], ['01.mp3', '02.mp3']],
  ['the folder of a single file', ['Dune/Dune.m4b'], ['Dune.m4b']],
  ['not discs', ['CD1/01.mp3', 'CD2/01.mp3'], ['CD1/01.mp3', 'CD2/01.mp3']],
  ['not the only disc there is', ['Dune/Disc 1/01.mp3', 'Dune/Disc 1/02.mp3'], ['Disc 1/01.mp3', 'Disc 1/02.mp3']],
  ['nothing when a file lies outside', ['Dune/01.mp3', '02.mp3'], ['Dune/01.mp3', '02.mp3']],
  ['nothing of folders that only begin alike', ['Dune/01.mp3', 'Dune 2/01.mp3'], ['Dune/01.mp3', 'Dune 2/01.mp3']],
  ['nothing of no files', [], []],
];

describe('unwrapping folders', () => {
  for (const [title, names, expected] of ROWS) {
    it(`removes ${title}`, () => {
      const files = names.map((name) => ({ path: `/downloads/${name}`, name, size: 1, modifiedAt: 0 }));

      const unwrapped = unwrapFolders(files);

      expect(unwrapped.map(({ name }) => name)).to.deep.equal(expected);
      expect(unwrapped.map(({ path }) => path)).to.deep.equal(files.map(({ path }) => path));
    });
  }
});
