import { expect } from 'chai';
import { startAudibleSimulator } from '@lectern/simulators';
import { createTestContext, describePlugin, detailsOf, type TestContext } from '@lectern/plugin-kit';
import type { Catalog, Listing, PluginInstance } from '@lectern/plugin-api';
import { fileURLToPath } from 'node:url';
import plugin from './index.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';
import { signal } from './fixture-services.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: DEFAULT_SETTINGS });

describe('catalogue against the demo world', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const inUs = { region: 'us', signal };
  const slice: Listing = { ...inUs, page: 1, limit: 10 };
  let simulator: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let context: TestContext<Settings>;
  let instance: PluginInstance;
  let catalog: Required<Catalog>;

  before(async () => {
    simulator = await startAudibleSimulator({ now: () => now });
  });
  beforeEach(() => {
    simulator.heal();
    const address = `${simulator.url.replace('http', 'HTTP')}/`;
    context = createTestContext<Settings>({ settings: { ...DEFAULT_SETTINGS, apiBaseUrl: address, audnexusUrl: address }, now });
    instance = plugin.create(context);
    catalog = instance.provides.catalog as Required<Catalog>;
  });
  afterEach(() => context.abort());
  after(() => simulator.close());

  it('returns every popular book exactly once over a whole walk', async () => {
    const seen: string[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const answer = await catalog.popular({ ...slice, page });
      seen.push(...answer.items.map(({ asin }) => asin));
      more = answer.next !== undefined;
    }

    expect(new Set(seen).size).to.equal(seen.length);
    const toCome = simulator.books.filter(({ releaseInDays = 0 }) => releaseInDays > 0).map(({ asin }) => asin);
    expect(toCome).to.deep.equal(['B0DEMO0010', 'B0MERI0028', 'B0MERI0029', 'B0LAMP0028']);
    expect(seen).to.have.length(simulator.books.length - toCome.length);
    expect(seen).to.not.include.members(toCome);
  });

  it('names the sample of a book, and does without once the store retires its group', async () => {
    expect((await catalog.book('B0DEMO0010', inUs))?.sampleUrl).to.match(/\/samples\/B0DEMO0010\.wav$/);
    const changed = await startAudibleSimulator({ now: () => now, retiredGroups: ['sample'] });
    try {
      const settings = { ...DEFAULT_SETTINGS, apiBaseUrl: changed.url, audnexusUrl: changed.url };
      const other = plugin.create(createTestContext<Settings>({ settings, now })).provides.catalog as Required<Catalog>;
      const { items } = await other.popular(slice);
      expect(items).to.have.length(slice.limit);
      expect((await other.book('B0DEMO0001', inUs))?.title).to.be.a('string');
    } finally {
      await changed.close();
    }
  });

  it('lists the new releases newest first', async () => {
    const { items } = await catalog.newReleases(slice);

    expect(items.map(({ asin }) => asin)).to.deep.equal(['B0DEMO0013', 'B0LAMP0027', 'B0DEMO0009', 'B0MERI0027', 'B0DEMO0022']);
  });

  it('finds a series and an author and lists their books', async () => {
    const [series] = await catalog.searchSeries('sherlock', inUs);
    const [author] = await catalog.searchAuthors('conan doyle', inUs);
    const inSeries = await catalog.seriesBooks(series?.id ?? '', slice);
    const byAuthor = await catalog.authorBooks(author?.id ?? '', slice);

    expect(series).to.deep.equal({ id: 'B0SERI0001', name: 'Sherlock Holmes' });
    expect(inSeries.items.map((book) => book.series[0]?.part)).to.deep.equal(['1', '2', '3', '5', '5']);
    expect(byAuthor.items).to.have.length(5);
    const described = await catalog.author(author?.id ?? '', inUs);
    expect(described?.description).to.match(/Scottish physician/);
    expect(described?.imageUrl).to.match(/\/portraits\//);
    expect((await catalog.series('B0SERI0001', inUs))?.name).to.equal('Sherlock Holmes');
  });

  it('lists a category with everything below it', async () => {
    const [mystery] = await catalog.categories(inUs);
    const page = await catalog.category(mystery?.id ?? '', { ...slice, limit: 50 });

    expect(mystery?.name).to.equal('Mystery, Thriller & Suspense');
    expect(page.items).to.have.length(8);
  });

  it('has books in other languages and scripts, and one without a cover', async () => {
    const found = await catalog.search({ text: '吾輩は猫である', ...slice }, { signal });

    expect(found.items.map(({ language }) => language)).to.deep.equal(['ja']);
    expect((await catalog.book('B0DEMO0035', inUs))?.language).to.equal('de');
    expect(await catalog.book('B0DEMO0027', inUs)).to.not.have.property('coverUrl');
    expect((await catalog.chapters('B0DEMO0001', inUs))?.at(-1)).to.include({ startMs: 40_000, lengthMs: 20_000 });
  });

  it('answers the connection test, and says if only Audnexus is missing', async () => {
    const healthy = await instance.check({ signal });
    simulator.fail({ kind: 'status', status: 503, path: /^\/health/ });
    const limping = await instance.check({ signal });

    expect(detailsOf(healthy)).to.deep.equal([`The catalogue at ${new URL(simulator.url).host} answers.`, 'Audnexus answers.']);
    expect(detailsOf(limping)[1]).to.match(/^Audnexus does not answer/);
  });

  for (const [kind, code] of [
    ['html', 'INTEGRATION_BAD_RESPONSE'],
    ['malformed', 'INTEGRATION_BAD_RESPONSE'],
    ['reset', 'INTEGRATION_UNAVAILABLE'],
  ] as const) {
    it(`fails with ${code} when the service answers with a ${kind} fault`, async () => {
      simulator.fail({ kind });

      const error: unknown = await catalog.popular(slice).catch((reason: unknown) => reason);

      expect(error).to.have.property('code', code);
    });
  }

  it('stops when the call is aborted', async () => {
    const controller = new AbortController();
    simulator.fail({ kind: 'hang' });

    const pending = catalog.book('B0DEMO0001', { region: 'us', signal: controller.signal }).catch((reason: unknown) => reason);
    controller.abort();

    expect(await pending).to.have.property('code', 'INTEGRATION_ABORTED');
  });
});
