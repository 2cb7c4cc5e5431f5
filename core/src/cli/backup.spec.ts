import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lecternOn, withAppOn } from './command-line.spec.support.js';
import { writeServerMark } from './server-mark.js';

const PASSWORD = 'correct horse battery';
const ORIGIN = { address: '127.0.0.1', userAgent: 'spec' };
const SPEC = { name: 'spec' };
const SECRET = 'https://discord.com/api/webhooks/1/planted-secret';

describe('lectern backup and restore', () => {
  let dir: string;
  let data: string;
  let other: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
    data = join(dir, 'data');
    other = join(dir, 'other');
    await mkdir(other);
    await withAppOn(data, async ({ users, host, integrations }) => {
      await users.create({ username: 'root', password: PASSWORD, role: 'admin' }, SPEC);
      await host.load();
      await integrations.create({ pluginId: 'notify-discord', name: 'Chat', enabled: false, settings: { webhookUrl: SECRET } }, SPEC);
    });
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const signIn = (dataDir: string): Promise<string> =>
    withAppOn(dataDir, async ({ auth }) => (await auth.signIn({ username: 'root', password: PASSWORD }, ORIGIN)).user.username);

  it('move everything to another directory; without the key file, secrets have to be entered again', async () => {
    const file = join(dir, 'mine.tar.gz');

    const made = await lecternOn(data, 'backup', file);
    const restored = await lecternOn(other, 'restore', file);

    expect([made.code, restored.code], made.err + restored.err).to.deep.equal([0, 0]);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(made.out).to.include('keys.json');
    expect(restored.out).to.include('are restored').and.include('--revoke-tokens');
    expect(restored.err).to.include('1 secrets of integrations cannot be read');
    expect(await signIn(other)).to.equal('root');
  });

  it('include the key file on request, and keep an existing one', async () => {
    const file = join(dir, 'mine.tar.gz');
    const old = await withAppOn(other, () => readFile(join(other, 'keys.json'), 'utf8'));

    const made = await lecternOn(data, 'backup', file, '--with-key');
    const restored = await lecternOn(other, 'restore', file);
    const stored = await withAppOn(other, ({ integrationStore }) => integrationStore.list());
    const kept = (await readdir(other)).find((name) => name.startsWith('keys.before-restore-'));

    expect([made.code, restored.code, restored.err], made.err).to.deep.equal([0, 0, '']);
    expect(made.out).to.include('can read every stored secret');
    expect(stored[0]?.secrets).to.deep.equal({ webhookUrl: SECRET });
    expect(await readFile(join(other, kept ?? ''), 'utf8')).to.equal(old);
    expect((await stat(join(other, 'keys.json'))).mode & 0o777).to.equal(0o600);
  });

  it('choose a file name and a folder by default', async () => {
    const made = await lecternOn(data, 'backup');

    expect(made.code).to.equal(0);
    expect(await readdir(join(data, 'backups'))).to.have.length(1);
    expect((await readdir(join(data, 'backups')))[0]).to.match(/^lectern-\d{8}T\d{9}Z-manual\.tar\.gz$/);
    expect((await stat(join(data, 'backups'))).mode & 0o777).to.equal(0o700);
  });

  it('do nothing while a server runs, over existing accounts, or without a database', async () => {
    const file = join(dir, 'mine.tar.gz');
    await lecternOn(data, 'backup', file);
    const before = await readFile(join(data, 'lectern.db'));
    const unmark = await writeServerMark(data);
    const beside = await lecternOn(data, 'restore', file, '--replace');
    await unmark();
    await writeFile(join(data, 'server.json'), JSON.stringify({ pid: 1, host: 'another', startedAt: '' }));
    const elsewhere = await lecternOn(data, 'restore', file, '--replace');
    await rm(join(data, 'server.json'));
    const unasked = await lecternOn(data, 'restore', file);
    const damaged = await lecternOn(data, 'restore', join(data, 'keys.json'), '--replace');
    const untouched = await readFile(join(data, 'lectern.db'));
    const replaced = await lecternOn(data, 'restore', file, '--replace');
    const nothing = await lecternOn(other, 'backup');

    expect([beside, elsewhere, unasked, damaged, replaced, nothing].map(({ code }) => code)).to.deep.equal([1, 1, 1, 1, 0, 1]);
    expect(beside.err).to.include('Stop it first');
    expect(elsewhere.err).to.include('--stopped');
    expect(unasked.err).to.include('--replace').and.include('Nothing was changed');
    expect(damaged.err).to.include('not a complete backup');
    expect(untouched.equals(before)).to.equal(true);
    expect(replaced.out).to.include('before-restore-');
    expect(nothing.err).to.include('There is no database');
    expect(await signIn(data)).to.equal('root');
  });

  it('happen before an upgrade changes the database, but not before the first start', async () => {
    expect(await readdir(data)).to.not.include('backups');
    // as an older version left it
    await withAppOn(data, ({ database }) =>
      database.transaction(async (tx) => {
        await tx.run('ALTER TABLE jobs DROP COLUMN deaths');
        await tx.run("DELETE FROM migrations WHERE name = 'JobDeaths1764462000000'");
      }),
    );

    const migrated = await lecternOn(data, 'migrate');
    const [name] = await readdir(join(data, 'backups'));
    const restored = await lecternOn(other, 'restore', join(data, 'backups', name ?? ''));

    expect(migrated.out).to.include('JobDeaths1764462000000');
    expect(name).to.match(/-before-upgrade\.tar\.gz$/);
    expect(restored.code, restored.err).to.equal(0);
    expect(await signIn(other)).to.equal('root');
  });
});
