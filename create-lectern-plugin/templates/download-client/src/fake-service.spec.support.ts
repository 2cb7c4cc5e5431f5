import { createHttpMock, type HttpMock, type MockReply, type MockRequest } from '@lectern/plugin-kit';

export interface FakeDownload {
  readonly id: string;
  readonly category: string;
  state: string;
  done: number;
}

/** Simulates the service. Replace it with real answers of yours. */
export interface FakeService extends HttpMock {
  readonly downloads: ReadonlyMap<string, FakeDownload>;
  readonly data: ReadonlySet<string>;
}

const TOTAL = 1000;

export function createFakeService(token: string): FakeService {
  const downloads = new Map<string, FakeDownload>();
  const data = new Set<string>();

  function list(query: URLSearchParams): MockReply {
    const ids = query.get('ids')?.split(',');
    const category = query.get('category');
    const wanted = [...downloads.values()].filter((one) => (ids?.includes(one.id) ?? true) && (category ?? one.category) === one.category);
    return { json: wanted.map((one) => ({ ...one, total: TOTAL, speed: 0, path: `/downloads/${one.id}` })) };
  }

  function change({ method, query, request }: MockRequest, id: string, verb: string | undefined): MockReply {
    const download = downloads.get(id);
    if (method === 'PUT') {
      const { category } = request.json as { category: string };
      if (!download) downloads.set(id, { id, category, state: 'loading', done: 1 });
      data.add(id);
      return { json: { created: !download } };
    }
    if (!download) return { status: 404 };
    if (method === 'POST') download.state = verb === 'halt' ? 'halted' : 'loading';
    if (method === 'DELETE') downloads.delete(id);
    if (method === 'DELETE' && query.get('data') === 'true') data.delete(id);
    return { json: {} };
  }

  const mock = createHttpMock((seen) => {
    if (seen.headers.authorization !== `Bearer ${token}`) return { status: 401 };
    if (seen.path === '/status') return { json: { version: '2.1' } };
    const [, place, id, verb] = seen.path.split('/');
    if (place !== 'downloads') return { status: 404 };
    return id === undefined ? list(seen.query) : change(seen, id, verb);
  });
  return { ...mock, downloads, data };
}
