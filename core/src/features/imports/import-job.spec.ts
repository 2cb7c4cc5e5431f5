import { makeEpub } from '@lectern/simulators';
import type { HookPayloads } from '@lectern/plugin-api';
import { expect } from 'chai';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readContentHash } from '../../files/content-hash.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, REMOTE_ROOT, keyOf } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';
import { tree } from '../../files/placing/placement-world.spec.support.js';
import { readSidecar } from '../../files/placing/read-sidecar.js';

describe('import job', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
  });
  afterEach(() => world.remove());

  const target = (): string => join(world.library, DIRECTORY);

  it('links a finished download into the library, describes it, and leaves the source as it was', async () => {
    await world.makeDownload('Dune');
    const id = await world.addRequest();
    const file = join(world.downloads, 'Dune', '01 - Dune.mp3');
    const before = await stat(file);

    await world.run(id);

    const after = await stat(file);
    expect(await tree(target())).to.deep.equal(['01 - Dune.mp3', '02 - Dune.mp3', '03 - Dune.mp3', 'cover.jpg', 'metadata.opf']);
    expect([before.nlink, after.nlink]).to.deep.equal([1, 2]);
    expect({ ino: after.ino, size: after.size, mtimeMs: after.mtimeMs }).to.deep.equal({
      ino: before.ino,
      size: before.size,
      mtimeMs: before.mtimeMs,
    });
    expect(await readSidecar(target())).to.include({ asin: ASIN });
    expect(await readFile(join(target(), 'metadata.opf'), 'utf8')).to.include('<dc:title>Dune</dc:title>');
    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await world.downloadState(id)).to.equal('imported');
    const [row] = await world.imports();
    expect(row).to.include({ requestId: id, directory: target(), contentHash: await readContentHash(target()) });
    expect(row?.manifest.files.map(({ method }) => method)).to.deep.equal(['link', 'link', 'link', 'written', 'written']);
    expect(await world.queued('library.refresh')).to.have.length(1);
    expect(await world.events(id)).to.deep.equal(['import_planned', 'import_done']);
    expect(await readdir(world.library)).to.deep.equal(['Frank Herbert']);
  });

  for (const { title, options, payload, isRemoved } of [
    { title: 'a finished usenet download a minute after its import', options: { protocol: 'usenet' }, isRemoved: true },
    { title: 'a finished download of plain files as well', options: { protocol: 'http' }, isRemoved: true },
    { title: 'not a torrent, which is seeded on', options: { protocol: 'torrent' }, isRemoved: false },
    { title: 'not what somebody else put into the client', options: { protocol: 'usenet', ours: false }, isRemoved: false },
    { title: 'not the download when a person named other files', options: { protocol: 'usenet' }, payload: true, isRemoved: false },
  ] as const) {
    it(`removes from the client: ${title}`, async () => {
      await world.makeDownload('Dune');
      const id = await world.addRequest(options);

      await world.run(id, payload ? { payload: { sourcePath: join(world.downloads, 'Dune') } } : {});

      expect((await world.request(id)).status).to.equal('downloaded');
      const jobs = await world.queued('download.remove');
      expect(jobs).to.have.length(isRemoved ? 1 : 0);
      if (!isRemoved) return;
      expect(jobs[0]?.payload).to.deep.equal({ downloadId: (await world.request(id)).currentDownloadId });
      expect(Date.parse(jobs[0]?.runAt ?? '') - world.state.now.getTime()).to.equal(60_000);
    });
  }

  it('keeps discs apart', async () => {
    await world.makeDownload('Dune', { files: ['CD 1/01.mp3', 'CD 2/01.mp3', 'CD 3/01.mp3'] });
    const id = await world.addRequest();

    await world.run(id);

    expect((await tree(target())).filter((name) => name.endsWith('.mp3'))).to.have.members(['CD 1/01.mp3', 'CD 2/01.mp3', 'CD 3/01.mp3']);
  });

  it('prefers the client’s current path to the stored one', async () => {
    await world.makeDownload('Moved');
    world.state.clientStatus = { state: 'seeding', contentPath: `${REMOTE_ROOT}/Moved` };
    const id = await world.addRequest({ folder: 'Gone' });

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
  });

  it('waits while the client checks the files again', async () => {
    await world.makeDownload('Dune');
    world.state.clientStatus = { state: 'checking', progress: 0.4, contentPath: `${REMOTE_ROOT}/Dune` };
    const id = await world.addRequest();

    await world.run(id);

    expect(await world.reason(id)).to.include({ code: 'download_not_ready' });
    expect(await readdir(world.library)).to.deep.equal([]);
  });

  it('imports files that a person named', async () => {
    await world.makeDownload('by hand');
    const id = await world.addRequest({ downloaded: false });

    await world.run(id, { payload: { sourcePath: join(world.downloads, 'by hand') } });

    expect((await world.request(id)).status).to.equal('downloaded');
    expect((await world.imports())[0]?.downloadId).to.equal(null);
  });

  for (const root of ['library', 'downloads'] as const) {
    it(`refuses to import the whole ${root} folder`, async () => {
      const id = await world.addRequest();

      await world.run(id, { payload: { sourcePath: world[root] } });

      expect((await world.request(id)).status).to.equal('warn');
      expect(await world.reason(id)).to.include({ code: 'invalid_plan' });
    });
  }

  it('continues if no cover is available, and uses one that came with the files', async () => {
    await world.makeDownload('Dune');
    await writeFile(join(world.downloads, 'Dune', 'folder.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]));
    const id = await world.addRequest();

    await world.run(id, { deps: { cover: async () => Promise.reject(new Error('no answer')) } });

    expect(await tree(target())).to.include('cover.png');
  });

  it('copies the files if the settings say so, and the download keeps its own', async () => {
    await world.makeDownload('Dune');
    const folder = join(world.downloads, 'Dune');
    world.state.copyFiles = true;
    const id = await world.addRequest();

    await world.run(id);
    const [placed = ''] = (await tree(target())).filter((name) => name.endsWith('.mp3'));
    const source = join(folder, placed);
    const before = await readFile(source);
    await writeFile(join(target(), placed), 'embedded');

    expect((await stat(source)).nlink).to.equal(1);
    expect((await readFile(source)).equals(before)).to.equal(true);
  });

  it('makes one book of a release in parts', async () => {
    await world.makeDownload('Dune');
    const folder = join(world.downloads, 'Dune');
    for (const [index, name] of (await tree(folder)).filter((file) => file.endsWith('.mp3')).entries()) {
      await mkdir(join(folder, `Part ${index + 1}`));
      await rename(join(folder, name), join(folder, `Part ${index + 1}`, name));
    }
    const first = await world.addRequest();

    await world.run(first);

    expect(await tree(target())).to.deep.equal([
      '001 - 01 - Dune.mp3',
      '002 - 02 - Dune.mp3',
      '003 - 03 - Dune.mp3',
      'cover.jpg',
      'metadata.opf',
    ]);
  });

  it('writes no sidecar if that is switched off', async () => {
    await world.makeDownload('Dune');
    world.state.writeSidecar = false;
    const id = await world.addRequest();

    await world.run(id);

    expect(await tree(target())).not.to.include('metadata.opf');
  });

  it('uses the request’s own title for a book the catalogue cannot describe', async () => {
    await world.makeDownload('Dune');
    world.state.books.clear();
    const id = await world.addRequest();

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await readdir(join(world.library, 'Frank Herbert'))).to.deep.equal(['Dune']);
  });

  it('keeps hostile names of the release and of the book inside the library', async () => {
    const title = '../../$(reboot); <img src=x onerror=alert(1)> `id`';
    world.state.books.set(ASIN, { ...DUNE, title, authors: [{ name: '..' }], series: [] });
    const author = '..';
    await world.makeDownload('-rf $(id)', {
      title,
      author,
      files: ['--output=x.mp3', '$(touch owned).mp3', 'a\'b"c\n.mp3', `${'ü'.repeat(120)}.mp3`],
    });
    const id = await world.addRequest({ folder: '-rf $(id)', title });
    world.state.books.set(ASIN, { ...DUNE, title, durationMinutes: 80, authors: [{ name: '..' }], series: [] });

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect((await readdir(world.dir)).sort()).to.deep.equal(['downloads', 'library']);
    for (const name of await tree(world.library)) {
      for (const segment of name.split('/')) expect(Buffer.byteLength(segment)).to.be.at.most(255);
    }
    expect((await tree(world.library)).filter((name) => name.endsWith('.mp3'))).to.have.length(4);
  });

  it('places an ebook that is what its name claims, beside the audiobook of the same name', async () => {
    await world.makeDownload('Dune');
    const audio = await world.addRequest();
    await world.run(audio);
    await mkdir(join(world.downloads, 'book'));
    const epub = makeEpub({ title: 'Dune', author: 'Frank Herbert' });
    await writeFile(join(world.downloads, 'book', 'dune.epub'), epub);
    await writeFile(join(world.downloads, 'book', 'dune.pdf'), 'MZ this is a program and certainly no portable document');
    const id = await world.addRequest({ type: 'ebook', folder: 'book' });

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await tree(join(world.library, `${DIRECTORY} [Ebook]`))).to.deep.equal(['1 - Dune.epub', 'cover.jpg', 'metadata.opf']);
    expect(await world.reason(id)).to.equal(null);
  });

  it('reports its progress, at most once a second', async () => {
    await world.makeDownload('Dune');
    const id = await world.addRequest();
    const told: string[] = [];

    await world.run(id, { onProgress: ({ message }) => void told.push(keyOf(message)) });

    expect(told).to.include.members(['progress.verifying', 'progress.placing']);
    expect(world.saved.length).to.be.within(1, 3);
    expect((await world.request(id)).progress).to.equal(null);
  });

  describe('with plugins', () => {
    it('asks them once whether the files are those of the request', async () => {
      await world.makeDownload('Dune');
      const id = await world.addRequest();

      await world.run(id);

      expect(world.asked.map(({ name }) => name)).to.deep.equal(['import.matching']);
      const { request, path } = world.asked[0]?.payload as HookPayloads['import.matching'];
      expect(request).to.include({ id, status: 'processing' });
      expect(path).to.equal(join(world.downloads, 'Dune'));
    });

    it('holds what a plugin refuses, until a person accepts it', async () => {
      await world.makeDownload('Dune');
      world.state.refuse = 'This is the wrong dune.';
      const id = await world.addRequest();

      await world.run(id);
      const held = await world.reason(id);
      await world.database.transaction((tx) =>
        world.transitions.apply(tx, id, 'accept_import', { message: 'accepted', reason: null, jobPayload: { acceptSuspect: true } }),
      );
      await world.run(id, { payload: (await world.queued('request.import'))[0]?.payload });

      expect(held).to.include({ code: 'import_refused', message: 'A plugin refused the import: This is the wrong dune.' });
      expect((await world.request(id)).status).to.equal('downloaded');
    });

    it('lets a plugin move and rename inside the library folder', async () => {
      await world.makeDownload('Dune');
      world.state.planning = (plan) => ({
        ...plan,
        directory: 'Elsewhere/Dune',
        files: plan.files.map((file, index) => ({ ...file, to: `${index}.mp3` })),
      });
      const id = await world.addRequest();

      await world.run(id);

      expect(await tree(join(world.library, 'Elsewhere/Dune'))).to.include.members(['0.mp3', '1.mp3', '2.mp3']);
    });

    const unusable: Record<string, NonNullable<ImportWorld['state']['planning']>> = {
      'a folder outside': (plan) => ({ ...plan, directory: '../outside' }),
      'a file outside': (plan) => ({ ...plan, files: plan.files.map((file) => ({ ...file, to: '../../x.mp3' })) }),
      'a file that is no part of it': (plan) => ({ ...plan, files: [{ from: '/etc/hostname', to: 'x.mp3' }] }),
      'no files': (plan) => ({ ...plan, files: [] }),
    };
    for (const [what, planning] of Object.entries(unusable)) {
      it(`does not accept ${what} from a plugin`, async () => {
        await world.makeDownload('Dune');
        world.state.planning = planning;
        const id = await world.addRequest();

        await world.run(id);

        expect((await world.imports())[0]?.directory).to.equal(target());
        expect((await readdir(world.dir)).sort()).to.deep.equal(['downloads', 'library']);
      });
    }
  });
});
