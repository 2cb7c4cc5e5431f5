import { createHttpMock, type HttpMock } from '@lectern/plugin-kit';

/** Simulates the service. Replace it with real answers of yours. */
export function createFakeService(token: string): HttpMock & { readonly messages: readonly string[] } {
  const messages: string[] = [];
  const mock = createHttpMock(({ method, path, headers, request }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (path === '/status') return { json: { version: '2.1' } };
    if (method !== 'POST' || path !== '/messages') return { status: 404 };
    const { title, text } = request.json as { title: string; text: string };
    if (title.length > 250 || text.length > 4000) return { status: 400 };
    messages.push(`${title}\n${text}`);
    return { json: { id: String(messages.length) } };
  });
  return { ...mock, messages };
}
