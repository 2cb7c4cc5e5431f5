import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

export interface FakeBook {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly added: string;
}

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock & { readonly books: FakeBook[] } {
  const books: FakeBook[] = Array.from({ length: 120 }, (_, index) => ({
    id: `b${index}`,
    title: `Walk ${index}`,
    authors: ['A. Walker'],
    added: '2026-01-01T10:00:00Z',
  }));
  const mock = createHttpMock(({ path, query, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    if (path === '/shelf') return { json: { name: 'To read', count: books.length } };
    if (path !== '/shelf/books') return { status: 404 };
    const offset = Number(query.get('offset'));
    return { json: books.slice(offset, offset + Number(query.get('limit'))) };
  });
  return { ...mock, books };
}
