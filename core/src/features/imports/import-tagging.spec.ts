import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import * as nodeFs from 'node:fs/promises';
import { mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { createFfprobeProbe } from '../../files/checking/ffprobe-probe.js';
import { readContentHash } from '../../files/content-hash.js';
import { makeSound } from '../../files/merging/merging.spec.support.js';
import { sampledFileHash } from '../../files/sampled-hash.js';
import { mountSmallDisk } from '../../platform/testing/test-small-disk.js';
import { importJobs } from './import-job.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, dyingAtCommit, type ImportWorld } from './import-world.spec.support.js';

requireOrSkip('ffmpeg')('an import that writes tags', () => {
  let world: ImportWorld;
  const probe = createFfprobeProbe();
  const { signal } = new AbortController();

  beforeEach(async () => {
    world = await createImportWorld();
    world.state.probe = probe;
    world.state.cover = undefined;
    world.state.writeTags = 'own';
    const { durationMinutes: _unknown, ...book } = DUNE;
    world.state.books.set(ASIN, { ...book, publisher: 'Macmillan', description: 'A desert.' });
  });
  afterEach(() => world.remove());

  async function makeParts(names: readonly string[] = ['01 - Arrakis.m4a', '02 - Caladan.m4a'], folder = 'Dune'): Promise<string[]> {
    await mkdir(join(world.downloads, folder), { recursive: true });
    const paths = names.map((name) => join(world.downloads, folder, name));
    for (const path of paths) await makeSound(path, { codec: path.endsWith('.mp3') ? 'libmp3lame' : 'aac' });
    return paths;
  }

  const facts = (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => [await sampledFileHash(path), (await stat(path)).mtimeMs]));
  const placed = async (): Promise<string[]> =>
    (await readdir(join(world.library, DIRECTORY))).filter((name) => /\.(?:m4.|mp3)$/u.test(name)).sort();
  const tagsOf = async (name: string) => (await probe.probe(join(world.library, DIRECTORY, name), { signal })).tags;
  const left = async (): Promise<string[]> => (await readdir(world.library)).filter((name) => name.startsWith('.'));
  const linksOf = async (name: string): Promise<number> => (await stat(join(world.library, DIRECTORY, name))).nlink;

  it('writes them into copies, and leaves the download as it was', async () => {
    world.state.copyFiles = true;
    const parts = await makeParts();
    const before = await facts(parts);
    await world.run(await world.addRequest());

    expect(await placed()).to.deep.equal(['01 - Arrakis.m4a', '02 - Caladan.m4a']);
    for (const name of await placed()) {
      expect(await tagsOf(name)).to.include({
        album: 'Dune',
        artist: 'Frank Herbert',
        composer: 'Simon Vance',
        asin: ASIN,
        series: 'Dune',
        publisher: 'Macmillan',
      });
      expect(await linksOf(name)).to.equal(1);
    }
    const [row] = await world.imports();
    expect(row?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
    expect(row?.manifest.files.map(({ sourcePath }) => sourcePath).filter(Boolean)).to.have.members(parts);
    expect(JSON.stringify(row?.manifest)).not.to.contain('.partial');
    expect(await facts(parts)).to.deep.equal(before);
    expect(await left()).to.deep.equal([]);
  });

  it('does not write into a file that is linked, unless all files are to have tags', async () => {
    await makeParts(['Dune.mp3']);
    await world.run(await world.addRequest());
    expect(await linksOf('1 - Dune.mp3')).to.equal(2);
    expect(await tagsOf('1 - Dune.mp3')).to.not.have.property('asin');
  });

  describe('on the disk of the download', () => {
    const refuse = (code: string, isRefused: (from: string) => boolean): typeof nodeFs.link => {
      return async (from, to) => {
        if (isRefused(String(from))) throw Object.assign(new Error(code), { code });
        await nodeFs.link(from, to);
      };
    };

    for (const code of ['EXDEV', 'EPERM', 'ENOTSUP']) {
      it(`writes them into what is copied because links fail with ${code}`, async () => {
        world.state.placement = { fs: { ...nodeFs, link: refuse(code, () => true) } };
        const parts = await makeParts(['Dune.mp3']);
        const before = await facts(parts);
        await world.run(await world.addRequest());
        expect(await tagsOf('1 - Dune.mp3')).to.include({ asin: ASIN });
        expect(await linksOf('1 - Dune.mp3')).to.equal(1);
        expect(await facts(parts)).to.deep.equal(before);
      });
    }

    it('tells file by file what is linked and what is copied', async () => {
      world.state.placement = { fs: { ...nodeFs, link: refuse('EMLINK', (from) => from.endsWith('02 - Caladan.m4a')) } };
      const parts = await makeParts();
      const before = await facts(parts);
      await world.run(await world.addRequest());
      expect(await linksOf('01 - Arrakis.m4a')).to.equal(2);
      expect(await linksOf('02 - Caladan.m4a')).to.equal(1);
      expect(await tagsOf('01 - Arrakis.m4a')).to.not.have.property('asin');
      expect(await tagsOf('02 - Caladan.m4a')).to.include({ asin: ASIN });
      expect(await facts(parts)).to.deep.equal(before);
      const [row] = await world.imports();
      expect(row?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
      expect(await left()).to.deep.equal([]);
    });
  });

  it('copies what would be linked if all files are to have tags', async () => {
    world.state.writeTags = 'all';
    const parts = await makeParts(['Dune.mp3']);
    const before = await facts(parts);
    await world.run(await world.addRequest());
    expect(await tagsOf('1 - Dune.mp3')).to.include({ title: 'Dune', asin: ASIN });
    expect(await linksOf('1 - Dune.mp3')).to.equal(1);
    expect(await facts(parts)).to.deep.equal(before);
  });

  it('writes nothing if it must not', async () => {
    world.state.writeTags = 'never';
    world.state.copyFiles = true;
    await makeParts(['Dune.mp3']);
    await world.run(await world.addRequest());
    expect(await tagsOf('1 - Dune.mp3')).to.not.have.property('asin');
  });

  it('writes what ffmpeg cannot into a merged file', async () => {
    world.state.mergeChapters = true;
    await makeParts();
    await world.run(await world.addRequest());
    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
    expect(await tagsOf('1 - Dune.m4b')).to.include({ title: 'Dune', asin: ASIN, series: 'Dune', 'series-part': '1' });
    const { chapterCount } = await probe.probe(join(world.library, DIRECTORY, '1 - Dune.m4b'), { signal });
    expect(chapterCount).to.equal(2);
    const [row] = await world.imports();
    expect(row?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
  });

  it('writes chapters and nothing else into a merged file if it must not', async () => {
    world.state.writeTags = 'never';
    world.state.mergeChapters = true;
    await makeParts();
    await world.run(await world.addRequest());
    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
    expect(await tagsOf('1 - Dune.m4b')).to.not.have.any.keys('title', 'album', 'artist', 'asin', 'encoder', 'media_type');
    const { chapterCount } = await probe.probe(join(world.library, DIRECTORY, '1 - Dune.m4b'), { signal });
    expect(chapterCount).to.equal(2);
  });

  it('places a merged file without further tags if they cannot be written, and says why', async () => {
    world.state.mergeChapters = true;
    await makeParts();
    const strict = world.state.probe;
    const isMerged = (path: string): boolean => path.includes('.partial');
    world.state.probe = {
      ...strict,
      probe: async (path, call) => ({ ...(await strict.probe(path, call)), ...(isMerged(path) ? { tags: {} } : {}) }),
    };
    const id = await world.addRequest();
    await world.run(id);
    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
    expect(await tagsOf('1 - Dune.m4b'))
      .to.include({ title: 'Dune' })
      .and.not.have.property('asin');
    const row = await world.database.read.get<{ message: string }>("SELECT message FROM request_events WHERE event = 'import_done'");
    expect(row?.message).to.match(
      /It was merged from the downloaded files .* Not all of its tags were written: “1 - Dune\.m4b” does not show its title after it was written\.$/u,
    );
    const [imported] = await world.imports();
    expect(imported?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
    expect(await left()).to.deep.equal([]);
  });

  it('places the files as they are if they cannot be tagged, and says why', async () => {
    world.state.writeTags = 'all';
    const [path = ''] = await makeParts(['Dune.m4b']);
    const lenient = world.state.probe;
    await writeFile(path, 'no audio at all, but whoever looks is told that it is fine');
    world.state.probe = {
      name: 'ffprobe',
      probe: async () => ({ durationSeconds: 3600, hasAudio: true, hasVideo: false, tags: {}, chapterCount: 0, codec: 'aac' }),
    };
    const id = await world.addRequest();
    await world.run(id);
    world.state.probe = lenient;
    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await linksOf('1 - Dune.m4b')).to.equal(2);
    const row = await world.database.read.get<{ message: string }>("SELECT message FROM request_events WHERE event = 'import_done'");
    expect(row?.message).to.match(/ No tags were written: The tags could not be written into “Dune\.m4b”: /u);
    expect(await left()).to.deep.equal([]);
  });

  it('finds what an earlier run tagged and placed, and does not place it twice', async () => {
    world.state.writeTags = 'all';
    await makeParts();
    const first = await world.addRequest();
    await world.run(first);
    const before = await facts((await placed()).map((name) => join(world.library, DIRECTORY, name)));
    // as after a kill between placing and recording
    await world.database.transaction(async (tx) => {
      await tx.run("UPDATE requests SET status = 'processing', status_group = 'active' WHERE id = ?", [first]);
    });
    await world.run(first);
    expect(await facts((await placed()).map((name) => join(world.library, DIRECTORY, name)))).to.deep.equal(before);
    expect(await readdir(join(world.library, 'Frank Herbert/Dune'))).to.deep.equal(['1 - Dune']);
  });

  it('is recorded when its tries ran out between placing the files and writing it down', async () => {
    world.state.writeTags = 'all';
    await makeParts();
    const id = await world.addRequest();
    await world.run(id, { deps: { database: dyingAtCommit(world.database) } }).catch(() => undefined);
    const [definition] = importJobs(world.deps);

    await definition?.onExhausted?.(
      { payload: { requestId: id }, hold: async () => undefined, log: pino({ level: 'silent' }) } as never,
      new Error('killed'),
    );

    const [row] = await world.imports();
    expect(row?.contentHash).to.equal(await readContentHash(join(world.library, DIRECTORY)));
    expect(await left()).to.deep.equal([]);
  });

  it('waits for a library that cannot be written to', async function () {
    const disk = await mountSmallDisk(16);
    if (!disk) this.skip();
    try {
      world.state.writeTags = 'all';
      world.state.libraryPath = disk.dir;
      await makeParts(['Dune.mp3']);
      await disk.remount('ro');
      const id = await world.addRequest();
      await world.run(id);
      expect(await world.reason(id)).to.include({ code: 'read_only' });
    } finally {
      await disk.remount('rw');
      await disk.dispose();
    }
  });

  it('stops before it begins if the disk has no room for copies', async function () {
    const disk = await mountSmallDisk(16);
    if (!disk) this.skip();
    try {
      world.state.writeTags = 'all';
      world.state.libraryPath = disk.dir;
      const [path = ''] = await makeParts(['Dune.mp3']);
      await truncate(path, 60_000_000);
      const id = await world.addRequest();
      await world.run(id);
      expect((await world.reason(id))?.message).to.include('has no room for copies with tags');
      expect((await readdir(disk.dir)).filter((name) => name.startsWith('.lectern'))).to.deep.equal([]);
    } finally {
      await disk.dispose();
    }
  });
});
