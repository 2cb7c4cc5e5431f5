import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadServerKeys } from './key-file.js';

describe('key file', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-keys-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('makes random keys at the first start, readable by the owner only, and keeps them', async () => {
    const first = await loadServerKeys(dir);
    const again = await loadServerKeys(dir);
    const other = await loadServerKeys(join(dir, 'elsewhere'));

    expect(again.jwtKey.equals(first.jwtKey)).to.equal(true);
    expect(other.jwtKey.equals(first.jwtKey)).to.equal(false);
    expect(first.ring.keys.get(first.ring.current)).to.have.length(32);
    expect((await stat(join(dir, 'keys.json'))).mode & 0o777).to.equal(0o600);
  });

  it('gives the same keys to processes that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadServerKeys(dir)));

    expect(new Set(all.map((keys) => keys.jwtKey.toString('hex'))).size).to.equal(1);
  });

  it('refuses a damaged file and leaves it as it is', async () => {
    await writeFile(join(dir, 'keys.json'), '{ broken');

    const failed = await loadServerKeys(dir).catch((error: Error) => error.message);

    expect(failed).to.contain('cannot be read');
    expect(await readFile(join(dir, 'keys.json'), 'utf8')).to.equal('{ broken');
  });
});
