import { deepStrictEqual, rejects, strictEqual } from 'node:assert';
import { httpMock } from '@lectern/plugin-kit';
import { createClient } from './client.js';

const settings = { baseUrl: 'http://service.example/sub/', token: 'planted-token' };
const { signal } = new AbortController();

describe('the client', () => {
  const mock = httpMock();

  it('sends requests below the configured address, with the token', async () => {
    mock
      .expect('GET', 'http://service.example/sub/status', { headers: { authorization: 'Bearer planted-token' } })
      .reply({ json: { version: '2.1' } });

    strictEqual(await createClient(mock.http, settings).version(signal), '2.1');
  });

  it('names the wrong setting without showing its value', async () => {
    mock.expect('GET', '/sub/status').reply({ status: 401 });

    await rejects(createClient(mock.http, settings).version(signal), (error: Error & { code?: string; field?: string }) => {
      deepStrictEqual([error.code, error.field], ['INTEGRATION_UNAUTHORIZED', 'token']);
      return !error.message.includes(settings.token);
    });
  });

  it('refuses answers that are not the protocol', async () => {
    mock.expect('GET', '/sub/status').reply({ json: { version: 2 } });

    await rejects(createClient(mock.http, settings).version(signal), { code: 'INTEGRATION_BAD_RESPONSE' });
  });
});
