import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { lockDataDir } from './data-dir-lock.js';

const run = promisify(execFile);
const MODULE = new URL('./data-dir-lock.ts', import.meta.url).href;
const SCRIPT = `const { isDataDirLocked } = await import(${JSON.stringify(MODULE)}); console.log(await isDataDirLocked(process.argv[1]))`;

describe('the lock of a data directory', () => {
  let dir: string;
  let path: string;
  let unlock: () => Promise<void>;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-lock-'));
    path = join(dir, 'lectern.lock');
    unlock = await lockDataDir(dir, 10);
  });
  afterEach(async () => {
    await unlock();
    await rm(dir, { recursive: true, force: true });
  });

  /** Tries the lock from another process. */
  const isLocked = async () => (await run(process.execPath, [...process.execArgv, '--input-type=module', '-e', SCRIPT, dir])).stdout.trim();

  for (const [what, lose] of Object.entries({
    deleted: () => rm(path),
    'replaced by another': async () => {
      await writeFile(`${path}.new`, '');
      await rename(`${path}.new`, path);
    },
  })) {
    it(`holds again after its file was ${what}`, async () => {
      const before = await isLocked();

      await lose();
      let after = await isLocked();
      while (after !== 'true') after = await isLocked();
      await unlock();

      expect([before, after, await isLocked()]).to.deep.equal(['true', 'true', 'false']);
    });
  }
});
