import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { changeServerKeys, loadServerKeys } from './key-file.js';

describe('key file', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-keys-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('is created with random keys at the first start, readable only by its owner, and kept', async () => {
    const first = await loadServerKeys(dir);
    const again = await loadServerKeys(dir);
    const other = await loadServerKeys(join(dir, 'elsewhere'));

    expect(again.jwtKey.equals(first.jwtKey)).to.equal(true);
    expect(other.jwtKey.equals(first.jwtKey)).to.equal(false);
    expect(first.ring.keys.get(first.ring.current)).to.have.length(32);
    expect((await stat(join(dir, 'keys.json'))).mode & 0o777).to.equal(0o600);
  });

  it('gives the same keys to processes that start at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadServerKeys(dir)));

    expect(new Set(all.map((keys) => keys.jwtKey.toString('hex'))).size).to.equal(1);
  });

  it('gets a new key that seals from now on, beside the one that still opens', async () => {
    const before = await loadServerKeys(dir);

    await changeServerKeys(dir, { add: true });
    const after = await loadServerKeys(dir);

    expect([before.ring.current, after.ring.current]).to.deep.equal(['k1', 'k2']);
    expect(after.ring.keys.get('k1')?.equals(before.ring.keys.get('k1') ?? Buffer.alloc(0))).to.equal(true);
    expect(after.jwtKey.equals(before.jwtKey)).to.equal(true);
    expect((await stat(join(dir, 'keys.json'))).mode & 0o777).to.equal(0o600);
  });

  it('drops keys, but never the one in use', async () => {
    await loadServerKeys(dir);
    await changeServerKeys(dir, { add: true });

    const refused = await changeServerKeys(dir, { drop: ['k2'] }).catch((error: Error) => error.message);
    await changeServerKeys(dir, { drop: ['k1'], newJwt: true });

    expect(refused).to.contain('in use');
    expect([...(await loadServerKeys(dir)).ring.keys.keys()]).to.deep.equal(['k2']);
  });

  it('can be replaced by the environment, and is not written then', async () => {
    const made = await loadServerKeys(join(dir, 'made'));
    const text = await readFile(join(dir, 'made', 'keys.json'), 'utf8');

    const keys = await loadServerKeys(join(dir, 'other'), text);
    const written = await stat(join(dir, 'other')).catch(() => 'nothing');

    expect(keys.jwtKey.equals(made.jwtKey)).to.equal(true);
    expect(written).to.equal('nothing');
  });

  it('refuses keys of the wrong length, without showing them', async () => {
    const short = {
      current: 'k1',
      keys: { k1: Buffer.from('planted-short-key').toString('base64') },
      jwt: Buffer.alloc(48).toString('base64'),
    };

    const wrong = await loadServerKeys(dir, JSON.stringify(short)).catch((error: Error) => error.message);
    const garbled = await loadServerKeys(dir, `${JSON.stringify(short)} planted`).catch((error: Error) => error.message);

    expect(wrong).to.contain('17 bytes instead of 32');
    expect(garbled).to.contain('LECTERN_KEYS is not the content of a keys.json');
    expect(JSON.stringify([wrong, garbled])).not.to.contain('cGxhbnRlZ');
  });

  it('is refused when damaged, and left as it is', async () => {
    const short = JSON.stringify({ current: 'k1', keys: { k1: 'c2hvcnQ=' }, jwt: 'c2hvcnQ=' });
    for (const damaged of ['{ broken', '', '{"current":"k1","keys":{"k1":', 'null', '{"current":"k1"}', short]) {
      await writeFile(join(dir, 'keys.json'), damaged);

      const failed: unknown = await loadServerKeys(dir).catch((error: unknown) => error);

      // the name by which the program prints the sentence alone
      expect(failed, damaged).to.be.instanceOf(Error).with.property('name', 'KeyFileError');
      expect((failed as Error).message, damaged).to.match(/is damaged|bytes instead of 32/);
      expect(await readFile(join(dir, 'keys.json'), 'utf8')).to.equal(damaged);
    }
  });
});
