import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { startAudibleSimulator } from './audible-simulator.js';
import { demoBooks } from './demo-catalogue.js';

describe('audible simulator', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  let simulator: Awaited<ReturnType<typeof startAudibleSimulator>>;

  before(async () => {
    simulator = await startAudibleSimulator({
      now: () => now,
      ceiling: 20,
      books: [
        { asin: 'B0EXTRA001', title: 'An Extra', authors: [{ name: 'Somebody New', id: 'B0AUTHX001' }], narrators: [], categories: [] },
      ],
    });
  });
  after(() => simulator.close());

  const get = async <T>(path: string): Promise<T> => (await (await fetch(simulator.url + path)).json()) as T;

  it('gives every book a distinct well-formed ASIN and marks six as playable', () => {
    const asins = demoBooks.map((book) => book.asin);

    expect(new Set(asins).size).to.equal(asins.length);
    expect(asins.every((asin) => /^(B[0-9A-Z]{9}|[0-9]{9}[0-9X])$/.test(asin))).to.equal(true);
    expect(demoBooks.filter((book) => book.playable && book.durationMinutes === 1)).to.have.length(6);
  });

  it('answers an unknown ASIN with a bare stub and status 200', async () => {
    const answer = await get<{ product: object }>('/1.0/catalog/products/B000000000');

    expect(answer.product).to.deep.equal({ asin: 'B000000000' });
  });

  it('repeats the last page past the ceiling', async () => {
    const last = await get<{ products: { asin: string }[] }>('/1.0/catalog/products?num_results=10&page=1');
    const beyond = await get<{ products: { asin: string }[] }>('/1.0/catalog/products?num_results=10&page=7');

    expect(last.products).to.have.length(10);
    expect(beyond).to.deep.equal(last);
  });

  it('has books in the store of a country that others do not have', async () => {
    const path = '/1.0/catalog/products?keywords=baskervilles&num_results=50';
    const asinsIn = async (language: string) => {
      const answer = await fetch(simulator.url + path, { headers: { 'accept-language': language } });
      return ((await answer.json()) as { products: { asin: string }[] }).products.map(({ asin }) => asin);
    };
    const [german, american] = [await asinsIn('de-DE'), await asinsIn('en-US')];

    expect(german).to.include('B0DEMODE03').and.to.include.members(american);
    expect(american).not.to.include('B0DEMODE03');
    expect((await get<{ product: object }>('/1.0/catalog/products/B0DEMODE03')).product).to.deep.equal({ asin: 'B0DEMODE03' });
  });

  it('has pictures of authors who have a biography', async () => {
    const { contributor } = await get<{ contributor: { profile_image_url: string } }>('/1.0/catalog/contributors/B0AUTH0001');
    const other = await get<{ contributor: object }>('/1.0/catalog/contributors/B0AUTH0011');

    expect((await fetch(contributor.profile_image_url)).headers.get('content-type')).to.equal('image/png');
    expect(other.contributor).not.to.have.property('profile_image_url');
    expect((await fetch(`${simulator.url}/portraits/B0AUTH0011.png`)).status).to.equal(404);
  });

  it('refuses an unknown response group', async () => {
    const response = await fetch(`${simulator.url}/1.0/catalog/products?response_groups=pdf_url`);

    expect(response.status).to.equal(400);
  });

  it('lists the children of a series and the books listed beside the catalogue', async () => {
    const series = await get<{ product: { relationships: { sequence: string }[] } }>('/1.0/catalog/products/B0SERI0002');
    const extra = await get<{ title: string }>('/books/B0EXTRA001');

    expect(series.product.relationships.map(({ sequence }) => sequence)).to.deep.equal(['1', '2', '3']);
    expect(extra.title).to.equal('An Extra');
  });

  it('serves a real PNG as cover, and none for the book without', async () => {
    const response = await fetch(`${simulator.url}/covers/B0DEMO0001.png`);
    const png = Buffer.from(await response.arrayBuffer());
    const missing = await fetch(`${simulator.url}/covers/B0DEMO0027.png`);

    expect(response.headers.get('content-type')).to.equal('image/png');
    expect(png.subarray(1, 4).toString()).to.equal('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).to.deep.equal([300, 300]);
    const idat = png.indexOf('IDAT');
    const length = png.readUInt32BE(idat - 4);
    expect(inflateSync(png.subarray(idat + 4, idat + 4 + length)).length).to.equal(300 * 901);
    expect(missing.status).to.equal(404);
  });
});
