import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { directItemId } from './direct-item.js';
import { closeDirectWorlds, CONTENT, createDirectWorld, serve, startLyingServer } from './direct-world.spec.support.js';

const CHILD = fileURLToPath(new URL('./killed-process.spec.support.ts', import.meta.url));
const HALF = CONTENT.length / 2;

describe('a direct download whose process is killed', () => {
  it('continues with the bytes on disk', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-kill-'));
    const id = directItemId(uuid());
    const part = join(dataDir, 'direct-downloads', id, 'a.epub.part');
    // half of it, then silence
    const server = await startLyingServer((_request, response) => {
      response.writeHead(200, { etag: '"one"', 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, HALF));
    });
    const child = spawn(process.execPath, ['--conditions=lectern-source', '--import=tsx', CHILD, dataDir, id, `${server.url}/a`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    try {
      const end = Date.now() + 180_000;
      const size = () =>
        stat(part).then(
          (found) => found.size,
          () => 0,
        );
      while ((await size()) < HALF) {
        if (Date.now() > end) throw new Error('the first process never got half of the file');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      child.kill('SIGKILL');
      expect(await exited).to.equal('SIGKILL');
      server.on(serve);

      const world = await createDirectWorld({ dataDir });
      const done = await world.until(id);

      expect(done.error ?? '').to.equal('');
      expect(done.state).to.equal('completed');
      expect((await readFile(join(world.root, id, 'a.epub'))).equals(CONTENT)).to.equal(true);
      expect(server.requests.map((request) => request.headers.range)).to.deep.equal([undefined, `bytes=${HALF}-`]);
    } finally {
      child.kill('SIGKILL');
      await closeDirectWorlds();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
