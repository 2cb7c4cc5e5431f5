import { encodeBencode, expectBoundedGrowth } from '@lectern/testbed';
import { expect } from 'chai';
import { inEnglish, type Sentence } from '../../../platform/words/index.js';
import { decodeBencode } from './decode-bencode.js';
import { faultOfFiles, faultOfItem } from './judge-files.js';
import { nzbFiles } from './nzb-files.js';
import { torrentFiles } from './torrent-files.js';

const named = (...names: readonly string[]) => names.map((name) => ({ name, size: 1_000_000 }));
const torrent = (info: Parameters<typeof encodeBencode>[0]) => encodeBencode({ announce: 'http://tracker.example', info });
const pieces = { 'piece length': 16_384, pieces: Buffer.alloc(40, 7) };

const told = (fault: Sentence | undefined) => fault && inEnglish(fault);

describe('the verdict on the files of a release', () => {
  const audiobook: readonly (readonly [readonly string[], string | undefined])[] = [
    [['Dune.m4b', 'cover.jpg', 'Dune.pdf', 'info.nfo'], undefined],
    [['01.MP3', '02.MP3'], undefined],
    [['Dune.epub', 'Dune.mobi', 'cover.jpg'], 'It holds no audio, only epub and mobi.'],
    [['Dune.1984.mkv', 'Dune.srt.txt'], 'It holds no audio, only mkv.'],
    [['Dune.cbz'], 'It holds no audio, only cbz.'],
    [['Dune.mp3.exe', 'Dune.mp3'], 'It holds a program, “Dune.mp3.exe”.'],
    [['Dune.m4b', 'Codec Setup.MSI '], 'It holds a program, “Codec Setup.MSI”.'],
    [['Dune.m4b', 'a\u0000\u202Egpj.exe'], 'It holds a program, “a gpj.exe”.'],
    [['dune.part1.rar', 'dune.part2.rar', 'dune.epub'], undefined],
    [['a8f3c1d0', '9d2e', 'b7.vol03+04.par2'], undefined],
    [['cover.jpg'], undefined],
    [[], undefined],
  ];
  for (const [names, fault] of audiobook) {
    it(`${fault ?? 'finds no fault'} for an audiobook in ${names.join(' · ') || 'no file'}`, () => {
      expect(told(faultOfFiles(named(...names), 'audiobook'))).to.equal(fault);
    });
  }

  const ebook: readonly (readonly [readonly string[], string | undefined])[] = [
    [['Dune.epub', 'cover.jpg'], undefined],
    [['Dune.pdf'], undefined],
    [['Dune.m4b', 'Dune.epub'], undefined],
    [['Dune.m4b', 'Dune.pdf'], 'It holds no ebook, only m4b.'],
    [['01.mp3', '02.mp3'], 'It holds no ebook, only mp3.'],
    [['Dune.epub.js', 'Dune.epub'], 'It holds a program, “Dune.epub.js”.'],
    [['Dune.zip'], undefined],
  ];
  for (const [names, fault] of ebook) {
    it(`${fault ?? 'finds no fault'} for an ebook in ${names.join(' · ')}`, () => {
      expect(told(faultOfFiles(named(...names), 'ebook'))).to.equal(fault);
    });
  }

  it('refuses files that are far larger than the indexer states', () => {
    const files = [{ name: 'Dune.m4b', size: 9_000_000_000 }];

    expect(told(faultOfFiles(files, 'audiobook', 400_000_000))).to.match(/^It holds 9\sGB, and its indexer states 400\sMB\.$/);
    expect(faultOfFiles(files, 'audiobook', 8_000_000_000)).to.equal(undefined);
    expect(faultOfFiles(files, 'audiobook')).to.equal(undefined);
  });

  it('knows nothing of magnets', async () => {
    expect(await faultOfItem({ kind: 'magnet', uri: 'magnet:?xt=urn:btih:00&dn=setup.exe' }, 'audiobook')).to.equal(undefined);
  });
});

/** How often others had their turn while something was read. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const tick = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isDone = true;
  return turns;
}

describe('a long list of files', () => {
  it('leaves others their turn while it is read', async () => {
    const values = Buffer.from(`d4:infol${'1:a'.repeat(199_000)}ee`);
    const tags = Buffer.from(`<file subject="a.mp3">${'<segment bytes="1" number="1">i</segment>'.repeat(190_000)}`);

    expect(await turnsDuring(() => torrentFiles(values))).to.be.at.least(2);
    expect(await turnsDuring(() => nzbFiles(tags))).to.be.at.least(2);
  });
});

describe('the files of a torrent', () => {
  it('are those of either version, without padding', async () => {
    const first = {
      name: 'Dune',
      files: [
        { length: 5, path: ['CD 1', '01.mp3'] },
        { attr: 'p', length: 9, path: ['.pad', '9'] },
      ],
      ...pieces,
    };
    const second = { name: 'Dune', 'meta version': 2, 'file tree': { 'CD 1': { '01.mp3': { '': { length: 5 } } } } };

    expect(await torrentFiles(torrent(first))).to.deep.equal([{ name: '01.mp3', size: 5 }]);
    expect(await torrentFiles(torrent(second))).to.deep.equal([{ name: '01.mp3', size: 5 }]);
    expect(await torrentFiles(torrent({ name: 'Dune.m4b', length: 7, ...pieces }))).to.deep.equal([{ name: 'Dune.m4b', size: 7 }]);
  });

  for (const [what, info] of [
    ['a path that climbs', { name: 'Dune', files: [{ length: 5, path: ['..', '..', 'etc', 'x.mp3'] }] }],
    ['a climbing path beside an honest one', { name: 'Dune', files: [{ length: 5, path: ['..', 'x.mp3'], 'path.utf-8': ['x.mp3'] }] }],
    ['a part that climbs', { name: 'Dune', files: [{ length: 5, path: ['../../x.mp3'] }] }],
    ['a part that climbs on Windows', { name: 'Dune', files: [{ length: 5, path: ['..\\x.mp3'] }] }],
    ['an absolute path', { name: 'Dune', files: [{ length: 5, path: ['/etc/x.mp3'] }] }],
    ['a folder that climbs', { name: '../Dune', files: [{ length: 5, path: ['x.mp3'] }] }],
    ['a single file that climbs', { name: '../x.mp3', length: 5 }],
    ['a tree that climbs', { name: 'Dune', 'meta version': 2, 'file tree': { '..': { 'x.mp3': { '': { length: 5 } } } } }],
    [
      'a tree that climbs beside an honest list',
      {
        name: 'Dune',
        'meta version': 2,
        files: [{ length: 5, path: ['x.mp3'] }],
        'file tree': { '..': { 'x.mp3': { '': { length: 5 } } } },
      },
    ],
    [
      'a path in a tree that is a file and a folder at once',
      { name: 'Dune', 'meta version': 2, 'file tree': { 'x.mp3': { '': { length: 5 }, 'setup.exe': { '': { length: 6 } } } } },
    ],
    [
      'a path in a tree that is padding and a folder at once',
      {
        name: 'Dune',
        'meta version': 2,
        'file tree': { 'x.mp3': { '': { attr: 'p', length: 5 }, '..': { 'a.mp3': { '': { length: 6 } } } } },
      },
    ],
    [
      'a path in a tree that is a file that is none and a folder at once',
      { name: 'Dune', 'meta version': 2, 'file tree': { 'x.mp3': { '': 5, 'a.mp3': { '': { length: 6 } } } } },
    ],
    [
      'a path that is a file and a folder at once in the tree beside an honest list',
      {
        name: 'Dune',
        'meta version': 2,
        files: [{ length: 5, path: ['x.mp3'] }],
        'file tree': { 'x.mp3': { '': { length: 5 }, 'setup.exe': { '': { length: 6 } } } },
      },
    ],
    ['a negative length', { name: 'Dune', files: [{ length: -5, path: ['x.mp3'] }] }],
    ['padding that climbs', { name: 'Dune', files: [{ attr: 'p', length: 5, path: ['..', '..', 'x.mp3'] }] }],
    ['padding by its name that climbs', { name: 'Dune', files: [{ length: 5, path: ['..', '_____padding_file_x.mp3'] }] }],
    [
      'one climbing path behind more files than are read',
      {
        name: 'Dune',
        files: [...Array.from({ length: 10_001 }, (_, n) => ({ length: 1, path: [`${n}.mp3`] })), { length: 5, path: ['..', 'x.mp3'] }],
      },
    ],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const fault = await faultOfItem({ kind: 'torrent', infoHash: '', bytes: torrent({ ...info, ...pieces }) }, 'audiobook');

      expect(told(fault)).to.match(/^It lists “.*x\.mp3”, with a path or a length that no file of a book has\.$/);
    });
  }

  const text = (value: string) => `${value.length}:${value}`;
  const honest = `${text('files')}ld${text('length')}i5e${text('path')}l${text('x.mp3')}eee`;
  const other = `${text('files')}ld${text('length')}i5e${text('path')}l${text('setup.exe')}eee`;
  const rest = `${text('name')}${text('Dune')}${text('piece length')}i16384e${text('pieces')}0:`;
  for (const [what, bytes] of [
    ['two lists of files', `d${text('info')}d${other}${honest}${rest}ee`],
    ['two names', `d${text('info')}d${honest}${text('name')}${text('..')}${rest}ee`],
    ['two paths of a file', `d${text('info')}d${honest.replace('4:path', '4:pathl9:setup.exee4:path')}${rest}ee`],
    ['two descriptions of all', `d${text('info')}d${other}${rest}e${text('info')}d${honest}${rest}ee`],
  ] as const) {
    it(`are refused with ${what}, of which clients take one or the other`, async () => {
      const fault = await faultOfItem({ kind: 'torrent', infoHash: '', bytes: Buffer.from(bytes) }, 'audiobook');

      expect(told(fault)).to.equal('Its torrent file says twice what it holds, and download clients differ in which they believe.');
    });
  }

  it('are taken where something twice says nothing of them', async () => {
    const twice = `${text('comment')}1:a${text('comment')}1:b${text('extra')}d1:ai1e1:ai2ee`;
    const item = { kind: 'torrent', infoHash: '', bytes: Buffer.from(`d${twice}${text('info')}d${honest}${rest}ee`) } as const;

    expect(await faultOfItem(item, 'audiobook')).to.equal(undefined);
  });

  it('may have dots and slashes in their names that lead nowhere', async () => {
    const files = [
      { length: 5, path: ['Vol. 1...', '..a.mp3'] },
      { length: 5, path: ['AC/DC.mp3'] },
    ];

    expect(await faultOfItem({ kind: 'torrent', infoHash: '', bytes: torrent({ name: 'Dune', files, ...pieces }) }, 'audiobook')).to.equal(
      undefined,
    );
  });

  it('are unknown where there are too many', async () => {
    const files = Array.from({ length: 10_001 }, () => ({ length: 1, path: ['a.mp3'] }));

    expect(await torrentFiles(torrent({ name: 'many', files, ...pieces }))).to.equal(undefined);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['a web page', '<html>'],
    ['no info', 'd3:fooi1ee'],
    ['an info that is no dictionary', 'd4:infoi1ee'],
    ['a string that runs past the end', 'd4:infod4:name99:x'],
    ['a length without an end', 'd4:infod4:name9999999999999999999999999'],
    ['a negative length', 'd4:infod4:name-5:xe'],
    ['a dictionary that does not end', 'd4:infod4:name1:x'],
    ['an integer that is none', 'd4:infod6:lengthi1x2eee'],
    ['bottomless nesting', `d4:info${'l'.repeat(1_000_000)}`],
    ['values without number', `d4:infol${'i1e'.repeat(400_000)}ee`],
  ] as const) {
    it(`are unknown for ${what}`, async () => expect(await torrentFiles(Buffer.from(text))).to.equal(undefined));
  }

  it('are read whatever their members are', async () => {
    const odd = { name: 'x', files: [5, { path: 'x', length: -3 }, { path: [], length: 'y' }, { path: [['deep']] }], ...pieces };

    expect((await torrentFiles(torrent(odd)))?.map(({ name, size }) => `${name}${size}`)).to.deep.equal(['0', '0', '0']);
    const member = await decodeBencode(Buffer.from('d9:__proto__i1e4:infoi2ee'));
    expect(member?.value.get('__proto__')).to.equal(1);
  });
});

describe('the files of an NZB', () => {
  const nzb = (...files: readonly string[]) => Buffer.from(`<?xml version="1.0"?><nzb>${files.join('')}</nzb>`);
  const file = (subject: string, ...sizes: readonly number[]) =>
    `<file poster="p &lt;a@b&gt;" date="1" subject="${subject}"><groups/><segments>${sizes
      .map((size, at) => `<segment bytes="${size}" number="${at + 1}">id@x</segment>`)
      .join('')}</segments></file>`;

  it('have the names of their subjects, and the size of their articles', async () => {
    const read = await nzbFiles(
      nzb(
        file('[1/2] - &quot;Frank Herbert - Dune.m4b&quot; yEnc (1/2)', 700, 300),
        file('[www.example.app] Dune.nfo (1/1)', 5),
        file('9d2ea8f3c1d0', 1),
      ),
    );

    expect(read).to.deep.equal([
      { name: 'Frank Herbert - Dune.m4b', size: 1000 },
      { name: 'Dune.nfo', size: 5 },
      { name: '', size: 1 },
    ]);
  });

  it('are judged by it', async () => {
    const item = {
      kind: 'nzb',
      bytes: nzb(file('"Dune.epub" yEnc', 5).replace('"Dune.epub"', '&#34;Dune.epub&#x22;')),
      name: 'Dune',
    } as const;

    expect(told(await faultOfItem(item, 'audiobook'))).to.equal('It holds no audio, only epub.');
    expect(await faultOfItem(item, 'ebook')).to.equal(undefined);
  });

  it('follow no entity that a document defines', async () => {
    const bomb = '<!DOCTYPE nzb [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';

    expect(await nzbFiles(Buffer.from(`${bomb}<nzb>${file('&quot;&b;&x;.mp3&quot; &#x110000; &#9999999;', 1)}</nzb>`))).to.deep.equal([
      { name: '&b;&x;.mp3', size: 1 },
    ]);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['a web page', '<html><p>Sign in'],
    ['files without number', '<file subject="a">'.repeat(30_000)],
    ['more than the largest', `<file subject="a.exe">${' '.repeat(9_000_000)}`],
  ] as const) {
    it(`are unknown for ${what}`, async () => expect(await nzbFiles(Buffer.from(text))).to.equal(undefined));
  }

  for (const [what, text] of [
    ['files', (size: number) => '<file '.repeat(size / 6)],
    ['segments', (size: number) => '<segment x="'.repeat(size / 12)],
    ['tags', (size: number) => `${file('a.mp3', 1)}${'<'.repeat(size)}`],
  ] as const) {
    it(`are read in time linear in the size of ${what} that do not end`, async () => {
      await expectBoundedGrowth(what, (size) => Buffer.from(text(size)), nzbFiles, { from: 70_000, to: 7_000_000 });
    });
  }
});
