import { expect } from 'chai';
import { foldedPath, isPartOfBook, safePath, UnfitName } from './upload-names.js';

describe('names of uploaded files', () => {
  for (const name of ['../a.mp3', 'CD 1/../../a.mp3', '..\\a.mp3', '/etc/a.mp3', 'C:\\a.mp3', 'a\0.mp3', '', './', 'a/b/c/d/e/f/g/h.mp3']) {
    it(`refuses ${JSON.stringify(name)}`, () => {
      expect(() => safePath(name)).to.throw(UnfitName);
    });
  }

  for (const [name, path] of [
    ['CD 1/01 - Eins.mp3', 'CD 1/01 - Eins.mp3'],
    ['CD 1\\01.mp3', 'CD 1/01.mp3'],
    ['./a//b.mp3', 'a/b.mp3'],
    ['...hidden/.a.mp3', 'hidden/a.mp3'],
    ['\u0007 ./???.mp3', 'folder/file.mp3'],
    ['CON/aux.mp3', 'CON_/aux_.mp3'],
  ] as const) {
    it(`makes “${path}” of ${JSON.stringify(name)}`, () => {
      expect(safePath(name)).to.equal(path);
    });
  }

  it('takes what is part of a book alone', () => {
    const names = ['a.mp3', 'cover.jpg', 'a.epub', 'a.exe', 'a.nfo', 'a', '__MACOSX/._a.mp3', '.a.mp3', 'a.mp3.part'];

    expect(names.filter(isPartOfBook)).to.deep.equal(['a.mp3', 'cover.jpg', 'a.epub']);
  });

  it('knows two names of one file', () => {
    expect(foldedPath('CD/Ü.MP3')).to.equal(foldedPath('cd/u\u0308.mp3'));
  });
});
