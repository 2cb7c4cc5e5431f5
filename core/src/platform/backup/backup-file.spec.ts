import { expect } from 'chai';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBackupWorld, type BackupWorld } from './backup-world.spec.support.js';
import { verifyBackup } from './index.js';

describe('backup files', () => {
  let world: BackupWorld;

  beforeEach(async () => {
    world = await createBackupWorld();
  });
  afterEach(() => world.remove());

  it('are private and never replace another file', async () => {
    const source = await world.filled('sqlite');
    const file = await world.save(source);
    const before = await readFile(file);

    const second = await world.outcome(world.save(source));

    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(second).to.include('exists already');
    expect(await readFile(file)).to.deep.equal(before);
    expect(await readdir(dirname(file))).to.deep.equal(['backup.tar.gz']);
  });

  it('leave out tables on request, and contain the key file only on request', async () => {
    const source = await world.filled('sqlite');
    const keyFile = join(world.dir, 'keys.json');
    await writeFile(keyFile, '{"a":1}');

    const plain = await verifyBackup(await world.save(source, undefined, { leaveOut: ['users'] }), false);
    const withKey = await verifyBackup(await world.save(source, join(world.dir, 'key.tar.gz'), { keyFile }), false);

    expect(plain.manifest.tables.map(({ name }) => name))
      .to.include('requests')
      .and.not.include('users');
    expect([plain.keys, plain.manifest.withKey]).to.deep.equal([undefined, false]);
    expect([withKey.keys, withKey.manifest.withKey]).to.deep.equal(['{"a":1}', true]);
  });

  it('stop when aborted, and leave nothing', async () => {
    const source = await world.filled('sqlite');
    const stop = new AbortController();

    const result = await world.outcome(world.save(source, undefined, { signal: stop.signal, onProgress: () => stop.abort() }));

    expect(result).to.include('AbortError');
    expect(await readdir(world.dir)).to.deep.equal([]);
  });
});
