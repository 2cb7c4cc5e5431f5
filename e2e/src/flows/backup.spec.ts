import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLecternApi, signIn, startLectern, type LecternApi, type LecternProcess } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { createPostgresDatabase } from '@lectern/core/testing';
import { createCrashStage, SERVE, untilAvailable, type CrashStage } from '../crash/crash-scene.spec.support.js';

const run = promisify(execFile);
const CLI = SERVE.slice(0, -1);

interface RequestView {
  readonly id: string;
  readonly status: string;
  readonly reason?: { readonly code: string } | null;
}

/** The command, as it is called; `databaseUrl` where there is a PostgreSQL. */
async function lectern(
  place: { dataDir: string; databaseUrl?: string | undefined },
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const env = { ...process.env, LECTERN_DATA: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' };
  try {
    const { stdout, stderr } = await run(CLI[0] ?? '', [...CLI.slice(1), ...args], { env });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

/** A household's server is backed up while it works, goes on, and is restored elsewhere from a backup that is old by then. */
function describeRestore(what: string, makeDatabase: () => Promise<{ url: string | undefined; drop: () => Promise<void> }>): () => void {
  return () => {
    describe(what, () => {
      let stage: CrashStage;
      let dir: string;
      let drop: () => Promise<void>;
      let restored: LecternProcess | undefined;
      let admin: LecternApi;
      let user: LecternApi;
      let done: string;
      let underWay: string;
      let oldToken: string;
      let earlier: { torrents: number; messages: number };

      const traces = () => ({
        torrents: stage.world.transmission.requests.filter(({ body }) => body.includes('torrent-add')).length,
        messages: stage.world.discord.requests.filter(({ method }) => method === 'POST').length,
      });

      before(async () => {
        stage = await createCrashStage();
        dir = await mkdtemp(join(tmpdir(), 'lectern-restore-'));
        const [first, second] = [stage.nextScene(), stage.nextScene()];
        done = await stage.ask(first.book);
        await untilAvailable(stage, done);
        stage.world.prowlarr.fail({ kind: 'status', status: 500, path: /search/ });
        underWay = await stage.ask(second.book);
        await until(async () => (await stage.statusOf(underWay)) === 'awaiting_search', { everyMs: 25 });

        oldToken = (
          await createLecternApi(stage.server.url).call<{ accessToken: string }>('POST', '/api/auth/local/login', {
            username: stage.user.username,
            password: stage.user.password,
          })
        ).accessToken;
        const made = await lectern({ dataDir: stage.dataDir }, 'backup', join(dir, 'backup.tar.gz'), '--with-key');
        expect(made.code, made.text).to.equal(0);

        // life goes on, and ends with the disk
        stage.world.prowlarr.heal();
        await stage.user.api.call('POST', `/api/requests/${underWay}/retry`, {});
        await untilAvailable(stage, underWay);
        await until(async () => traces().messages >= 2, { everyMs: 25 });
        const beside = await lectern({ dataDir: stage.dataDir }, 'restore', join(dir, 'backup.tar.gz'), '--replace');
        expect([beside.code, beside.text.includes('Stop it first')]).to.deep.equal([1, true]);
        await stage.server.kill();
        earlier = traces();

        const database = await makeDatabase();
        drop = database.drop;
        const place = { dataDir: join(dir, 'data'), databaseUrl: database.url };
        const { code, text } = await lectern(place, 'restore', join(dir, 'backup.tar.gz'));
        expect(code, text).to.equal(0);
        const env = {
          LECTERN_TIME_SCALE: '0.05',
          LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
          LECTERN_LOG_LEVEL: 'warn',
          DATABASE_URL: database.url ?? '',
        };
        restored = await startLectern(SERVE, { dataDir: place.dataDir, env });
        admin = await signIn(restored.url, stage.admin.username, stage.admin.password);
        user = await signIn(restored.url, stage.user.username, stage.user.password);
        // the library is read after requests that were under way have been put before people
        await until(
          async () => {
            const { items } = await admin.call<{ items: { name: string; state: string }[] }>('GET', '/api/admin/jobs');
            return items.some(({ name, state }) => name === 'library.scan' && state === 'done');
          },
          { everyMs: 100 },
        );
      });
      after(async () => {
        await restored?.stop();
        await stage?.close();
        await drop?.();
        if (dir) await rm(dir, { recursive: true, force: true });
      });

      const requestOf = async (id: string): Promise<RequestView> =>
        (await user.call<{ request: RequestView }>('GET', `/api/requests/${id}`)).request;

      it('has all people and data', async () => {
        const { items } = await user.call<{ items: RequestView[] }>('GET', '/api/requests?limit=100');
        const { items: integrations } = await admin.call<{ items: { id: string; secretsSet: string[] }[] }>(
          'GET',
          '/api/admin/integrations',
        );

        expect(items.map(({ id }) => id)).to.have.members([done, underWay]);
        expect((await requestOf(done)).status).to.equal('available');
        // their secrets can be read: they connect
        for (const { id, secretsSet } of integrations.filter((integration) => integration.secretsSet.length > 0)) {
          const check = await admin.call<{ ok: boolean }>('POST', `/api/admin/integrations/${id}/check`, {});
          expect([check.ok, secretsSet.length > 0]).to.deep.equal([true, true]);
        }
      });

      it('does nothing twice: work in progress waits for a person', async () => {
        const held = await requestOf(underWay);

        expect([held.status, held.reason?.code]).to.deep.equal(['failed', 'restored']);
        expect(traces()).to.deep.equal(earlier);

        // and one click later it is on its way again
        await user.call('POST', `/api/requests/${underWay}/retry`, {});
        await until(async () => (await requestOf(underWay)).status !== 'failed', { everyMs: 50 });
      });

      it('knows no earlier session', async () => {
        const old = createLecternApi(restored?.url ?? '', oldToken);

        expect(await old.call('GET', '/api/auth/me').catch((error: { status: number }) => error.status)).to.equal(401);
      });

      it('backs itself up on request', async () => {
        await admin.call('POST', '/api/admin/backups', {});
        await until(async () => (await admin.call<{ items: object[] }>('GET', '/api/admin/backups')).items.length === 1, { everyMs: 100 });

        const names = await readdir(join(dir, 'data', 'backups'));
        expect(names.filter((name) => name.endsWith('-manual.tar.gz'))).to.have.length(1);
      });
    });
  };
}

describeRestore('a server that is restored from an old backup', async () => ({ url: undefined, drop: () => Promise.resolve() }))();
requireOrSkip('postgres')(
  'on PostgreSQL',
  describeRestore('a server that is restored from an old backup of SQLite', createPostgresDatabase),
);
