import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { encodeBencode } from '@lectern/testbed';
import { expect } from 'chai';
import { decodeBencode } from '../downloads/file-list/decode-bencode.js';
import { readMagnet } from './read-magnet.js';
import { readNzb } from './read-nzb.js';
import { readTorrent } from './read-torrent.js';
import { allowedTrackers, type TrackerRule } from './trackers.js';

const PUBLIC = { atHome: false };
const HASH = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
const TRACKER = 'https://tracker.example.org/announce';

async function refusal(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
  return 'taken';
}

const isAllowedTracker = (address: string, rule: TrackerRule) => allowedTrackers([address], rule).length === 1;

describe('allowedTrackers', () => {
  for (const address of [
    TRACKER,
    'udp://tracker.example.org:1337',
    'http://93.184.215.14:80/announce?passkey=abc',
    'http://[2606:2800:220:1::1]/announce',
  ]) {
    it(`takes ${address}`, () => {
      expect(isAllowedTracker(address, PUBLIC)).to.equal(true);
    });
  }

  for (const address of [
    'http://127.0.0.1:8080/announce',
    'http://2130706433/announce',
    'udp://2130706433:80',
    'udp://0x7f.1:80',
    'http://[::1]/announce',
    'http://[::ffff:10.0.0.1]/announce',
    'http://192.168.1.1/announce',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://nas/announce',
    'http://nas./announce',
    'http://nas.local/announce',
    'http://localhost/announce',
    'http://nas.local../announce',
    'http://127.0.0.1../announce',
    'http://tracker..example.org/announce',
    'udp://tracker.example.org:80#@127.0.0.1/announce',
    'udp://tracker.example.org:80?@127.0.0.1/announce',
    'udp://tr%61cker.example.org:80',
    'http://me:secret@tracker.example.org/announce',
    'ftp://tracker.example.org/',
    'file:///etc/passwd',
    'wss://tracker.example.org',
    'javascript:alert(1)',
    'tracker.example.org',
    `https://tracker.example.org/${'a'.repeat(600)}`,
    '',
  ]) {
    it(`leaves out ${address.slice(0, 60) || 'nothing'}`, () => {
      expect(isAllowedTracker(address, PUBLIC)).to.equal(false);
    });
  }

  it('leaves admins the trackers at home, and never where clouds keep credentials', () => {
    const atHome = ['http://192.168.1.1/a', 'http://nas/a', 'udp://127.0.0.1:7'];
    const nowhere = [
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'http://metadata.google.internal/x',
      'http://METADATA.google.internal./x',
    ];

    expect(atHome.map((address) => isAllowedTracker(address, { atHome: true }))).to.deep.equal([true, true, true]);
    expect(nowhere.map((address) => isAllowedTracker(address, { atHome: true }))).to.deep.equal([false, false, false, false]);
  });
});

describe('allowedTrackers, written anew', () => {
  for (const [given, written] of [
    ['http://tracker.example.org:80\\@127.0.0.1/announce', 'http://tracker.example.org/@127.0.0.1/announce'],
    ['http://tracker.example.org:81?@127.0.0.1/announce', 'http://tracker.example.org:81/?@127.0.0.1/announce'],
    ['http://tracker.example.org:81#@127.0.0.1/announce', 'http://tracker.example.org:81/#@127.0.0.1/announce'],
    ['http:\\\\tracker.example.org\\announce', 'http://tracker.example.org/announce'],
    ['ht\ttp://tracker.example.org\n/announce', 'http://tracker.example.org/announce'],
    ['udp://tracker.example.org:1337/a\tnnounce', 'udp://tracker.example.org:1337/announce'],
  ] as const) {
    it(`writes ${JSON.stringify(given)} so that a client reads the machine that was judged`, () => {
      expect(allowedTrackers([given], PUBLIC)).to.deep.equal([written]);
    });
  }

  it('keeps a tracker once that is written in two ways', () => {
    expect(allowedTrackers(['HTTPS://Tracker.Example.org:443/announce', TRACKER], PUBLIC)).to.deep.equal([TRACKER]);
  });
});

describe('readMagnet', () => {
  const read = (text: string) => readMagnet(text, PUBLIC);

  it('keeps hash, name and trackers, and no other address', () => {
    const link = `magnet:?xt=urn:btih:${HASH.toUpperCase()}&dn=Dune+%5BM4B%5D&xl=10&tr=${encodeURIComponent(TRACKER)}&tr.1=http%3A%2F%2F10.0.0.1%2Fa&ws=http%3A%2F%2Fevil.example%2F&xs=http%3A%2F%2Fevil.example%2Fx.torrent&as=http%3A%2F%2Fevil.example&x.pe=10.0.0.1:80&kt=x`;

    const { item, title } = read(` ${link}\n`);

    expect(title).to.equal('Dune [M4B]');
    expect(item).to.deep.equal({
      kind: 'magnet',
      uri: `magnet:?xt=urn:btih:${HASH}&dn=Dune%20%5BM4B%5D&tr=${encodeURIComponent(TRACKER)}`,
      infoHash: HASH,
    });
  });

  it('reads a hash of 32 letters', () => {
    expect(read('magnet:?xt=urn:btih:YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK').item).to.include({ infoHash: HASH });
  });

  it('keeps the second hash of a hybrid', () => {
    const second = `1220${'ab'.repeat(32)}`;

    const { item } = read(`magnet:?xt=urn:btih:${HASH}&xt=urn:btmh:${second}`);

    expect(item).to.include({ uri: `magnet:?xt=urn:btih:${HASH}&xt=urn:btmh:${second}`, infoHash: HASH });
  });

  it('takes a name that is cut within a character of two halves', () => {
    const { item, title } = read(`magnet:?xt=urn:btih:${HASH}&dn=${encodeURIComponent('📚'.repeat(400))}`);

    expect(title).to.not.match(/\p{Cs}/u);
    expect(item.kind === 'magnet' && new URL(item.uri).searchParams.get('dn')).to.equal(title);
  });

  for (const [what, link] of [
    ['nothing', ''],
    ['an address', 'https://tracker.example.org/file.torrent'],
    ['a magnet without a topic', 'magnet:?dn=Dune'],
    ['a magnet of another network', 'magnet:?xt=urn:ed2k:354B15E68FB8F36D7CD88FF94116CDC1'],
    ['a short hash', 'magnet:?xt=urn:btih:abc'],
    ['a version 2 hash alone', `magnet:?xt=urn:btmh:1220${'ab'.repeat(32)}`],
    ['two torrents', `magnet:?xt=urn:btih:${HASH}&xt=urn:btih:${'a'.repeat(40)}`],
    ['far too long a link', `magnet:?xt=urn:btih:${HASH}&dn=${'a'.repeat(20_000)}`],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(await refusal(() => read(link))).to.match(/^unfit_release: .+\.$/);
    });
  }
});

describe('readTorrent', () => {
  const info = { length: 600_000_000, name: 'Frank Herbert - Dune [M4B].m4b', 'piece length': 16384, pieces: Buffer.alloc(20, 7) };
  const read = (torrent: Parameters<typeof encodeBencode>[0]) => readTorrent(encodeBencode(torrent), PUBLIC);

  it('keeps the files byte for byte and the trackers that may be asked, and no other address', async () => {
    const { item, ...facts } = await read({
      announce: 'http://127.0.0.1:9/announce',
      'announce-list': [[TRACKER, 'http://10.0.0.1/a'], ['udp://tracker.example.net:80'], ['file:///etc/passwd']],
      comment: 'http://evil.example',
      httpseeds: ['http://evil.example/'],
      info,
      nodes: [['10.0.0.1', 6881]],
      'url-list': 'http://evil.example/',
    });

    expect(facts).to.deep.equal({ title: info.name, size: info.length, fileCount: 1 });
    expect(item.kind).to.equal('torrent');
    if (item.kind !== 'torrent') return;
    expect(item.infoHash).to.equal(createHash('sha1').update(encodeBencode(info)).digest('hex'));
    expect(Buffer.from(item.bytes)).to.deep.equal(
      encodeBencode({ announce: TRACKER, 'announce-list': [[TRACKER], ['udp://tracker.example.net:80']], info }),
    );
    expect(await decodeBencode(item.bytes)).to.include({ isAlone: true });
  });

  it('names a version 2 torrent by the first 20 bytes of its hash, and keeps its layers', async () => {
    const root = Buffer.alloc(32, 1).toString('latin1');
    const second = { 'file tree': { 'a.m4b': { '': { length: 5, 'pieces root': Buffer.alloc(32) } } }, 'meta version': 2, name: 'a' };

    const { item } = await read({ info: second, 'piece layers': { [root]: Buffer.alloc(64) } });

    expect(item).to.include({ infoHash: createHash('sha256').update(encodeBencode(second)).digest('hex').slice(0, 40) });
    expect(item.kind === 'torrent' && Buffer.from(item.bytes).includes('12:piece layers')).to.equal(true);
  });

  const raw = (text: string) => Buffer.from(text, 'latin1');
  const pieces = '6:pieces20:aaaaaaaaaaaaaaaaaaaa';
  const once = `d6:lengthi1e4:name1:a${pieces}e`;

  it('takes a file in which something twice is left out', async () => {
    const { item } = await readTorrent(raw(`d7:comment1:a7:comment1:b4:info${once}8:url-listd1:ai1e1:ai2eee`), PUBLIC);

    expect(item.kind === 'torrent' && Buffer.from(item.bytes).toString('latin1')).to.equal(`d4:info${once}e`);
  });

  for (const [what, bytes] of [
    ['nothing', raw('')],
    ['a web page', raw('<html>')],
    ['no files', raw('d4:infode')],
    ['no pieces', encodeBencode({ info: { length: 1, name: 'a' } })],
    ['a length that stands twice', raw(`d4:infod6:lengthi1e4:name1:a6:lengthi2e${pieces}ee`)],
    ['files that stand twice', raw(`d4:info${once}4:info${once}e`)],
    ['a tracker that stands twice', raw(`d8:announce3:a:b8:announce3:c:d4:info${once}e`)],
    ['a layer that stands twice', raw(`d4:info${once}12:piece layersd1:a1:b1:a1:cee`)],
    ['something after its end', Buffer.concat([encodeBencode({ info }), raw('x')])],
    ['bottomless nesting', raw(`d4:info${'l'.repeat(100_000)}`)],
    ['a path that climbs', encodeBencode({ info: { ...info, files: [{ length: 1, path: ['..', 'a.mp3'] }] } })],
    ['too many files', encodeBencode({ info: { ...info, files: Array.from({ length: 10_001 }, () => ({ length: 1, path: ['a'] })) } })],
  ] as const) {
    it(`refuses a file with ${what}`, async () => {
      expect(await refusal(() => readTorrent(bytes, PUBLIC))).to.match(/^unfit_release: .+\.$/);
    });
  }
});

describe('readNzb', () => {
  const file = (name: string) =>
    `<file poster="p &lt;a@b&gt;" date="1" subject="[1/1] - &quot;${name}&quot; yEnc (1/1)"><groups><group>alt.binaries</group></groups><segments><segment bytes="700" number="1">id&amp;1@host</segment></segments></file>`;
  const doctype = '<!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.1//EN" "http://www.newzbin.com/DTD/nzb/nzb-1.1.dtd">';
  const nzb = (inner: string, before = '') =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${before}<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">${inner}</nzb>\n`);

  it('keeps what is to be fetched, without declarations and comments', async () => {
    const { item, ...facts } = await readNzb(nzb(`<!-- by x -->${file('Düne.m4b')}`, doctype), 'Frank Herbert - Dune.NZB');

    expect(facts).to.deep.equal({ title: 'Frank Herbert - Dune', size: 700 });
    expect(item.kind === 'nzb' && Buffer.from(item.bytes).equals(nzb(file('Düne.m4b')))).to.equal(true);
  });

  const bomb = '<!DOCTYPE nzb [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
  for (const [what, bytes] of [
    ['nothing', Buffer.from('')],
    ['a web page', Buffer.from('<!DOCTYPE html><html><body>x</body></html>')],
    ['no files', nzb('')],
    ['a file without articles', nzb('<file subject="x"><segments></segments></file>')],
    ['declared entities', nzb(file('a.m4b'), bomb)],
    ['entities from outside', nzb(file('a.m4b'), '<!DOCTYPE nzb [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['a reference to an entity', nzb(file('&x;.m4b'))],
    ['an include', nzb(`<xi:include href="http://evil.example"/>${file('a.m4b')}`)],
    ['text that is not read', nzb(`<![CDATA[x]]>${file('a.m4b')}`)],
    ['an instruction', nzb(`<?php x ?>${file('a.m4b')}`)],
    ['an element that does not end', Buffer.from(`<nzb>${file('a.m4b')}`)],
    ['elements in the wrong place', nzb(`<segment bytes="1">x</segment>${file('a.m4b')}`)],
    ['two documents', Buffer.concat([nzb(file('a.m4b')), nzb(file('b.m4b'))])],
    ['another encoding', Buffer.from(nzb(file('a.m4b')).toString('utf8').replace('UTF-8', 'UTF-7'))],
    ['a tag that does not end', nzb(`<file subject="${'a'.repeat(9000)}`)],
    ['a comment that does not end', nzb(`${file('a.m4b')}<!-- `)],
    ['too many files', nzb(file('a.m4b').repeat(10_001))],
  ] as const) {
    it(`refuses a file with ${what}`, async () => {
      expect(await refusal(() => readNzb(bytes, 'x.nzb'))).to.match(/^unfit_release: .+\.$/);
    });
  }

  it('leaves others their turn while it reads', async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await setImmediate();
    })();

    await readNzb(nzb(file('a.m4b').repeat(9_000)), 'x.nzb');

    isOver = true;
    await others;
    expect(turns).to.be.at.least(2);
  });
});
