import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import sinon from 'sinon';

import { endOrphans, noteEncoder } from './encoder-records.js';
import { processStart, startByPs } from './process-identity.js';

const GONE = { pid: 2 ** 22 + 1, start: 'never' };

describe('notes of running encoders', () => {
  before(function () {
    // elsewhere nothing tells a process from another one with its number, so none is ended
    if (process.platform !== 'linux') this.skip();
  });
  let folder: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-encoders-'));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  function start(environment: Readonly<Record<string, string>> = {}): { readonly pid: number; readonly start: string } {
    const child = spawn('sleep', ['1000'], { env: { PATH: process.env['PATH'], ...environment }, stdio: 'ignore' });
    children.push(child);
    const pid = child.pid ?? 0;
    return { pid, start: processStart(pid) ?? '' };
  }

  async function note(record: object): Promise<void> {
    await writeFile(join(folder, 'abc.json'), JSON.stringify({ token: 'abc', host: hostname(), server: GONE, ...record }));
  }

  it('lead to an encoder whose server was killed, and it is ended', async () => {
    const encoder = start();
    const ended = once(children[0] as ChildProcess, 'exit');
    await note({ encoder });

    expect(await endOrphans(folder)).to.deep.equal([encoder.pid]);

    expect((await ended)[1]).to.equal('SIGKILL');
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('lead to one that had been started, but whose number was not written down yet', async () => {
    const encoder = start({ LECTERN_ENCODER: 'abc' });
    await note({});

    expect(await endOrphans(folder)).to.deep.equal([encoder.pid]);
  });

  it('are gone when the encoder ends by itself just before', async () => {
    const encoder = start();
    await note({ encoder });
    const real = process.kill.bind(process);
    const kill = sinon.stub(process, 'kill').callsFake((pid, signal) => {
      real(pid, signal);
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    });

    await endOrphans(folder).finally(() => kill.restore());

    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('stay, and hold nothing up, when the encoder cannot be ended', async () => {
    const encoder = start();
    await note({ encoder });
    const kill = sinon.stub(process, 'kill').returns(true);

    expect(await endOrphans(folder, 20).finally(() => kill.restore())).to.deep.equal([]);

    expect(processStart(encoder.pid)).to.equal(encoder.start);
    expect(await readdir(folder)).to.deep.equal(['abc.json']);
  });

  it('stay when the encoder belongs to somebody else now', async () => {
    await note({ encoder: start() });
    const kill = sinon.stub(process, 'kill').throws(Object.assign(new Error('not permitted'), { code: 'EPERM' }));

    expect(await endOrphans(folder, 20).finally(() => kill.restore())).to.deep.equal([]);

    expect(await readdir(folder)).to.deep.equal(['abc.json']);
  });

  it('never lead to a process that got the number later', async () => {
    const foreign = start();
    await note({ encoder: { pid: foreign.pid, start: 'another time' } });

    expect(await endOrphans(folder)).to.deep.equal([]);

    expect(processStart(foreign.pid)).to.equal(foreign.start);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('leave alone what a server runs that is alive, or on another machine', async () => {
    const encoder = start();
    await note({ encoder, server: { pid: process.pid, start: processStart(process.pid) } });
    expect(await endOrphans(folder)).to.deep.equal([]);
    await note({ encoder, host: 'elsewhere' });
    expect(await endOrphans(folder)).to.deep.equal([]);

    expect(processStart(encoder.pid)).to.equal(encoder.start);
    expect(await readdir(folder)).to.deep.equal(['abc.json']);
  });

  it('of a host that is no more are kept for a day, because it may only be another one', async () => {
    const encoder = start();
    const aDay = 24 * 3_600_000;
    await note({ encoder, host: 'elsewhere' });
    const path = join(folder, 'abc.json');

    await utimes(path, new Date(), new Date(Date.now() - aDay + 60_000));
    expect(await endOrphans(folder)).to.deep.equal([]);
    expect(await readdir(folder)).to.deep.equal(['abc.json']);

    await utimes(path, new Date(), new Date(Date.now() - aDay - 60_000));
    expect(await endOrphans(folder)).to.deep.equal([]);
    expect(await readdir(folder)).to.deep.equal([]);
    expect(processStart(encoder.pid)).to.equal(encoder.start);
  });

  it('are written before the start, completed after it, and removed in the end', async () => {
    const inner = join(folder, 'made', 'anew');
    const encoder = noteEncoder(inner);
    const before = await readdir(inner);
    encoder.started(start(encoder.environment).pid);
    expect([before.length, (await readdir(inner)).length]).to.deep.equal([1, 1]);

    encoder.remove();

    expect(await readdir(inner)).to.deep.equal([]);
  });

  it('tell processes apart by ps where the kernel has no files about them', async () => {
    const running = start();
    const ended = start();
    const [first, second] = [startByPs(running.pid), startByPs(running.pid)];
    const gone = once(children[1] as ChildProcess, 'exit');
    children[1]?.kill('SIGKILL');
    await gone;

    expect(first).to.match(/ \d\d:\d\d:\d\d \d{4}$/);
    expect(second).to.equal(first);
    expect(startByPs(ended.pid)).to.equal(undefined);
  });

  it('may be cut off, or not be there at all', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'x.json'), '{"tok');

    expect(await endOrphans(folder)).to.deep.equal([]);
    expect(await endOrphans(join(folder, 'nowhere'))).to.deep.equal([]);
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
