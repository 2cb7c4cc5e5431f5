import { expect } from 'chai';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { inEnglish } from '../../platform/words/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings.js';
import { createBackupFiles, type BackupFiles } from './backup-files.js';
import { MAKE_BACKUP, backupJobs, makeUpForBackup } from './backup-job.js';
import { backupRoutes } from './routes.js';

interface Listed {
  items: { name: string; kind: string; createdAt: string; bytes: number }[];
}

describe('backup routes', () => {
  let test: TestDatabase;
  let jobs: JobQueue;
  let http: TestHttp;
  let admin: TestClient;
  let backups: BackupFiles;
  let settings: Settings;
  let time: number;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    time = Date.parse('2026-01-01T00:00:00.000Z');
    settings = { ...DEFAULT_SETTINGS, setup: { completedAt: '2026-01-01T00:00:00.000Z' } };
    const now = () => new Date((time += 1000));
    backups = createBackupFiles({ dataDir: test.dataDir, version: '1.2.3', now });
    jobs = createEmbeddedJobQueue({
      database: test.database,
      log: createLogger({ level: 'silent', redactor: createRedactor() }),
      exclusive: true,
      pollMs: 20,
    });
    for (const definition of backupJobs({ backups, settings: { get: () => Promise.resolve(settings) } })) jobs.define(definition);
    http = await startTestHttp({
      database: test.database,
      routes: ({ audit }) => backupRoutes({ backups, database: test.database, jobs, audit }),
    });
    admin = await http.as('admin');
    await jobs.start();
  });
  afterEach(async () => {
    await jobs.stop();
    await http.stop();
    await test.dispose();
  });

  it('create one in the background, list it and delete it', async () => {
    const asked = await admin.post<{ jobId: string }>('/api/admin/backups');
    await jobs.idle();
    const { body } = await admin.get<Listed>('/api/admin/backups');
    const job = await jobs.get(asked.body.jobId);
    const name = body.items[0]?.name ?? '';
    const removed = await admin.delete(`/api/admin/backups/${name}`);
    const again = await admin.delete(`/api/admin/backups/${name}`);

    expect([asked.status, body.items.length, removed.status, again.status]).to.deep.equal([202, 1, 204, 404]);
    expect(body.items[0]).to.include({ kind: 'manual' });
    expect(inEnglish(job?.progress?.message ?? '')).to.match(/^[\d,]+ rows were saved in [\d,.]+\s[kM]B\.$/);
    expect(await readdir(join(test.dataDir, 'backups'))).to.deep.equal([]);
  });

  it('accept only their own files', async () => {
    const folder = join(test.dataDir, 'backups');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await symlink(join(test.dataDir, 'lectern.db'), join(folder, 'lectern-20260101T000000000Z-manual.tar.gz'));
    await mkdir(join(folder, 'lectern-20260102T000000000Z-manual.tar.gz'));

    const listed = await admin.get<Listed>('/api/admin/backups');
    const statuses: number[] = [];
    for (const name of [
      'lectern-20260101T000000000Z-manual.tar.gz',
      'lectern-20260102T000000000Z-manual.tar.gz',
      'notes.txt',
      '..%2Flectern.db',
    ]) {
      statuses.push(
        (await admin.get(`/api/admin/backups/${name}/download`)).status,
        (await admin.delete(`/api/admin/backups/${name}`)).status,
      );
    }

    expect(listed.body.items).to.deep.equal([]);
    expect([...new Set(statuses)].every((status) => status >= 400 && status < 500)).to.equal(true);
    expect(await readdir(folder)).to.have.length(3);
  });

  it('keep the newest nightly ones, and all others', async () => {
    await backups.create('manual');
    await backups.create('before-upgrade');
    settings = { ...settings, backups: { daily: true, keep: 2 } };
    for (let night = 0; night < 4; night += 1) {
      await jobs.add({ name: MAKE_BACKUP.name });
      await jobs.idle();
    }
    const kinds = (await backups.list()).map(({ kind }) => kind);
    settings = { ...settings, backups: { daily: false, keep: 2 } };
    await jobs.add({ name: MAKE_BACKUP.name });
    await jobs.idle();

    expect(kinds).to.deep.equal(['daily', 'daily', 'before-upgrade', 'manual']);
    expect(await backups.list()).to.have.length(4);
  });

  it('make up for a night when the server was off, once it is set up and a day has passed', async () => {
    const asked: string[] = [];
    const wish = (at: string) =>
      makeUpForBackup({
        backups,
        settings: { get: () => Promise.resolve(settings) },
        jobs: { add: ({ name }) => Promise.resolve(void asked.push(`${name} ${at}`)) },
        now: () => new Date(at),
      });

    await wish('2026-01-01T23:00:00.000Z');
    await wish('2026-01-02T01:00:00.000Z');
    time = Date.parse('2026-01-02T02:00:00.000Z');
    await backups.create('daily');
    await wish('2026-01-02T20:00:00.000Z');
    settings = { ...settings, backups: { daily: false, keep: 7 } };
    await wish('2026-02-01T00:00:00.000Z');
    settings = { ...DEFAULT_SETTINGS };
    await wish('2026-03-01T00:00:00.000Z');

    expect(asked).to.deep.equal([`${MAKE_BACKUP.name} 2026-01-02T01:00:00.000Z`]);
  });

  it('remove what a crash left behind', async () => {
    const folder = join(test.dataDir, 'backups');
    await mkdir(join(folder, '.lectern-old-abc'), { recursive: true });
    await mkdir(join(folder, '.lectern-new-abc'));
    time = Date.now() + 1000;
    const old = new Date(time - 2 * 86_400_000);
    await utimes(join(folder, '.lectern-old-abc'), old, old);

    await backups.create('daily');

    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).to.deep.equal(['.lectern-new-abc']);
  });

  it('are for admins only', async () => {
    const user = await http.as('user');

    expect((await user.get('/api/admin/backups')).status).to.equal(403);
    expect((await user.post('/api/admin/backups')).status).to.equal(403);
  });
});
