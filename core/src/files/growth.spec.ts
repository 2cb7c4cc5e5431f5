import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expectBoundedGrowth, HOSTILE_PIECES, repeatInto, until } from '@lectern/testbed';
import { expect } from 'chai';
import { findEbookFault } from './checking/ebook-format.js';
import { readFfprobeOutput } from './checking/ffprobe-probe.js';
import { readSidecar } from './placing/read-sidecar.js';
import { createTagLibraryProbe } from './checking/tag-library-probe.js';

function u16le(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
}

function u32le(...values: number[]): Buffer {
  return Buffer.concat(values.flatMap((value) => u16le(value & 65_535, value >>> 16)));
}

const entry = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from('PK\x01\x02'),
    u16le(20, 20, 0, 0, 0, 0),
    u32le(0, 0, 0),
    u16le(name.length, 0, 0, 0, 0),
    u32le(0, 0),
    Buffer.from(name),
  ]);

/** An EPUB whose directory comes to the container document late, or never. */
function epub(entries: number, last = 'OPS/last.xhtml'): Buffer {
  const name = 'mimetypeapplication/epub+zip';
  const first = Buffer.concat([Buffer.from('PK\x03\x04'), u16le(20, 0, 0, 0, 0), u32le(0, 20, 20), u16le(8, 0), Buffer.from(name)]);
  const directory = Buffer.concat([entry('mimetype'), ...Array.from({ length: entries }, (_, n) => entry(`OPS/${n}.xhtml`)), entry(last)]);
  const end = [Buffer.from('PK\x05\x06'), u16le(0, 0, entries + 2, entries + 2), u32le(directory.length, first.length), u16le(0)];
  return Buffer.concat([first, directory, ...end]);
}

const mobi = (size: number): Buffer => {
  const records = Math.min(65_535, Math.floor(size / 8));
  const head = Buffer.alloc(78);
  head.write('BOOKMOBI', 60);
  head.writeUInt16BE(records, 76);
  return Buffer.concat([head, Buffer.alloc(records * 8, 1)]);
};

/** Notes the threads that begin from now on. */
function watchThreads(): { readonly begun: readonly Worker[]; readonly stop: () => void } {
  const begun: Worker[] = [];
  const note = (thread: Worker): void => void begun.push(thread);
  process.on('worker', note);
  return { begun, stop: () => process.off('worker', note) };
}

describe('files from outside', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-growth-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function written(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** A file for each size, because the files of two sizes are compared. */
  const ofSize = (size: number, name: string, content: string | Buffer): Promise<string> => written(join(String(size), name), content);

  it('are read as audio without blocking others, and only while somebody waits', async () => {
    const path = await written('slow.mp3', Buffer.alloc(3_000_000, 0xff));
    const given = new AbortController();
    setTimeout(() => given.abort(), 1_000);
    let turns = 0;
    const other = setInterval(() => (turns += 1), 10);
    const threads = watchThreads();

    const cancelled: unknown = await createTagLibraryProbe()
      .probe(path, { signal: given.signal })
      .catch((error: unknown) => error)
      .finally(() => clearInterval(other));
    const late: unknown = await createTagLibraryProbe({ timeoutMs: 500 })
      .probe(path, {})
      .catch((error: unknown) => error);
    threads.stop();

    expect(cancelled).to.have.property('code', 'aborted');
    expect(late).to.have.property('code', 'timeout');
    // a busy machine gives few, and a loop that stands still until the reading ends gives none
    expect(turns).to.be.above(5);
    // work that nobody waits for stops
    expect(threads.begun).to.have.length(2);
    await until(() => threads.begun.every(({ threadId }) => threadId === -1), { everyMs: 20, what: 'the end of the threads' });
  });

  it('are not read as audio when one of their tags fills hundreds of megabytes', async () => {
    const size = 0x0fff_ffff;
    const id3 = (digit: number): Buffer => Buffer.from([...Buffer.from('ID3'), 3, 0, 0, digit, digit, digit, digit]);
    for (const [name, head] of Object.entries({ 'tag.mp3': id3(127), 'second-tag.mp3': Buffer.concat([id3(0), id3(127)]) })) {
      const path = await written(name, head);
      await truncate(path, size + head.length);
      const before = process.resourceUsage().maxRSS;

      const refused: unknown = await createTagLibraryProbe()
        .probe(path, {})
        .catch((error: unknown) => error);

      expect(refused, name).to.have.property('code', 'unreadable');
      expect(refused, name).to.have.property('message').that.includes('One of its tags fills more than 32 MB.');
      // kilobytes
      expect(process.resourceUsage().maxRSS - before, name).to.be.below(128_000);
    }
  });

  it('are checked as ebooks in linear time', async () => {
    const check = (path: string) => findEbookFault(path);
    await expectBoundedGrowth('an epub', (size) => ofSize(size, 'a.epub', epub(size / 10)), check, { from: 1_000, to: 100_000 });
    expect(await check(await written('b.epub', epub(1_000, 'META-INF/container.xml')))).to.equal(undefined);
    await expectBoundedGrowth('a mobi', (size) => ofSize(size, 'a.mobi', mobi(size)), check);
    await expectBoundedGrowth('a pdf', (size) => ofSize(size, 'a.pdf', `%PDF-1.7\n${'%%EO'.repeat(size / 4)}`), check);
    await expectBoundedGrowth('an fb2', (size) => ofSize(size, 'a.fb2', `<FictionBoo${'<'.repeat(size)}`), check);
  });

  it('are read as sidecars in linear time', async () => {
    const markup = [
      '<dc:creator opf:role="nrt">',
      '<dc:creator opf:role="nrt">a</dc:creator>',
      '&amp;',
      '<dc:identifier opf:scheme="ASIN">',
    ];
    for (const piece of [...HOSTILE_PIECES, ...markup]) {
      const opf = (size: number) => ofSize(size, 'opf/metadata.opf', `<dc:title>${repeatInto(size, piece)}`);
      await expectBoundedGrowth(`an opf of ${piece}`, opf, (path) => readSidecar(dirname(path)));
    }
    for (const text of ['"a",', '[', '{"a":', '\\']) {
      const json = (size: number) => ofSize(size, 'json/metadata.json', `{"narrators":[${repeatInto(size, text)}"b"]}`);
      await expectBoundedGrowth(`a json of ${text}`, json, (path) => readSidecar(dirname(path)));
    }
  });

  it('have their ffprobe output read in linear time', async () => {
    const stream = { codec_type: 'video', duration: 'x', tags: { a: 'b' } };
    const made: Readonly<Record<string, (size: number) => object>> = {
      streams: (size) => ({ streams: Array(size / 10).fill(stream), format: {} }),
      chapters: (size) => ({ chapters: Array(size / 10).fill({ tags: {} }) }),
      tags: (size) => ({ format: { tags: Object.fromEntries(Array.from({ length: size / 10 }, (_, n) => [`Tag ${n}`, 'x'])) } }),
      'a long tag': (size) => ({ format: { tags: { ['T'.repeat(size)]: 'x'.repeat(size) } } }),
    };
    for (const [what, make] of Object.entries(made)) {
      await expectBoundedGrowth(
        what,
        (size) => JSON.stringify(make(size)),
        (printed) => readFfprobeOutput(JSON.parse(printed)),
      );
    }
  });
});
