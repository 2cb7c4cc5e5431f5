import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '@lectern/simulators';
import { expect } from 'chai';
import { isEbookAsClaimed } from './ebook-format.js';
import { isCompleteEpub } from './epub-check.js';

const EPUB = makeEpub({ title: 'Emma', author: 'Jane Austen' });
const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(6000)}\nstartxref\n9\n%%EOF\n`);

/** A Palm database with records at the given places. */
function palm(places: readonly number[], bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('BOOKMOBI', 60, 'latin1');
  file.writeUInt16BE(places.length, 76);
  for (const [index, place] of places.entries()) file.writeUInt32BE(place, 78 + index * 8);
  return file;
}

describe('an ebook file', () => {
  let dir = '';
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-ebook-'));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const cases: readonly [string, string, Buffer | string, boolean][] = [
    ['a whole epub', 'a.epub', EPUB, true],
    ['an epub that was cut off', 'a.epub', EPUB.subarray(0, EPUB.length - 100), false],
    ['a zip without the mimetype in front', 'a.epub', Buffer.concat([Buffer.from('PK\x03\x04'), EPUB.subarray(40)]), false],
    ['a web page called epub', 'a.epub', `<!doctype html>${' '.repeat(200)}`, false],
    ['a whole pdf', 'a.pdf', PDF, true],
    ['a pdf that was cut off', 'a.pdf', PDF.subarray(0, 3000), false],
    ['a pdf called epub', 'a.epub', PDF, false],
    ['a whole mobi', 'a.mobi', palm([200, 300], 400), true],
    ['an azw3 that was cut off', 'a.azw3', palm([200, 300, 90_000], 400), false],
    ['a mobi without records', 'a.mobi', palm([], 400), false],
    ['an fb2', 'a.fb2', `<?xml version="1.0"?>\n<FictionBook xmlns="x">${' '.repeat(100)}`, true],
    ['a program', 'a.exe', Buffer.alloc(200, 77), false],
  ];
  for (const [what, name, content, expected] of cases) {
    it(`${expected ? 'is' : 'is not'} what it claims: ${what}`, async () => {
      const path = join(dir, name);
      await writeFile(path, content);

      expect(await isEbookAsClaimed(path)).to.equal(expected);
    });
  }

  it('is not said to be damaged where the system does not give it', async () => {
    const file = await open(join(dir, 'a.epub'), 'w');
    try {
      await file.writeFile(EPUB);

      const failure: unknown = await isCompleteEpub(file.fd).catch((error: unknown) => error);

      expect(failure).to.be.an('error').with.property('code', 'EBADF');
    } finally {
      await file.close();
    }
  });
});
