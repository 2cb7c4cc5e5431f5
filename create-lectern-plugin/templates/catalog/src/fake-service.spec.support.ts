import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

const BOOKS = Array.from({ length: 7 }, (_, index) => ({
  asin: `B0EXAMPLE${index}`,
  title: `Walk ${index}`,
  authors: ['A. Walker'],
  narrators: ['N. Reader'],
}));

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock {
  return createHttpMock(({ path, query, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    const [, place, asin] = path.split('/');
    if (asin !== undefined) {
      const book = BOOKS.find((one) => one.asin === asin);
      return book ? { json: book } : { status: 404 };
    }
    if (place !== 'books' && place !== 'popular') return { status: 404 };
    const found = BOOKS.filter(({ title }) => title.toLowerCase().includes(query.get('q') ?? ''));
    const offset = Number(query.get('offset'));
    return { json: found.slice(offset, offset + Number(query.get('limit'))) };
  });
}
