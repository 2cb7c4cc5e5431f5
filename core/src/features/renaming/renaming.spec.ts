import { mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { isFileError } from '../../files/file-error.js';
import { createPlacementManifest, verifyPlacement } from '../../files/placing/placement-manifest.js';
import { readContentHash } from '../../files/content-hash.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import { ApiError } from '../../platform/http/problem.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { recordImport, seePlaced } from '../lifecycle/import-records.js';
import { ACTOR, createRenameWorld, type RenameWorld } from './rename-world.spec.support.js';

const ONE = 'B000000001';
const TWO = 'B000000002';
const FLAT = '{title} ({year})';

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`renaming placed books on ${dialect}`, () => {
    let world: RenameWorld;

    beforeEach(async () => {
      world = await createRenameWorld(dialect);
    });
    afterEach(() => world.remove());

    it('plans what an import would plan today, moves it, and puts it back', async () => {
      const requestId = await world.place({ asin: ONE, title: 'Dune', files: 1 });
      await world.place({ asin: TWO, title: 'Emma' });
      const before = await world.files();
      await writeFile(join(world.library, 'Frank Herbert/Dune/metadata.json'), '{}');
      world.state.pathTemplate = FLAT;

      const id = await world.plan();

      expect(await world.shown(id)).to.deep.include({
        state: 'ready',
        done: 2,
        total: 2,
        requests: null,
        expiresAt: '2026-01-02T12:00:00.000Z',
      });
      const [dune, emma] = await world.listed(id);
      expect(dune).to.deep.include({ state: 'planned', from: 'Frank Herbert/Dune', to: 'Dune (2006)', changedFiles: 1 });
      expect(dune?.files).to.deep.equal([{ from: 'Dune.mp3', to: 'Dune (2006).mp3' }]);
      expect(dune?.books).to.deep.equal([{ requestId, asin: ONE, title: 'Dune', author: 'Frank Herbert', type: 'audiobook' }]);
      expect(emma).to.deep.include({ from: 'Frank Herbert/Emma', to: 'Emma (2006)', changedFiles: 0 });
      expect(await world.files()).to.deep.equal([...before, 'Frank Herbert/Dune/metadata.json'].sort());

      await world.renames.start(id, ACTOR);
      await world.work();

      expect(await world.shown(id)).to.deep.include({ state: 'done', done: 2, total: 2, undoableUntil: '2026-01-31T12:00:00.000Z' });
      expect(await world.files()).to.include.members(['Dune (2006)/Dune (2006).mp3', 'Dune (2006)/metadata.json', 'Dune (2006)/cover.jpg']);
      expect((await world.files()).every((name) => /^(?:Dune|Emma) \(2006\)\//.test(name))).to.equal(true);
      for (const { directory, manifest, contentHash } of await world.imports()) {
        expect(await verifyPlacement(directory, manifest)).to.deep.equal([]);
        expect(await readContentHash(directory)).to.equal(contentHash);
      }
      expect(await world.queued(LOOK_AT_LIBRARY.name)).to.have.length(1);
      expect(world.announced).to.deep.include({ id, state: 'running', done: 1, total: 2, title: 'Dune' });
      expect(world.announced.at(-1)).to.deep.equal({ id, state: 'done', done: 2, total: 2 });

      await world.renames.undo(id, ACTOR);
      await world.work();

      expect(await world.shown(id)).to.deep.include({ state: 'undone', undoableUntil: null });
      expect(await world.files()).to.deep.equal([...before, 'Frank Herbert/Dune/metadata.json'].sort());
      for (const { directory, manifest } of await world.imports()) expect(await verifyPlacement(directory, manifest)).to.deep.equal([]);
    });

    it('writes down the new place for everybody who has the book', async () => {
      await world.place({ asin: ONE, title: 'Dune', user: 'paul' });
      await world.place({ asin: ONE, title: 'Dune', user: 'leto' });
      expect(await world.folders()).to.deep.equal(['Frank Herbert/Dune', 'Frank Herbert/Dune']);
      world.state.pathTemplate = FLAT;

      const id = await world.plan();
      await world.renames.start(id, ACTOR);
      await world.work();

      expect((await world.listed(id)).map(({ books }) => books.length)).to.deep.equal([2]);
      expect(await world.folders()).to.deep.equal(['Dune (2006)', 'Dune (2006)']);
    });

    it('moves each book once when two runs are at work, because one lost its lease', async () => {
      const asins = Array.from({ length: 6 }, (_, index) => `B00000001${index}`);
      for (const [index, asin] of asins.entries()) await world.place({ asin, title: `Book ${index}`, files: 1 });
      world.state.pathTemplate = FLAT;
      const id = await world.plan();

      await world.renames.start(id, ACTOR);
      await Promise.allSettled([world.work(), world.work(), world.work()]);
      await world.work();

      expect(await world.shown(id)).to.deep.include({ state: 'done', done: 6, total: 6 });
      expect((await world.shown(id)).counts).to.deep.include({ moved: 6, failed: 0, planned: 0 });
      expect((await world.files()).filter((name) => name.endsWith('.mp3'))).to.deep.equal(
        asins.map((_, index) => `Book ${index} (2006)/Book ${index} (2006).mp3`),
      );
      for (const { directory, manifest } of await world.imports()) expect(await verifyPlacement(directory, manifest)).to.deep.equal([]);
    });

    it('lists each book once when two runs make the plan', async () => {
      for (const [asin, title] of [
        [ONE, 'Dune'],
        [TWO, 'Emma'],
      ] as const)
        await world.place({ asin, title, files: 1 });
      world.state.pathTemplate = FLAT;

      const { row } = await world.renames.create({ everything: true }, ACTOR);
      await Promise.allSettled([world.work(), world.work(), world.work()]);
      await world.work();

      expect((await world.shown(row.id)).state).to.equal('ready');
      expect((await world.listed(row.id)).map(({ to }) => to)).to.deep.equal(['Dune (2006)', 'Emma (2006)']);
    });

    it('ends as cancelled when its job is cancelled on the jobs page', async () => {
      await world.place({ asin: ONE, title: 'Dune', files: 1 });
      await world.place({ asin: TWO, title: 'Emma', files: 1 });
      world.state.pathTemplate = FLAT;
      const id = await world.plan();
      await world.renames.start(id, ACTOR);
      const jobs = createEmbeddedJobQueue({ database: world.database, log: pino({ level: 'silent' }), exclusive: true });
      jobs.define(world.job);
      const [queued] = await jobs.list({ name: world.job.name, limit: 1 });

      expect(await jobs.cancel(queued?.id ?? '')).to.equal(true);
      expect((await jobs.list({ name: world.job.name })).filter(({ state }) => state === 'queued')).to.have.length(1);
      await world.work();

      expect((await world.shown(id)).state).to.equal('cancelled');
      expect((await world.shown(id)).counts).to.deep.include({ planned: 2, moved: 0 });
      expect((await world.shown(await world.plan())).state).to.equal('ready');
    });

    it('counts books that are where they belong, and lists none of them', async () => {
      const requestId = await world.place({ asin: ONE, title: 'Dune' });
      await world.place({ asin: TWO, title: 'Emma' });

      const id = await world.plan({ requestIds: [requestId] });

      expect(await world.shown(id)).to.deep.include({ state: 'ready', requests: 1, total: 1 });
      expect((await world.shown(id)).counts).to.deep.equal({ unchanged: 1, planned: 0, blocked: 0, moved: 0, failed: 0, undone: 0 });
      expect(await codeOf(world.renames.start(id, ACTOR))).to.equal('rename_state');
    });
  });
}

describe('renaming placed books', () => {
  let world: RenameWorld;

  beforeEach(async () => {
    world = await createRenameWorld();
  });
  afterEach(() => world.remove());

  async function reasons(id: string): Promise<(string | undefined)[]> {
    return (await world.listed(id)).map(({ state, reason }) => (reason === null ? state : reason.code));
  }

  it('blocks both of two books that would share a folder', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    await world.place({ asin: TWO, title: 'Emma' });
    for (const asin of [ONE, TWO]) world.state.books.set(asin, { ...world.state.books.get(asin)!, title: 'Same' });

    const moves = await world.listed(await world.plan());

    expect(moves.map(({ reason }) => reason?.message)).to.deep.equal([
      'Another book of this plan goes to the same folder: Emma.',
      'Another book of this plan goes to the same folder: Dune.',
    ]);
  });

  it('leaves a book beside the one that has its folder', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    await world.place({ asin: TWO, title: 'Dune', files: 3, user: 'leto' });
    expect(await world.folders()).to.deep.equal(['Frank Herbert/Dune', `Frank Herbert/Dune [${TWO}]`]);

    expect((await world.shown(await world.plan())).counts).to.deep.include({ unchanged: 2, planned: 0, blocked: 0 });

    world.state.pathTemplate = FLAT;
    const moves = await world.listed(await world.plan());
    expect(moves.map(({ to }) => to)).to.deep.equal(['Dune (2006)', `Dune (2006) [${TWO}]`]);
  });

  const BLOCKED: Readonly<Record<string, (directory: string) => Promise<unknown>>> = {
    target_taken: async () => {
      await mkdir(join(world.library, 'Dune (2006)'));
      await writeFile(join(world.library, 'Dune (2006)/notes.txt'), 'x');
    },
    missing: (directory) => rm(directory, { recursive: true }),
    changed: async (directory) => {
      const [file] = (await world.imports())[0]?.manifest.files.filter(({ path }) => path.endsWith('.mp3')) ?? [];
      await writeFile(join(directory, file?.path ?? ''), 'x');
    },
    link_in_folder: (directory) => symlink('/etc', join(directory, 'extras')),
    being_imported: async () => {
      const other = await world.addRequest({ asin: ONE, user: 'leto' });
      expect((await world.request(other)).status).to.equal('processing');
    },
    in_download_client: (directory) =>
      world.database.transaction(async (tx) => {
        await tx.run('UPDATE integrations SET path_mappings = ?', [JSON.stringify([{ remote: '/client/library', local: world.library }])]);
        await tx.run('UPDATE download_history SET download_path = ?', [`/client/library/${directory.slice(world.library.length + 1)}`]);
      }),
    catalogue_silent: async () => {
      world.state.books.clear();
      world.state.isCatalogDown = true;
    },
    outside_library: async () => {
      world.state.libraryPath = join(world.dir, 'elsewhere');
      await mkdir(world.state.libraryPath);
    },
  };
  for (const [code, prepare] of Object.entries(BLOCKED)) {
    it(`blocks a book with the reason ${code}`, async () => {
      await world.place({ asin: ONE, title: 'Dune' });
      world.state.pathTemplate = FLAT;
      await prepare((await world.imports())[0]?.directory ?? '');

      expect(await reasons(await world.plan())).to.deep.equal([code]);
    });
  }

  it('asks plugins as an import does', async () => {
    await world.place({ asin: ONE, title: 'Dune', files: 1 });
    world.state.planning = ({ files, ...rest }) => ({
      ...rest,
      directory: 'Plugin/Folder',
      files: files.map((file) => ({ ...file, to: 'plugin.mp3' })),
    });

    const [move] = await world.listed(await world.plan());

    expect(move).to.deep.include({ to: 'Plugin/Folder', files: [{ from: 'Dune.mp3', to: 'plugin.mp3' }] });
  });

  it('fails with a reason when the template cannot be used, and when there is no library folder', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = '{nothing}';
    expect((await world.shown(await world.plan())).reason?.code).to.equal('invalid_template');

    world.state.libraryPath = null;
    expect((await world.shown(await world.plan())).reason?.code).to.equal('no_library_folder');
  });

  it('leaves alone what changed since the plan was made', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    await world.place({ asin: TWO, title: 'Emma' });
    world.state.pathTemplate = FLAT;
    const id = await world.plan();
    await mkdir(join(world.library, 'Dune (2006)/other'), { recursive: true });
    await world.database.transaction((tx) => tx.run("UPDATE imports SET directory = '/gone' WHERE directory LIKE '%Emma'"));

    await world.renames.start(id, ACTOR);
    await world.work();

    expect(await reasons(id)).to.deep.equal(['target_taken', 'outdated']);
    expect((await world.shown(id)).counts).to.deep.include({ moved: 0, failed: 2 });
    expect((await world.shown(id)).undoableUntil).to.equal(null);
  });

  it('moves nothing after the library folder was changed', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = FLAT;
    const id = await world.plan();
    world.state.libraryPath = join(world.dir, 'elsewhere');
    await mkdir(world.state.libraryPath);

    await world.renames.start(id, ACTOR);
    await world.work();

    expect((await world.shown(id)).reason?.code).to.equal('library_changed');
    expect(await reasons(id)).to.deep.equal(['planned']);
  });

  it('stops after the current book when it is cancelled; what was moved can be undone', async () => {
    await world.place({ asin: ONE, title: 'Dune', files: 1 });
    await world.place({ asin: TWO, title: 'Emma', files: 1 });
    await world.place({ asin: 'B000000003', title: 'Ulysses', files: 1 });
    world.state.pathTemplate = FLAT;
    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    let cancelled: Promise<unknown> | undefined;
    world.heard.add(({ done }) => {
      // asked for before the second book is written down as begun
      if (done === 1) cancelled = world.renames.cancel(id, ACTOR);
    });

    await world.work();
    await cancelled;

    const { state, counts, undoableUntil } = await world.shown(id);
    expect(state).to.equal('cancelled');
    expect([counts.moved > 0, counts.planned > 0, undoableUntil !== null]).to.deep.equal([true, true, true]);
    await world.renames.undo(id, ACTOR);
    await world.work();
    expect(await world.folders()).to.deep.equal(['Frank Herbert/Dune', 'Frank Herbert/Emma', 'Frank Herbert/Ulysses']);
  });

  it('lets one rename be under way, and refuses what its state does not allow', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = FLAT;
    const { row } = await world.renames.create({ everything: true }, ACTOR);

    expect(await codeOf(world.renames.create({ everything: true }, ACTOR))).to.equal('rename_under_way');
    expect(await codeOf(world.renames.start(row.id, ACTOR))).to.equal('rename_state');
    expect(await codeOf(world.renames.remove(row.id, ACTOR))).to.equal('rename_state');
    await world.renames.cancel(row.id, ACTOR);
    await world.work();
    expect((await world.shown(row.id)).state).to.equal('cancelled');
    expect(await codeOf(world.renames.cancel(row.id, ACTOR))).to.equal('rename_state');
    expect(await codeOf(world.renames.undo(row.id, ACTOR))).to.equal('rename_state');
    await world.renames.remove(row.id, ACTOR);
    expect(await codeOf(world.renames.get(row.id))).to.equal('not_found');
  });

  it('writes into the audit log who planned, started, cancelled, undid and deleted', async () => {
    await world.place({ asin: ONE, title: 'Dune', files: 1 });
    world.state.pathTemplate = FLAT;
    const deleted = await world.plan();
    await world.renames.remove(deleted, ACTOR);
    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    await world.renames.cancel(id, ACTOR);
    await world.work();
    const undone = await world.plan();
    await world.renames.start(undone, ACTOR);
    await world.work();
    await world.renames.undo(undone, ACTOR);

    const rows = await world.database.read.all<{ action: string; actorName: string }>(
      "SELECT action, actor_name FROM audit_log WHERE target_type = 'rename' ORDER BY id",
    );
    expect(rows.every(({ actorName }) => actorName === ACTOR.name)).to.equal(true);
    expect(rows.map(({ action }) => action)).to.deep.equal([
      'library.rename_planned',
      'library.rename_deleted',
      'library.rename_planned',
      'library.rename_started',
      'library.rename_cancelled',
      'library.rename_planned',
      'library.rename_started',
      'library.rename_undone',
    ]);
  });

  it('refuses a plan after a day, and an undo after thirty', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = FLAT;
    const [old, id] = [await world.plan(), await world.plan()];
    await world.renames.start(id, ACTOR);
    await world.work();

    world.state.now = new Date('2026-01-02T12:00:01.000Z');
    expect(await codeOf(world.renames.start(old, ACTOR))).to.equal('rename_state');
    expect(await world.renames.forget()).to.equal(1);
    world.state.now = new Date('2026-01-31T12:00:01.000Z');
    expect(await codeOf(world.renames.undo(id, ACTOR))).to.equal('rename_state');
    world.state.now = new Date('2026-04-02T12:00:01.000Z');
    expect(await world.renames.forget()).to.equal(1);
  });

  it('puts back only what still lies where the rename put it', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    await world.place({ asin: TWO, title: 'Emma' });
    world.state.pathTemplate = FLAT;
    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    await world.work();
    await rm(join(world.library, 'Dune (2006)'), { recursive: true });

    await world.renames.undo(id, ACTOR);
    await world.work();

    expect((await world.shown(id)).state).to.equal('done');
    expect((await world.listed(id)).map(({ state, reason }) => [state, reason?.code])).to.deep.equal([
      ['moved', 'missing'],
      ['undone', undefined],
    ]);
  });

  describe('an import that looked at a book', () => {
    async function record(placed: Awaited<ReturnType<RenameWorld['imports']>>[number] | undefined, meanwhile: () => Promise<unknown>) {
      const { requestId = '', directory = '', manifest = createPlacementManifest([]) } = placed ?? {};
      const seen = await seePlaced(world.database.read, directory, manifest);
      await meanwhile();
      const createdAt = world.state.now.toISOString();
      return world.database
        .transaction((tx) => recordImport(tx, { requestId, downloadId: null, directory, manifest, seen, createdAt }))
        .then(
          () => 'recorded',
          (error: unknown) => (isFileError(error) ? `${error.code} ${String(error.passing)}` : String(error)),
        );
    }

    async function renamed(): Promise<void> {
      const id = await world.plan();
      await world.renames.start(id, ACTOR);
      await world.work();
      expect((await world.shown(id)).counts.moved).to.equal(1);
    }

    it('writes down nothing when the folder was moved since', async () => {
      await world.place({ asin: ONE, title: 'Dune', files: 1 });
      const [placed] = await world.imports();
      world.state.pathTemplate = FLAT;

      expect(await record(placed, renamed)).to.equal('source_changed true');
      expect(await world.imports()).to.have.length(1);
    });

    it('writes down nothing when the folder stayed and its files got other names', async () => {
      await world.place({ asin: ONE, title: 'Dune', files: 1 });
      const [placed] = await world.imports();
      world.state.planning = ({ files, ...rest }) => ({ ...rest, files: files.map((file) => ({ ...file, to: 'other.mp3' })) });

      expect(await record(placed, renamed)).to.equal('source_changed true');
      expect((await world.imports()).map(({ manifest }) => manifest.files[0]?.path)).to.not.include('Dune.mp3');
    });

    it('writes it down when nothing was moved, and does not when the files are gone', async () => {
      await world.place({ asin: ONE, title: 'Dune', files: 1 });
      const [placed] = await world.imports();

      expect(await record(placed, async () => undefined)).to.equal('recorded');
      await rename(placed?.directory ?? '', join(world.library, 'Moved'));
      const error: unknown = await record(placed, async () => undefined).catch((thrown: unknown) => thrown);
      expect(isFileError(error) && [error.code, error.passing]).to.deep.equal(['source_changed', true]);
      expect(await world.imports()).to.have.length(2);
    });
  });

  it('keeps the inode of the folder and of hard links', async () => {
    await world.place({ asin: ONE, title: 'Dune', files: 1 });
    const before = [await stat(join(world.library, 'Frank Herbert/Dune')), await stat(join(world.library, 'Frank Herbert/Dune/Dune.mp3'))];
    world.state.pathTemplate = FLAT;

    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    await world.work();

    const after = [await stat(join(world.library, 'Dune (2006)')), await stat(join(world.library, 'Dune (2006)/Dune (2006).mp3'))];
    expect(after.map(({ ino }) => ino)).to.deep.equal(before.map(({ ino }) => ino));
    expect(after[1]?.nlink).to.equal(2);
  });
});
