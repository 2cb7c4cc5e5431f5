import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildApp, type BuiltApp } from '../../app.js';
import { loadConfig } from '../../platform/config/config.js';
import { createPostgresDatabase, hasPostgres } from '../../platform/db/test-databases.js';
import { gatherSupportBundle } from './support-bundle.js';

const run = promisify(execFile);
const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const AT = '2026-01-02T03:04:05.678Z';
const SECRETS = ['planted-webhook-token', 'planted-registry-token', 'planted-password', 'planted-key-of-a-link', 'planted-basic'];

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a support bundle on ${dialect}`, () => {
    let app: BuiltApp;
    let env: NodeJS.ProcessEnv;
    let dir: string;
    let drop = (): Promise<void> => Promise.resolve();

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      dir = await mkdtemp(join(tmpdir(), 'lectern-support-'));
      env = {
        LECTERN_DATA: dir,
        LECTERN_LOG_LEVEL: 'info',
        LECTERN_PLUGIN_REGISTRY_TOKEN: 'planted-registry-token',
        LECTERN_PLUGIN_REGISTRY: 'https://reader:planted-basic@registry.example.org/',
      };
      if (dialect === 'postgres') {
        const made = await createPostgresDatabase();
        drop = made.drop;
        env['DATABASE_URL'] = made.url;
      }
      app = await buildApp(loadConfig(env), { logTo: { write: () => undefined }, now: () => new Date(AT) });
      const { users, host, integrations, database, log } = app.services;
      await users.create({ username: 'root', password: 'planted-password', role: 'admin' }, { name: 'spec' });
      await host.load();
      const webhookUrl = 'https://discord.com/api/webhooks/1/planted-webhook-token';
      await integrations.create({ pluginId: 'notify-discord', name: 'Chat', enabled: false, settings: { webhookUrl } }, { name: 'spec' });
      log.info({ url: webhookUrl }, 'a line that is kept');
      const error = 'GET http://x/?apikey=planted-key-of-a-link failed: https://discord.com/api/webhooks/1/planted-webhook-token';
      const job = {
        payload: '{"no":"payload"}',
        priority: 0,
        runAt: AT,
        attempt: 5,
        maxAttempts: 5,
        cancelRequested: false,
        createdAt: AT,
      };
      await database.transaction((tx) =>
        tx.insert('jobs', { id: 'j', name: 'books.fail', state: 'failed', error, finishedAt: AT, ...job }),
      );
    });
    after(async () => {
      await app?.close();
      await drop();
      if (dir) await rm(dir, { recursive: true, force: true });
    });

    it('contains what helps, and no secret', async () => {
      const bundle = await gatherSupportBundle(app.services);
      const text = JSON.stringify(bundle);

      for (const secret of SECRETS) expect(text).to.not.include(secret);
      expect(text).to.not.match(/\$2[aby]\$/);
      expect(bundle).to.deep.include({ createdAt: AT, lectern: { version: app.services.version } });
      expect(bundle['config']).to.include({ database: dialect, keysFrom: 'keys.json', pluginRegistryTokenIsSet: true });
      expect(bundle['database']).to.deep.include({ dialect, users: { active: 1 }, jobs: { failed: 1 } });
      expect((bundle['integrations'] as object[])[0]).to.deep.include({ name: 'Chat', secretsSet: ['webhookUrl'] });
      expect(bundle['failedJobs']).to.deep.equal([
        {
          name: 'books.fail',
          attempt: 5,
          maxAttempts: 5,
          createdAt: AT,
          finishedAt: AT,
          error: 'GET http://x/?apikey=[redacted] failed: [redacted]',
        },
      ]);
      expect((bundle['log'] as string[]).join()).to.include('a line that is kept');
    });

    it('redacts lines that were logged before their secret was known', async () => {
      app.services.log.info('a word like late-secret-1');
      app.services.redactor.addSecret('late-secret-1');

      expect(JSON.stringify(await gatherSupportBundle(app.services)))
        .to.include('a word like')
        .and.not.include('late-secret-1');
    });

    it('is made from the available parts if one fails', async () => {
      const settings = { get: () => Promise.reject(new Error('no settings: https://discord.com/api/webhooks/1/planted-webhook-token')) };

      const bundle = await gatherSupportBundle({ ...pick(app), settings });

      expect(bundle['settings']).to.deep.equal({ error: 'no settings: [redacted]' });
      expect(bundle['plugins']).to.be.an('array').that.is.not.empty;
    });

    it('is written by the command line, never over an existing file', async () => {
      const file = join(dir, 'bundle.json');
      const call = () =>
        run(process.execPath, ['--conditions=lectern-source', '--import', 'tsx', CLI, 'support', file], {
          env: { ...process.env, ...env },
        });

      await call();
      const text = await readFile(file, 'utf8');
      const second = await call().catch(({ stderr }: { stderr: string }) => stderr);

      for (const secret of SECRETS) expect(text).to.not.include(secret);
      expect(JSON.parse(text)).to.include.keys('config', 'database', 'failedJobs', 'integrations', 'schedules');
      expect((JSON.parse(text) as { schedules: object[] }).schedules).to.not.have.length(0);
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      expect(second).to.include('exists already');
    });
  });
}

/** The services are looked up individually and cannot be spread. */
function pick({ services }: BuiltApp): Parameters<typeof gatherSupportBundle>[0] {
  const { config, version, now, database, settings, integrations, host, jobs, redactor, logRing } = services;
  return { config, version, now, database, settings, integrations, host, jobs, redactor, logRing };
}
