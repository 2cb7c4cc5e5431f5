import { deepStrictEqual, rejects } from 'node:assert';
import { fileURLToPath } from 'node:url';
import { createTestContext, describePlugin, detailsOf, httpMock } from '@lectern/plugin-kit';
import plugin from './index.js';

const settings = { baseUrl: 'http://service.example', apiKey: 'planted-key', mode: 'folder', folder: '/books', libraries: ['l1'] };
const { signal } = new AbortController();

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

describe('check', () => {
  const mock = httpMock();

  it('says how much room the service has', async () => {
    mock.expect('GET', 'http://service.example/status').reply({ json: { free: 70_800_000_000 } });

    const result = await plugin.create(createTestContext({ settings, http: mock.http })).check({ signal });

    deepStrictEqual(detailsOf(result), ['service.example answers and has 70.8 GB left.']);
  });
});

describe('choices', () => {
  const mock = httpMock();
  const choices = (draft: Record<string, string>) =>
    plugin.create(createTestContext({ settings, http: mock.http })).choices?.libraries?.({ draft, signal });

  it('are read with the values on the screen', async () => {
    mock
      .expect('GET', 'http://other.example/libraries', { headers: { 'x-api-key': 'typed' } })
      .reply({ json: [{ id: 'l1', name: 'Books' }] });

    deepStrictEqual(await choices({ baseUrl: 'http://other.example', apiKey: 'typed' }), [{ value: 'l1', title: 'Books' }]);
  });

  it('name the field that is not filled in', async () => {
    await rejects(choices({ baseUrl: 'http://other.example' }) ?? Promise.resolve(), {
      code: 'INTEGRATION_MISCONFIGURED',
      field: 'apiKey',
    });
  });
});

describe('migrateSettings', () => {
  it('turns the one library of 0.x into a list', () => {
    const { migrateSettings } = plugin;

    deepStrictEqual(migrateSettings?.({ baseUrl: 'http://a', library: 'l1' }, '0.9.0'), { baseUrl: 'http://a', libraries: ['l1'] });
    deepStrictEqual(migrateSettings?.({ baseUrl: 'http://a', libraries: [] }, '1.0.0'), { baseUrl: 'http://a', libraries: [] });
  });
});
