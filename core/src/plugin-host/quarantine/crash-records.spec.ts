import { expect } from 'chai';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCrashRecords, type CrashRecords } from './crash-records.js';

describe('crash records', () => {
  let dataDir: string;
  let minutes: number;
  const now = (): Date => new Date(Date.UTC(2026, 0, 1, 0, minutes));
  const crash = { pluginId: 'notify-bad', version: '1.0.0', message: 'Error: boom\n    at secret/path.js' };

  /** Reads the records as a new process would. */
  function restarted(): CrashRecords {
    const records = createCrashRecords({ dataDir, now });
    records.load();
    return records;
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-crashes-'));
    minutes = 0;
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('quarantine a plugin that crashed twice in ten minutes, from the next start on', () => {
    const records = restarted();
    records.add(crash);
    minutes = 10;
    records.add(crash);

    expect(records.isQuarantined('notify-bad')).to.equal(false);
    const next = restarted();
    expect(next.isQuarantined('notify-bad')).to.equal(true);
    expect(next.isQuarantined('notify-good')).to.equal(false);
    expect(next.quarantineOf('notify-bad')).to.deep.equal({ pluginId: 'notify-bad', since: now().toISOString(), message: 'Error: boom' });
  });

  it('spare a plugin that crashed once, or twice with a long time between', () => {
    restarted().add(crash);
    expect(restarted().isQuarantined('notify-bad')).to.equal(false);
    minutes = 11;
    restarted().add(crash);

    expect(restarted().isQuarantined('notify-bad')).to.equal(false);
    expect(restarted().lastCrash('notify-bad')).to.deep.equal({ ...crash, message: 'Error: boom', at: now().toISOString() });
  });

  it('keep a quarantine until it is released, however long that takes', () => {
    for (let n = 0; n < 2; n += 1) restarted().add(crash);
    restarted();
    minutes = 100_000;

    expect(restarted().isQuarantined('notify-bad')).to.equal(true);
    expect(restarted().release('notify-bad')).to.equal(true);
    expect(restarted().isQuarantined('notify-bad')).to.equal(false);
    expect(restarted().release('notify-bad')).to.equal(false);
  });

  it('are readable only by their owner, bounded, and survive a damaged file', async () => {
    const path = join(dataDir, 'plugin-crashes.json');
    await writeFile(path, '{ "crashes": [');
    const records = restarted();
    for (let n = 0; n < 120; n += 1) records.add({ ...crash, message: 'x'.repeat(5_000) });

    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect((await readFile(path, 'utf8')).length).to.be.lessThan(60_000);
  });

  it('never throw while a process dies', () => {
    const records = createCrashRecords({ dataDir: join(dataDir, 'plugin-crashes.json', 'x\0y'), now });

    expect(() => records.add(crash)).to.not.throw();
  });
});
