import { expect } from 'chai';
import { createSpeakers, inEnglish, sentence, type PluginWords } from '../words/index.js';
import { hidePlaces, sayingNoPlaces, withoutPlaces } from './hide-places.js';

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
      'Ada Admin answered the report about “Dune”.',
      'M.A.S.H. Goes to Maine.2019.m4b, Chapter 12: The End, by A.Author.',
    ]) {
      expect(hidePlaces(text)).to.equal(text);
    }
  });
});

describe('sentences without places', () => {
  const down = {
    plugin: 'indexer-one',
    key: 'down',
    values: { name: 'One', host: 'nas', log: '/var/log/one.log', tries: 3 },
    text: 'One: nas: connection refused after 3 tries. See /var/log/one.log.',
  };
  const words: Readonly<Record<string, string>> = {
    de: '{name}: {host} hat die Verbindung nach {tries} Versuchen abgelehnt. Siehe {log}.',
    ja: '{name}：{host}への接続は{tries}回拒否されました。{log}を確認してください。',
  };
  const ofPlugin: PluginWords = (_, tag) => (words[tag] === undefined ? undefined : { down: words[tag] });
  const said = async (tag: 'de' | 'ja' | 'fr') => sayingNoPlaces(await createSpeakers(ofPlugin).in(tag))(down);

  it('name no host and no path in any language, whatever words stand around them', async () => {
    expect(await said('de')).to.equal('One: … hat die Verbindung nach 3 Versuchen abgelehnt. Siehe ….');
    expect(await said('ja')).to.equal('One：…への接続は3回拒否されました。…を確認してください。');
  });

  it('name none where a language has no words for it', async () => {
    expect(await said('fr')).to.equal('One: …: connection refused after 3 tries. See …');
  });

  it('name none within a sentence inside another, or in a list', () => {
    const inner = sentence('problem.of_integration', { name: 'One', fault: sentence('problem.webhook_gone', { host: 'nas' }) });
    const folder = sentence('problem.no_folder', { path: 'books' });
    const listed = sentence('problem.of_integration', { name: 'One', fault: ['http://10.0.0.2/api', 'Ada', folder] });

    expect(inEnglish(withoutPlaces(inner))).to.equal('One: … wants no more of these events (HTTP 410).');
    expect(inEnglish(withoutPlaces(listed))).to.equal('One: …, Ada, and There is no folder “…” on this server.');
  });

  it('name no host that English hides by the words after it, whatever its value is called', async () => {
    const refused = {
      plugin: 'indexer-one',
      key: 'down',
      values: { name: 'One', server: 'nas', log: 'x' },
      text: 'One: nas refused the key.',
    };
    const speak = async (words: string) => sayingNoPlaces(await createSpeakers(() => ({ down: words })).in('de'));
    const nested = sentence('problem.of_integration', { name: 'One', fault: refused });

    expect((await speak('{name}: {server} lehnt den Schlüssel ab.'))(refused)).to.equal('One: … lehnt den Schlüssel ab.');
    expect((await speak('{name}: {server} lehnt den Schlüssel ab.'))(nested)).to.equal('One: One: … lehnt den Schlüssel ab.');
  });

  it('keep names, numbers and quantities', () => {
    const kept = sentence('problem.upload_room', { needed: { bytes: 2e9 }, room: { bytes: 1e9 } });

    expect(withoutPlaces(kept)).to.deep.equal(kept);
    expect(withoutPlaces(sentence('problem.duplicate_of', { person: 'Zoë / Ada' })).values).to.deep.equal({ person: 'Zoë / Ada' });
  });
});
