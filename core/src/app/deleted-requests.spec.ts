import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { buildApp, type BuiltApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import { createPostgresDatabase, hasPostgres } from '../platform/db/test-databases.js';
import { entities } from './entities.js';
import { PARTS } from './parts.js';
import { rowOf, tableOf } from './row-of.spec.support.js';

type Fate = 'gone with it' | 'names nothing' | 'history';

/**
 * Every column that names a request or an import, and what becomes of its row when the request is deleted. A new one fails here until
 * it is listed, and until the listener of its feature does what is listed.
 */
const FATES: Readonly<Record<string, Fate>> = {
  'decision_links.requestId': 'gone with it',
  'download_history.requestId': 'names nothing',
  'download_tokens.importId': 'gone with it',
  'download_tokens.requestId': 'gone with it',
  'imports.requestId': 'gone with it',
  'notifications.requestId': 'names nothing',
  'release_candidates.requestId': 'gone with it',
  // which books a rename was to be about, when it was planned
  'renames.requestIds': 'history',
  'replacements.importId': 'gone with it',
  'replacements.requestId': 'gone with it',
  'request_deletions.requestId': 'gone with it',
  'request_events.requestId': 'gone with it',
  'request_subscribers.requestId': 'gone with it',
  'requests.parentRequestId': 'names nothing',
  'requests.replacesImportId': 'names nothing',
  'searches.requestId': 'gone with it',
  'shelf_books.requestId': 'names nothing',
  'uploads.requestId': 'gone with it',
};

function namingColumns(): string[] {
  return entities
    .flatMap((entity) =>
      Object.keys(entity.options.columns)
        .filter((column) => /request_?ids?$|import_?id$/i.test(column))
        .map((column) => `${tableOf(entity)}.${column}`),
    )
    .sort();
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`a deleted request on ${dialect}`, () => {
    let dataDir: string;
    let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
    let app: BuiltApp;

    before(async function () {
      if (dialect === 'postgres') {
        if (!(await hasPostgres())) return this.skip();
        postgres = await createPostgresDatabase();
      }
      dataDir = await mkdtemp(join(tmpdir(), 'lectern-deleted-'));
      const database = postgres ? { DATABASE_URL: postgres.url } : {};
      app = await buildApp(loadConfig({ LECTERN_DATA: dataDir, LECTERN_LOG_LEVEL: 'silent', ...database }));
      for (const part of PARTS) part.listen?.(app.services, { integrationsStarted: new Promise(() => undefined) });
    });
    after(async () => {
      await app?.close();
      await postgres?.drop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    it('has a fate in every table that names one', () => {
      expect(namingColumns()).to.deep.equal(Object.keys(FATES).sort());
    });

    it('is named nowhere afterwards, and neither are its imports', async () => {
      const { database, requestRemoval } = app.services;
      const [id, importId, other, userId, shelfId, reportId] = [uuid(), uuid(), uuid(), uuid(), uuid(), uuid()];
      const searchId = uuid();
      await database.transaction(async (tx) => {
        const add = (table: string, set: object): Promise<void> => tx.insert(table, rowOf(table, set));
        await add('users', { id: userId });
        const request = { userId, status: 'available', statusGroup: 'completed' };
        await add('requests', { ...request, id });
        await tx.run("INSERT INTO request_counts (user_id, status, count) VALUES (?, 'available', 2)", [userId]);
        await add('imports', { id: importId, requestId: id });
        await add('requests', { ...request, id: other, parentRequestId: id, replacesImportId: importId });
        await add('request_events', { requestId: id });
        await add('request_subscribers', { requestId: id, userId });
        await add('download_history', { requestId: id, candidateId: uuid(), state: 'imported' });
        await add('searches', { id: searchId, requestId: id });
        await add('release_candidates', { requestId: id, searchId });
        await add('download_tokens', { requestId: id, importId, userId });
        await add('notifications', { requestId: id, userId });
        await add('shelves', { id: shelfId, userId });
        await add('shelf_books', { requestId: id, shelfId, outcome: 'requested' });
        await add('reported_issues', { id: reportId, userId });
        await add('replacements', { requestId: id, reportId, importId, userId });
        await add('replacements', { requestId: other, reportId, importId, userId });
        await add('request_deletions', { requestId: id, userId });
        await add('uploads', { requestId: id, userId, state: 'failed' });
      });

      await database.transaction((tx) => requestRemoval.remove(tx, id));

      for (const [column, fate] of Object.entries(FATES).filter(([, how]) => how !== 'history')) {
        const [table = '', name = ''] = column.split('.');
        const sqlName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const rows = await database.read.all<Record<string, unknown>>(`SELECT ${sqlName} FROM ${table}`);
        expect(
          rows.map((row) => row[name]),
          column,
        ).to.deep.equal(fate === 'gone with it' ? [] : [null]);
      }
      expect(await database.read.all('SELECT id FROM requests')).to.deep.equal([{ id: other }]);
      expect(await database.read.all('SELECT status, count FROM request_counts')).to.deep.equal([{ status: 'available', count: 1 }]);
      expect(await database.read.all('SELECT state, candidate_id FROM download_history')).to.deep.equal([
        { state: 'imported', candidateId: null },
      ]);
      expect(await database.read.all('SELECT outcome FROM shelf_books')).to.deep.equal([{ outcome: 'requested' }]);
    });

    it('is deleted once', async () => {
      const { database, requestRemoval } = app.services;

      await database.transaction((tx) => requestRemoval.remove(tx, uuid()));

      expect(await database.read.all('SELECT status, count FROM request_counts')).to.deep.equal([{ status: 'available', count: 1 }]);
    });
  });
}
