import { expect } from 'chai';
import type { Listing } from '@lectern/plugin-api';
import { recorded, signal, startFixtureServices, type FixtureServices } from './fixture-services.spec.support.js';
import type { Settings } from './settings.js';

const PRODUCTS = '/1.0/catalog/products';

describe('catalogue against recorded answers', () => {
  let services: FixtureServices;
  const first: Listing = { region: 'us', page: 1, limit: 20, signal };
  const asins = (page: { items: readonly { asin: string }[] }): string[] => page.items.map(({ asin }) => asin);
  const start = async (route: Parameters<typeof startFixtureServices>[0], settings?: Partial<Settings>): Promise<void> => {
    services = await startFixtureServices(route, settings);
  };

  afterEach(() => services.close());

  it('asks for page 0 first and drops podcasts and stubs of a mixed answer', async () => {
    await start(() => 'store/products.search');

    const page = await services.catalog.search({ text: 'project hail mary', ...first }, { signal });

    expect(asins(page)).to.deep.equal(['B08G9PRS1K', 'B08C6YJ1LS', 'B0FUTURE01']);
    expect(page).to.not.have.property('next');
    expect(services.simulator.requests[0]?.query.get('page')).to.equal('0');
    expect(services.simulator.requests[0]?.query.get('num_results')).to.equal('50');
  });

  it('stops when the service repeats its last page, whatever total it claims', async () => {
    await start(({ query }) => (query.get('page') === '0' ? 'store/products.page10-last' : 'store/products.page11-repeats-page10'));

    const page = await services.catalog.search({ author: 'prolific', ...first }, { signal });

    expect(asins(page)).to.deep.equal(['B08G9PRS1K', 'B017V4IM1G']);
    expect(page.total).to.equal(2);
    expect(page).to.not.have.property('next');
    expect(services.simulator.requests).to.have.length(2);
  });

  it('never asks past the ceiling, even when every page is new', async () => {
    let made = 0;
    await start(() => ({
      body: {
        products: Array.from({ length: 50 }, () => ({
          asin: `B${String((made += 1)).padStart(9, '0')}`,
          title: 'T',
          content_delivery_type: 'Bundle',
        })),
        total_results: 5367,
      },
    }));

    const page = await services.catalog.popular(first);

    expect(page.items).to.deep.equal([]);
    expect(page).to.not.have.property('next');
    expect(services.simulator.requests).to.have.length(11);
  });

  it('leaves preorders and podcasts out of popular books', async () => {
    await start(({ query }) => (query.get('page') === '0' ? 'store/products.bestsellers.page0' : 'store/products.search.empty'));

    const page = await services.catalog.popular(first);

    expect(asins(page)).to.deep.equal(['B08G9PRS1K', 'B017V4IM1G']);
    expect(services.simulator.requests[0]?.query.get('products_sort_by')).to.equal('BestSellers');
  });

  it('skips unreleased books among new releases', async () => {
    await start(({ query }) => (query.get('page') === '0' ? 'store/products.new-releases.page0' : 'store/products.search.empty'));

    const page = await services.catalog.newReleases(first);

    expect(asins(page)).to.deep.equal(['B0NEWREL01', 'B0NEWREL02']);
  });

  it('ends new releases at the edge of the window without more requests', async () => {
    await start(() => 'store/products.page10-last');

    const page = await services.catalog.newReleases(first);

    expect(page).to.deep.equal({ items: [], total: 0 });
    expect(services.simulator.requests).to.have.length(1);
  });

  it('looks a bare ASIN up, in upper or lower case', async () => {
    await start(({ path }) => (path === `${PRODUCTS}/B08G9PRS1K` ? 'store/product.B08G9PRS1K' : undefined));

    const page = await services.catalog.search({ text: ' b08g9prs1k ', ...first }, { signal });

    expect(asins(page)).to.deep.equal(['B08G9PRS1K']);
    expect(services.simulator.requests).to.have.length(1);
  });

  it('searches by words if a supposed ASIN is unknown', async () => {
    await start(({ path }) => (path === PRODUCTS ? 'store/products.search' : 'store/product.stub-unknown-asin'));

    const page = await services.catalog.search({ text: 'beekeepers', ...first }, { signal });

    expect(page.items).to.have.length(3);
  });

  it('repeats a search without hits without subtitle, brackets and series', async () => {
    await start(({ query }) => (query.get('keywords') === 'Project Hail Mary' ? 'store/products.search' : 'store/products.search.empty'));

    const page = await services.catalog.search({ text: 'Project Hail Mary (Unabridged): A Novel, Book 1', ...first }, { signal });

    expect(page.items).to.have.length(3);
    expect(services.simulator.requests.map(({ query }) => query.get('keywords'))).to.deep.equal([
      'Project Hail Mary (Unabridged): A Novel, Book 1',
      'Project Hail Mary',
    ]);
  });

  it('does not repeat a search whose text cannot be shortened', async () => {
    await start(() => 'store/products.search.empty');

    const page = await services.catalog.search({ text: 'zzzzqqq', ...first }, { signal });

    expect(page).to.deep.equal({ items: [], total: 0 });
    expect(services.simulator.requests).to.have.length(1);
  });

  it('lists only the language of the settings, but shows any book by its id', async () => {
    await start(({ path }) => (path === PRODUCTS ? 'store/products.search' : 'store/product.B08G9PRS1K'), { language: 'de' });

    expect((await services.catalog.search({ text: 'x', ...first }, { signal })).items).to.deep.equal([]);
    expect((await services.catalog.book('B08G9PRS1K', { region: 'us', signal }))?.language).to.equal('en');
  });

  it('gives no book for a stub that Audnexus does not know either', async () => {
    await start(({ path }) => (path.startsWith('/books/') ? 'audnexus/error.not-found' : 'store/product.stub-unknown-asin'));

    expect(await services.catalog.book('B000000000', { region: 'us', signal })).to.equal(undefined);
    expect(services.simulator.requests.map(({ path }) => path)).to.deep.equal([`${PRODUCTS}/B000000000`, '/books/B000000000']);
  });

  for (const name of [
    'error.legacy-500',
    'error.content-type-mismatch',
    'error.region-unavailable',
    'error.delisted',
    'error.validation',
  ]) {
    it(`reads Audnexus' ${name} as "no such book"`, async () => {
      await start(({ path }) => (path.startsWith('/books/') ? `audnexus/${name}` : 'store/product.stub-unknown-asin'));

      expect(await services.catalog.book('B000000000', { region: 'us', signal })).to.equal(undefined);
    });
  }

  it('uses Audnexus for a book while the store is down', async () => {
    await start(({ path }) => (path.startsWith('/books/') ? 'audnexus/book.B017V4IM1G' : 'store/error.storefront-503.html'));

    const book = await services.catalog.book('B017V4IM1G', { region: 'us', signal });

    expect(book).to.deep.include({ title: "Harry Potter and the Sorcerer's Stone, Book 1", releaseDate: '2015-11-20', language: 'en' });
    expect(book?.series[0]).to.deep.equal({ name: 'Harry Potter', id: 'B0182NWM9I', part: '1' });
    expect(book?.genres[0]).to.equal("Children's Audiobooks");
  });

  it('reports the store’s fault if Audnexus is throttled as well', async () => {
    await start(({ path }) => (path.startsWith('/books/') ? 'audnexus/error.rate-limit' : 'store/error.throttled'));

    const error: unknown = await services.catalog.book('B017V4IM1G', { region: 'us', signal }).catch((reason: unknown) => reason);

    expect(error).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 30_000 });
  });

  it('does not ask Audnexus about Brazil, or while it is switched off', async () => {
    await start(() => 'store/product.stub-unknown-asin');
    await services.catalog.book('B000000000', { region: 'br', signal });
    const asked = services.simulator.requests.length;
    await services.close();
    await start(() => 'store/product.stub-unknown-asin', { audnexusEnabled: false });
    await services.catalog.book('B000000000', { region: 'us', signal });

    expect(asked).to.equal(1);
    expect(services.simulator.requests).to.have.length(1);
  });

  it('fills gaps in a book from Audnexus', async () => {
    const body = recorded('store/product.B08G9PRS1K').body as { product: Record<string, unknown> };
    const { publisher_summary: _summary, merchandising_summary: _other, product_images: _images, ...bare } = body.product;
    await start(({ path }) => (path.startsWith('/books/') ? 'audnexus/book.B08G9PRS1K' : { body: { product: bare } }));

    const book = await services.catalog.book('B08G9PRS1K', { region: 'us', signal });

    expect(book).to.deep.include({ description: '<p>(shortened)</p>', coverUrl: 'https://m.media-amazon.com/images/I/81wvR09gLRL.jpg' });
    expect(book?.rating?.count).to.equal(158505);
  });

  it('returns chapters, from Audnexus if the store has none', async () => {
    await start(({ path }) => {
      if (path === '/1.0/content/B017V4IM1G/metadata') return 'store/content-metadata.B017V4IM1G';
      if (path === '/books/1721358595/chapters') return 'audnexus/chapters.1721358595';
      return 'store/content-metadata.not-found';
    });

    const ofStore = await services.catalog.chapters('B017V4IM1G', { region: 'us', signal });
    const ofAudnexus = await services.catalog.chapters('1721358595', { region: 'us', signal });

    expect(ofStore?.[1]).to.deep.equal({ title: 'Chapter 1: The Boy Who Lived', startMs: 30924, lengthMs: 1732654 });
    expect(ofAudnexus?.[1]).to.deep.equal({ title: 'Epigraph', startMs: 23125, lengthMs: 34400 });
  });

  it('returns no inaccurate chapters', async () => {
    const body = recorded('store/content-metadata.B017V4IM1G').body as { content_metadata: { chapter_info: object } };
    const info = { ...body.content_metadata.chapter_info, is_accurate: false };
    await start(() => ({ body: { content_metadata: { chapter_info: info } } }));

    expect(await services.catalog.chapters('B017V4IM1G', { region: 'us', signal })).to.equal(undefined);
  });

  it('lists a series in numeric order with every edition, in batches, without stubs', async () => {
    await start(({ query }) => (query.has('asins') ? 'store/products.batch-by-asins' : 'store/series.relationships'));

    const page = await services.catalog.seriesBooks('B0182NWM9I', first);
    const series = await services.catalog.series('B0182NWM9I', { region: 'us', signal });

    expect(asins(page)).to.deep.equal(['B017V4IM1G']);
    expect(page.total).to.equal(1);
    expect(services.simulator.requests[1]?.query.get('asins')).to.equal(
      'B017V4IM1G,B0D1CSXB3Z,B017V4IPPO,B0SIDE0001,B0BOXSET01,B0EXTRA001',
    );
    expect(series).to.deep.equal({ id: 'B0182NWM9I', name: 'Harry Potter' });
  });

  it('sorts the order of a series as numbers', async () => {
    const child = (asin: string, sort: string) => ({ asin, sort, sequence: '', relationship_to_product: 'child' });
    const relationships = [child('B000000010', '10'), child('B000000002', '2'), child('B000000000', ''), child('B000000001', '1')];
    await start(({ query }) => ({ body: query.has('asins') ? { products: [] } : { product: { asin: 'B0SERIES01', relationships } } }));

    await services.catalog.seriesBooks('B0SERIES01', first);

    expect(services.simulator.requests[1]?.query.get('asins')).to.equal('B000000001,B000000002,B000000010,B000000000');
  });

  it('excludes namesakes from the books of an author, but not books without an id', async () => {
    const book = (asin: string, author: object) => ({ asin, title: asin, authors: [author] });
    const products = [
      book('B00000000A', { name: 'Andy Weir', asin: 'B00G0WYW92' }),
      book('B00000000B', { name: 'Andy Weir', asin: 'B0NAMESAKE' }),
      book('B00000000C', { name: 'ANDY WEIR' }),
      book('B00000000D', { name: 'Andy Weir Jr.' }),
    ];
    await start(({ path }) => {
      if (path.includes('/contributors/')) return 'store/contributor';
      return { body: { products, total_results: 4 } };
    });

    const page = await services.catalog.authorBooks('B00G0WYW92', first);

    expect(asins(page)).to.deep.equal(['B00000000A', 'B00000000C']);
    expect(services.simulator.requests.at(-1)?.query.get('author')).to.equal('Andy Weir');
  });

  it('names each author once, those with books in this region first', async () => {
    await start(({ path }) => (path === '/authors' ? 'audnexus/authors.search' : 'store/products.search'));

    const authors = await services.catalog.searchAuthors('andy weir', { region: 'us', signal });

    expect(authors).to.deep.equal([{ id: 'B00G0WYW92', name: 'Andy Weir' }]);
  });

  it('takes an author’s profile from Audnexus if the store has none', async () => {
    await start(({ path }) => (path.startsWith('/authors/') ? 'audnexus/author.B00G0WYW92' : undefined));

    expect((await services.catalog.author('B00G0WYW92', { region: 'us', signal }))?.name).to.equal('Andy Weir');
  });

  it('reads the category tree by id', async () => {
    await start(() => 'store/categories.tree');

    const tree = await services.catalog.categories({ region: 'us', signal });

    expect(tree[0]?.children?.[0]?.children?.[0]).to.deep.equal({ id: '18580613011', name: 'Epic' });
    expect(tree[2]).to.deep.equal({ id: '18574597011', name: 'Mystery, Thriller & Suspense' });
  });

  it('explains the error when the service retires a response group', async () => {
    await start(() => 'store/error.bad-response-group');

    const error: unknown = await services.catalog.popular(first).catch((reason: unknown) => reason);

    expect(error).to.have.property('code', 'INTEGRATION_BAD_RESPONSE');
  });

  it('caches pages separately for each region', async () => {
    await start(() => 'store/products.search');

    await services.catalog.popular(first);
    await services.catalog.popular(first);
    await services.catalog.popular({ ...first, region: 'uk' });
    services.context.advance(11 * 60_000);
    await services.catalog.popular(first);

    expect(services.simulator.requests).to.have.length(3);
  });

  it('refuses a region that does not exist', async () => {
    await start(() => 'store/products.search');

    const error: unknown = await services.catalog.popular({ ...first, region: 'xx' }).catch((reason: unknown) => reason);

    expect(error).to.include({ code: 'INTEGRATION_UNSUPPORTED', field: 'region' });
  });
});
