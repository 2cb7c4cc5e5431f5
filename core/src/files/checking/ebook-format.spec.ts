import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeEpub } from '@lectern/simulators';
import { expect } from 'chai';
import { findEbookFault, type EbookFault } from './ebook-format.js';
import { examineEpub } from './epub-check.js';

const EPUB = makeEpub({ title: 'Emma', author: 'Jane Austen' });
const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(6000)}\nstartxref\n9\n%%EOF\n`);

function encryptionList(...algorithms: readonly string[]): string {
  const parts = algorithms.map((one) => `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${one}"/></enc:EncryptedData>`);
  return `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">${parts.join('')}</encryption>`;
}

const FONTS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];
const CONTENT = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';

function withEntries(entries: Readonly<Record<string, string>>): Buffer {
  return makeEpub({ title: 'Emma', author: 'Jane Austen', entries });
}

/** A zip of one stored file. */
function zipOf(name: string, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** A Palm database with records at the given places. */
function palm(places: readonly number[], bytes: number, encryption = 0): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('BOOKMOBI', 60, 'latin1');
  file.writeUInt16BE(places.length, 76);
  for (const [index, place] of places.entries()) file.writeUInt32BE(place, 78 + index * 8);
  if (places[0] !== undefined) file.writeUInt16BE(encryption, places[0] + 12);
  return file;
}

describe('an ebook file', () => {
  let dir = '';
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-ebook-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const cases: readonly [string, string, Buffer | string, EbookFault | undefined][] = [
    ['a whole epub', 'a.epub', EPUB, undefined],
    ['an epub that was cut off', 'a.epub', EPUB.subarray(0, EPUB.length - 100), { is: 'cut_off' }],
    ['half an epub', 'a.epub', EPUB.subarray(0, EPUB.length / 2), { is: 'cut_off' }],
    ['a zip whose directory does not fit', 'a.epub', Buffer.concat([Buffer.from('PK\x03\x04'), EPUB.subarray(40)]), { is: 'cut_off' }],
    ['an epub whose fonts are obfuscated', 'a.epub', withEntries({ 'META-INF/encryption.xml': encryptionList(...FONTS) }), undefined],
    [
      'an epub with the DRM of Adobe',
      'a.epub',
      withEntries({ 'META-INF/encryption.xml': encryptionList(FONTS[0] ?? '', CONTENT), 'META-INF/rights.xml': '<rights/>' }),
      { is: 'protected', protection: 'Adobe DRM' },
    ],
    [
      'an epub of a library',
      'a.epub',
      withEntries({ 'META-INF/license.lcpl': '{}', 'META-INF/encryption.xml': encryptionList(CONTENT) }),
      { is: 'protected', protection: 'Readium LCP' },
    ],
    ['a zip around an epub', 'a.epub', zipOf('Emma.epub', EPUB), { is: 'zipped', file: 'Emma.epub' }],
    ['a zip of something else', 'a.epub', zipOf('notes.txt', Buffer.from('none')), { is: 'other' }],
    ['a web page called epub', 'a.epub', `\n<!doctype html>${' '.repeat(200)}`, { is: 'page' }],
    ['an empty file', 'a.epub', '', { is: 'empty' }],
    ['a whole pdf', 'a.pdf', PDF, undefined],
    ['a pdf that was cut off', 'a.pdf', PDF.subarray(0, 3000), { is: 'cut_off' }],
    ['a pdf called epub', 'a.epub', PDF, { is: 'other' }],
    ['a whole mobi', 'a.mobi', palm([200, 300], 400), undefined],
    ['a mobi with DRM', 'a.mobi', palm([200, 300], 400, 2), { is: 'protected', protection: 'Kindle DRM' }],
    ['an azw3 that was cut off', 'a.azw3', palm([200, 300, 90_000], 400), { is: 'cut_off' }],
    ['a mobi without records', 'a.mobi', palm([], 400), { is: 'cut_off' }],
    ['an fb2', 'a.fb2', `<?xml version="1.0"?>\n<FictionBook xmlns="x">${' '.repeat(100)}`, undefined],
    ['a program', 'a.exe', Buffer.alloc(200, 77), { is: 'other' }],
  ];
  for (const [what, name, content, expected] of cases) {
    it(`${expected ? 'is not' : 'is'} what it claims: ${what}`, async () => {
      const path = join(dir, name);
      await writeFile(path, content);

      expect(await findEbookFault(path)).to.deep.equal(expected);
    });
  }

  it('is not said to be damaged where the system does not give it', async () => {
    const file = await open(join(dir, 'a.epub'), 'w');
    try {
      await file.writeFile(EPUB);

      const failure: unknown = await examineEpub(file.fd).catch((error: unknown) => error);

      expect(failure).to.be.an('error').with.property('code', 'EBADF');
    } finally {
      await file.close();
    }
  });
});
