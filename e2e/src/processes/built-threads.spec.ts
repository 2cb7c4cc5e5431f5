import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS, PROGRAM } from '@lectern/core';
import { followRequest, setUpLectern, startDemoWorld, startLectern, type DemoWorld, type LecternProcess } from '@lectern/demo';
import { expect } from 'chai';

describe('the built program on a system without ffprobe', () => {
  let dir: string;
  let world: DemoWorld;
  let server: LecternProcess;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-threads-'));
    world = await startDemoWorld(dir, { secondsPerDownload: 0.3 });
    server = await startLectern([process.execPath, ...NODE_FLAGS, PROGRAM, 'serve'], {
      dataDir: join(dir, 'data'),
      env: { PATH: dir, DATABASE_URL: '', LECTERN_TIME_SCALE: '0.05', LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1', LECTERN_LOG_LEVEL: 'warn' },
    });
  });
  after(async () => {
    await server?.stop();
    await world?.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('hashes passwords and reads audio in separate threads', async () => {
    const [book] = world.playable;
    const { admin, user } = await setUpLectern(server.url, {
      setupToken: server.setupToken ?? '',
      // to set them and to sign in with them is the work of the one thread
      adminPassword: 'correct horse battery',
      userPassword: 'another horse battery',
      libraryDir: world.libraryDir,
      downloadDir: world.downloadDir,
      integrations: world.integrations,
    });
    const { request } = await user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin: book?.asin });
    await admin.api.call('POST', `/api/admin/requests/${request.id}/approve`, {});
    const lines: string[] = [];

    // the other process verifies downloads
    const end = await followRequest(user.api, request.id, { timeoutMs: 200_000, onLine: (line) => lines.push(line) });

    expect(end, lines.join('\n')).to.equal('available');
    expect(server.output()).not.to.match(/ERR_|Cannot find/);
  });
});
