import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { libraryJobs } from './library-jobs.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';
import { inEnglish } from '../../platform/words/index.js';

describe('library jobs', () => {
  let world: LibraryWorld;
  let dead: FakeServer;
  let alive: FakeServer;

  beforeEach(async () => {
    world = await createLibraryWorld('sqlite');
    dead = fakeServer(await world.integration('Dead'), 'Dead');
    alive = fakeServer(await world.integration('Alive'), 'Alive');
    dead.isDead = true;
    alive.items = [book('a')];
  });

  afterEach(() => world.dispose());

  async function run(name: string, payload: Record<string, unknown> = {}, servers: readonly FakeServer[] = [dead, alive]) {
    const host = {
      hooks: world.hooks,
      providers: () => servers.map((server) => server.provider),
      provider: (_kind: string, id: string) => servers.find((server) => server.provider.integrationId === id)?.provider,
      instances: () => [],
      plugin: () => undefined,
    };
    const definition = libraryJobs({ ...world, host: host as never, timeScale: 1 }).find((job) => job.name === name);
    const job = world.job(payload);
    const error = await Promise.resolve(definition?.run(job)).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    return { error, message: inEnglish(job.reported.at(-1)?.message ?? '') };
  }

  it('reads the other servers if one is down', async () => {
    const { error, message } = await run('library.scan');
    expect(error).to.include('Dead could not be read to the end');
    expect(message).to.include('Alive: 1 book.');
    expect(await world.rows()).to.have.length(1);
  });

  it('reports an unreachable server of the frequent scan without failing', async () => {
    const { error, message } = await run('library.recent');
    expect(error).to.equal(undefined);
    expect(message).to.include('Dead could not be read');
    expect(await world.rows()).to.have.length(1);
  });

  it('asks every media server to look at its libraries after books were moved, and says which did not answer', async () => {
    alive.refreshes.length = 0;

    const { error } = await run('library.look');

    expect(alive.refreshes.map(({ path }) => path)).to.deep.equal([undefined]);
    expect(error).to.be.a('string');
    expect((await run('library.look', {}, [alive])).error).to.equal(undefined);
  });

  it('says so if there is nothing to read', async () => {
    expect((await run('library.scan', {}, [])).message).to.equal('No media server is connected.');
  });

  it('writes an ASIN and remembers it', async () => {
    await run('library.recent');
    const { integrationId } = alive.provider;
    expect((await run('library.write-asin', { integrationId, itemId: 'a', asin: 'B000000001' })).error).to.equal(undefined);
    expect(alive.written).to.deep.equal([{ itemId: 'a', asin: 'B000000001' }]);
    expect((await world.rows())[0]?.asin).to.equal('B000000001');
  });

  it('retries writing an ASIN only if that can help', async () => {
    const forbidden = {
      ...alive,
      provider: { ...alive.provider, call: () => Promise.reject(new IntegrationError('INTEGRATION_FORBIDDEN', 'No.')) },
    };
    const payload = { integrationId: alive.provider.integrationId, itemId: 'a', asin: 'B000000001' };
    expect(await run('library.write-asin', payload, [forbidden])).to.deep.equal({ error: undefined, message: 'No.' });
    expect((await run('library.write-asin', { ...payload, integrationId: dead.provider.integrationId })).error).to.include(
      'does not answer',
    );
    expect((await run('library.write-asin', payload, [])).error).to.equal(undefined);
  });
});
