import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { restoreKeys } from './restore-keys.js';

const AT = new Date('2026-01-02T03:04:05.678Z');

describe('the key file of a backup', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-keys-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('replaces the existing one at once, because a server without one would create another', async () => {
    const path = join(dir, 'keys.json');
    await writeFile(path, 'old', { mode: 0o600 });
    let isDone = false;
    let missing = 0;
    const look = (): void => {
      if (!existsSync(path)) missing += 1;
      if (!isDone) setImmediate(look);
    };

    look();
    await restoreKeys(dir, 'new', AT);
    isDone = true;

    expect(missing).to.equal(0);
    expect(await readFile(path, 'utf8')).to.equal('new');
    const kept = 'keys.before-restore-2026-01-02T03-04-05-678Z.json';
    expect(await readdir(dir)).to.have.members(['keys.json', kept]);
    expect(await readFile(join(dir, kept), 'utf8')).to.equal('old');
    for (const name of ['keys.json', kept]) expect((await stat(join(dir, name))).mode & 0o777).to.equal(0o600);
  });

  it('is put into a data directory without one', async () => {
    await restoreKeys(dir, 'new', AT);

    expect(await readdir(dir)).to.deep.equal(['keys.json']);
  });
});
