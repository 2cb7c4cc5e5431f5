import type { ShelfBook, ShelfProvider } from '@lectern/plugin-api';
import { deepStrictEqual, ok } from 'node:assert';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';
import { walk } from './walk.js';

export interface ShelfProviderFixtures<W extends ContractWorld<ShelfProvider> = ContractWorld<ShelfProvider>> extends ContractOptions {
  /** Titles a full walk hands out; two at least. */
  titles(world: W): readonly string[];
  /** Takes all books off the shelf. */
  empty?(world: W): Promise<void> | void;
}

/** The suite as rows, for whoever wants to run it without mocha. */
export function shelfProviderRows<W extends ContractWorld<ShelfProvider>>(
  make: MakeWorld<W>,
  fixtures: ShelfProviderFixtures<W>,
): Suite<W> {
  const suite = new Suite(make, fixtures);
  const books = ({ provider }: W): Promise<ShelfBook[]> =>
    walk(async (cursor) => suite.look('shelfPage', await provider.books({ ...CALL, cursor })));

  suite.common();

  suite.row('describe names the shelf and counts its books', async (world) => {
    const { count } = suite.look('shelf', await world.provider.describe(CALL));

    deepStrictEqual(count, (await books(world)).length);
  });

  suite.row('a walk hands out every book once', async (world) => {
    const found = await books(world);

    assertUnique(
      'books',
      found.map(({ bookId }) => bookId),
    );
    deepStrictEqual(found.map(({ title }) => title).sort(), [...fixtures.titles(world)].sort());
  });

  suite.row('ids of books are the same in every walk', async (world) => {
    const [one, two] = [await books(world), await books(world)];

    deepStrictEqual(two.map(({ bookId }) => bookId).sort(), one.map(({ bookId }) => bookId).sort());
  });

  suite.row('books have the authors the service names', async (world) => {
    // a title alone would match anything
    ok(
      (await books(world)).some(({ authors }) => authors.length > 0),
      'not one book has an author',
    );
  });

  suite.row('an empty shelf has no books and no further page', async (world) => {
    if (!fixtures.empty) return;
    await fixtures.empty(world);
    const page = suite.look('shelfPage', await world.provider.books(CALL));

    deepStrictEqual([page.items, page.next], [[], undefined]);
    deepStrictEqual((await world.provider.describe(CALL)).count, 0);
  });

  const there = { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'] } as const;
  suite.faults({
    name: 'describe',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.describe({ signal }),
    except: there,
  });
  suite.faults({
    name: 'books',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.books({ signal }),
    except: there,
  });
  suite.faults({
    // a walk that ends early makes core believe that the rest was taken off the shelf
    name: 'books in the middle of a walk',
    async prepare({ provider }) {
      const { next } = await provider.books(CALL);
      return (signal) => provider.books({ signal, cursor: next });
    },
    except: there,
  });
  return suite;
}

/** The mocha suite every shelf provider passes. */
export function shelfProviderContract<W extends ContractWorld<ShelfProvider>>(
  make: MakeWorld<W>,
  fixtures: ShelfProviderFixtures<W>,
): void {
  shelfProviderRows(make, fixtures).register('contract of a shelf provider');
}
