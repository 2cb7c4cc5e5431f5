import { expect } from 'chai';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { AudioProbeError } from '../../files/checking/audio-probe.js';
import type { AudioProbeErrorCode } from '../../files/checking/audio-probe.js';
import { importJobs } from './import-job.js';
import { DUNE, ASIN, createImportWorld } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';

describe('import job, when it cannot continue', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
  });
  afterEach(() => world.remove());

  async function expectNothingPlaced(): Promise<void> {
    expect(await readdir(world.library)).to.deep.equal([]);
    expect(await world.imports()).to.deep.equal([]);
  }

  describe('verification', () => {
    it('holds a recording with the wrong length, with the figures, until a person accepts it', async () => {
      await world.makeDownload('Dune');
      world.state.books.set(ASIN, { ...DUNE, durationMinutes: 80 });
      const id = await world.addRequest();

      await world.run(id);

      expect((await world.request(id)).status).to.equal('warn');
      const reason = await world.reason(id);
      expect(reason.code).to.equal('verification_suspect');
      expect(reason.message).to.include('1 h 0 min long; the catalogue says 1 h 20 min');
      expect(reason.todo).to.include('accept');
      await expectNothingPlaced();

      await world.database.transaction((tx) =>
        world.transitions.apply(tx, id, 'accept_import', { message: 'accepted', reason: null, jobPayload: { acceptSuspect: true } }),
      );
      await world.run(id, { payload: (await world.queued('request.import'))[0]?.payload });

      expect((await world.request(id)).status).to.equal('downloaded');
    });

    it('blocks a release without audio and moves on to the next one', async () => {
      await mkdir(join(world.downloads, 'Dune'));
      await writeFile(join(world.downloads, 'Dune', 'setup.exe'), 'MZ');
      const id = await world.addRequest();

      await world.run(id);

      const request = await world.request(id);
      expect([request.status, request.currentDownloadId]).to.deep.equal(['downloading', null]);
      expect(await world.reason(id)).to.include({ code: 'trying_next_release' });
      expect((await world.reason(id)).message).to.include('no audio files, only .exe');
      const blocked = await world.database.read.all<{ asin: string; releaseKey: string }>('SELECT asin, release_key FROM blocklist');
      expect(blocked).to.deep.equal([{ asin: ASIN, releaseKey: 'hash:1' }]);
      expect(await world.queued('request.grab')).to.have.length(1);
      expect(await world.queued('download.remove')).to.have.length(1);
      expect(await world.downloadState(id)).to.equal('failed');
      await expectNothingPlaced();
    });

    it('rejects a release if one of its files is not audio', async () => {
      await world.makeDownload('Dune');
      const { probe } = world.state;
      world.state.probe = {
        ...probe,
        probe: async (path, call) => {
          if (path.endsWith('02 - Dune.mp3')) throw new AudioProbeError('unreadable', 'Invalid data.', path);
          return probe.probe(path, call);
        },
      };
      const id = await world.addRequest();

      await world.run(id);

      expect((await world.request(id)).status).to.equal('downloading');
      expect((await world.reason(id)).message).to.include('02 - Dune.mp3');
    });

    it('rejects an ebook that is not what its name claims', async () => {
      await mkdir(join(world.downloads, 'book'));
      await writeFile(join(world.downloads, 'book', 'dune.epub'), 'MZ this program cannot be run in DOS mode, nor be read as a book');
      const id = await world.addRequest({ type: 'ebook', folder: 'book' });

      await world.run(id);

      expect((await world.request(id)).status).to.equal('downloading');
    });

    it('asks a person for other files if those of a manual import are unusable', async () => {
      await mkdir(join(world.downloads, 'by hand'));
      await writeFile(join(world.downloads, 'by hand', 'x.txt'), 'text');
      const id = await world.addRequest({ downloaded: false });

      await world.run(id, { payload: { sourcePath: join(world.downloads, 'by hand') } });

      expect((await world.request(id)).status).to.equal('warn');
      expect(await world.reason(id)).to.include({ code: 'no_files', todo: 'Choose other files.' });
    });

    for (const [code, reason] of [
      ['timeout', 'probe_timeout'],
      ['tool_failed', 'tool_failed'],
      ['no_access', 'path_not_visible'],
    ] as const satisfies readonly (readonly [AudioProbeErrorCode, string])[]) {
      it(`does not blame the release for the probe's ${code}`, async () => {
        await world.makeDownload('Dune');
        world.state.probe = { name: 'ffprobe', probe: async (path) => Promise.reject(new AudioProbeError(code, 'It did not work.', path)) };
        const id = await world.addRequest();

        await world.run(id);

        expect((await world.request(id)).status).to.equal('awaiting_import');
        expect(await world.reason(id)).to.include({ code: reason });
      });
    }
  });

  describe('keeps the files that a person named', () => {
    let id: string;
    let named: string;

    beforeEach(async () => {
      named = join(world.downloads, 'by hand');
      await world.makeDownload('by hand');
      id = await world.addRequest({ folder: 'not there' });
    });

    const payload = async () => (await world.queued('request.import'))[0]?.payload ?? {};
    async function move(event: 'accept_import' | 'retry_import' | 'restored', more = {}): Promise<void> {
      await world.database.transaction((tx) => world.transitions.apply(tx, id, event, { message: 'x', reason: null, ...more }));
    }
    async function expectImported(): Promise<void> {
      expect((await world.request(id)).status).to.equal('downloaded');
      const [row] = await world.imports();
      expect(row?.manifest.files.filter(({ sourcePath }) => sourcePath?.startsWith(named)).length).to.equal(3);
      expect((await world.request(id)).sourcePath).to.equal(null);
    }

    it('when they are held and accepted', async () => {
      world.state.books.set(ASIN, { ...DUNE, durationMinutes: 80 });
      await world.run(id, { payload: { sourcePath: named } });
      expect((await world.request(id)).status).to.equal('warn');
      await move('accept_import', { jobPayload: { acceptSuspect: true } });

      await world.run(id, { payload: await payload() });

      await expectImported();
    });

    it('when it is postponed', async () => {
      world.state.libraryPath = null;
      await world.run(id, { payload: { sourcePath: named } });
      world.state.libraryPath = world.library;

      await world.run(id, { payload: await payload() });

      await expectImported();
    });

    it('when it is tried again after it was given up', async () => {
      world.state.pathTemplate = '{nothing';
      await world.run(id, { payload: { sourcePath: named } });
      expect((await world.request(id)).status).to.equal('warn');
      world.state.pathTemplate = '{author}/{title}';
      await move('retry_import');

      await world.run(id, { payload: await payload() });

      await expectImported();
    });

    it('when its job was lost, or the server was restored from a backup', async () => {
      world.state.libraryPath = null;
      await world.run(id, { payload: { sourcePath: named } });
      world.state.libraryPath = world.library;
      await move('restored');
      await move('retry_import');

      // as the reconciler queues it
      await world.run(id);

      await expectImported();
    });

    it('only until it has another release', async () => {
      world.state.books.set(ASIN, { ...DUNE, durationMinutes: 80 });
      await world.run(id, { payload: { sourcePath: named } });

      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'reject_release', { message: 'x', reason: null }));

      expect((await world.request(id)).sourcePath).to.equal(null);
    });
  });

  it('does not touch a request that has moved past its import', async () => {
    await world.makeDownload('Dune');
    const id = await world.addRequest();
    await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'no', reason: null }));

    await world.run(id);

    expect((await world.request(id)).status).to.equal('cancelled');
    await expectNothingPlaced();
  });

  it('holds a request without a download', async () => {
    const id = await world.addRequest({ downloaded: false });

    await world.run(id);

    expect(await world.reason(id)).to.include({ code: 'no_download' });
  });

  it('asks a person when the job itself has failed for the last time', async () => {
    const id = await world.addRequest();
    const [definition] = importJobs(world.deps);

    await definition?.onExhausted?.(
      { payload: { requestId: id }, hold: async () => undefined, log: pino({ level: 'silent' }) } as never,
      new Error('no such column'),
    );

    expect((await world.request(id)).status).to.equal('warn');
    expect(await world.reason(id)).to.include({ code: 'import_failed', message: 'The import failed: no such column' });
    expect(await readdir(world.library)).to.deep.equal([]);
  });
});
