import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseFault, Sql, Tx } from '../../platform/db/index.js';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import type { ApiError } from '../../platform/http/problem.js';
import type { Route } from '../../platform/http/route.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createMetrics } from '../../platform/metrics/metrics.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { apiDocsRoutes } from './api-docs-routes.js';
import { filesystemRoutes } from './filesystem-routes.js';
import { createFolderBrowser, type FolderListing } from './folder-browser.js';
import { healthRoutes } from './health-routes.js';

describe('system routes', () => {
  let test: TestDatabase;
  let http: TestHttp;
  let nobody: TestClient;
  let admin: TestClient;
  let root: string;
  let isDatabaseUp: boolean;
  let fault: DatabaseFault | undefined;
  let isWritable: boolean;
  let logged: { msg: string }[];

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    root = await realpath(await mkdtemp(join(tmpdir(), 'lectern-browse-')));
    isDatabaseUp = true;
    fault = undefined;
    isWritable = true;
    const { database } = test;
    const read = {
      ...database.read,
      get: <T extends object>(...asked: Parameters<Sql['get']>) =>
        isDatabaseUp ? database.read.get<T>(...asked) : new Promise<T | undefined>(() => undefined),
    };
    logged = [];
    const destination = { write: (line: string) => void logged.push(JSON.parse(line) as { msg: string }) };
    const log = createLogger({ level: 'info', redactor: createRedactor(), destination });
    const routes: Route[] = [];
    http = await startTestHttp({
      database,
      routes({ settings, audit, now }) {
        const watched = {
          dialect: database.dialect,
          read,
          get fault() {
            return fault;
          },
          async transaction<T>(work: (tx: Tx) => Promise<T>) {
            if (!isWritable) throw new Error('the disk is full');
            const result = await database.transaction(work);
            fault = undefined;
            return result;
          },
        };
        const health = { database: watched, settings, metrics: createMetrics(), log, version: '1.2.3', now };
        routes.push(
          // long enough for a write on a busy machine
          ...healthRoutes({ ...health, databaseWaitMs: 5_000 }),
          ...apiDocsRoutes({ routes: () => routes, version: '1.2.3', basePath: '' }),
          ...filesystemRoutes({ dataDir: join(root, 'data'), maxEntries: 5, database: watched, audit }),
        );
        return routes;
      },
    });
    nobody = await http.as('nobody');
    admin = await http.as('admin');
  });
  afterEach(async () => {
    await http.stop();
    await test.dispose();
    await rm(root, { recursive: true });
  });

  it('report the server’s state to anybody', async () => {
    const { status, body } = await nobody.get('/api/health');

    expect(status).to.equal(200);
    expect(body).to.deep.include({ status: 'ok', version: '1.2.3', database: 'sqlite', setupComplete: false });
    expect((await nobody.get('/api/version')).body).to.deep.equal({ version: '1.2.3' });
  });

  it('report degraded while the database does not answer', async () => {
    isDatabaseUp = false;

    const { status, body } = await nobody.get('/api/health');

    expect(status).to.equal(503);
    expect(body['status']).to.equal('degraded');
  });

  it('log a database that does not answer once, and its return, however often they are asked', async () => {
    fault = { kind: 'full', since: new Date() };
    isWritable = false;
    for (let n = 0; n < 5; n += 1) expect((await nobody.get('/api/health')).status).to.equal(503);
    isWritable = true;
    for (let n = 0; n < 3; n += 1) expect((await nobody.get('/api/health')).status).to.equal(200);

    expect(logged.map(({ msg }) => msg)).to.deep.equal(['the database is not answering', 'the database answers again']);
  });

  it('say why the database cannot be written to, until a write succeeds', async () => {
    fault = { kind: 'full', since: new Date() };
    isWritable = false;
    const during = await nobody.get('/api/health');
    isWritable = true;
    const after = await nobody.get('/api/health');

    expect([during.status, during.body['databaseFault']]).to.deep.equal([503, 'full']);
    expect([after.status, after.body['databaseFault']]).to.deep.equal([200, undefined]);
  });

  it('report degraded while runs of jobs are left over from workers that are gone', async () => {
    const run = (key: string, minutesOver: number) =>
      test.database.transaction((tx) =>
        tx.run(
          `INSERT INTO jobs (id, name, payload, state, priority, run_at, attempt, max_attempts, cancel_requested, created_at, lease_owner, lease_until)
           VALUES (?, 'a', '{}', 'running', 0, ?, 1, 5, ?, ?, ?, ?)`,
          [
            key,
            '2026-01-01T00:00:00.000Z',
            false,
            '2026-01-01T00:00:00.000Z',
            key,
            new Date(Date.now() - minutesOver * 60_000).toISOString(),
          ],
        ),
      );
    await run('at work', -0.5);
    await run('just over', 0.1);
    const before = await nobody.get('/api/health');

    await run('left over', 5);
    const after = await nobody.get('/api/health');

    expect([before.status, before.body['status'], before.body['overdueJobs']]).to.deep.equal([200, 'ok', undefined]);
    expect([after.status, after.body['status'], after.body['overdueJobs']]).to.deep.equal([200, 'degraded', 1]);
  });

  it('show metrics only to admins', async () => {
    const { headers, body } = await admin.get<string>('/metrics');

    expect(headers.get('content-type')).to.contain('text/plain');
    expect(body).to.contain('lectern_http_request_duration_seconds');
    expect((await nobody.get('/metrics')).status).to.equal(401);
    expect((await (await http.as('user')).get('/metrics')).status).to.equal(403);
  });

  it('describe the whole API', async () => {
    const { body } = await nobody.get<{ openapi: string; paths: Record<string, object> }>('/api/openapi.json');

    expect(body.openapi).to.equal('3.1.0');
    expect(Object.keys(body.paths)).to.include.members(['/api/health', '/metrics', '/api/admin/filesystem/browse']);
  });

  it('show a page about the API that runs no inline script', async () => {
    const page = await nobody.get<string>('/api/docs');

    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).to.contain("script-src 'self';").and.not.contain('unsafe');
    expect(page.body).to.not.match(/<script(?![^>]*\bsrc=)|\son\w+=|<style/);
    for (const [, file] of page.body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
      const part = await nobody.get(file ?? '');
      expect(part.status, file).to.equal(200);
      expect(part.headers.get('content-security-policy')).to.equal(policy);
    }
    expect((await nobody.get('/api/docs/package.json')).status).to.equal(404);
    expect((await nobody.get('/api/docs/..%2fpackage.json')).status).to.equal(404);
  });

  describe('folders', () => {
    const browse = <T = FolderListing>(path: string) => admin.get<T>(`/api/admin/filesystem/browse?path=${encodeURIComponent(path)}`);

    it('lists folders first, resolves links and hides what cannot be chosen', async () => {
      await mkdir(join(root, 'Vol 10'));
      await mkdir(join(root, 'Vol 2'));
      await writeFile(join(root, 'a.txt'), '12345');
      await symlink(join(root, 'Vol 2'), join(root, 'link'));
      await symlink('/nowhere/at/all', join(root, 'broken'));

      const { body } = await browse(join(root, 'Vol 10', '..'));

      expect(body).to.deep.equal({
        path: root,
        parent: join(root, '..'),
        entries: [
          { name: 'link', path: join(root, 'Vol 2'), kind: 'dir' },
          { name: 'Vol 2', path: join(root, 'Vol 2'), kind: 'dir' },
          { name: 'Vol 10', path: join(root, 'Vol 10'), kind: 'dir' },
          { name: 'a.txt', path: join(root, 'a.txt'), kind: 'file', size: 5 },
        ],
        truncated: false,
      });
      expect((await browse('/')).body.parent).to.equal(null);
    });

    it("never shows Lectern's own data, also not through links", async () => {
      await mkdir(join(root, 'data', 'plugins'), { recursive: true });
      await symlink(join(root, 'data'), join(root, 'innocent'));

      const { body } = await browse(root);

      expect(body.entries).to.deep.equal([]);
      for (const path of ['data', 'data/plugins', 'innocent', 'innocent/plugins', 'x/../data']) {
        expect((await browse(`${root}/${path}`)).status, path).to.equal(404);
      }
    });

    it('lists no more than allowed and says so', async () => {
      for (let n = 0; n < 7; n += 1) await mkdir(join(root, `f${n}`));

      const { body } = await browse(root);

      expect(body.entries).to.have.length(5);
      expect(body.truncated).to.equal(true);
    });

    it('says why a folder cannot be shown', async () => {
      await writeFile(join(root, 'a.txt'), '');

      const codes = await Promise.all(
        ['relative', join(root, 'none'), join(root, 'a.txt'), '/a\0b'].map(
          async (path) => (await browse<{ code: string }>(path)).body.code,
        ),
      );

      expect(codes).to.deep.equal(['path_not_absolute', 'path_not_found', 'path_not_folder', 'invalid_request']);
    });

    it('takes hostile names literally, and shows none that it could not open', async function () {
      if (process.platform !== 'linux') this.skip();
      const names = ['$(touch owned)', '-rf', '..%2fdata', 'new\nline', '%00'];
      for (const name of names) await mkdir(join(root, name));
      await mkdir(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]));

      const { body } = await browse(root);

      expect(body.entries.map(({ name }) => name)).to.have.members(names);
      for (const name of names) expect((await browse(join(root, name))).body.path, name).to.equal(join(root, name));
      expect((await browse(`${root}/..%2f..%2fetc`)).status).to.equal(404);
    });

    it('are for admins only', async () => {
      const user = await http.as('user');

      expect((await user.get('/api/admin/filesystem/browse')).status).to.equal(403);
      expect((await user.post('/api/admin/filesystem/folders', { parent: root, name: 'mine' })).status).to.equal(403);
      expect(await readdir(root)).to.deep.equal([]);
    });

    const create = (parent: string, name: string) =>
      admin.post<{ path: string; code: string; detail: string }>('/api/admin/filesystem/folders', { parent, name });

    it('are made one at a time, where a link leads, and named in the history', async () => {
      await mkdir(join(root, 'Books'));
      await symlink(join(root, 'Books'), join(root, 'link'));

      const { status, body } = await create(join(root, 'link'), 'New & “quoted”');

      const path = join(root, 'Books', 'New & “quoted”');
      expect([status, body]).to.deep.equal([201, { path }]);
      expect((await stat(path)).isDirectory()).to.equal(true);
      const { items } = await http.people.audit.list({ page: 1, limit: 5, action: 'folder.created' });
      expect(items.map(({ detail }) => detail)).to.deep.equal([{ name: path }]);
    });

    it('are not made under a name that leads elsewhere or is none', async () => {
      await mkdir(join(root, 'Books'));

      for (const name of ['..', '.', '../out', 'a/b', '/tmp', 'a\\b', ' a', 'a ', ' ', 'a\nb', 'ä'.repeat(200)]) {
        expect((await create(join(root, 'Books'), name)).body.code, JSON.stringify(name)).to.equal('folder_name_invalid');
      }

      expect(await readdir(root)).to.deep.equal(['Books']);
      expect(await readdir(join(root, 'Books'))).to.deep.equal([]);
    });

    it("are never made in Lectern's own data, nor where it will be", async () => {
      expect((await create(root, 'data')).body.code).to.equal('path_not_found');
      await mkdir(join(root, 'data'));
      await symlink(join(root, 'data'), join(root, 'innocent'));

      for (const parent of ['data', 'innocent', 'x/../data']) {
        expect((await create(`${root}/${parent}`, 'new')).body.code, parent).to.equal('path_not_found');
      }
      expect(await readdir(join(root, 'data'))).to.deep.equal([]);
    });

    it('say why none could be made', async () => {
      await writeFile(join(root, 'a.txt'), '');
      await mkdir(join(root, 'Books'));

      const codes = [];
      for (const [parent, name] of [
        [root, 'Books'],
        [root, 'a.txt'],
        [join(root, 'none'), 'a'],
        [join(root, 'a.txt'), 'a'],
        ['relative', 'a'],
      ] as const) {
        codes.push((await create(parent, name)).body.code);
      }

      expect(codes).to.deep.equal(['folder_exists', 'folder_exists', 'path_not_found', 'path_not_folder', 'path_not_absolute']);
    });

    for (const [fault, said] of [
      ['EACCES', 'may not write'],
      ['EROFS', 'read-only'],
      ['ENOSPC', 'is full'],
    ] as const) {
      it(`say of ${fault} that the folder cannot be written to`, async () => {
        const refused = createFolderBrowser({
          dataDir: join(root, 'data'),
          makeFolder: () => Promise.reject(Object.assign(new Error(fault), { code: fault })),
        });

        const error = await refused.create(root, 'new').then(
          () => undefined,
          (thrown: unknown) => thrown as ApiError,
        );

        expect(error?.code).to.equal('folder_not_writable');
        expect(error?.message).to.contain(said);
      });
    }

    it('are taken away again if the history cannot be written', async () => {
      isWritable = false;

      expect((await create(root, 'new')).status).to.equal(500);

      expect(await readdir(root)).to.deep.equal([]);
    });
  });
});
