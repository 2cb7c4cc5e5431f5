import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeEpub } from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';

import { IMPORT } from '../lifecycle/request-jobs.js';
import { preferredEbook } from './beside-audio.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, type ImportWorld } from './import-world.spec.support.js';

const PDF = Buffer.from(`%PDF-1.4\n${'x'.repeat(6000)}\nstartxref\n9\n%%EOF\n`);

describe('ebooks beside the audio of an import', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
    await world.makeDownload('Dune');
    await writeFile(join(world.downloads, 'Dune', 'Maps.pdf'), PDF);
    await writeFile(join(world.downloads, 'Dune', 'Dune.epub'), makeEpub({ title: 'Dune', author: 'Frank Herbert' }));
  });
  afterEach(() => world.remove());

  const placed = (): Promise<string[]> => readdir(join(world.library, DIRECTORY)).then((names) => names.sort());

  async function said(id: string): Promise<string> {
    const row = await world.database.read.get<{ message: string }>(
      "SELECT message FROM request_events WHERE request_id = ? AND event = 'import_done'",
      [id],
    );
    return row?.message ?? '';
  }

  async function ebookRequest(status: string, user = 'paul'): Promise<string> {
    const id = await world.addRequest({ type: 'ebook', downloaded: false, user });
    await world.database.transaction((tx) => tx.run('UPDATE requests SET status = ? WHERE id = ?', [status, id]));
    return id;
  }

  it('places a document beside the audio, and says which ebook was left out', async () => {
    const id = await world.addRequest();

    await world.run(id);

    expect(await placed()).to.deep.equal(['01 - Dune.mp3', '02 - Dune.mp3', '03 - Dune.mp3', '1 - Dune.pdf', 'cover.jpg', 'metadata.opf']);
    expect(await said(id)).to.match(/^4 files \(.*\) were placed in “.*”\. “Dune\.epub” was left out\.$/);
  });

  it('leaves a document in a folder of its own out of the order of the discs', async () => {
    const folder = join(world.downloads, 'Dune');
    for (const [disc, file] of [
      ['CD1', '01 - Dune.mp3'],
      ['CD2', '02 - Dune.mp3'],
      ['CD3', '03 - Dune.mp3'],
      ['Booklet', 'Maps.pdf'],
    ] as const) {
      await mkdir(join(folder, disc));
      await rename(join(folder, file), join(folder, disc, file));
    }

    await world.run(await world.addRequest());

    expect(await placed()).to.deep.equal(['1 - Dune.pdf', 'CD1', 'CD2', 'CD3', 'cover.jpg', 'metadata.opf']);
  });

  it('leaves out what only claims to be a document', async () => {
    await writeFile(join(world.downloads, 'Dune', 'Maps.pdf'), '<html>');
    const id = await world.addRequest();

    await world.run(id);

    expect(await placed()).to.not.include('1 - Dune.pdf');
    expect(await said(id)).to.include('“Dune.epub” and “Maps.pdf” were left out.');
  });

  it('finds the book in its place again, also where it was placed without the document', async () => {
    await rename(join(world.downloads, 'Dune', 'Maps.pdf'), join(world.dir, 'Maps.pdf'));
    await world.run(await world.addRequest());
    await rename(join(world.dir, 'Maps.pdf'), join(world.downloads, 'Dune', 'Maps.pdf'));
    const second = await world.addRequest({ user: 'jessica' });

    await world.run(second);

    expect((await world.request(second)).status).to.equal('downloaded');
    expect(await said(second)).to.match(/^3 files .* already/);
  });

  it('takes a book as placed beside which somebody put a document', async () => {
    await rename(join(world.downloads, 'Dune', 'Maps.pdf'), join(world.dir, 'Maps.pdf'));
    await world.run(await world.addRequest());
    await copyFile(join(world.dir, 'Maps.pdf'), join(world.library, DIRECTORY, 'Somebody’s.pdf'));
    const second = await world.addRequest({ user: 'jessica' });

    await world.run(second);

    expect(await said(second)).to.match(/^3 files .* already/);
  });

  for (const status of ['pending', 'searching', 'awaiting_search']) {
    it(`gives the ebook to a request for it that is ${status}`, async () => {
      const ebook = await ebookRequest(status, 'jessica');
      const id = await world.addRequest();

      await world.run(id);

      const row = await world.request(ebook);
      expect(row.status).to.equal('processing');
      expect(row.sourcePath).to.equal(join(world.downloads, 'Dune', 'Dune.epub'));
      expect((await world.queued(IMPORT.name)).map(({ payload }) => payload.requestId)).to.deep.equal([ebook]);
      expect(await said(id))
        .to.include('“Dune.epub” was passed on to the request for the ebook.')
        .and.not.include('left out');

      await world.run(ebook);
      expect((await world.request(ebook)).status).to.equal('downloaded');
    });
  }

  it('gives the ebook of another number of the recording', async () => {
    world.state.siblings = new Map([[ASIN, ['B00SIBLING']]]);
    const ebook = await world.addRequest({ type: 'ebook', downloaded: false, asin: 'B00SIBLING' });
    await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'pending' WHERE id = ?", [ebook]));

    await world.run(await world.addRequest());

    expect((await world.request(ebook)).status).to.equal('processing');
  });

  for (const status of ['awaiting_approval', 'downloading', 'cancelled', 'downloaded']) {
    it(`leaves a request for the ebook alone that is ${status}`, async () => {
      const ebook = await ebookRequest(status);

      await world.run(await world.addRequest());

      expect((await world.request(ebook)).status).to.equal(status);
    });
  }

  it('leaves the audio alone in an import for a request for the ebook, and says so', async () => {
    const id = await world.addRequest({ type: 'ebook' });

    await world.run(id, { payload: { acceptSuspect: true } });

    expect((await world.imports())[0]?.manifest.files.map(({ path }) => path).filter((path) => path.endsWith('.mp3'))).to.deep.equal([]);
    expect(await said(id)).to.match(/“01 - Dune\.mp3”, .*“03 - Dune\.mp3” were left out\.$/);
  });

  const file = (name: string) => ({ path: `/in/${name}`, name, size: 1, modifiedAt: 0 });

  it('prefers the format of the settings, takes no other one, and guesses not between two books', () => {
    const both = [file('Dune.azw3'), file('Dune.epub')];

    expect(preferredEbook(both, ['epub', 'azw3'])?.name).to.equal('Dune.epub');
    expect(preferredEbook(both, ['azw3', 'epub'])?.name).to.equal('Dune.azw3');
    expect(preferredEbook(both, ['mobi'])).to.equal(undefined);
    expect(preferredEbook([file('Dune.epub'), file('Messiah.epub')], ['epub'])).to.equal(undefined);
  });
});

requireOrSkip('ffmpeg')('an audiobook in an MP4 file', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
    world.state.books.set(ASIN, { ...DUNE, durationMinutes: 1 });
    await mkdir(join(world.downloads, 'Dune'));
  });
  afterEach(() => world.remove());

  const encode = (...inputs: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...inputs, '-t', '60', join(world.downloads, 'Dune', 'Dune.mp4')]);
  const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=200'];

  it('gets the name of an M4B, which every media server lists', async () => {
    encode(...SOUND);

    await world.run(await world.addRequest());

    expect(await readdir(join(world.library, DIRECTORY))).to.include('1 - Dune.m4b');
  });

  it('is held if it has moving pictures', async () => {
    encode(...SOUND, '-f', 'lavfi', '-i', 'testsrc=size=32x32:rate=5');
    const id = await world.addRequest();

    await world.run(id);

    expect((await world.request(id)).status).to.equal('warn');
  });
});
