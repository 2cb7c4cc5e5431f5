import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startLectern, type LecternProcess } from '@lectern/demo';
import { findPart, requireOrSkip } from '@lectern/testbed';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { listOf } from './dockerfile.spec.support.js';
import { buildInRoot, containerCommand, type ContainerOptions, type Image } from './image-in-root.spec.support.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const usersOf = (pid: number): string[] => /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.split(/\s+/) ?? [];

// no engine builds an image here: its steps are run in a Debian root with the Node.js of this machine, which takes minutes
if (IS_LONG_RUN)
  requireOrSkip('debian-root')('the steps of the Dockerfile, in a Debian root', function () {
    this.timeout(2_400_000);
    let work: string;
    let image: Image;
    let port: number;
    let server: LecternProcess | undefined;

    /** A container on one data volume, whose root is read-only. */
    async function container(name: string, options: Partial<ContainerOptions> = {}): Promise<string[]> {
      return containerCommand(image, work, name, {
        volumes: { '/data': join(work, 'data'), '/library': join(work, 'library') },
        ...options,
        env: { LECTERN_PORT: String(port), LECTERN_HOST: '127.0.0.1', ...options.env },
      });
    }

    async function start(name: string, options?: Partial<ContainerOptions>): Promise<LecternProcess> {
      server = await startLectern(await container(name, options), { dataDir: '/data' });
      return server;
    }

    async function isHealthy(): Promise<boolean> {
      const [program = '', ...args] = await container('health', { command: listOf(image.stage, 'HEALTHCHECK') });
      return run(program, args).then(
        () => true,
        () => false,
      );
    }

    before(async () => {
      work = await mkdtemp(join(tmpdir(), 'lectern-container-'));
      image = await buildInRoot(ROOT, findPart('debian-root') ?? '', work);
      for (const name of ['data', 'library']) {
        await mkdir(join(work, name));
        await chown(join(work, name), 1000, 1000);
      }
      port = await freePort();
    });
    afterEach(async () => {
      await server?.stop();
      server = undefined;
    });
    after(() => rm(work, { recursive: true, force: true }));

    it('leave sources and tools out, and put ffmpeg in', () => {
      const layer = image.layers[0] ?? '';

      expect(
        ['usr/bin/ffmpeg', 'usr/bin/ffprobe', 'app/core/dist/bundle/cli.js', 'app/web/dist/index.html'].filter(
          (path) => !existsSync(join(layer, path)),
        ),
      ).to.deep.equal([]);
      expect(
        ['app/core/src', 'app/e2e', 'app/node_modules/typescript', 'app/node_modules/vite', 'usr/bin/g++'].filter((path) =>
          existsSync(join(layer, path)),
        ),
      ).to.deep.equal([]);
    });

    it('serve with a read-only root as somebody who is not root, and are healthy exactly then', async () => {
      const before = await isHealthy();
      const { url, pid, output } = await start('first');
      const page = await fetch(`${url}/`);

      expect(before).to.equal(false);
      expect(await isHealthy()).to.equal(true);
      expect(new Set(usersOf(pid))).to.deep.equal(new Set(['1000']));
      expect(await page.text()).to.include('<div id="root">');
      expect([...output().matchAll(/"msg":"plugin loaded"/g)]).to.have.length.above(10);
    });

    it('keep what was made, through a restart and under a newer image', async () => {
      const first = await start('before');
      const made = await fetch(`${first.url}/api/setup/admin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: first.setupToken, username: 'ada', password: 'a long password' }),
      });
      await first.stop();
      const again = await start('again');
      await again.stop();
      const newer = join(work, 'layer-newer');
      const manifest = JSON.parse(await readFile(join(image.layers[0] ?? '', 'app/core/package.json'), 'utf8')) as object;
      await mkdir(join(newer, 'app/core'), { recursive: true });
      await writeFile(join(newer, 'app/core/package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
      image = { ...image, layers: [newer, ...image.layers] };
      const upgraded = await start('upgraded');
      const health = (await (await fetch(`${upgraded.url}/api/health`)).json()) as { version: string };
      const signedIn = await fetch(`${upgraded.url}/api/auth/local/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'ada', password: 'a long password' }),
      });

      expect(made.status).to.equal(201);
      expect([again.setupToken, upgraded.setupToken]).to.deep.equal([undefined, undefined]);
      expect(health.version).to.equal('99.0.0');
      expect(signedIn.status).to.equal(200);
    });

    it('become PUID and PGID when they begin as root, and hand the data over to them', async () => {
      const { pid } = await start('puid', { user: '0:0', env: { PUID: '4711', PGID: '4712', UMASK: '027' } });
      const kept = await stat(join(work, 'data/keys.json'));

      expect(new Set(usersOf(pid))).to.deep.equal(new Set(['4711']));
      expect([kept.uid, kept.gid]).to.deep.equal([4711, 4712]);
      expect(readFileSync(`/proc/${pid}/status`, 'utf8'))
        .to.match(/^Umask:\s+0027$/m)
        .and.match(/^NoNewPrivs:\s+1$/m);
    });
  });
