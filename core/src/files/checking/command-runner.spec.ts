import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandRunner, type CommandOrder } from './command-runner.js';
import { undeadProgram } from './undead-program.spec.support.js';

const isLinux = process.platform === 'linux';

(isLinux ? describe : describe.skip)('the process that starts programs', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-runner-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const order = (program: string, args: readonly string[], more: Partial<CommandOrder> = {}): CommandOrder => ({
    program,
    args,
    path: process.env['PATH'],
    timeoutMs: 20_000,
    input: undefined,
    maxOutputBytes: 1_000_000,
    ...more,
  });
  const shell = (text: string, more?: Partial<CommandOrder>): CommandOrder => order('sh', ['-c', text], more);
  const parentOf = (pid: string): string => execFileSync('ps', ['-o', 'ppid=', '-p', pid], { encoding: 'utf8' }).trim();

  async function written(path: string): Promise<string> {
    for (;;) {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (text !== '') return text.trim();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** A process that has ended and was not waited for yet is not running. */
  const isRunning = (pid: string): boolean => /^\d+ \([^)]*\) [^Z]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

  async function gone(pid: string): Promise<void> {
    for (;;) {
      try {
        process.kill(Number(pid), 0);
      } catch {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('starts them elsewhere than here, many at once, and tells what they printed and how they ended', async () => {
    const run = createCommandRunner();

    const results = await Promise.all(
      [0, 1, 2].map((code) => run(shell(`cat; echo " $PPID ${code}"; echo ü >&2; exit ${code}`, { input: 'é' }), undefined)),
    );

    const parents = new Set(results.map(({ stdout }) => stdout.split(' ')[1]));
    expect(parents.size).to.equal(1);
    expect([...parents]).to.not.include(String(process.pid));
    expect(results.map(({ exitCode, stdout, stderr }) => [exitCode, stdout.replace(/ \d+ /, ' '), stderr])).to.deep.equal([
      [0, 'é 0\n', 'ü\n'],
      [1, 'é 1\n', 'ü\n'],
      [2, 'é 2\n', 'ü\n'],
    ]);
  });

  it('gives them nothing of the environment but where programs are', async () => {
    const { stdout } = await createCommandRunner()(order('env', []), undefined);

    expect(stdout.split('\n').filter((line) => !/^(?:PATH|LC_ALL)=/.test(line))).to.deep.equal(['']);
  });

  it('tells the error of the system for a program that is not there', async () => {
    const failure: unknown = await createCommandRunner()(order(join(dir, 'none'), []), undefined).catch((error: unknown) => error);

    expect(failure).to.be.an('error').with.property('code', 'ENOENT');
  });

  it('fails and ends what runs when it is killed, and is begun anew', async () => {
    const run = createCommandRunner();
    const lost = run(shell(`echo $$ >${dir}/pid; exec sleep 1000`), undefined).catch((error: unknown) => error);
    const pid = await written(join(dir, 'pid'));

    process.kill(Number(parentOf(pid)), 'SIGKILL');

    expect(await lost)
      .to.be.an('error')
      .with.property('message', 'The process that starts programs has ended.');
    expect((await run(shell('echo again'), undefined)).stdout).to.equal('again\n');
    await gone(pid);
  });

  it('goes on where a service manager sends signals to everything that the server has started', async () => {
    const run = createCommandRunner();
    const runs = run(shell(`echo $$ >${dir}/pid; while [ ! -e ${dir}/go ]; do sleep 0.01; done; echo done`), undefined);
    const runner = Number(parentOf(await written(join(dir, 'pid'))));

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(runner, signal);
    await run(shell('true'), undefined);
    await writeFile(join(dir, 'go'), '');

    expect((await runs).stdout).to.equal('done\n');
  });

  it('does not wait for a program that cannot be ended', async function () {
    const undead = await undeadProgram(join(dir, 'undead'));
    if (!undead) return this.skip();
    const stop = new AbortController();
    const work = createCommandRunner()(order(undead.path, []), stop.signal);
    try {
      if (!(await undead.isUndead())) return this.skip();
      stop.abort();

      expect(await work).to.deep.equal({ exitCode: null, stdout: '', stderr: '', ended: 'aborted' });
    } finally {
      stop.abort();
      await undead.bury();
    }
  });

  it('tells which signal ended a program, unless it was ours', async () => {
    const run = createCommandRunner();

    const [killed, late] = await Promise.all([
      run(shell('kill -TERM $$'), undefined),
      run(shell('exec sleep 1000', { timeoutMs: 100 }), undefined),
    ]);

    expect(killed).to.deep.equal({ exitCode: null, stdout: '', stderr: '', signal: 'SIGTERM' });
    expect(late).to.deep.equal({ exitCode: null, stdout: '', stderr: '', ended: 'timeout' });
  });

  it('is begun anew for an order that comes before anybody has heard of its end', async () => {
    const run = createCommandRunner();
    const runner = (await run(shell('echo $PPID'), undefined)).stdout.trim();
    process.kill(Number(runner), 'SIGKILL');
    // the system has closed its end of the pipe, and no event has told us yet
    while (isRunning(runner));

    expect((await run(shell('echo again'), undefined)).stdout).to.equal('again\n');
  });

  for (const [what, args] of [
    ['a zero byte', ['a\0b']],
    ['more than the system takes', ['x'.repeat(200_000)]],
  ] as const) {
    it(`refuses arguments with ${what}, and ends nothing else`, async () => {
      const run = createCommandRunner();
      const other = run(shell(`echo $$ >${dir}/pid; while [ ! -e ${dir}/go ]; do sleep 0.01; done; echo done`), undefined);
      await written(join(dir, 'pid'));

      const failure: unknown = await run(order('echo', args), undefined).catch((error: unknown) => error);
      await writeFile(join(dir, 'go'), '');

      expect(failure).to.be.an('error').with.property('code');
      expect((await other).stdout).to.equal('done\n');
    });
  }

  /** The answers to a script in a process that may have few files open. `run` is what it starts programs with. */
  function underLimit(files: number, script: string): string {
    const text = `
      import { createCommandRunner } from ${JSON.stringify(new URL('command-runner.ts', import.meta.url).href)};
      import { openSync, closeSync } from 'node:fs';
      const run = createCommandRunner();
      const sh = (text) => run({ program: 'sh', args: ['-c', text], path: process.env.PATH,
        timeoutMs: 20000, input: undefined, maxOutputBytes: 1000 }, undefined);
      const code = (error) => error.code ?? String(error);
      ${script}`;
    const node = [process.execPath, ...process.execArgv, '--input-type=module', '-e', text];
    return execFileSync('sh', ['-c', `ulimit -n ${files}; exec "$@"`, 'sh', ...node], { encoding: 'utf8' });
  }

  it('goes on where it may open no more files: only what finds none fails, by the error of the system', () => {
    const told = underLimit(
      64,
      `const go = ${JSON.stringify(join(dir, 'go'))};
      const all = Array.from({ length: 60 }, () => sh('while [ ! -e ' + go + ' ]; do sleep 0.05; done; echo done'));
      const failed = Promise.any(all.map((one) => one.then(() => { throw new Error(); }, code)));
      console.log(await failed);
      closeSync(openSync(go, 'w'));
      const ends = new Set(await Promise.all(all.map((one) => one.then(({ stdout }) => stdout.trim(), code))));
      console.log([...ends].sort().join());
      console.log((await sh('echo again')).stdout);`,
    );

    expect(told.trim().split('\n')).to.deep.equal(['EMFILE', 'EMFILE,done', 'again']);
  });

  it('tells the error of the system where it cannot be begun itself, and is begun once it can', () => {
    const told = underLimit(
      64,
      `const opened = [];
      try { for (;;) opened.push(openSync('/dev/null', 'r')); } catch {}
      const failed = await sh('true').catch(code);
      for (const file of opened) closeSync(file);
      console.log(failed);
      console.log((await sh('echo again')).stdout);`,
    );

    expect(told.trim().split('\n')).to.deep.equal(['EMFILE', 'again']);
  });

  it('starts nothing for whoever gave up before', async () => {
    const { ended } = await createCommandRunner()(shell(`touch ${dir}/started`), AbortSignal.abort());

    expect(ended).to.equal('aborted');
    expect(await readdir(dir)).to.deep.equal([]);
  });

  it('ends with the server, and ends the programs, however the server ends', async () => {
    const script = `
      import { createCommandRunner } from ${JSON.stringify(new URL('command-runner.ts', import.meta.url).href)};
      await createCommandRunner()({ program: 'sh', args: ['-c', 'echo $$ >${dir}/pid; exec sleep 1000'], path: process.env.PATH,
        timeoutMs: 60000, input: undefined, maxOutputBytes: 1000 }, undefined);`;
    const server = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', script], { stdio: 'inherit' });
    const pid = await written(join(dir, 'pid'));
    const runner = parentOf(pid);
    expect(runner).to.not.equal(String(server.pid));

    server.kill('SIGKILL');

    await Promise.all([gone(pid), gone(runner)]);
  });

  it('does not keep the server from ending', async () => {
    const script = `
      import { createCommandRunner } from ${JSON.stringify(new URL('command-runner.ts', import.meta.url).href)};
      const { stdout } = await createCommandRunner()({ program: 'echo', args: ['done'], path: process.env.PATH,
        timeoutMs: 60000, input: undefined, maxOutputBytes: 1000 }, undefined);
      process.stdout.write(stdout);`;

    expect(execFileSync(process.execPath, [...process.execArgv, '--input-type=module', '-e', script], { encoding: 'utf8' })).to.equal(
      'done\n',
    );
  });
});
