import type { AddOptions, AddResult, Downloadable, DownloadClient, DownloadState, DownloadStatus } from '@lectern/plugin-api';
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert';
import { NOT_THERE, OF_COMMANDS } from './fault.js';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';

export interface DownloadClientFixtures<W extends ContractWorld<DownloadClient> = ContractWorld<DownloadClient>> extends ContractOptions {
  /** Two different things to download. */
  items(world: W): readonly [Downloadable, Downloadable];
  /** An id in the service's format that names nothing. */
  readonly unknownId: string;
  /** Finishes the download of an item. */
  finish(world: W, itemId: string): Promise<void> | void;
  /** Gives an item a state that the plugin cannot know. */
  confuse?(world: W, itemId: string): Promise<void> | void;
  /** Whether an item's data still exists. */
  hasData?(world: W, itemId: string): Promise<boolean> | boolean;
  /** Options for adding items. */
  readonly add?: Partial<AddOptions>;
}

const DONE: readonly DownloadState[] = ['completed', 'seeding'];

/** The suite as rows, for use without mocha. */
export function downloadClientRows<W extends ContractWorld<DownloadClient>>(
  make: MakeWorld<W>,
  fixtures: DownloadClientFixtures<W>,
): Suite<W> {
  const suite = new Suite(make, fixtures);
  const scene = new Scene(suite, fixtures);
  suite.common();
  addAddRows(scene);
  addStatusRows(scene);
  addProgressRows(scene);
  addRemoveRows(scene);
  addImportedRows(scene);
  addOptionalRows(scene);
  addFaultRows(scene);
  return suite;
}

/** The calls that most rows make. */
class Scene<W extends ContractWorld<DownloadClient>> {
  readonly options: AddOptions;

  constructor(
    readonly suite: Suite<W>,
    readonly fixtures: DownloadClientFixtures<W>,
  ) {
    this.options = suite.give({ name: 'Contract: a book', category: 'lectern', ...fixtures.add, ...CALL });
  }

  async add({ provider }: W, item: Downloadable): Promise<AddResult> {
    return this.suite.look('addResult', await provider.add(item, this.options));
  }

  async addFirst(world: W): Promise<string> {
    return (await this.add(world, this.fixtures.items(world)[0])).itemId;
  }

  async statuses({ provider }: W, ids: readonly string[]): Promise<readonly DownloadStatus[]> {
    return this.suite.look('statuses', await provider.status(this.suite.give([...ids]), CALL));
  }

  async statusOf(world: W, id: string): Promise<DownloadStatus> {
    const [status, ...more] = await this.statuses(world, [id]);
    ok(status && more.length === 0, 'every id asked for is answered, once');
    strictEqual(status.itemId, id);
    return status;
  }

  /** Finishes the download of an item, and waits until the plugin says so. */
  async finish(world: W, itemId: string): Promise<void> {
    await this.fixtures.finish(world, itemId);
    await this.suite.eventually('the item is done', async () => DONE.includes((await this.statusOf(world, itemId)).state));
  }
}

function addAddRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures, options } = scene;

  suite.row('add takes an item, which is there from then on', async (world) => {
    const { itemId, alreadyThere } = await scene.add(world, fixtures.items(world)[0]);

    strictEqual(alreadyThere, false);
    notStrictEqual((await scene.statusOf(world, itemId)).state, 'missing');
  });

  suite.row('add is idempotent: the same item twice is the same id and already there', async (world) => {
    const [item] = fixtures.items(world);
    const one = await scene.add(world, item);
    const two = await scene.add(world, item);

    deepStrictEqual(two, { itemId: one.itemId, alreadyThere: true });
    const listed = (await world.provider.list?.({ ...CALL, category: options.category })) ?? [];
    assertUnique(
      'listed items',
      listed.map(({ itemId }) => itemId),
    );
  });

  suite.row('add tells different items apart', async (world) => {
    const [one, other] = fixtures.items(world);

    notStrictEqual((await scene.add(world, one)).itemId, (await scene.add(world, other)).itemId);
  });
}

function addStatusRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;

  suite.row('status answers every id asked for, once, an unknown one with missing', async (world) => {
    const [one, other] = fixtures.items(world);
    const ids = [(await scene.add(world, one)).itemId, fixtures.unknownId, (await scene.add(world, other)).itemId];
    const answers = await scene.statuses(world, ids);

    deepStrictEqual(answers.map(({ itemId }) => itemId).sort(), [...ids].sort());
    strictEqual(answers.find(({ itemId }) => itemId === fixtures.unknownId)?.state, 'missing');
    strictEqual(answers.filter(({ state }) => state === 'missing').length, 1);
  });

  suite.row('status of nothing is nothing', async (world) => {
    deepStrictEqual(await scene.statuses(world, []), []);
  });

  suite.row('status asks for many at once', async (world) => {
    if (!world.requests) return;
    const [one, other] = fixtures.items(world);
    const ids = [(await scene.add(world, one)).itemId, (await scene.add(world, other)).itemId, fixtures.unknownId];
    const cost = async (asked: readonly string[]) => {
      const before = world.requests?.length ?? 0;
      await scene.statuses(world, asked);
      return (world.requests?.length ?? 0) - before;
    };
    await cost(ids.slice(0, 1));

    const single = await cost(ids.slice(0, 1));
    ok((await cost(ids)) <= single + 1, 'the number of requests must not grow with the number of items');
  });
}

function addProgressRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;

  suite.row('a finished download is done, whole, and names its content', async (world) => {
    const itemId = await scene.addFirst(world);
    await scene.finish(world, itemId);

    const { contentPath, progress, bytesDone, bytesTotal } = await scene.statusOf(world, itemId);
    ok(contentPath, 'completed and seeding carry contentPath');
    strictEqual(progress, 1);
    ok(bytesDone <= bytesTotal, 'no more bytes are done than there are');
  });

  suite.row('an item that has just been added is not done', async (world) => {
    const { state, progress, bytesDone, bytesTotal } = await scene.statusOf(world, await scene.addFirst(world));

    ok(!DONE.includes(state), `it is ${state}`);
    ok(progress < 1 || bytesTotal === 0, 'it is not whole');
    ok(bytesDone <= bytesTotal || bytesTotal === 0);
  });

  suite.row('a state the plugin does not know is downloading', async (world) => {
    if (!fixtures.confuse) return;
    const itemId = await scene.addFirst(world);
    await fixtures.confuse(world, itemId);

    strictEqual((await scene.statusOf(world, itemId)).state, 'downloading');
  });
}

function addRemoveRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;

  suite.row('remove takes the item and no other', async (world) => {
    const [one, other] = fixtures.items(world);
    const gone = (await scene.add(world, one)).itemId;
    const kept = (await scene.add(world, other)).itemId;
    await world.provider.remove(gone, { ...CALL, deleteData: true });

    await suite.eventually('the removed item is missing', async () => (await scene.statusOf(world, gone)).state === 'missing');
    notStrictEqual((await scene.statusOf(world, kept)).state, 'missing');
  });

  suite.row('remove of what is not there is success', async (world) => {
    const itemId = await scene.addFirst(world);
    await world.provider.remove(fixtures.unknownId, { ...CALL, deleteData: false });
    await world.provider.remove(itemId, { ...CALL, deleteData: false });
    await world.provider.remove(itemId, { ...CALL, deleteData: false });

    strictEqual((await scene.statusOf(world, itemId)).state, 'missing');
  });

  suite.row('remove leaves the data unless it is told to delete it', async (world) => {
    if (!fixtures.hasData) return;
    for (const deleteData of [false, true]) {
      const itemId = (await scene.add(world, fixtures.items(world)[deleteData ? 1 : 0])).itemId;
      await scene.finish(world, itemId);
      await world.provider.remove(itemId, { ...CALL, deleteData });

      await suite.eventually(
        deleteData ? 'the data is gone' : 'the data is there',
        async () => (await fixtures.hasData?.(world, itemId)) === !deleteData,
      );
    }
  });
}

function addImportedRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;

  suite.row('remove archives: the item is missing, and can be added again', async (world) => {
    const itemId = await scene.addFirst(world);
    await scene.finish(world, itemId);
    await world.provider.remove(itemId, { ...CALL, deleteData: false, archive: true });

    await suite.eventually('the archived item is missing', async () => (await scene.statusOf(world, itemId)).state === 'missing');
    strictEqual((await scene.add(world, fixtures.items(world)[0])).alreadyThere, false, 'an archived item is not there');
  });

  suite.row('imported leaves the item and its content where they are, also the second time', async (world) => {
    if (!world.provider.imported) return;
    const itemId = await scene.addFirst(world);
    await scene.finish(world, itemId);
    const { contentPath } = await scene.statusOf(world, itemId);
    await world.provider.imported(itemId, CALL);
    await world.provider.imported(itemId, CALL);

    const after = await scene.statusOf(world, itemId);
    ok(DONE.includes(after.state), `it is ${after.state}`);
    strictEqual(after.contentPath, contentPath);
    if (fixtures.hasData) strictEqual(await fixtures.hasData(world, itemId), true, 'the data is there');
  });

  suite.row('imported of what is not there is success', async (world) => {
    await world.provider.imported?.(fixtures.unknownId, CALL);
  });
}

function addOptionalRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures, options } = scene;

  suite.row('pause and resume do what they say', async (world) => {
    if (world.provider.pause === undefined || world.provider.resume === undefined) return;
    const itemId = await scene.addFirst(world);
    await world.provider.pause?.(itemId, CALL);
    await suite.eventually('the item is paused', async () => (await scene.statusOf(world, itemId)).state === 'paused');
    await world.provider.resume?.(itemId, CALL);

    await suite.eventually('the item goes on', async () => (await scene.statusOf(world, itemId)).state !== 'paused');
  });

  suite.row('list has what carries our category and nothing else', async (world) => {
    if (!world.provider.list) return;
    const [one, other] = fixtures.items(world);
    const ours = (await scene.add(world, one)).itemId;
    const theirs = (await world.provider.add(other, { ...options, category: 'somebody-else' })).itemId;
    const listed = suite.look('statuses', await world.provider.list({ ...CALL, category: options.category })).map(({ itemId }) => itemId);

    ok(listed.includes(ours), 'our item is listed');
    ok(!listed.includes(theirs), 'an item of another category is not');
  });

  suite.row('list has the items of all categories when everything is asked for', async (world) => {
    if (!world.provider.list) return;
    const [one, other] = fixtures.items(world);
    const ours = (await scene.add(world, one)).itemId;
    const theirs = (await world.provider.add(other, { ...options, category: 'somebody-else' })).itemId;
    const call = { ...CALL, category: options.category, everything: true };
    const listed = suite.look('statuses', await world.provider.list(call)).map(({ itemId }) => itemId);

    ok(listed.includes(ours) && listed.includes(theirs), 'the items of both categories are listed');
  });

  suite.row('files are relative and sized', async (world) => {
    if (!world.provider.files) return;
    const itemId = await scene.addFirst(world);
    await scene.finish(world, itemId);

    ok(suite.look('downloadFiles', await world.provider.files(itemId, CALL)).length > 0, 'a finished download has files');
  });
}

function addFaultRows<W extends ContractWorld<DownloadClient>>(scene: Scene<W>): void {
  const { suite, fixtures, options } = scene;

  suite.faults({
    name: 'add',
    prepare: (world) => (signal) => world.provider.add(fixtures.items(world)[0], { ...options, signal }),
    except: NOT_THERE,
  });
  suite.faults({
    name: 'status',
    async prepare(world) {
      const itemId = await scene.addFirst(world);
      return (signal) => world.provider.status([itemId], { signal });
    },
    except: NOT_THERE,
  });
  suite.faults({
    name: 'remove',
    async prepare(world) {
      const itemId = await scene.addFirst(world);
      return (signal) => world.provider.remove(itemId, { signal, deleteData: false });
    },
    except: { ...OF_COMMANDS, '404': [...NOT_THERE['404'], 'answer'] },
  });
  for (const name of ['pause', 'resume', 'imported'] as const) {
    suite.faults({
      name,
      isThere: ({ provider }) => provider[name] !== undefined,
      async prepare(world) {
        const itemId = await scene.addFirst(world);
        return async (signal) => world.provider[name]?.(itemId, { signal });
      },
      except: { ...NOT_THERE, ...OF_COMMANDS },
    });
  }
  suite.faults({
    name: 'list',
    isThere: ({ provider }) => provider.list !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.list?.({ signal, category: options.category }),
    except: NOT_THERE,
  });
}

/** The mocha suite for every download client. */
export function downloadClientContract<W extends ContractWorld<DownloadClient>>(
  make: MakeWorld<W>,
  fixtures: DownloadClientFixtures<W>,
): void {
  downloadClientRows(make, fixtures).register('contract of a download client');
}
