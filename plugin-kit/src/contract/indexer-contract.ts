import type { Downloadable, Indexer, Protocol, Release, ReleaseQuery, SearchOutcome } from '@lectern/plugin-api';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { NOT_THERE } from './fault.js';
import { storedCopy } from './plain.js';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';

export interface IndexerFixtures<W extends ContractWorld<Indexer> = ContractWorld<Indexer>> extends ContractOptions {
  /** Finds at least one release. Missing members have simple defaults. */
  readonly found: Partial<ReleaseQuery> & { readonly text: string };
  /** Finds nothing. */
  readonly nothing: Partial<ReleaseQuery> & { readonly text: string };
  /** Makes one of several sources fail, so that `found` still finds something. */
  failOne?(world: W): void | Promise<void>;
}

const KINDS: Readonly<Record<Protocol, readonly Downloadable['kind'][]>> = {
  torrent: ['magnet', 'torrent'],
  usenet: ['nzb'],
  http: ['http'],
};

function complete(query: IndexerFixtures['found']): ReleaseQuery {
  return { title: query.text, authors: [], narrators: [], format: 'audiobook', limit: 100, ...query };
}

/** Whether an outcome says that nothing could be searched. */
export function allFailed(outcome: unknown): boolean {
  const { sources = [], ...lists } = (outcome ?? {}) as { sources?: SearchOutcome['sources'] };
  const isBare = Object.values(lists).every((list) => Array.isArray(list) && list.length === 0);
  return isBare && sources.length > 0 && sources.every(({ status }) => status === 'failed' || status === 'throttled');
}

/** The suite as rows, for use without mocha. */
export function indexerRows<W extends ContractWorld<Indexer>>(make: MakeWorld<W>, fixtures: IndexerFixtures<W>): Suite<W> {
  const suite = new Suite(make, fixtures);
  const scene = new Scene(suite, fixtures);
  suite.common();
  addSearchRows(scene);
  addReleaseRows(scene);
  addFaultRows(scene);
  return suite;
}

/** The searches that most rows make. */
class Scene<W extends ContractWorld<Indexer>> {
  readonly found: ReleaseQuery;
  readonly nothing: ReleaseQuery;

  constructor(
    readonly suite: Suite<W>,
    readonly fixtures: IndexerFixtures<W>,
  ) {
    this.found = suite.give(complete(fixtures.found));
    this.nothing = suite.give(complete(fixtures.nothing));
  }

  async search({ provider }: W, query = this.found): Promise<SearchOutcome> {
    return this.suite.look('searchOutcome', await provider.search(query, CALL));
  }

  async first(world: W): Promise<Release> {
    const [release] = (await this.search(world)).releases;
    ok(release, 'the query "found" must find something');
    // core stores a release before it resolves it
    return this.suite.give(storedCopy(release));
  }
}

function addSearchRows<W extends ContractWorld<Indexer>>(scene: Scene<W>): void {
  const { suite, fixtures } = scene;

  suite.row('search finds releases of its protocols, each once, and reports its sources', async (world) => {
    const { releases, sources } = await scene.search(world);

    ok(releases.length > 0, 'the query "found" must find something');
    assertUnique(
      'releases',
      releases.map(({ guid, indexer }) => `${indexer.id} ${guid}`),
    );
    for (const { protocol, title } of releases)
      ok(world.provider.protocols.includes(protocol), `${title} is of a protocol that is not among protocols`);
    ok(
      sources.some(({ status }) => status === 'ok'),
      'a source that found something is ok',
    );
    assertUnique(
      'sources',
      sources.map(({ id }) => id),
    );
  });

  suite.row('search that finds nothing says who was asked', async (world) => {
    const { releases, sources } = await scene.search(world, scene.nothing);

    deepStrictEqual(releases, []);
    ok(sources.length > 0, 'sources names everybody who was asked');
    ok(
      sources.every(({ status }) => status === 'empty' || status === 'ok'),
      'finding nothing is no failure',
    );
  });

  suite.row('searches side by side do not mix', async (world) => {
    const [one, none, again] = await Promise.all([scene.search(world), scene.search(world, scene.nothing), scene.search(world)]);

    ok(one.releases.length > 0);
    deepStrictEqual(none.releases, []);
    deepStrictEqual(again.releases.map(({ guid }) => guid).sort(), one.releases.map(({ guid }) => guid).sort());
  });

  suite.row('a source that fails is reported and takes nothing from the others', async (world) => {
    if (!fixtures.failOne) return;
    await fixtures.failOne(world);
    const { releases, sources } = await scene.search(world);

    ok(releases.length > 0, 'what the other sources found is there');
    ok(
      sources.some(({ status }) => status === 'failed' || status === 'throttled'),
      'the source that failed is reported',
    );
  });
}

function addReleaseRows<W extends ContractWorld<Indexer>>(scene: Scene<W>): void {
  const { suite } = scene;

  suite.row('recent lists releases of its protocols', async (world) => {
    if (!world.provider.recent) return;
    const { releases, sources } = suite.look('searchOutcome', await world.provider.recent(CALL));

    for (const { protocol } of releases) ok(world.provider.protocols.includes(protocol));
    ok(sources.length > 0, 'sources names everybody who was asked');
  });

  suite.row('resolve makes of a stored release what a download client can take', async (world) => {
    const release = await scene.first(world);
    const item = suite.look('downloadable', await world.provider.resolve(release, CALL));

    ok(KINDS[release.protocol].includes(item.kind), `a release of ${release.protocol} becomes no ${item.kind}`);
    if ('infoHash' in item && item.infoHash !== undefined && release.infoHash !== undefined) strictEqual(item.infoHash, release.infoHash);
    if (item.kind === 'torrent') strictEqual(item.bytes[0], 'd'.charCodeAt(0), 'what is handed out as a torrent is none');
  });
}

function addFaultRows<W extends ContractWorld<Indexer>>(scene: Scene<W>): void {
  const { suite } = scene;

  suite.faults({
    name: 'search',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.search(scene.found, { signal }),
    except: NOT_THERE,
    tells: allFailed,
  });
  suite.faults({
    name: 'recent',
    isThere: ({ provider }) => provider.recent !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.recent?.({ signal }),
    except: NOT_THERE,
    tells: allFailed,
  });
  suite.faults({
    name: 'resolve',
    async prepare(world) {
      const release = await scene.first(world);
      return (signal) => world.provider.resolve(release, { signal });
    },
  });
}

/** The mocha suite for every indexer. */
export function indexerContract<W extends ContractWorld<Indexer>>(make: MakeWorld<W>, fixtures: IndexerFixtures<W>): void {
  indexerRows(make, fixtures).register('contract of an indexer');
}
