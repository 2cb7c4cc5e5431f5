import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

const HASH = 'ab'.repeat(20);
const RELEASES = [{ id: 'r1', title: 'A Walk [M4B]', size: 300_000_000, seeders: 7, published: '2026-01-01T10:00:00Z', hash: HASH }];

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock {
  return createHttpMock(({ path, query, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    if (path === '/releases/r1/magnet') return { json: { uri: `magnet:?xt=urn:btih:${HASH}` } };
    if (path !== '/releases') return { status: 404 };
    const wanted = query.get('q')?.toLowerCase() ?? '';
    return { json: RELEASES.filter(({ title }) => title.toLowerCase().includes(wanted)) };
  });
}
