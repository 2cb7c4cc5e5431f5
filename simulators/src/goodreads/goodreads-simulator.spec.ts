import { expect } from 'chai';
import { startGoodreadsSimulator, type GoodreadsSimulator } from './goodreads-simulator.js';

const BROWSER = { 'user-agent': 'Mozilla/5.0', accept: 'application/rss+xml' };

describe('goodreads simulator', () => {
  let goodreads: GoodreadsSimulator;

  async function read(query: string, headers: Record<string, string> = BROWSER): Promise<{ status: number; type: string; text: string }> {
    const response = await fetch(`${goodreads.url}/review/list_rss/${query}`, { headers });
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  }

  beforeEach(async () => {
    const book = (bookId: string, title: string) => ({ bookId, title, author: 'Jane & Co' });
    goodreads = await startGoodreadsSimulator({
      pageSize: 2,
      profiles: [
        { userId: '1', name: 'Rita', shelves: { 'to-read': [book('11', 'A'), book('12', 'B'), book('13', 'C')], read: [book('14', 'D')] } },
        { userId: '2', name: 'Otto', shelves: { 'to-read': [book('21', 'E')] }, feedKey: 'open' },
      ],
    });
  });
  afterEach(() => goodreads.close());

  it('returns pages, and an empty one past the end', async () => {
    const [first, second, third] = [
      await read('1?shelf=to-read'),
      await read('1?shelf=to-read&page=2'),
      await read('1?shelf=to-read&page=3'),
    ];

    expect(first.text).to.contain("Rita's bookshelf: to-read").and.contain('<book_id>12</book_id>').and.contain('Jane &amp; Co');
    expect(second.text).to.contain('<book_id>13</book_id>').and.not.contain('<book_id>12</book_id>');
    expect(third.text).to.contain('</rss>').and.not.contain('<item>');
  });

  it('returns all books for an unknown shelf', async () => {
    expect((await read('1?shelf=To-Read')).text).to.contain("Rita's bookshelf: all");
  });

  it('hides a private profile, knows no stranger, and refuses anything but a browser', async () => {
    expect((await read('2?shelf=to-read')).text).to.contain('restricted to Goodreads users');
    expect((await read('2?shelf=to-read&key=open')).text).to.contain('<book_id>21</book_id>');
    expect((await read('3?shelf=to-read')).status).to.equal(404);
    expect((await read('1?shelf=to-read', { 'user-agent': 'curl/8' })).status).to.equal(503);
  });

  it('refuses on demand, and heals', async () => {
    goodreads.refuse('truncated');
    expect((await read('1?shelf=to-read')).text).to.not.contain('</rss>');
    goodreads.refuse('limit', 1);
    expect((await read('1?shelf=to-read')).status).to.equal(429);
    expect((await read('1?shelf=to-read')).status).to.equal(200);
    goodreads.refuse('sign-in');
    goodreads.heal();
    expect((await read('1?shelf=to-read')).type).to.contain('xml');
  });
});
