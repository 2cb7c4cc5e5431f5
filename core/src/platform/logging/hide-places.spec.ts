import { expect } from 'chai';
import { hidePlaces } from './hide-places.js';

describe('hidePlaces', () => {
  const cases: readonly [string, string][] = [
    ['Could not copy the file “/srv/My Books/A/01.mp3”: the disk is full.', 'Could not copy the file “…”: the disk is full.'],
    ['“/downloads/Ender” begins with “/downloads”.', '“…” begins with “…”.'],
    ["ENOENT: no such file, copyfile '/a/Ender's Game/1' -> '/b/1'", "ENOENT: no such file, copyfile '…'"],
    ['Its files cannot be seen at /data/torrents/My Book/part 1/x.mp3.', 'Its files cannot be seen at …'],
    ['(/data/x) and path=/data/y', '(… and path=…'],
    ['Look at C:\\Books\\x.mp3 now', 'Look at … now'],
    [
      'No indexer could be asked: Prowlarr: 127.0.0.1:43511 failed (HTTP 500).',
      'No indexer could be asked: Prowlarr: … failed (HTTP 500).',
    ],
    ['Prowlarr: prowlarr:9696: connection refused. Is it running?', 'Prowlarr: …: connection refused. Is it running?'],
    ['Shelf: nas closed the connection', 'Shelf: … closed the connection'],
    ['books.home.arpa refused the key or password (HTTP 401)', '… refused the key or password (HTTP 401)'],
    ['see http://10.0.0.2:8080/api?x=1, or [fd00::1]:9696, or localhost', 'see … or …, or …'],
    ['tower.lan answered something that is not HTTP.', '… answered something that is not HTTP.'],
    ['“\\\\nas\\books” is not a path of this server.', '“…” is not a path of this server.'],
  ];
  for (const [given, wanted] of cases) {
    it(`removes the place from: ${given}`, () => {
      expect(hidePlaces(given)).to.equal(wanted);
    });
  }

  it('leaves sentences without places alone', () => {
    for (const text of [
      'Found “A Book by B [ENG / MP3]” at DemoIndexer, score 87.',
      'AC/DC: either/or, 3/4 of it',
      'The files go to “Author/Title”.',
      'It comes out at 14:02 on 2026-12-12; version 1.2.3 waits: 3 of 10.',
      'M.A.S.H. Goes to Maine.2019.m4b, Chapter 12: The End, by A.Author.',
    ]) {
      expect(hidePlaces(text)).to.equal(text);
    }
  });
});
