import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPostgres, verifyPlacement, type PlacementManifest } from '@lectern/core/testing';
import type { DemoBook } from '@lectern/simulators';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { expectCountsRight, expectTimeline, stuckJobs, withDatabase } from '../crash/crash-outcome.spec.support.js';
import { libraryOf } from '../crash/crash-scene.spec.support.js';
import { FILES_OF_SMALL_BOOK, SMALL_BOOKS } from '../small-books.spec.support.js';
import { startSeveralProcesses, type ArmedWorker, type SeveralProcesses } from './several-processes.spec.support.js';

const FIRST = SMALL_BOOKS.slice(0, 10);
const SECOND = SMALL_BOOKS.slice(10, 20);

interface RenameView {
  readonly id: string;
  readonly state: string;
  readonly done: number;
  readonly counts: Readonly<Record<string, number>>;
}

interface ImportRow {
  readonly requestId: string;
  readonly directory: string;
  readonly manifest: string;
}

describe('two workers on one PostgreSQL and one library folder', () => {
  let all: SeveralProcesses;
  /** Those that live. */
  let workers: ArmedWorker[];

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    all = await startSeveralProcesses([...FIRST, ...SECOND]);
    workers = [all.worker, await all.startWorker()];
  });
  after(() => all?.close());

  async function ask({ asin }: DemoBook): Promise<string> {
    const { request } = await all.user.call<{ request: { id: string; status: string } }>('POST', '/api/requests', { asin });
    if (request.status === 'awaiting_approval') await all.admin.one.call('POST', `/api/admin/requests/${request.id}/approve`, {});
    return request.id;
  }

  async function statuses(ids: readonly string[]): Promise<string[]> {
    const { items } = await all.user.call<{ items: { id: string; status: string }[] }>('GET', '/api/requests?limit=100');
    return items.filter(({ id }) => ids.includes(id)).map(({ status }) => status);
  }

  async function untilSo(what: string, isSo: () => Promise<boolean>): Promise<void> {
    await until(isSo, { everyMs: 25, what }).catch((error: unknown) => {
      throw new Error(workers.map((worker) => worker.output().slice(-3000)).join('\n'), { cause: error });
    });
  }

  const untilAvailable = (ids: readonly string[]) =>
    untilSo('books', async () => (await statuses(ids)).every((status) => status === 'available'));

  const renameOf = (id: string) => all.admin.two.call<RenameView>('GET', `/api/admin/renames/${id}`);

  /** Lets one of the workers die at a moment of the work it is given, and starts another in its stead. */
  async function oneDiesAt(point: Parameters<ArmedWorker['arm']>[0], giveWork: () => Promise<unknown>): Promise<void> {
    for (const worker of workers) await worker.arm(point);
    let dead: ArmedWorker | undefined;
    for (const worker of workers) void worker.exited.then(() => (dead ??= worker));
    await giveWork();
    await untilSo(`a death at “${point}”`, async () => dead !== undefined);
    workers = workers.filter((worker) => worker !== dead);
    for (const worker of workers) await worker.arm('');
    workers.push(await all.startWorker());
  }

  /** The folder of each book below the library folder, and that each is there once, whole, and written down once. */
  async function expectEachOnce(ids: ReadonlyMap<string, DemoBook>): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    await withDatabase(all, async (database) => {
      expect(await stuckJobs(database), 'jobs that are stuck or have failed').to.deep.equal([]);
      await expectCountsRight(database);
      const begun = await database.read.all("SELECT from_folder, state FROM rename_moves WHERE state NOT IN ('moved', 'planned')");
      expect(begun, 'moves that were begun and not ended').to.deep.equal([]);
      const rows = await database.read.all<ImportRow>('SELECT request_id, directory, manifest FROM imports');
      expect(rows.map(({ requestId }) => requestId).sort()).to.deep.equal([...ids.keys()].sort());
      for (const { requestId, directory, manifest: stored } of rows) {
        const book = ids.get(requestId);
        const manifest = JSON.parse(stored) as PlacementManifest;
        expect(await verifyPlacement(directory, manifest), directory).to.deep.equal([]);
        const audio = manifest.files.filter(({ path }) => path.endsWith('.mp3'));
        expect(audio, directory).to.have.length(FILES_OF_SMALL_BOOK);
        for (const { path, sourcePath = '' } of audio)
          expect((await readFile(join(directory, path))).equals(await readFile(sourcePath)), path).to.equal(true);
        expect((await readdir(directory)).sort()).to.deep.equal(manifest.files.map(({ path }) => path).sort());
        await expectTimeline(database, requestId);
        found.set(book?.title ?? '', directory);
      }
    });
    const { books, left } = await libraryOf(all.world.libraryDir);
    expect(left, 'working folders').to.deep.equal([]);
    expect([...books]).to.have.deep.members([...ids.values()].map(({ title }) => [title, FILES_OF_SMALL_BOOK]));
    return found;
  }

  it('import and rename at once, and one of them dies in the middle of each', async () => {
    const ids = new Map<string, DemoBook>();
    const askAll = async (books: readonly DemoBook[]) => {
      for (const book of books) ids.set(await ask(book), book);
    };

    await askAll(FIRST.slice(0, 4));
    await oneDiesAt('file gathered', () => askAll(FIRST.slice(4)));
    await untilAvailable([...ids.keys()]);
    const before = await expectEachOnce(ids);

    await all.admin.one.call('PATCH', '/api/admin/settings', { library: { pathTemplate: 'Moved/{author}/{title}' } });
    const { id } = await all.admin.one.call<RenameView>('POST', '/api/admin/renames', { everything: true });
    await untilSo('the plan', async () => (await renameOf(id)).state === 'ready');
    await askAll(SECOND.slice(0, 4));
    await oneDiesAt('renaming settled', () => all.admin.one.call('POST', `/api/admin/renames/${id}/start`));
    await oneDiesAt('book placed', () => askAll(SECOND.slice(4)));
    await untilSo('the rename', async () => (await renameOf(id)).state !== 'running');
    await untilAvailable([...ids.keys()]);

    const { state, counts } = await renameOf(id);
    expect({ state, moved: counts['moved'], failed: counts['failed'] }).to.deep.equal({ state: 'done', moved: FIRST.length, failed: 0 });
    const after = await expectEachOnce(ids);
    for (const title of [...before.keys()])
      expect(after.get(title)).to.equal(join(all.world.libraryDir, 'Moved/Wilhelmina Ashgrove', title));
  });
});
