import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

const EBOOKS = [{ id: 'e1', title: 'A Walk', authors: ['A. Walker'], format: 'EPUB', size: 400_000 }];

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock {
  return createHttpMock(({ origin, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    if (path === '/ebooks/e1/link') return { json: { url: `${origin}/files/e1` } };
    if (path !== '/ebooks') return { status: 404 };
    return { json: EBOOKS.filter(({ title }) => title === query.get('title')) };
  });
}
