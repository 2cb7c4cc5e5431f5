import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { createSettingsService, DEFAULT_SETTINGS, type SettingsService } from './index.js';
import { inEnglish, type Said } from '../../platform/words/index.js';

const actor = { name: 'spec' };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`settings service on ${dialect}`, () => {
    let test: TestDatabase;
    let folder: string;
    const now = () => new Date();

    function create(onSaved?: (section: string) => void): SettingsService {
      const { database } = test;
      return createSettingsService({
        database,
        audit: createAuditService({ database, now }),
        feed: undefined,
        now,
        onSaved,
        cacheMs: Infinity,
        dataDir: join(folder, 'data'),
      });
    }

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      folder = await mkdtemp(join(tmpdir(), 'lectern-settings-'));
      await mkdir(join(folder, 'books'));
      await mkdir(join(folder, 'data', 'plugins'), { recursive: true });
      await symlink(join(folder, 'data', 'plugins'), join(folder, 'link'));
    });
    after(async () => {
      await test?.dispose();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    it('returns defaults before anything is saved', async () => {
      expect(await create().get()).to.deep.equal(DEFAULT_SETTINGS);
    });

    it('saves the given members, keeps the others, and reports each changed section once', async () => {
      const told: string[] = [];
      const heard: (readonly string[])[] = [];
      const settings = create((section) => told.push(section));
      settings.onChange((_, changed) => heard.push(changed));

      await settings.update({ requests: { minSeeders: 3 } }, actor);
      await settings.update({ requests: { autoApprove: true, minSeeders: undefined }, access: { downloadAccess: false } }, actor);

      expect((await create().get()).requests).to.deep.equal({ ...DEFAULT_SETTINGS.requests, minSeeders: 3, autoApprove: true });
      expect(told).to.deep.equal(['requests', 'requests']);
      expect(heard).to.deep.equal([['requests'], ['requests']]);
    });

    it('loses no member if two are saved at once', async () => {
      const settings = create();

      await Promise.all([settings.update({ server: { region: 'uk' } }, actor), create().update({ server: { language: 'de' } }, actor)]);

      expect((await create().get()).server).to.include({ region: 'uk', language: 'de' });
    });

    it('reads the database once, until something is saved', async () => {
      const settings = create();
      await settings.get();
      let statements = 0;
      const stop = test.database.onStatement(() => (statements += 1));
      await settings.get();
      await settings.get();
      stop();

      expect(statements).to.equal(0);
    });

    it('refuses a value out of range, and a path template two books would share', async () => {
      const settings = create();
      const before = await settings.get();

      const range = await settings.update({ requests: { minScore: 101 } }, actor).catch((e: { code: string }) => e.code);
      const template = await settings.update({ library: { pathTemplate: '{author}' } }, actor).catch((e: { code: string }) => e.code);

      expect([range, template]).to.deep.equal(['settings_invalid', 'settings_invalid']);
      expect(await create().get()).to.deep.equal(before);
    });

    it('refuses a library folder that fails the self-test, and says which step', async () => {
      const settings = create();
      const missing = join(folder, 'missing');

      const error = await settings
        .update({ library: { path: missing } }, actor)
        .catch((e: { status: number; code: string; extra: { members: { steps: { outcome: string }[] } } }) => e);

      expect(error).to.include({ status: 422, code: 'library_unusable' });
      expect((error as { extra: { members: { steps: object[] } } }).extra.members.steps[0]).to.include({
        step: 'folder',
        outcome: 'failed',
      });
      expect((await create().get()).library.path).to.equal(null);
    });

    it('says everything that is wrong at once, the library folder together with the others', async () => {
      const error = await create()
        .update({ library: { path: join(folder, 'missing'), downloadPath: '/', pathTemplate: '{author}' } }, actor)
        .then(
          () => undefined,
          (e: { code: string; extra: { errors: { path: string }[] } }) => e,
        );

      expect(error).to.include({ status: 422, code: 'settings_invalid' });
      expect(new Set(error?.extra.errors.map(({ path }) => path))).to.deep.equal(
        new Set(['/library/pathTemplate', '/library/path', '/library/downloadPath']),
      );
      expect((await create().get()).library).to.include({ path: null, downloadPath: null });
    });

    it('refuses a rule whose client was removed, and saves other settings while such a rule stands', async () => {
      let isThere = true;
      const { database } = test;
      const settings = createSettingsService({
        database,
        audit: createAuditService({ database, now }),
        feed: undefined,
        now,
        cacheMs: Infinity,
        dataDir: join(folder, 'data'),
        findIntegration: async () => (isThere ? { name: 'qBittorrent', provides: ['downloadClient'] } : undefined),
      });
      const rule = { indexer: 'Harbour', client: 'client-1' };
      await settings.update({ downloads: { indexers: [rule] } }, actor);
      isThere = false;

      await settings.update({ requests: { minSeeders: 2 }, downloads: { indexers: [rule] } }, actor);
      const error = await settings.update({ downloads: { indexers: [rule, { ...rule, indexer: 'Reef' }] } }, actor).then(
        () => undefined,
        (e: { code: string; extra: { errors: { path: string }[] } }) => e,
      );

      expect(error).to.include({ status: 422, code: 'settings_invalid' });
      expect(error?.extra.errors.map(({ path }) => path)).to.deep.equal(['/downloads/indexers/0/client', '/downloads/indexers/1/client']);
      await settings.update({ downloads: { indexers: [] } }, actor);
    });

    for (const [what, path] of [
      ['the root of the file system', () => '/'],
      ['the data directory', () => join(folder, 'data')],
      ['a folder in the data directory', () => join(folder, 'data', 'plugins')],
      ['a folder that leads into the data directory', () => join(folder, 'link')],
      ['a folder that holds the data directory', () => folder],
    ] as const) {
      it(`refuses ${what} as library`, async () => {
        const error = await create()
          .update({ library: { path: path() } }, actor)
          .then(
            () => undefined,
            (e: { code: string; extra: { errors: { path: string; message: Said }[] } }) => e,
          );

        expect(error).to.include({ status: 422, code: 'library_unusable' });
        expect(error?.extra.errors[0]?.path).to.equal('/library/path');
        expect(inEnglish(error?.extra.errors[0]?.message ?? '')).to.match(/data directory|root of the file system/);
        expect((await create().get()).library.path).to.equal(null);
      });

      it(`refuses ${what} as downloads folder`, async () => {
        const error = await create()
          .update({ library: { downloadPath: path() } }, actor)
          .then(
            () => undefined,
            (e: { code: string; extra: { errors: { path: string; message: Said }[] } }) => e,
          );

        expect(error).to.include({ status: 422, code: 'settings_invalid' });
        expect(error?.extra.errors[0]?.path).to.equal('/library/downloadPath');
        expect(inEnglish(error?.extra.errors[0]?.message ?? '')).to.match(
          /cannot be the downloads folder: .*(data directory|root of the file system)/,
        );
        expect((await create().get()).library.downloadPath).to.equal(null);
      });
    }

    it('saves a downloads folder outside the data directory, even one that does not exist yet', async () => {
      const saved = await create().update({ library: { downloadPath: join(folder, 'later') } }, actor);
      await create().update({ library: { downloadPath: null } }, actor);

      expect(saved.library.downloadPath).to.equal(join(folder, 'later'));
    });

    it('saves a library folder that passes', async () => {
      const saved = await create().update({ library: { path: join(folder, 'books') } }, actor);

      expect(saved.library.path).to.equal(join(folder, 'books'));
    });

    it('falls back to the default of a stored member that is no longer valid', async () => {
      await test.database.transaction((tx) =>
        tx.run('UPDATE settings SET value = ? WHERE key = ?', ['{"minSeeders":"many","autoApprove":true,"gone":1}', 'requests']),
      );

      expect((await create().get()).requests).to.deep.equal({ ...DEFAULT_SETTINGS.requests, autoApprove: true });
    });
  });
}
