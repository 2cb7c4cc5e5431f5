import type { LibraryItem, MediaServer } from '@lectern/plugin-api';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { NOT_THERE, OF_COMMANDS, type FaultTarget } from './fault.js';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';
import { addSignInRows, WRONG_PASSWORD } from './sign-in-rows.js';
import { walk } from './walk.js';

export interface MediaServerFixtures<W extends ContractWorld<MediaServer> = ContractWorld<MediaServer>> extends ContractOptions {
  /** A library with the items below. */
  readonly libraryId: string;
  /** Titles that a full walk returns; at least two. */
  titles(world: W): readonly string[];
  /** A library without items. */
  readonly emptyLibraryId?: string;
  /** Titles of an item with a cover and of one without. */
  readonly covers?: { readonly with?: string; readonly without?: string };
  /** What an account heard, the last first, and the subject of another one that heard nothing of it. */
  readonly listener?: { readonly subject: string; readonly heard: readonly string[]; readonly other: string };
  /** A person who may sign in with a password. */
  readonly account?: { readonly username: string; readonly password: string };
  /** The target that fails when people sign in, if that is another service than the media server. */
  signInTarget?(world: W): FaultTarget;
}

/** The suite as rows, for use without mocha. */
export function mediaServerRows<W extends ContractWorld<MediaServer>>(make: MakeWorld<W>, fixtures: MediaServerFixtures<W>): Suite<W> {
  const { account } = fixtures;
  const passwords = [WRONG_PASSWORD, ...(account ? [account.password] : [])];
  const suite = new Suite(make, { ...fixtures, secrets: [...fixtures.secrets, ...passwords] });
  const scene = new Scene(suite, fixtures);
  suite.common();
  addListRows(scene);
  addChangeRows(scene);
  addListFaultRows(scene);
  addChangeFaultRows(scene);
  addSignInRows(suite, {
    prefix: 'accounts',
    signInOf: ({ provider }) => provider.accounts?.signIn,
    account,
    passwords,
    target: (world) => fixtures.signInTarget?.(world) ?? world.target,
  });
  return suite;
}

/** The walks that most rows make. */
class Scene<W extends ContractWorld<MediaServer>> {
  constructor(
    readonly suite: Suite<W>,
    readonly fixtures: MediaServerFixtures<W>,
  ) {}

  items({ provider }: W, since?: string): Promise<LibraryItem[]> {
    const { libraryId } = this.fixtures;
    return walk(async (cursor) => this.suite.look('libraryPage', await provider.items(libraryId, { ...CALL, cursor, since })));
  }

  async itemOf(world: W, title?: string): Promise<LibraryItem> {
    const found = (await this.items(world)).find((item) => title === undefined || item.title === title);
    ok(found, `the library has no ${title ?? 'item'}`);
    return found;
  }

  /** A position in a walk after its first page; walks since a time reach it sooner, because they consist of several lists. */
  async middleOf(provider: MediaServer): Promise<{ readonly since?: string; readonly cursor: string }> {
    const { libraryId } = this.fixtures;
    for (const since of [undefined, new Date(0).toISOString()]) {
      const { next } = await provider.items(libraryId, { ...CALL, since });
      if (next !== undefined) return { since, cursor: next };
    }
    throw new Error(`a walk of the library "${libraryId}" has only one page: the fixtures need more items in it`);
  }
}

function addListRows<W extends ContractWorld<MediaServer>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;
  const { libraryId } = fixtures;

  suite.row('libraries are listed once each, with their directories', async ({ provider }) => {
    const libraries = suite.look('libraries', await provider.libraries(CALL));

    assertUnique(
      'libraries',
      libraries.map(({ id }) => id),
    );
    ok(
      libraries.some(({ id }) => id === libraryId),
      'the library of the fixtures is there',
    );
  });

  suite.row('a walk hands out every item once', async (world) => {
    const found = await scene.items(world);

    assertUnique(
      'items',
      found.map(({ itemId }) => itemId),
    );
    deepStrictEqual(found.map(({ title }) => title).sort(), [...fixtures.titles(world)].sort());
    for (const item of found) strictEqual(item.libraryId, libraryId);
  });

  suite.row('ids of items are the same in every walk', async (world) => {
    const [one, two] = [await scene.items(world), await scene.items(world)];

    deepStrictEqual(two.map(({ itemId }) => itemId).sort(), one.map(({ itemId }) => itemId).sort());
  });

  suite.row('an empty library has no items and no further page', async ({ provider }) => {
    if (fixtures.emptyLibraryId === undefined) return;
    const page = suite.look('libraryPage', await provider.items(fixtures.emptyLibraryId, CALL));

    deepStrictEqual([page.items, page.next], [[], undefined]);
  });

  suite.row('since hands out at least what changed after it', async (world) => {
    const all = await scene.items(world);
    const newest = all.reduce((best, item) => (item.updatedAt > best.updatedAt ? item : best));
    const since = new Date(Date.parse(newest.updatedAt) - 1000).toISOString();
    const some = await scene.items(world, since);

    assertUnique(
      'items',
      some.map(({ itemId }) => itemId),
    );
    ok(
      some.some(({ itemId }) => itemId === newest.itemId),
      'the newest item is among them',
    );
  });
}

function addChangeRows<W extends ContractWorld<MediaServer>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;
  const { libraryId } = fixtures;

  suite.row('refresh is taken', async (world) => {
    await world.provider.refresh(libraryId, CALL);
    const { path } = await scene.itemOf(world);
    if (path !== undefined) await world.provider.refresh(libraryId, { ...CALL, path });
  });

  suite.row('cover is a picture, or null where there is none', async (world) => {
    const { with: title, without } = fixtures.covers ?? {};
    if (title !== undefined)
      suite.look('cover', await world.provider.cover((await scene.itemOf(world, title)).itemId, { ...CALL, width: 200 }));
    if (without !== undefined) strictEqual(await world.provider.cover((await scene.itemOf(world, without)).itemId, CALL), null);
  });

  suite.row('itemAddress is a web address with a place for the id, and holds no secret', async ({ provider }) => {
    const address = await provider.itemAddress?.(CALL);
    if (address !== undefined && address !== null) suite.look('itemAddress', address);
  });

  suite.row('progress is what that account heard, each item once, the last heard first', async (world) => {
    const { listener } = fixtures;
    if (!listener || !world.provider.progress) return;
    const titles = new Map((await scene.items(world)).map(({ itemId, title }) => [itemId, title]));
    const heard = suite.look('progress', await world.provider.progress(listener.subject, CALL));

    deepStrictEqual(
      heard.map(({ itemId }) => titles.get(itemId)),
      [...listener.heard],
    );
    const times = heard.map(({ heardAt }) => Date.parse(heardAt));
    deepStrictEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
    const others = suite.look('progress', await world.provider.progress(listener.other, CALL));
    ok(!others.some(({ itemId }) => heard.some((own) => own.itemId === itemId)), 'another account has its own progress');
  });

  suite.row('setAsin writes the ASIN into the item', async (world) => {
    if (!world.provider.setAsin) return;
    const { itemId } = await scene.itemOf(world);
    await world.provider.setAsin(itemId, 'B0CONTRACT', CALL);

    await suite.eventually(
      'the item has the ASIN',
      async () => (await scene.items(world)).find((item) => item.itemId === itemId)?.asin === 'B0CONTRACT',
    );
  });

  suite.row('remove takes the item and no other', async (world) => {
    if (!world.provider.remove) return;
    const before = await scene.items(world);
    const itemId = before[0]?.itemId ?? '';
    await world.provider.remove(itemId, CALL);

    await suite.eventually('the item is gone', async () => !(await scene.items(world)).some((item) => item.itemId === itemId));
    strictEqual((await scene.items(world)).length, before.length - 1);
  });
}

function addListFaultRows<W extends ContractWorld<MediaServer>>(scene: Scene<W>): void {
  const { suite } = scene;
  const { libraryId } = scene.fixtures;

  suite.faults({
    name: 'libraries',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.libraries({ signal }),
    except: NOT_THERE,
  });
  suite.faults({
    name: 'items',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.items(libraryId, { signal }),
    except: NOT_THERE,
  });
  suite.faults({
    // a walk that ends early makes core believe that the rest was removed
    name: 'items in the middle of a walk',
    async prepare({ provider }) {
      const { since, cursor } = await scene.middleOf(provider);
      return (signal) => provider.items(libraryId, { signal, since, cursor });
    },
    except: NOT_THERE,
  });
}

function addChangeFaultRows<W extends ContractWorld<MediaServer>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;
  const { libraryId } = fixtures;

  suite.faults({
    name: 'refresh',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.refresh(libraryId, { signal }),
    except: { ...NOT_THERE, ...OF_COMMANDS },
  });
  suite.faults({
    name: 'cover',
    async prepare(world) {
      const { itemId } = await scene.itemOf(world, fixtures.covers?.with);
      return (signal) => world.provider.cover(itemId, { signal });
    },
    except: { '404': ['answer', ...NOT_THERE['404']] },
    tells: (value) => value === null,
  });
  suite.faults({
    name: 'progress',
    isThere: ({ provider }) => provider.progress !== undefined && fixtures.listener !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.progress?.(fixtures.listener?.subject ?? '', { signal }),
    except: NOT_THERE,
  });
  suite.faults({
    name: 'setAsin',
    isThere: ({ provider }) => provider.setAsin !== undefined,
    async prepare(world) {
      const { itemId } = await scene.itemOf(world);
      return async (signal) => world.provider.setAsin?.(itemId, 'B0CONTRACT', { signal });
    },
    except: { ...NOT_THERE, ...OF_COMMANDS },
  });
  suite.faults({
    name: 'remove',
    isThere: ({ provider }) => provider.remove !== undefined,
    async prepare(world) {
      const { itemId } = await scene.itemOf(world);
      return async (signal) => world.provider.remove?.(itemId, { signal });
    },
    except: { ...OF_COMMANDS, '404': [...NOT_THERE['404'], 'answer'] },
  });
}

/** The mocha suite for every media server. */
export function mediaServerContract<W extends ContractWorld<MediaServer>>(make: MakeWorld<W>, fixtures: MediaServerFixtures<W>): void {
  mediaServerRows(make, fixtures).register('contract of a media server');
}
