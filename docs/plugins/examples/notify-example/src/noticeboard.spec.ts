import { deepStrictEqual, rejects } from 'node:assert';
import { createTestContext, httpMock } from '@lectern/plugin-kit';
import plugin from './index.js';

const settings = { baseUrl: 'http://noticeboard.example/sub/', token: 'planted-token', board: 'books' };
const { signal } = new AbortController();

describe('the noticeboard', () => {
  const mock = httpMock();
  const createInstance = () => plugin.create(createTestContext({ settings, http: mock.http }));

  it('is asked for its version, with the token', async () => {
    mock
      .expect('GET', 'http://noticeboard.example/sub/status', { headers: { authorization: 'Bearer planted-token' } })
      .reply({ json: { version: '2.1' } });

    deepStrictEqual(await createInstance().check({ signal }), { ok: true, version: '2.1' });
  });

  it('may refuse the token', async () => {
    mock.expect('GET', '/sub/status').reply({ status: 401 });

    await rejects(createInstance().check({ signal }), { code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
  });
});
