import { isIntegrationError, type IntegrationError, type JsonObject } from '@lectern/plugin-api';
import { createTestContext, describePlugin, detailsOf, faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import plugin from './index.js';
import { API_KEY, closeWorlds, createWorld, never, settingsFor } from './prowlarr-world.spec.support.js';

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings: settingsFor('http://127.0.0.1:9696/prowlarr/') });

async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIntegrationError(error)) throw new Error('expected an IntegrationError', { cause: error });
  return error;
}

describe('check', () => {
  afterEach(closeWorlds);

  it('reports the version, the searched indexers, and Prowlarr’s own complaints', async () => {
    const world = await createWorld({
      indexers: [
        { id: 1, name: 'Both' },
        { id: 2, name: 'Audio', categories: [3000, 3030] },
        { id: 3, name: 'Off', enable: false },
      ],
      settings: { indexerIds: [1, 2, 3] },
    });
    world.prowlarr.health.push({ type: 'warning', message: 'Indexers unavailable: One' }, { type: 'notice', message: 'hush' });

    const result = await world.instance.check({ signal: never });
    expect({ ...result, details: detailsOf(result) }).to.deep.equal({
      ok: true,
      version: '2.3.5.5327',
      details: [
        '2 of 3 indexers are enabled; 2 are asked for audiobooks, 1 for ebooks.',
        'Warning: chosen indexers that are gone or switched off: 3.',
        'Prowlarr reports a warning: Indexers unavailable: One',
      ],
    });
  });

  it('recognizes a sister program on the pasted port', async () => {
    const world = await createWorld({ appName: 'Sonarr' });

    const error = await faultOf(world.instance.check({ signal: never }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.include('Sonarr');
  });

  it('blames the key if it is refused', async () => {
    const world = await createWorld({ settings: { apiKey: 'wrong-key' } });

    expect(await faultOf(world.instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
  });

  it('recognizes a front-end page, which a wrong URL base gives with status 200', async () => {
    const target = await createWorld({ urlBase: '/prowlarr' });
    const world = await createWorld({ settings: { baseUrl: target.prowlarr.url } });

    expect(await faultOf(world.instance.check({ signal: never }))).to.include({ code: 'INTEGRATION_BAD_RESPONSE', field: 'baseUrl' });
  });

  faultRows('check', {
    secrets: [API_KEY],
    except: { '404': ['INTEGRATION_MISCONFIGURED'] },
    async setUp(timeoutMs) {
      const world = await createWorld({ timeoutMs });
      return {
        target: world.prowlarr,
        call: (signal) => world.instance.check({ signal }),
        logs: world.context.logs,
        tearDown: closeWorlds,
      };
    },
  });
});

describe('choices', () => {
  afterEach(closeWorlds);

  async function choices(name: string, draft: JsonObject = {}) {
    const world = await createWorld({
      indexers: [
        { id: 5, name: 'Zebra', categories: [3000, 3030, 100013], tags: ['audiobooks'] },
        { id: 6, name: 'Ape', protocol: 'usenet', enable: false },
      ],
    });
    const list = world.instance.choices?.[name];
    return list?.({ signal: never, draft });
  }

  it('lists standard categories and those of individual sites', async () => {
    const titles = (await choices('categories'))?.map((choice) => choice.title);

    expect(titles).to.include('3030 Audio/Audiobook').and.include('7020 Books/EBook');
    expect(titles?.at(-1)).to.equal('100013 Site category 13 (Zebra)');
  });

  it('lists indexers and tags', async () => {
    expect(await choices('indexers')).to.deep.equal([
      { value: 6, title: 'Ape (usenet, switched off)' },
      { value: 5, title: 'Zebra (torrent)' },
    ]);
    expect(await choices('tags')).to.deep.equal([{ value: 'audiobooks', title: 'audiobooks' }]);
  });

  it('names what is missing in a form that is being filled in', async () => {
    const empty = plugin.create(createTestContext({ settings: {} }) as never);
    const half = plugin.create(createTestContext({ settings: { baseUrl: 'http://127.0.0.1:9696' } }) as never);
    const list = (instance: typeof empty) => instance.choices?.indexers?.({ signal: never, draft: {} }) ?? Promise.resolve();

    expect((await faultOf(list(empty))).field).to.equal('baseUrl');
    expect((await faultOf(list(half))).field).to.equal('apiKey');
  });

  it('never sends the saved key to an address that is not saved', async () => {
    const error = await faultOf(choices('indexers', { baseUrl: 'http://elsewhere.example:9696' }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'apiKey' });
  });
});
