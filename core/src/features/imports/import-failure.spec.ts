import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import * as nodeFs from 'node:fs/promises';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AudioProbeError } from '../../files/checking/audio-probe.js';
import type { AudioProbeErrorCode } from '../../files/checking/audio-probe.js';
import { reasonForMember } from '../lifecycle/reasons/wait-reasons.js';
import { importJobs } from './import-job.js';
import { ASIN, createImportWorld, DUNE, REMOTE_ROOT } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';
import { systemError, tree } from '../../files/placing/placement-world.spec.support.js';
import type { PlacementFs } from '../../files/placing/placement-copy.js';

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
      world.state.books.set(ASIN, { ...DUNE, durationMinutes: 600 });
      const id = await world.addRequest();

      await world.run(id);

      expect((await world.request(id)).status).to.equal('warn');
      const reason = await world.reason(id);
      expect(reason.code).to.equal('verification_suspect');
      expect(reason.message).to.include('1 h 0 min long; the catalogue says 10 h 0 min');
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

  describe('temporary causes', () => {
    it('waits for files that are not visible, and states both names of the path', async () => {
      const id = await world.addRequest();

      await world.run(id);

      const reason = await world.reason(id);
      expect((await world.request(id)).status).to.equal('awaiting_import');
      expect(reason).to.include({ code: 'path_not_visible', nextAt: '2026-01-01T12:05:00.000Z' });
      expect(reason.component).to.deep.equal({ kind: 'downloadClient', name: 'qBittorrent' });
      expect(reason.message).to.include(`${REMOTE_ROOT}/Dune`).and.to.include(join(world.downloads, 'Dune'));
      expect((await world.queued('request.import'))[0]?.runAt).to.equal(reason.nextAt);
    });

    it('continues when the path becomes visible', async () => {
      await world.makeDownload('late');
      const id = await world.addRequest();
      await world.run(id);
      await rename(join(world.downloads, 'late'), join(world.downloads, 'Dune'));

      await world.run(id);

      expect((await world.request(id)).status).to.equal('downloaded');
      expect(await world.events(id)).to.deep.equal(['import_postponed', 'import_resumed', 'import_planned', 'import_done']);
    });

    it('treats an empty folder as a mount that is not there yet', async () => {
      await mkdir(join(world.downloads, 'Dune'));
      const id = await world.addRequest();

      await world.run(id);

      expect(await world.reason(id)).to.include({ code: 'empty' });
      expect((await world.request(id)).status).to.equal('awaiting_import');
    });

    it('waits for files that look unfinished', async () => {
      await world.makeDownload('Dune');
      await writeFile(join(world.downloads, 'Dune', '04 - Dune.mp3.part'), 'half');
      const id = await world.addRequest();

      await world.run(id);

      expect(await world.reason(id)).to.include({ code: 'unfinished' });
    });

    it('waits longer each time and asks a person after five tries, keeping the order', async () => {
      const id = await world.addRequest();
      const waits: number[] = [];

      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await world.run(id, { payload: { acceptSuspect: true } });
        waits.push((Date.parse((await world.reason(id)).nextAt ?? '') - world.state.now.getTime()) / 60_000);
      }
      expect((await world.queued('request.import'))[0]?.payload).to.deep.equal({ requestId: id, acceptSuspect: true });
      await world.run(id);

      expect(waits).to.deep.equal([5, 15, 60, 360]);
      expect((await world.request(id)).status).to.equal('warn');
      expect(await world.reason(id)).to.include({ code: 'path_not_visible' });
      expect((await world.reason(id)).message).to.include('It was tried 5 times.');
      const asMember = reasonForMember(await world.reason(id), false);
      expect(asMember?.message).to.include('It was tried 5 times.');
      expect([asMember?.nextStep, asMember?.nextAt]).to.deep.equal([undefined, undefined]);
      expect((await world.request(id)).importAttempts).to.equal(0);
    });

    it('waits for a library folder to be set up', async () => {
      await world.makeDownload('Dune');
      world.state.libraryPath = null;
      const id = await world.addRequest();

      await world.run(id);
      const reason = await world.reason(id);
      world.state.libraryPath = world.library;
      await world.run(id);

      expect(reason).to.include({ code: 'no_library_folder' });
      expect((await world.request(id)).status).to.equal('downloaded');
    });

    it('waits for a library folder that is not mounted, and does not create it', async () => {
      await world.makeDownload('Dune');
      await rm(world.library, { recursive: true });
      const id = await world.addRequest();

      await world.run(id);

      expect(await world.reason(id)).to.include({ code: 'library_not_visible' });
      expect(await readdir(world.dir)).to.deep.equal(['downloads']);
      await mkdir(world.library);
    });

    for (const [errno, code] of [
      ['EACCES', 'permission_denied'],
      ['EROFS', 'read_only'],
      ['ENOSPC', 'disk_full'],
      ['EIO', 'io_error'],
    ] as const) {
      it(`names the library folder and the cause if it answers ${errno}`, async () => {
        await world.makeDownload('Dune');
        const fs: PlacementFs = { ...nodeFs, mkdir: async () => Promise.reject(systemError(errno)) };
        world.state.placement = { fs };
        const id = await world.addRequest();

        await world.run(id);

        const reason = await world.reason(id);
        expect((await world.request(id)).status).to.equal('awaiting_import');
        expect(reason.code).to.equal(code);
        expect(reason.message).to.include(world.library);
        expect(reason.component).to.deep.equal({ kind: 'library', name: 'Library folder' });
        await expectNothingPlaced();
      });
    }

    it('asks a person at once for a permanent cause', async () => {
      await world.makeDownload('Dune');
      world.state.placement = { fs: { ...nodeFs, mkdir: async () => Promise.reject(systemError('ENAMETOOLONG')) } };
      const id = await world.addRequest();

      await world.run(id);

      expect((await world.request(id)).status).to.equal('warn');
      expect(await world.reason(id)).to.include({ code: 'name_too_long' });
    });

    describe('on a separate disk (needs the right to mount tmpfs)', () => {
      let mounted = false;

      beforeEach(function () {
        try {
          execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', world.library], { stdio: 'ignore' });
          mounted = true;
        } catch {
          this.skip();
        }
      });
      afterEach(() => {
        if (mounted) execFileSync('umount', [world.library]);
        mounted = false;
      });

      it('waits for room on a full disk and leaves nothing behind', async () => {
        await world.makeDownload('Dune');
        const id = await world.addRequest();

        await world.run(id);

        expect(await world.reason(id)).to.include({ code: 'disk_full' });
        expect((await world.request(id)).status).to.equal('awaiting_import');
        await expectNothingPlaced();
      });

      it('waits while the library is mounted read-only', async () => {
        await world.makeDownload('Dune');
        execFileSync('mount', ['-o', 'remount,ro', world.library]);
        const id = await world.addRequest();

        await world.run(id);

        expect(await world.reason(id)).to.include({ code: 'read_only' });
      });

      it('copies across file systems', async () => {
        await world.makeDownload('Dune', { secondsPerFile: 200 });
        world.state.books.set(ASIN, { ...DUNE, durationMinutes: 10 });
        const id = await world.addRequest();

        await world.run(id);

        expect((await world.request(id)).status).to.equal('downloaded');
        expect((await world.imports())[0]?.manifest.files.map(({ method }) => method)).to.include('copy');
        expect(await tree(join(world.downloads, 'Dune'))).to.have.length(3);
      });
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

    await definition?.onExhausted?.({ payload: { requestId: id } } as never, new Error('no such column'));

    expect((await world.request(id)).status).to.equal('warn');
    expect(await world.reason(id)).to.include({ code: 'import_failed', message: 'The import failed: no such column' });
    expect(await readdir(world.library)).to.deep.equal([]);
  });
});
