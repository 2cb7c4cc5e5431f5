import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mountSmallDisk } from '../../platform/testing/test-small-disk.js';
import { undeadProgram } from '../checking/undead-program.spec.support.js';
import { runEncoder } from './encoder.js';

(process.platform === 'win32' ? describe.skip : describe)('an encoder', () => {
  let records: string;
  beforeEach(async () => {
    records = await mkdtemp(join(tmpdir(), 'lectern-encoder-'));
  });
  afterEach(() => rm(records, { recursive: true, force: true }));

  it('that finds no free file fails by the error of the system, and the server lives on', async () => {
    const script = `
      import { runEncoder } from ${JSON.stringify(new URL('encoder.ts', import.meta.url).href)};
      import { openSync, closeSync } from 'node:fs';
      const opened = [];
      try { for (;;) opened.push(openSync('/dev/null', 'r')); } catch {}
      // enough to note it, and too few to start it
      for (const file of opened.splice(-2)) closeSync(file);
      const options = { signal: new AbortController().signal, records: ${JSON.stringify(records)}, mostSeconds: 1, stallMs: 50, onSeconds() {} };
      const failed = await runEncoder('true', [], options).catch((error) => error.code ?? String(error));
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const file of opened) closeSync(file);
      console.log(failed);`;
    const node = [process.execPath, ...process.execArgv, '--input-type=module', '-e', script];

    const told = execFileSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], { encoding: 'utf8' });

    expect(told).to.equal('EMFILE\n');
    expect(await readdir(records)).to.deep.equal([]);
  });

  it('that cannot be noted, because the data directory is full, does not run, and blames that directory', async function () {
    const disk = await mountSmallDisk(1);
    if (!disk) return this.skip();
    try {
      const folder = join(disk.dir, 'encoders');
      await mkdir(folder);
      await disk.fill();
      const options = {
        signal: new AbortController().signal,
        records: folder,
        mostSeconds: 1,
        stallMs: 60_000,
        onSeconds: () => undefined,
      };

      const failure: unknown = await runEncoder('touch', [join(records, 'ran')], options).catch((error: unknown) => error);

      expect(failure).to.include({ name: 'FileError', code: 'disk_full', path: folder, passing: true });
      expect([...(await readdir(folder)), ...(await readdir(records))]).to.deep.equal([]);
    } finally {
      await disk.dispose();
    }
  });

  it('that cannot be ended is not waited for', async function () {
    const undead = await undeadProgram(join(records, 'undead'));
    if (!undead) return this.skip();
    const stop = new AbortController();
    const options = { signal: stop.signal, records, mostSeconds: 1, stallMs: 60_000, onSeconds: () => undefined };
    const work = runEncoder(undead.path, [], options).catch((error: unknown) => error);
    try {
      if (!(await undead.isUndead())) return this.skip();
      stop.abort(new Error('It was cancelled.'));

      expect(await work).to.include({ message: 'It was cancelled.' });
    } finally {
      stop.abort();
      await undead.bury();
    }
  });
});
