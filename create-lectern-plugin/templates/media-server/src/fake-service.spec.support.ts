import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

const BOOKS = Array.from({ length: 230 }, (_, index) => ({
  id: `b${index}`,
  title: `Walk ${index}`,
  authors: ['A. Walker'],
  narrators: [],
  folder: `/books/Walk ${index}`,
  cover: index === 0,
  added: '2026-01-01T10:00:00Z',
  changed: new Date(Date.UTC(2026, 0, 1, 10, index)).toISOString(),
}));

export const TITLES = BOOKS.map(({ title }) => title);

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock {
  return createHttpMock(({ method, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    if (path === '/libraries') return { json: ['main', 'none'].map((id) => ({ id, name: id, folders: [`/${id}`] })) };
    if (path === '/libraries/none/books') return { json: [] };
    if (method === 'POST') return { status: 202 };
    if (path === '/books/b0/cover') return { headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80, 78, 71]) };
    if (path !== '/libraries/main/books') return { status: 404 };
    const offset = Number(query.get('offset'));
    const changed = BOOKS.filter((book) => book.changed >= (query.get('since') ?? ''));
    return { json: changed.slice(offset, offset + Number(query.get('limit'))) };
  });
}
