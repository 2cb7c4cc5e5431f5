import { expect } from 'chai';
import { parseReleaseTitle } from './parse-release-title.js';

describe('parseReleaseTitle', () => {
  const people: readonly (readonly [string, readonly string[], string])[] = [
    ['Larsson, Stieg - The Girl Who Played with Fire [Millennium 02] (2009) [epub]', ['Stieg Larsson'], 'The Girl Who Played with Fire'],
    ['JKRowling-HarryPotterAndTheChamberOfSecrets', ['J. K. Rowling'], 'Harry Potter And The Chamber Of Secrets'],
    ['Joseph Heller-Catch-22', ['Joseph Heller'], 'Catch-22'],
    ['Stephen King - 11-22-63 (2011) MP3', ['Stephen King'], '11-22-63'],
    ['Der.Zauberberg.Thomas.Mann.Hoerbuch.German.2010.MP3-GRP', ['Thomas Mann'], 'Der Zauberberg'],
    ['Robin Hobb/Farseer Trilogy/02 - Royal Assassin [B0030MQJ6E].m4b', ['Robin Hobb'], 'Royal Assassin'],
    ['[123456]-[FULL]-[ Lee Child - Killing Floor ]-[01/12] - "Killing Floor.nzb" yEnc', ['Lee Child'], 'Killing Floor'],
    ['Good Omens by Neil Gaiman, Terry Pratchett [ENG / MP3]', ['Neil Gaiman', 'Terry Pratchett'], 'Good Omens'],
    ['Bird by Bird - Anne Lamott (Unabridged)', ['Anne Lamott'], 'Bird by Bird'],
    ['The English Patient - Michael Ondaatje', ['Michael Ondaatje'], 'The English Patient'],
    ['1984 - George Orwell [64 kbps] [Unabridged]', ['George Orwell'], '1984'],
    ['村上春樹 - ノルウェイの森 [JPN / M4B]', ['村上春樹'], 'ノルウェイの森'],
  ];
  for (const [raw, authors, title] of people) {
    it(`finds author and title of “${raw}”`, () => {
      expect(parseReleaseTitle(raw)).to.deep.include({ authors, title });
    });
  }

  const slashes: readonly (readonly [string, readonly string[], string])[] = [
    ['What If AC/DC Never Was by Jane Example', ['Jane Example'], 'What If AC/DC Never Was'],
    ['Jane Example - What If AC/DC Never Was [M4B]', ['Jane Example'], 'What If AC/DC Never Was'],
    ['AC/DC: Maximum Rock by Murray Engleheart', ['Murray Engleheart'], 'AC/DC: Maximum Rock'],
    ['The 9/11 Report by Thomas Kean (2004) MP3', ['Thomas Kean'], 'The 9/11 Report'],
    ['Stephen King - 11/22/63 (2011) MP3', ['Stephen King'], '11/22/63'],
    ['Working 24/7 by Jane Example', ['Jane Example'], 'Working 24/7'],
    ['He/She by Jane Example', ['Jane Example'], 'He/She'],
    ['Friend and/or Foe by Jane Example', ['Jane Example'], 'Friend and/or Foe'],
    ['Jane Example/The AC/DC Years', ['Jane Example'], 'The AC/DC Years'],
    ['The Time Machine / H. G. Wells', ['H. G. Wells'], 'The Time Machine'],
    ['Stephen King/It', ['Stephen King'], 'It'],
    ['George Orwell/1984/Part 1.mp3', ['George Orwell'], '1984'],
    ['Frank Herbert/Dune', ['Frank Herbert'], 'Dune'],
  ];
  for (const [raw, authors, title] of slashes) {
    it(`reads the slashes of “${raw}”`, () => {
      expect(parseReleaseTitle(raw)).to.deep.include({ authors, title });
    });
  }

  const parts: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['Lee.Child.-.Jack.Reacher.Bk.10.-.The.Hard.Way.64.kbps', 'Jack Reacher', '10'],
    ['The Wheel of Time, Book 4: The Shadow Rising by Robert Jordan [ENG / M4B]', 'The Wheel of Time', '4'],
    ['11. The Redbreast (Harry Hole) - Jo Nesbo', 'Harry Hole', '11'],
    ['Discworld 01-41 - Terry Pratchett (Complete)', 'Discworld', '1-41'],
    ['12 Rules for Life - Jordan B. Peterson', undefined, undefined],
    ['3.5 The Slow Regard of Silent Things', undefined, '3.5'],
  ];
  for (const [raw, series, part] of parts) {
    it(`finds series and part of “${raw}”`, () => {
      const parsed = parseReleaseTitle(raw);

      expect([parsed.series, parsed.part]).to.deep.equal([series, part]);
    });
  }

  const faults: readonly (readonly [string, string, object])[] = [
    ['the marker before a name with a particle', 'On War by Carl von Clausewitz', { authors: ['Carl von Clausewitz'], title: 'On War' }],
    ['the same in German', 'Der Krieg von Carl von Clausewitz', { authors: ['Carl von Clausewitz'], title: 'Der Krieg' }],
    [
      'two whole names as two people, not as “Last, First”',
      'Xe Sands, Carolyn McCormick - Acceptance',
      { authors: ['Xe Sands', 'Carolyn McCormick'], title: 'Acceptance' },
    ],
    [
      'a book that is called one',
      'Rudyard Kipling - The Jungle Book',
      { authors: ['Rudyard Kipling'], title: 'The Jungle Book', series: undefined },
    ],
    ['a story that is called one', 'Ernest Gombrich - The Art Story [MP3]', { title: 'The Art Story', series: undefined }],
    [
      'an adventure that is called one',
      'C.S. Forester - The African Adventure - MP3',
      { title: 'The African Adventure', series: undefined },
    ],
    ['hours in a title', 'Lee Child - 61 Hours [MP3]', { authors: ['Lee Child'], title: '61 Hours' }],
    ['hours in a title before the author', '61 Hours - Lee Child [M4B]', { authors: ['Lee Child'], title: '61 Hours' }],
    [
      'bitrate and year without a unit',
      'Andy Weir - The Martian MP3 64 2014 Unabridged',
      { title: 'The Martian', year: 2014, bitrateKbps: 64 },
    ],
    [
      'bitrate and year behind all tags',
      'Andy Weir - The Martian Unabridged 2014 64',
      { title: 'The Martian', year: 2014, bitrateKbps: 64 },
    ],
    ['a number in front', '3 Lee Child - Tripwire', { authors: ['Lee Child'], title: 'Tripwire', part: '3' }],
    ['a padded number in front', '03 - Lee Child - Tripwire [M4B]', { authors: ['Lee Child'], title: 'Tripwire', part: '3' }],
    [
      'the narrator behind the title',
      'Frank Herbert - Dune - Scott Brick',
      { title: 'Dune', narrators: ['Scott Brick'], series: undefined },
    ],
    ['the subtitle behind the title', 'Malcolm Gladwell - Outliers - The Story of Success', { title: 'Outliers', series: undefined }],
    [
      'a span of discs',
      'J.K. Rowling - Harry Potter CD 01-12 of 51 [MP3]',
      { title: 'Harry Potter', series: undefined, fragment: { part: 1, of: 51 } },
    ],
  ];
  for (const [what, raw, facts] of faults) {
    it(`reads ${what}: “${raw}”`, () => expect(parseReleaseTitle(raw)).to.deep.include(facts));
  }

  it('distinguishes films, music and comics from books', () => {
    for (const raw of ['Interstellar 2014 2160p UHD', 'Hans Zimmer - Dune OST [FLAC]', 'Batman Year One (2005) (Digital) (CBR)']) {
      expect(parseReleaseTitle(raw).medium, raw).to.equal('other');
    }
  });

  it('never throws on hostile text', () => {
    const hostile = [
      '',
      ' ',
      '[[[[((((',
      ')]}',
      ' - - - ',
      '.'.repeat(2000),
      'a-'.repeat(1000),
      '((a) '.repeat(400),
      'by '.repeat(500),
      '\u0000\uffff',
      'x'.repeat(5000),
      '1 '.repeat(1000),
    ];

    for (const raw of hostile) expect(parseReleaseTitle(raw).title).to.be.a('string');
  });
});
