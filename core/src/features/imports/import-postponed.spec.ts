import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import * as nodeFs from 'node:fs/promises';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonForMember } from '../lifecycle/reasons/wait-reasons.js';
import { DUNE, ASIN, createImportWorld, REMOTE_ROOT } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';
import { systemError, tree } from '../../files/placing/placement-world.spec.support.js';
import type { PlacementFs } from '../../files/placing/placement-copy.js';

describe('import job, when it has to wait', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
  });
  afterEach(() => world.remove());

  async function expectNothingPlaced(): Promise<void> {
    expect(await readdir(world.library)).to.deep.equal([]);
    expect(await world.imports()).to.deep.equal([]);
  }

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
});
