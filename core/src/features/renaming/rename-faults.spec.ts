import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { ACTOR, createRenameWorld, type RenameWorld } from './rename-world.spec.support.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';

const ONE = 'B000000001';
const TWO = 'B000000002';

describe('faults of single books while placed books are renamed', () => {
  let world: RenameWorld;

  beforeEach(async () => {
    world = await createRenameWorld();
  });
  afterEach(() => world.remove());

  /** A kill right after the move was written down as begun. */
  async function begun(): Promise<string> {
    world.state.pathTemplate = '{title} ({year})';
    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    await world.database.transaction((tx) => tx.run("UPDATE rename_moves SET state = 'moving'"));
    return id;
  }

  it('blocks one book, and not the plan, when a file is where its new folder would be', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    await world.place({ asin: TWO, title: 'Emma' });
    await writeFile(join(world.library, 'Dune (2006)'), 'x');
    world.state.pathTemplate = '{title} ({year})/{title}';

    const [dune, emma] = await world.listed(await world.plan());

    expect(dune?.reason?.code).to.equal('file_fault');
    expect(dune?.reason?.message).to.match(/Dune \(2006\)\/Dune”: there is a file where a folder is needed\. Move that file away\.$/);
    expect(emma).to.deep.include({ state: 'planned', to: 'Emma (2006)/Emma' });
  });

  it('plans in the current library folder while a book waits in one that is gone', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    const old = await begun();
    await world.database.transaction(async (tx) => {
      await tx.run("UPDATE renames SET root = '/gone', state = 'failed', ended_at = created_at WHERE id = ?", [old]);
    });

    const id = await world.plan();

    expect((await world.shown(id)).state).to.equal('ready');
    expect((await world.listed(old)).map(({ state }) => state)).to.deep.equal(['moving']);
  });

  it('waits for the library folder of the rename that was cut off, and finishes it then', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    const id = await begun();
    await rename(world.library, `${world.library}-away`);
    await mkdir(world.library);

    const error: unknown = await world.work().catch((thrown: unknown) => thrown);
    expect(String(error)).to.match(/cannot be seen, or is empty/);
    expect((await world.shown(id)).state).to.equal('running');

    await rename(`${world.library}-away`, world.library);
    await world.work();
    expect((await world.shown(id)).state).to.equal('done');
    expect(await world.folders()).to.deep.equal(['Dune (2006)']);
  });

  it('keeps a book in the journal that was cut off and cannot be looked for, and finishes it later', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    const id = await begun();
    await rename(join(world.library, 'Frank Herbert'), join(world.library, 'away'));
    // no folder can be looked into at the end of a ring of links
    await symlink('Frank Herbert', join(world.library, 'Frank Herbert'));

    await world.work();
    expect((await world.listed(id)).map(({ state, reason }) => [state, reason?.code])).to.deep.equal([['moving', 'file_fault']]);
    expect((await world.shown(await world.plan())).state).to.equal('ready');

    await rm(join(world.library, 'Frank Herbert'));
    await rename(join(world.library, 'away'), join(world.library, 'Frank Herbert'));
    await world.work();
    await world.plan();
    expect((await world.listed(id)).map(({ state, reason }) => [state, reason])).to.deep.equal([['moved', null]]);
    expect(await world.folders()).to.deep.equal(['Dune (2006)']);
  });

  it('does not stop an undo because the rename was told to stop when it had just ended', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = '{title} ({year})';
    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    await world.work();
    await world.database.transaction((tx) => tx.run('UPDATE renames SET stopping = ?', [true]));

    await world.renames.undo(id, ACTOR);
    await world.work();

    expect((await world.shown(id)).state).to.equal('undone');
  });

  it('tells of a book that arrives after its rename has ended, and lets media servers look', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    const id = await begun();
    await world.database.transaction(async (tx) => {
      await tx.run("UPDATE renames SET state = 'failed', ended_at = created_at WHERE id = ?", [id]);
      await tx.run('DELETE FROM jobs');
    });
    world.announced.splice(0);

    await world.work();

    expect((await world.listed(id)).map(({ state }) => state)).to.deep.equal(['moved']);
    expect(world.announced).to.deep.equal([{ id, state: 'failed', done: 0, total: 1, title: 'Dune' }]);
    expect(await world.queued(LOOK_AT_LIBRARY.name)).to.have.length(1);
  });

  it('is not undone while a book waits on its way back, and is afterwards', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = '{title} ({year})';
    const id = await world.plan();
    await world.renames.start(id, ACTOR);
    await world.work();
    await world.renames.undo(id, ACTOR);
    await world.database.transaction((tx) => tx.run("UPDATE rename_moves SET state = 'undoing', top = 'NAS'"));

    await world.work();

    expect((await world.shown(id)).state).to.equal('done');
    const [move] = await world.listed(id);
    expect([move?.state, move?.reason?.message]).to.deep.equal([
      'undoing',
      `The book was being moved in “${join(world.library, 'NAS')}”, which is not mounted now. Mount it again; Lectern continues with the next move, or when it starts.`,
    ]);

    await world.database.transaction((tx) => tx.run("UPDATE rename_moves SET top = ''"));
    await world.work();

    expect((await world.shown(id)).state).to.equal('undone');
    expect(await world.folders()).to.deep.equal(['Frank Herbert/Dune']);
  });

  it('writes nothing more of a plan that a later run has taken', async () => {
    await world.place({ asin: ONE, title: 'Dune' });
    world.state.pathTemplate = '{title} ({year})';
    const { row } = await world.renames.create({ everything: true }, ACTOR);
    let taken: Promise<unknown> | undefined;
    world.heard.add(({ state }) => {
      if (state === 'planning') taken ??= world.database.transaction((tx) => tx.run("UPDATE renames SET run_id = 'later'"));
    });

    await world.work();
    await taken;

    expect((await world.shown(row.id)).state).to.equal('planning');
  });

  for (const dialect of SERVICE_DIALECTS) {
    it(`puts books back whose requesters were deleted since (${dialect})`, async () => {
      await world.remove();
      world = await createRenameWorld(dialect);
      await world.place({ asin: ONE, title: 'Dune', user: 'paul' });
      await world.place({ asin: ONE, title: 'Dune', user: 'leto' });
      await world.place({ asin: TWO, title: 'Emma', user: 'leto' });
      world.state.pathTemplate = '{title} ({year})';
      const id = await world.plan();
      await world.renames.start(id, ACTOR);
      await world.work();
      await world.database.transaction((tx) => tx.run("UPDATE users SET deleted_at = created_at, state = 'disabled' WHERE id = 'leto'"));

      await world.renames.undo(id, ACTOR);
      await world.work();

      expect((await world.shown(id)).state).to.equal('undone');
      expect(await world.folders()).to.deep.equal(['Frank Herbert/Dune', 'Frank Herbert/Dune', 'Frank Herbert/Emma']);
      expect((await world.files()).every((name) => name.startsWith('Frank Herbert/'))).to.equal(true);
    });
  }
});
