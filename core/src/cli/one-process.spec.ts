import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { mountSmallDisk } from '../platform/testing/test-small-disk.js';
import { lecternOn, withAppOn } from './command-line.spec.support.js';
import { PROGRAM } from './program.js';

const SPEC = { name: 'spec' };

/** Starts a server and waits until it serves. */
async function serveOn(
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; over: Promise<number | null>; said: string }> {
  const env = {
    ...process.env,
    ...more,
    LECTERN_DATA: dataDir,
    DATABASE_URL: '',
    LECTERN_PORT: '0',
    LECTERN_HOST: '127.0.0.1',
    LECTERN_LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const over = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, over, said };
}

describe('a data directory with SQLite', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-one-'));
    await withAppOn(dir, ({ users }) => users.create({ username: 'root', password: 'correct horse battery', role: 'admin' }, SPEC));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('belongs to one process until that ends, however it ends', async () => {
    const first = await serveOn(dir);
    const refused = [
      await lecternOn(dir, 'serve'),
      await lecternOn(dir, 'migrate'),
      await lecternOn(dir, 'secrets', 'rotate', '--stopped'),
    ];
    const beside = [await lecternOn(dir, 'backup'), await lecternOn(dir, 'recover'), await lecternOn(dir, 'plugins', 'list')];
    first.child.kill('SIGKILL');
    await first.over;
    const second = await serveOn(dir);
    second.child.kill('SIGTERM');
    const ended = await second.over;

    expect(refused.map(({ code }) => code)).to.deep.equal([1, 1, 1]);
    for (const { err } of refused.slice(0, 2)) expect(err).to.match(/^Another Lectern process works on .*stop the other one first/);
    expect(refused[2]?.err).to.include('The server is running. Stop it first');
    expect(beside.map(({ code }) => code)).to.deep.equal([0, 0, 0]);
    expect(ended).to.equal(0);
  });

  it('is served at the address that is printed, with the path if there is one', async () => {
    const { child, over, said } = await serveOn(dir, { LECTERN_BASE_PATH: '/lectern' });
    const address = /Lectern is at (\S+)/.exec(said)?.[1] ?? '';
    const { status } = await fetch(`${address}api/health`);
    child.kill('SIGTERM');
    await over;

    expect([new URL(address).pathname, status]).to.deep.equal(['/lectern/', 200]);
  });

  it('is not upgraded by a command while a server uses it', async () => {
    await withAppOn(dir, ({ database }) =>
      database.transaction(async (tx) => {
        await tx.run('ALTER TABLE jobs DROP COLUMN deaths');
        await tx.run("DELETE FROM migrations WHERE name = 'JobDeaths1764462000000'");
      }),
    );
    const { lockDataDir } = await import('../platform/db/index.js');
    const unlock = await lockDataDir(dir);
    const beside = await lecternOn(dir, 'recover');
    await unlock();
    const alone = await lecternOn(dir, 'recover');

    expect([beside.code, alone.code]).to.deep.equal([1, 0]);
    expect(beside.err).to.match(/^Another Lectern process works on/);
  });

  it('is not opened by mistake: an unknown option is refused by name', async () => {
    const empty = join(dir, 'empty');

    const asked = await lecternOn(empty, '--help');
    const mistyped = await lecternOn(empty, 'serve', '--portt');

    expect([asked.code, mistyped.code]).to.deep.equal([0, 2]);
    expect(asked.out).to.match(/^Usage: lectern/);
    expect(mistyped.err).to.equal('lectern serve has no option --portt. See: lectern serve --help\n');
    expect(await readdir(dir)).to.not.include('empty');
  });

  it('ends the start with a sentence if it cannot be written to', async function () {
    const disk = await mountSmallDisk(8);
    if (!disk) return this.skip();
    await disk.remount('ro');
    const { code, err } = await lecternOn(disk.dir, 'serve');
    await disk.dispose();

    expect(code).to.equal(1);
    expect(err).to.match(/^The database is read-only\. Check the permissions of the data directory/);
  });

  const DAMAGES: Readonly<Record<string, (file: string) => Promise<void>>> = {
    'holds something else': (file) => writeFile(file, 'x'.repeat(100_000)),
    'ends in the middle': async (file) => truncate(file, Math.floor((await readFile(file)).length / 8192) * 4096),
    'has pages of zeros': async (file) => {
      const handle = await open(file, 'r+');
      await handle.write(Buffer.alloc(4096 * 20), 0, 4096 * 20, 4096 * 2);
      await handle.close();
    },
    'is empty': (file) => truncate(file, 0),
  };

  for (const [damage, inflict] of Object.entries(DAMAGES)) {
    it(`is refused with a sentence if its database ${damage}, and can be replaced with a backup`, async () => {
      const file = join(dir, 'lectern.db');
      const backup = join(dir, 'saved.tar.gz');
      await lecternOn(dir, 'backup', backup);
      await inflict(file);
      const before = await readFile(file);

      const { code, err } = await lecternOn(dir, 'serve');
      const untouched = (await readFile(file)).equals(before);
      const restored = await lecternOn(dir, 'restore', backup, '--replace');
      const after = await withAppOn(dir, async ({ users }) => (await users.findByUsername('root'))?.username);

      expect(code).to.equal(1);
      expect(err)
        .to.match(/^The database .*lectern\.db is damaged: /)
        .and.include('lectern restore <backup> --replace');
      expect(err).not.to.match(/\n\s+at /);
      expect(untouched).to.equal(true);
      expect([restored.code, after]).to.deep.equal([0, 'root']);
    });
  }
});
