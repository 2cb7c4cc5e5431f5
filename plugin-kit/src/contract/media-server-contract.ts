import type { LibraryItem, MediaServer, PasswordSignIn, RedirectSignIn } from '@lectern/plugin-api';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import type { FaultTarget } from './fault.js';
import { assertNoSecret, outcomeOf } from './outcome.js';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';
import { walk } from './walk.js';

export interface MediaServerFixtures<W extends ContractWorld<MediaServer> = ContractWorld<MediaServer>> extends ContractOptions {
  /** A library with the items below. */
  readonly libraryId: string;
  /** Titles a full walk hands out; two at least. */
  titles(world: W): readonly string[];
  /** A library without items. */
  readonly emptyLibraryId?: string;
  /** Titles of an item with and one without a cover. */
  readonly covers?: { readonly with?: string; readonly without?: string };
  /** Somebody who may sign in with a password. */
  readonly account?: { readonly username: string; readonly password: string };
  /** What fails when people sign in, where that is another service than the media server itself. */
  signInTarget?(world: W): FaultTarget;
}

const WRONG = 'planted-wrong-password';
const WHERE = { clientAddress: '192.0.2.7' };
const RETURN = { returnUrl: 'http://lectern.example/return' };

function byPassword({ accounts }: MediaServer): PasswordSignIn | undefined {
  return accounts?.signIn.kind === 'password' ? accounts.signIn : undefined;
}

function byRedirect({ accounts }: MediaServer): RedirectSignIn | undefined {
  return accounts?.signIn.kind === 'redirect' ? accounts.signIn : undefined;
}

function theOne<T>(value: T | undefined, what: string): T {
  ok(value !== undefined, what);
  return value;
}

/** The suite as rows, for whoever wants to run it without mocha. */
export function mediaServerRows<W extends ContractWorld<MediaServer>>(make: MakeWorld<W>, fixtures: MediaServerFixtures<W>): Suite<W> {
  const { libraryId, account } = fixtures;
  const passwords = [WRONG, ...(account ? [account.password] : [])];
  const suite = new Suite(make, { ...fixtures, secrets: [...fixtures.secrets, ...passwords] });

  const items = ({ provider }: W, id = libraryId, since?: string): Promise<LibraryItem[]> =>
    walk(async (cursor) => suite.look('libraryPage', await provider.items(id, { ...CALL, cursor, since })));

  async function itemOf(world: W, title?: string): Promise<LibraryItem> {
    const found = (await items(world)).find((item) => title === undefined || item.title === title);
    ok(found, `the library has no ${title ?? 'item'}`);
    return found;
  }

  /** A place in a walk that has a page before it; walks since a time have one sooner, being made of several lists. */
  async function middleOf(provider: MediaServer): Promise<{ readonly since?: string; readonly cursor: string }> {
    for (const since of [undefined, new Date(0).toISOString()]) {
      const { next } = await provider.items(libraryId, { ...CALL, since });
      if (next !== undefined) return { since, cursor: next };
    }
    throw new Error(`a walk of the library "${libraryId}" has only one page: the fixtures need more items in it`);
  }

  suite.common();

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
    const found = await items(world);

    assertUnique(
      'items',
      found.map(({ itemId }) => itemId),
    );
    deepStrictEqual(found.map(({ title }) => title).sort(), [...fixtures.titles(world)].sort());
    for (const item of found) strictEqual(item.libraryId, libraryId);
  });

  suite.row('ids of items are the same in every walk', async (world) => {
    const [one, two] = [await items(world), await items(world)];

    deepStrictEqual(two.map(({ itemId }) => itemId).sort(), one.map(({ itemId }) => itemId).sort());
  });

  suite.row('an empty library has no items and no further page', async ({ provider }) => {
    if (fixtures.emptyLibraryId === undefined) return;
    const page = suite.look('libraryPage', await provider.items(fixtures.emptyLibraryId, CALL));

    deepStrictEqual([page.items, page.next], [[], undefined]);
  });

  suite.row('since hands out at least what changed after it', async (world) => {
    const all = await items(world);
    const newest = all.reduce((best, item) => (item.updatedAt > best.updatedAt ? item : best));
    const since = new Date(Date.parse(newest.updatedAt) - 1000).toISOString();
    const some = await items(world, libraryId, since);

    assertUnique(
      'items',
      some.map(({ itemId }) => itemId),
    );
    ok(
      some.some(({ itemId }) => itemId === newest.itemId),
      'the newest item is among them',
    );
  });

  suite.row('refresh is taken', async (world) => {
    await world.provider.refresh(libraryId, CALL);
    const { path } = await itemOf(world);
    if (path !== undefined) await world.provider.refresh(libraryId, { ...CALL, path });
  });

  suite.row('cover is a picture, or null where there is none', async (world) => {
    const { with: title, without } = fixtures.covers ?? {};
    if (title !== undefined) suite.look('cover', await world.provider.cover((await itemOf(world, title)).itemId, { ...CALL, width: 200 }));
    if (without !== undefined) strictEqual(await world.provider.cover((await itemOf(world, without)).itemId, CALL), null);
  });

  suite.row('setAsin writes the ASIN into the item', async (world) => {
    if (!world.provider.setAsin) return;
    const { itemId } = await itemOf(world);
    await world.provider.setAsin(itemId, 'B0CONTRACT', CALL);

    await suite.eventually(
      'the item has the ASIN',
      async () => (await items(world)).find((item) => item.itemId === itemId)?.asin === 'B0CONTRACT',
    );
  });

  suite.row('remove takes the item and no other', async (world) => {
    if (!world.provider.remove) return;
    const before = await items(world);
    const itemId = before[0]?.itemId ?? '';
    await world.provider.remove(itemId, CALL);

    await suite.eventually('the item is gone', async () => !(await items(world)).some((item) => item.itemId === itemId));
    strictEqual((await items(world)).length, before.length - 1);
  });

  suite.row('an account signs in with its password, and no other', async ({ provider, logs }) => {
    const signIn = byPassword(provider);
    if (!signIn || !account) return;
    suite.look('account', await signIn.signIn({ ...account, ...WHERE }, CALL));
    const { error } = await outcomeOf(signIn.signIn({ username: account.username, password: WRONG, ...WHERE }, CALL), 10_000);

    strictEqual(error?.code, 'INTEGRATION_UNAUTHORIZED', 'wrong credentials throw UNAUTHORIZED');
    assertNoSecret(passwords, 'the error', error);
    assertNoSecret(passwords, 'the logs', logs ?? []);
  });

  suite.row('a sign-in elsewhere begins with an address and is not finished by itself', async ({ provider }) => {
    const signIn = byRedirect(provider);
    if (!signIn) return;
    const { state } = suite.look('redirect', await signIn.begin(RETURN, CALL));

    strictEqual(await signIn.finish({ state, query: {} }, CALL), undefined);
  });

  const there = { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'] } as const;
  const command = { malformed: ['INTEGRATION_BAD_RESPONSE', 'answer'], html: ['INTEGRATION_BAD_RESPONSE', 'answer'] } as const;
  suite.faults({
    name: 'libraries',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.libraries({ signal }),
    except: there,
  });
  suite.faults({
    name: 'items',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.items(libraryId, { signal }),
    except: there,
  });
  suite.faults({
    // a walk that ends early makes core believe that the rest was removed
    name: 'items in the middle of a walk',
    async prepare({ provider }) {
      const { since, cursor } = await middleOf(provider);
      return (signal) => provider.items(libraryId, { signal, since, cursor });
    },
    except: there,
  });
  suite.faults({
    name: 'refresh',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.refresh(libraryId, { signal }),
    except: { ...there, ...command },
  });
  suite.faults({
    name: 'cover',
    async prepare(world) {
      const { itemId } = await itemOf(world, fixtures.covers?.with);
      return (signal) => world.provider.cover(itemId, { signal });
    },
    except: { '404': ['answer', ...there['404']] },
    tells: (value) => value === null,
  });
  suite.faults({
    name: 'setAsin',
    isThere: ({ provider }) => provider.setAsin !== undefined,
    async prepare(world) {
      const { itemId } = await itemOf(world);
      return async (signal) => world.provider.setAsin?.(itemId, 'B0CONTRACT', { signal });
    },
    except: { ...there, ...command },
  });
  suite.faults({
    name: 'remove',
    isThere: ({ provider }) => provider.remove !== undefined,
    async prepare(world) {
      const { itemId } = await itemOf(world);
      return async (signal) => world.provider.remove?.(itemId, { signal });
    },
    except: { ...command, '404': [...there['404'], 'answer'] },
  });
  const signInTarget = (world: W): FaultTarget => fixtures.signInTarget?.(world) ?? world.target;
  suite.faults({
    name: 'accounts.signIn',
    isThere: ({ provider }) => byPassword(provider) !== undefined,
    target: signInTarget,
    prepare({ provider }) {
      const credentials = theOne(account, 'people sign in with a password: the fixtures need an account');
      return async (signal) => byPassword(provider)?.signIn({ ...credentials, ...WHERE }, { signal });
    },
    except: there,
  });
  suite.faults({
    name: 'accounts.begin',
    isThere: ({ provider }) => byRedirect(provider) !== undefined,
    target: signInTarget,
    prepare:
      ({ provider }) =>
      async (signal) =>
        byRedirect(provider)?.begin(RETURN, { signal }),
    except: there,
  });
  suite.faults({
    // "not finished yet" would let the browser ask on for ever
    name: 'accounts.finish',
    isThere: ({ provider }) => byRedirect(provider) !== undefined,
    target: signInTarget,
    async prepare({ provider }) {
      const signIn = theOne(byRedirect(provider), 'the sign-in is there');
      const { state } = await signIn.begin(RETURN, CALL);
      return (signal) => signIn.finish({ state, query: {} }, { signal });
    },
    except: there,
  });
  return suite;
}

/** The mocha suite every media server passes. */
export function mediaServerContract<W extends ContractWorld<MediaServer>>(make: MakeWorld<W>, fixtures: MediaServerFixtures<W>): void {
  mediaServerRows(make, fixtures).register('contract of a media server');
}
