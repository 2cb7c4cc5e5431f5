import type { EbookCandidate, EbookQuery, EbookSource } from '@lectern/plugin-api';
import { deepStrictEqual, ok } from 'node:assert';
import { allFailed } from './indexer-contract.js';
import { storedCopy } from './plain.js';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';

export interface EbookSourceFixtures extends ContractOptions {
  /** Finds at least one candidate. */
  readonly found: Partial<EbookQuery> & { readonly title: string };
  /** Finds nothing. */
  readonly nothing: Partial<EbookQuery> & { readonly title: string };
}

function complete(query: EbookSourceFixtures['found']): EbookQuery {
  return { authors: [], formats: ['epub'], limit: 20, ...query };
}

/** The suite as rows, for use without mocha. */
export function ebookSourceRows<W extends ContractWorld<EbookSource>>(make: MakeWorld<W>, fixtures: EbookSourceFixtures): Suite<W> {
  const suite = new Suite(make, fixtures);
  const found = suite.give(complete(fixtures.found));
  const nothing = suite.give(complete(fixtures.nothing));
  const search = async ({ provider }: W, query = found) => suite.look('ebookOutcome', await provider.search(query, CALL));

  async function first(world: W): Promise<EbookCandidate> {
    const [candidate] = (await search(world)).candidates;
    ok(candidate, 'the query "found" must find something');
    // core stores a candidate before it fetches it
    return suite.give(storedCopy(candidate));
  }

  suite.common();

  suite.row('search finds candidates, each once, and reports its sources', async (world) => {
    const { candidates, sources } = await search(world);

    ok(candidates.length > 0, 'the query "found" must find something');
    ok(candidates.length <= found.limit, 'no more candidates than were asked for');
    assertUnique(
      'candidates',
      candidates.map(({ id }) => id),
    );
    ok(
      sources.some(({ status }) => status === 'ok'),
      'a source that found something is ok',
    );
  });

  suite.row('search that finds nothing says who was asked', async (world) => {
    const { candidates, sources } = await search(world, nothing);

    deepStrictEqual(candidates, []);
    ok(sources.length > 0, 'sources names everybody who was asked');
    ok(
      sources.every(({ status }) => status === 'empty' || status === 'ok'),
      'finding nothing is no failure',
    );
  });

  suite.row('fetch says where the file of a stored candidate is, or how long to wait', async (world) => {
    suite.look('ebookFetch', await world.provider.fetch(await first(world), CALL));
  });

  suite.faults({
    name: 'search',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.search(found, { signal }),
    except: { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'] },
    tells: allFailed,
  });
  suite.faults({
    name: 'fetch',
    async prepare(world) {
      const candidate = await first(world);
      return (signal) => world.provider.fetch(candidate, { signal });
    },
  });
  return suite;
}

/** The mocha suite for every ebook source. */
export function ebookSourceContract<W extends ContractWorld<EbookSource>>(make: MakeWorld<W>, fixtures: EbookSourceFixtures): void {
  ebookSourceRows(make, fixtures).register('contract of an ebook source');
}
