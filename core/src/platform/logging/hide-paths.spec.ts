import { expect } from 'chai';
import { hidePaths } from './hide-paths.js';

describe('hide paths', () => {
  const cases: readonly [string, string][] = [
    ['Could not copy the file “/srv/My Books/A/01.mp3”: the disk is full.', 'Could not copy the file “…”: the disk is full.'],
    ['“/downloads/Ender” begins with “/downloads”.', '“…” begins with “…”.'],
    ["ENOENT: no such file, copyfile '/a/Ender's Game/1' -> '/b/1'", "ENOENT: no such file, copyfile '…'"],
    ['Its files cannot be seen at /data/torrents/My Book/part 1/x.mp3.', 'Its files cannot be seen at …'],
    ['(/data/x) and path=/data/y', '(… and path=…'],
    ['Look at C:\\Books\\x.mp3 now', 'Look at … now'],
    ['“\\\\nas\\books” is not a path of this server.', '“…” is not a path of this server.'],
  ];
  for (const [given, wanted] of cases) {
    it(`takes the path out of: ${given}`, () => {
      expect(hidePaths(given)).to.equal(wanted);
    });
  }

  it('leaves sentences without paths alone', () => {
    for (const text of [
      'Found "A Book by B [ENG / MP3]" at DemoIndexer, score 87.',
      'AC/DC: either/or, 3/4 of it, http://example.org/page',
      'The files go to “Author/Title”.',
    ]) {
      expect(hidePaths(text)).to.equal(text);
    }
  });

  it('takes no longer with hostile text', () => {
    const started = performance.now();
    hidePaths(`${"'/a ".repeat(5000)} ${' /a/b'.repeat(5000)}`);
    expect(performance.now() - started).to.be.below(1000);
  });
});
