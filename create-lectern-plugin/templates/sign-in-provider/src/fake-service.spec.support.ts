import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

export const ADA = { username: 'ada', password: 'planted-password' };

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock {
  return createHttpMock(({ method, path, headers, request }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    if (method !== 'POST' || path !== '/sessions') return { status: 404 };
    const { username, password } = request.json as typeof ADA;
    if (username !== ADA.username || password !== ADA.password) return { json: { ok: false } };
    return { json: { ok: true, account: { id: 'u1', name: 'Ada', admin: false } } };
  });
}
