import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { undeadProgram } from '../../files/checking/undead-program.spec.support.js';
import { runBounded } from './run-bounded.js';

(process.platform === 'linux' ? describe : describe.skip)('a bounded run', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-bounded-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('that finds no free file fails by the error of the system, and the server lives on', () => {
    const script = `
      import { runBounded } from ${JSON.stringify(new URL('run-bounded.ts', import.meta.url).href)};
      import { openSync, closeSync } from 'node:fs';
      const opened = [];
      try { for (;;) opened.push(openSync('/dev/null', 'r')); } catch {}
      const failed = await runBounded({ file: 'true', args: [], cwd: '/', env: {}, timeoutMs: 50 }).catch((error) => error.code ?? String(error));
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const file of opened) closeSync(file);
      console.log(failed);`;
    const node = [process.execPath, ...process.execArgv, '--input-type=module', '-e', script];

    expect(execFileSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], { encoding: 'utf8' })).to.equal('EMFILE\n');
  });

  it('does not wait for what left its group and holds its output', async () => {
    const text = `setsid sh -c 'echo $$ >${dir}/pid; exec sleep 1000' & while [ ! -s ${dir}/pid ]; do sleep 0.05; done`;
    try {
      const { outcome } = await runBounded({
        file: 'sh',
        args: ['-c', text],
        cwd: dir,
        env: { PATH: process.env['PATH'] },
        timeoutMs: 1000,
      });
      expect(outcome).to.equal('timeout');
    } finally {
      process.kill(Number(await readFile(join(dir, 'pid'), 'utf8')), 'SIGKILL');
    }
  });

  it('does not wait for a program that cannot be ended', async function () {
    const undead = await undeadProgram(join(dir, 'undead'));
    if (!undead) return this.skip();
    const stop = new AbortController();
    const env = { PATH: process.env['PATH'] };
    const work = runBounded({ file: undead.path, args: [], cwd: dir, env, timeoutMs: 20_000, signal: stop.signal });
    try {
      if (!(await undead.isUndead())) return this.skip();
      stop.abort();
      expect(await work).to.deep.equal({ code: null, outcome: 'aborted', output: '' });
    } finally {
      stop.abort();
      await undead.bury();
    }
  });
});
