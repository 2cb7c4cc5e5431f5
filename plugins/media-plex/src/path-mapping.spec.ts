import { expect } from 'chai';
import { commonPlace, createPathMapping, isInside, parentOf } from './path-mapping.js';

describe('Plex path mapping', () => {
  const mapping = createPathMapping([
    { plex: '/data', lectern: '/srv/media' },
    { plex: '/data/books', lectern: '/audiobooks' },
    { plex: 'D:\\Books', lectern: '/mnt/d/books' },
  ]);

  it('uses the longest prefix in both directions', () => {
    expect(mapping.toPlex('/audiobooks/Ada Quill/a.m4b')).to.equal('/data/books/Ada Quill/a.m4b');
    expect(mapping.toLectern('/data/books/Ada Quill')).to.equal('/audiobooks/Ada Quill');
    expect(mapping.toLectern('/data/music')).to.equal('/srv/media/music');
    expect(mapping.toPlex('/srv/media')).to.equal('/data');
  });

  it('matches only at a separator, and leaves other paths unchanged', () => {
    expect(mapping.toLectern('/data2/x')).to.equal('/data2/x');
    expect(mapping.toPlex('/elsewhere')).to.equal('/elsewhere');
  });

  it('translates between Windows and POSIX, whatever the case', () => {
    expect(mapping.toLectern('d:\\books\\Ada Quill\\a.m4b')).to.equal('/mnt/d/books/Ada Quill/a.m4b');
    expect(mapping.toPlex('/mnt/d/books/Ada Quill')).to.equal('D:\\Books\\Ada Quill');
  });

  it('does not let a path climb out of its pair', () => {
    expect(mapping.toPlex('/audiobooks/../etc')).to.equal('/audiobooks/../etc');
    expect(isInside('/data/../etc', '/data')).to.equal(false);
  });

  it('finds the folder of an album', () => {
    expect(commonPlace(['/a/b/CD 1/1.mp3', '/a/b/CD 2/1.mp3', '/a/b/CD 2/2.mp3'])).to.equal('/a/b');
    expect(commonPlace(['/a/b/one.m4b'])).to.equal('/a/b/one.m4b');
    expect(commonPlace(['D:\\a\\1.mp3', 'D:\\a\\2.mp3'])).to.equal('D:\\a');
    expect(commonPlace(['D:\\a\\1.mp3', 'E:\\a\\2.mp3'])).to.equal(undefined);
    expect(commonPlace([])).to.equal(undefined);
    expect(parentOf('/a')).to.equal('/');
  });
});
