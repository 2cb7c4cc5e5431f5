import { expect } from 'chai';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltApp } from '../app.js';
import { lecternOn, withAppOn, type Outcome } from './command-line.spec.support.js';
import { writeServerMark } from './server-mark.js';

const PASSWORD = 'correct horse battery';
const ORIGIN = { address: '127.0.0.1', userAgent: 'spec' };
const SPEC = { name: 'spec' };

describe('lectern on the command line', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const lectern = (...args: string[]): Promise<Outcome> => lecternOn(dir, ...args);
  const withApp = <T>(work: (services: BuiltApp['services']) => Promise<T>): Promise<T> => withAppOn(dir, work);

  const people = (...names: [string, 'admin' | 'user'][]) =>
    withApp(async ({ users }) => {
      for (const [username, role] of names) await users.create({ username, password: PASSWORD, role }, SPEC);
    });

  it('is a program that exists before the build, because npm links no other when it installs', async () => {
    const core = new URL('../../', import.meta.url);
    const { bin } = JSON.parse(await readFile(new URL('package.json', core), 'utf8')) as { bin: { lectern: string } };

    expect(bin.lectern).not.to.match(/dist/);
    expect((await stat(new URL(bin.lectern, core))).mode & 0o111).to.equal(0o111);
    expect(await readFile(new URL(bin.lectern, core), 'utf8')).to.match(/^#!\/usr\/bin\/env node\n/);
  });

  it('recover gives the only admin a new password and ends all sessions', async () => {
    await people(['root', 'admin'], ['ada', 'user']);
    const session = await withApp(async ({ auth, users }) => auth.openSession((await users.findByUsername('root'))?.id ?? '', ORIGIN));

    const { code, out } = await lectern('recover');
    const password = /New password of root: (\S+)/.exec(out)?.[1] ?? '';
    const after = await withApp(async ({ auth, audit }) => ({
      old: await auth.signIn({ username: 'root', password: PASSWORD }, ORIGIN).catch((error: { code: string }) => error.code),
      fresh: (await auth.signIn({ username: 'root', password, adminOnly: true }, ORIGIN)).user.username,
      refreshed: await auth.refresh(session.refreshToken, ORIGIN).catch((error: { code: string }) => error.code),
      log: JSON.stringify(await audit.list({ page: 1, limit: 10 })),
    }));

    expect(code).to.equal(0);
    expect([after.old, after.fresh, after.refreshed]).to.deep.equal(['invalid_credentials', 'root', 'session_expired']);
    expect(after.log).to.include('command line').and.not.include(password);
  });

  it('recover mentions API tokens that are still valid, and revokes them on request', async () => {
    await people(['root', 'admin']);
    const token = await withApp(async ({ apiTokens, users }) => {
      const userId = (await users.findByUsername('root'))?.id ?? '';
      return apiTokens.create({ userId, name: 'planted', scopes: ['read'] }, SPEC);
    });
    const isGood = () => withApp(async ({ apiTokens }) => (await apiTokens.list({ active: true, page: 1, limit: 10 })).total === 1);

    const first = await lectern('recover');
    const kept = await isGood();
    const second = await lectern('recover', '--revoke-tokens');

    expect(first.out).to.include('1 API token of this account still valid');
    expect(kept).to.equal(true);
    expect(second.out).to.include('1 API token of this account revoked').and.not.include(token.token);
    expect(await isGood()).to.equal(false);
  });

  it('recover asks which admin is meant, and makes nobody an admin unless told to', async () => {
    await people(['root', 'admin'], ['second', 'admin'], ['ada', 'user']);

    const which = await lectern('recover');
    const user = await lectern('recover', '--user', 'ada');
    const made = await lectern('recover', '--user', 'ADA', '--admin');
    const role = await withApp(async ({ users }) => (await users.findByUsername('ada'))?.role);

    expect([which.code, user.code, made.code, role]).to.deep.equal([1, 1, 0, 'admin']);
    expect(which.err).to.include('root').and.include('second');
    expect(user.err).to.include('--admin');
  });

  it('recover lists the ways to sign in and disables one, without calling any service', async () => {
    await people(['root', 'admin']);
    const idp = (issuer: string) => ({ pluginId: 'sign-in-oidc', enabled: true, settings: { issuer, clientId: 'lectern' } });
    const ids = await withApp(async ({ host, integrations }) => {
      await host.load();
      const make = async (name: string) => (await integrations.create({ ...idp('http://127.0.0.1:9/'), name }, SPEC)).id;
      return [await make('Household'), await make('Twin'), await make('Twin')];
    });

    const listed = await lectern('recover', '--list-sign-in');
    const unclear = await lectern('recover', '--disable-sign-in', 'twin');
    const byName = await lectern('recover', '--disable-sign-in', 'HOUSEHOLD');
    const byId = await lectern('recover', '--disable-sign-in', ids[2] ?? '');
    const after = await withApp(async ({ integrationStore, audit, users }) => ({
      enabled: new Map((await integrationStore.list()).map(({ id, enabled }) => [id, enabled])),
      log: (await audit.list({ page: 1, limit: 10, action: 'integration.updated' })).items.map(({ actorName, targetId }) => [
        actorName,
        targetId,
      ]),
      admins: (await users.list({ page: 1, limit: 10, role: 'admin' })).total,
    }));

    expect(listed.out)
      .to.include('Household (sign-in-oidc)')
      .and.to.match(/on .*Twin/);
    expect([listed.code, unclear.code, byName.code, byId.code]).to.deep.equal([0, 1, 0, 0]);
    expect(unclear.err).to.include(ids[1]).and.include(ids[2]).and.not.include(ids[0]);
    expect(ids.map((id) => after.enabled.get(id))).to.deep.equal([false, true, false]);
    expect(after.log).to.have.deep.members([
      ['command line', ids[0]],
      ['command line', ids[2]],
    ]);
    expect(after.admins).to.equal(1);
  });

  it('secrets rotate seals everything with a new key and drops the old one', async () => {
    const settings = { webhookUrl: 'https://discord.com/api/webhooks/1/planted-secret' };
    await people(['root', 'admin']);
    const before = await withApp(async ({ host, integrations, database }) => {
      await host.load();
      await integrations.create({ pluginId: 'notify-discord', name: 'Chat', enabled: false, settings }, SPEC);
      return database.read.get<{ secretsSealed: string }>('SELECT secrets_sealed FROM integrations');
    });

    const { code, out } = await lectern('secrets', 'rotate');
    const keys = JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8')) as { current: string; keys: object };
    const after = await withApp(async ({ integrationStore, database }) => ({
      stored: (await integrationStore.list())[0]?.secrets,
      row: await database.read.get<{ secretsSealed: string }>('SELECT secrets_sealed FROM integrations'),
    }));

    expect(code).to.equal(0);
    expect(out).to.include('1 secrets').and.include('Dropped: k1');
    expect([keys.current, Object.keys(keys.keys)]).to.deep.equal(['k2', ['k2']]);
    expect([before?.secretsSealed.slice(0, 6), after.row?.secretsSealed.slice(0, 6)]).to.deep.equal(['v1.k1.', 'v1.k2.']);
    expect(after.stored).to.deep.equal(settings);
  });

  it('secrets rotate names secrets that no key opens, and keeps their key', async () => {
    await people(['root', 'admin']);
    await withApp(async ({ host, integrations, database }) => {
      await host.load();
      const settings = { webhookUrl: 'https://discord.com/api/webhooks/1/planted-secret' };
      const { id } = await integrations.create({ pluginId: 'notify-discord', name: 'Chat', enabled: false, settings }, SPEC);
      await database.transaction((tx) => tx.run(`UPDATE integrations SET secrets_sealed = 'v1.k1.AAAA.AAAA.AAAA' WHERE id = ?`, [id]));
    });

    const { code, err } = await lectern('secrets', 'rotate');
    const keys = JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8')) as { keys: object };

    expect(code).to.equal(1);
    expect(err).to.include('integrations.secrets_sealed');
    expect(Object.keys(keys.keys)).to.deep.equal(['k1', 'k2']);
  });

  it('secrets rotate does nothing while a server runs, or may run elsewhere', async () => {
    await people(['root', 'admin']);
    const before = await readFile(join(dir, 'keys.json'), 'utf8');
    const unmark = await writeServerMark(dir);
    const beside = await lectern('secrets', 'rotate');
    await unmark();
    await writeFile(join(dir, 'server.json'), JSON.stringify({ pid: 1, host: 'another', startedAt: '' }));
    const elsewhere = await lectern('secrets', 'rotate');
    const after = await readFile(join(dir, 'keys.json'), 'utf8');
    const sure = await lectern('secrets', 'rotate', '--stopped');

    expect([beside.code, elsewhere.code, after, sure.code]).to.deep.equal([1, 1, before, 0]);
    expect(beside.err).to.include('Stop it first');
    expect(elsewhere.err).to.include('--stopped');
  });
});
