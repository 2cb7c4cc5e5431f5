import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS, PROGRAM } from '@lectern/core';
import { setUpLectern, startDemoWorld, startLectern, type DemoWorld, type LecternProcess } from '@lectern/demo';
import { findPart, requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { withDatabase } from '../crash/crash-outcome.spec.support.js';

const TWO_HOURS_S = 7_200;

requireOrSkip('faketime')('a server whose clock is set back while it runs', () => {
  let dir: string;
  let offset: string;
  let world: DemoWorld;
  let server: LecternProcess;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-clock-'));
    offset = join(dir, 'offset');
    await writeFile(offset, '+0');
    world = await startDemoWorld(dir);
    server = await startLectern([process.execPath, ...NODE_FLAGS, PROGRAM, 'serve'], {
      dataDir: join(dir, 'data'),
      env: {
        // of a process and not of the machine; the clock that is never set stays as it is
        LD_PRELOAD: findPart('faketime'),
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_NO_CACHE: '1',
        DATABASE_URL: '',
        LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
        LECTERN_LOG_LEVEL: 'warn',
      },
    });
  });
  after(async () => {
    await server?.stop();
    await world?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** When the search for a request is tried again, in milliseconds. */
  const dueOf = (requestId: string): Promise<number | undefined> =>
    withDatabase({ dataDir: join(dir, 'data'), databaseUrl: undefined }, async ({ read }) => {
      const row = await read.get<{ runAt: string }>(`SELECT run_at FROM jobs WHERE subject LIKE ? AND state = 'queued'`, [`%${requestId}`]);
      return row && Date.parse(row.runAt);
    });

  it('moves what waits for a time with the clock, instead of leaving it for hours', async () => {
    const { user, admin } = await setUpLectern(server.url, {
      setupToken: server.setupToken ?? '',
      adminPassword: 'correct horse battery',
      userPassword: 'another horse battery',
      libraryDir: world.libraryDir,
      downloadDir: world.downloadDir,
      // nothing can be searched, so the search is tried again later
      integrations: world.integrations.filter(({ pluginId }) => pluginId === 'catalog-audible'),
    });
    const { request } = await user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin: world.playable[0]?.asin });
    await admin.api.call('POST', `/api/admin/requests/${request.id}/approve`, {});
    const isLater = async (): Promise<number | undefined> => {
      const due = await dueOf(request.id);
      return due !== undefined && due > Date.now() + 60_000 ? due : undefined;
    };
    const before = await until(isLater, { everyMs: 100, what: 'the next search' });

    await writeFile(offset, `-${TWO_HOURS_S}`);
    const moved = async (): Promise<number | undefined> => {
      const due = await dueOf(request.id);
      return due === before ? undefined : due;
    };
    const after = await until(moved, { everyMs: 100, what: 'the search to be moved' });

    expect(before - (after ?? 0), 'milliseconds').to.be.closeTo(TWO_HOURS_S * 1000, 60_000);
    expect(server.output()).to.include('the clock was set back');
  });
});
