import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { libraryJobs } from './library-jobs.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';
import { nextLateLook, nextLook } from './wait-for-library.js';

const ONE = 'B000000001';

describe('handing a finished book to the media server', () => {
  let world: LibraryWorld;
  let servers: FakeServer[];
  let instances: { name: string; state: string; pluginId: string }[];
  let refresh: JobDefinition;

  beforeEach(async () => {
    world = await createLibraryWorld('sqlite');
    servers = [];
    instances = [];
    const host = {
      hooks: world.hooks,
      providers: () => servers.map((server) => server.provider),
      provider: () => undefined,
      instances: () => instances,
      plugin: () => ({ provides: ['mediaServer'] }),
    };
    const found = libraryJobs({ ...world, host: host as never, timeScale: 1 }).find(({ name }) => name === 'library.refresh');
    if (!found) throw new Error('no refresh job');
    refresh = found;
  });

  afterEach(() => world.dispose());

  async function connect(mappings = [{ remote: '/data', local: world.folder }]): Promise<FakeServer> {
    const server = fakeServer(await world.integration('Shelf', mappings));
    servers.push(server);
    return server;
  }

  async function finished(): Promise<string> {
    const request = await world.request(ONE, 'downloaded');
    await world.placed(request, 'Ann/One', { 'cover.jpg': 'picture', '10.mp3': 'end', '2.mp3': 'begin' });
    return request;
  }

  const run = (requestId: string) => refresh.run(world.job({ requestId }));

  it('says of a book that only the scans look for it when its job was cancelled', async () => {
    const requestId = await finished();
    instances.push({ name: 'Shelf', state: 'running', pluginId: 'shelf' });

    await world.database.transaction(async (tx) => void (await refresh.onCancelled?.(tx, { id: 'job', payload: { requestId } })));

    expect(await world.statusOf(requestId)).to.equal('downloaded');
    expect(await world.reasonOf(requestId)).to.include({ code: 'not_in_library' });
    expect((await world.reasonOf(requestId))?.nextAt).to.equal(undefined);
  });

  /** Runs the job at the times it asks for. @returns the waits in seconds */
  async function runToTheEnd(requestId: string, each: (run: number) => void = () => undefined): Promise<number[]> {
    const waits: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      each(n);
      const answer = await run(requestId);
      if (!answer) break;
      const wait = answer.againAt.getTime() - world.now().getTime();
      waits.push(wait / 1000);
      world.advance(wait);
    }
    return waits;
  }

  it('announces the first audio file to the library that contains it, with the server’s path', async () => {
    const server = await connect();
    server.libraries = [
      { id: 'near', name: 'Near', type: 'audiobook', roots: ['/dat', '/data/An'] },
      { id: 'podcasts', name: 'Podcasts', type: 'other', roots: ['/data'] },
      { id: 'right', name: 'Right', type: 'mixed', roots: ['/data/'] },
    ];
    await run(await finished());
    expect(server.refreshes).to.deep.equal([{ libraryId: 'right', path: '/data/Ann/One/2.mp3' }]);
  });

  it('asks all libraries and says so if none seems to contain the folder', async () => {
    const server = await connect([]);
    const request = await finished();
    await run(request);
    expect(server.refreshes).to.deep.equal([{ libraryId: 'lib' }]);
    expect((await world.reasonOf(request))?.todo).to.include('path mappings');
    world.advance(5000);
    await run(request);
    expect((await world.reasonOf(request))?.todo).to.include('path mappings');
  });

  it('says what it waits for and becomes available when the server lists the book', async () => {
    const server = await connect();
    const request = await finished();
    const waits = await runToTheEnd(request, (n) => {
      if (n === 3) server.items = [book('a', { path: '/data/Ann/One' })];
    });
    expect(waits).to.deep.equal([5, 10, 5]);
    expect(await world.statusOf(request)).to.equal('available');
    expect(server.refreshes).to.have.length(1);
  });

  it('asks again after half a minute, until the server lists the book', async () => {
    const server = await connect();
    const request = await finished();
    const asked: number[] = [];
    await runToTheEnd(request, (n) => {
      asked.push(server.refreshes.length);
      if (n === 9) server.items = [book('a', { path: '/data/Ann/One' })];
    });
    // at 0, then at 35, 75, 155 and 315 seconds
    expect(asked.slice(0, 10)).to.deep.equal([0, 1, 1, 1, 1, 1, 2, 3, 4, 5]);
    expect(server.refreshes[0]).to.deep.equal({ libraryId: 'lib', path: '/data/Ann/One/2.mp3' });
    expect(server.refreshes[1]).to.deep.equal({ libraryId: 'lib', path: '/data/Ann/One/2.mp3', isAgain: true });
    expect(await world.statusOf(request)).to.equal('available');
    expect(server.refreshes).to.have.length(5);
  });

  it('names the server and the next look while it waits', async () => {
    await connect();
    const request = await finished();
    await run(request);
    expect(await world.reasonOf(request)).to.include({
      code: 'waiting_for_library',
      message: 'The files are in the library folder. Waiting for Shelf to list the book.',
      nextAt: '2026-06-01T00:00:05.000Z',
    });
  });

  it('says so after about an hour, and asks with longer pauses for a week before it relies on the regular scans', async () => {
    const server = await connect();
    const request = await finished();
    const codes: (string | undefined)[] = [];
    const waits: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const answer = await run(request);
      codes.push((await world.reasonOf(request))?.code);
      if (!answer) break;
      const wait = answer.againAt.getTime() - world.now().getTime();
      waits.push(wait / 1000);
      world.advance(wait);
    }
    const late = codes.indexOf('not_in_library');
    const sum = (some: readonly number[]) => some.reduce((total, wait) => total + wait, 0);
    expect(waits.slice(0, 6)).to.deep.equal([5, 10, 5, 5, 10, 40]);
    expect(Math.max(...waits.slice(0, late))).to.equal(600);
    expect(sum(waits.slice(0, late))).to.be.within(3600, 4300);
    expect(waits.slice(late, late + 3)).to.deep.equal([3600, 7200, 14_400]);
    expect(sum(waits.slice(late)) / 86_400).to.be.within(7, 9);
    expect(server.refreshes.length).to.be.within(15, 30);
    expect(await world.reasonOf(request)).to.deep.include({
      code: 'not_in_library',
      nextStep: 'Regular library scans keep looking for it.',
    });
    expect(await world.statusOf(request)).to.equal('downloaded');
  });

  it('continues where it was after a restart', async () => {
    const server = await connect();
    const request = await finished();
    await run(request);
    world.advance(100_000);
    const answer = await run(request);
    expect(answer?.againAt.toISOString()).to.equal('2026-06-01T00:02:35.000Z');
    expect(server.refreshes.map(({ isAgain }) => isAgain)).to.deep.equal([undefined, true]);
  });

  it('keeps asking an unreachable server', async () => {
    const server = await connect();
    server.isDead = true;
    const request = await finished();
    const waits: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const answer = await run(request);
      const wait = (answer?.againAt.getTime() ?? 0) - world.now().getTime();
      waits.push(wait / 1000);
      world.advance(wait);
    }
    expect(waits.at(-1)).to.equal(600);
    expect(await world.reasonOf(request)).to.include({ code: 'media_server_unreachable' });
    expect((await world.reasonOf(request))?.message).to.include('Shelf does not answer.');
    server.isDead = false;
    await run(request);
    expect(server.refreshes).to.have.length(1);
    expect((await world.reasonOf(request))?.code).to.equal('waiting_for_library');
  });

  it('is satisfied with one of two servers', async () => {
    const dead = await connect();
    dead.isDead = true;
    const alive = fakeServer(await world.integration('Attic', [{ remote: '/data', local: world.folder }]), 'Attic');
    servers.push(alive);
    const request = await finished();
    await run(request);
    expect((await world.reasonOf(request))?.message).to.include('Waiting for Attic to');
    alive.items = [book('a', { path: '/data/Ann/One' })];
    await run(request);
    expect(await world.statusOf(request)).to.equal('available');
  });

  it('says what to do when no media server is connected', async () => {
    const request = await finished();
    expect(await run(request)).to.equal(undefined);
    expect(await world.reasonOf(request)).to.include({ code: 'no_media_server' });
    expect((await world.reasonOf(request))?.todo).to.include('Connect a media server');
    expect(await world.statusOf(request)).to.equal('downloaded');
  });

  it('waits for a media server that is connected but does not run', async () => {
    instances = [
      { name: 'Off', state: 'disabled', pluginId: 'x' },
      { name: 'Shelf', state: 'failed', pluginId: 'x' },
    ];
    const request = await finished();
    expect(await run(request)).to.have.property('againAt');
    expect((await world.reasonOf(request))?.message).to.include('Shelf could not be asked');
  });

  it('reads a server that refuses to be asked, and reports the refusal', async () => {
    const server = await connect();
    server.refusal = new IntegrationError('INTEGRATION_FORBIDDEN', 'The account of the key may not do that.');
    const request = await finished();
    const waits = await runToTheEnd(request, (n) => {
      if (n === 2) server.items = [book('a', { path: '/data/Ann/One' })];
    });
    expect(waits).to.deep.equal([5, 10]);
    expect(await world.statusOf(request)).to.equal('available');
  });

  it('reports the refusal until the book is listed', async () => {
    const server = await connect();
    server.refusal = new IntegrationError('INTEGRATION_FORBIDDEN', 'The account of the key may not do that.');
    const request = await finished();
    await run(request);
    for (const wait of [5000, 10_000, 20_000]) {
      expect(await world.reasonOf(request)).to.deep.include({
        code: 'waiting_for_library',
        todo: 'Shelf could not be asked to look: The account of the key may not do that.',
      });
      world.advance(wait);
      await run(request);
    }
  });

  it('asks only the server whose library contains the folder, and names each server if none does', async () => {
    const here = await connect();
    const there = fakeServer(await world.integration('Attic', []), 'Attic');
    there.libraries = [{ id: 'other', name: 'Other', type: 'audiobook', roots: ['/elsewhere'] }];
    servers.push(there);
    const request = await finished();
    await run(request);
    expect(there.refreshes).to.deep.equal([]);
    expect(await world.reasonOf(request)).to.deep.include({
      message: 'The files are in the library folder. Waiting for Shelf to list the book.',
    });
    expect((await world.reasonOf(request))?.todo).to.equal(undefined);

    here.libraries = [{ id: 'lib', name: 'Books', type: 'audiobook', roots: ['/somewhere'] }];
    world.advance(40_000);
    await run(request);
    expect(there.refreshes).to.deep.equal([{ libraryId: 'other', isAgain: true }]);
    expect((await world.reasonOf(request))?.todo).to.match(/libraries of Shelf contains.*libraries of Attic contains/);
  });

  it('announces an ebook, and again until an item is in its folder', async () => {
    const server = await connect();
    server.libraries = [
      { id: 'audio', name: 'Audio', type: 'audiobook', roots: ['/data'] },
      { id: 'lib', name: 'Books', type: 'mixed', roots: ['/data'] },
    ];
    const request = await world.request(ONE, 'downloaded', 'ebook');
    await world.placed(request, 'Ann/One [Ebook]', { 'cover.jpg': 'picture', 'One.epub': 'text' });
    const waits = await runToTheEnd(request, (n) => {
      if (n === 2) server.items = [book('e', { path: '/data/Ann/One [Ebook]' })];
    });
    expect(waits).to.deep.equal([35, 40]);
    expect(server.refreshes).to.deep.equal([
      { libraryId: 'lib', path: '/data/Ann/One [Ebook]/One.epub' },
      { libraryId: 'lib', path: '/data/Ann/One [Ebook]/One.epub', isAgain: true },
    ]);
    expect(await world.reasonOf(request)).to.equal(null);
  });

  it('stops asking for an ebook after about an hour, and at once if no library contains its folder', async () => {
    const server = await connect();
    server.libraries = [{ id: 'lib', name: 'Books', type: 'mixed', roots: ['/data'] }];
    const request = await world.request(ONE, 'downloaded', 'ebook');
    await world.placed(request, 'Ann/One [Ebook]', { 'One.epub': 'text' });
    const waits = await runToTheEnd(request);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).to.be.within(3600, 4300);

    server.libraries = [{ id: 'lib', name: 'Books', type: 'mixed', roots: ['/elsewhere'] }];
    const other = await world.request('B000000002', 'downloaded', 'ebook');
    await world.placed(other, 'Ann/Two [Ebook]', { 'Two.epub': 'text' });
    expect(await runToTheEnd(other)).to.deep.equal([]);
    expect(server.refreshes.at(-1)).to.deep.equal({ libraryId: 'lib' });
  });

  it('does nothing for requests that moved on', async () => {
    const server = await connect();
    for (const request of [await world.request(ONE, 'cancelled', 'ebook'), await world.request(ONE, 'cancelled')]) {
      expect(await run(request)).to.equal(undefined);
      expect(await world.reasonOf(request)).to.equal(null);
    }
    expect(await run('nobody')).to.equal(undefined);
    expect(server.refreshes).to.deep.equal([]);
  });

  it('ends at once if the library already has the book', async () => {
    const server = await connect();
    server.items = [book('a', { asin: ONE })];
    await world.scanner.full(server.provider, { signal: world.signal });
    const request = await finished();
    expect(await run(request)).to.equal(undefined);
    expect(await world.statusOf(request)).to.equal('available');
    expect(server.refreshes).to.deep.equal([]);
  });

  it('plans its looks at growing intervals', () => {
    expect([0, 5000, 14_999, 15_000, 20_000, 25_000].map(nextLook)).to.deep.equal([5000, 15_000, 15_000, 20_000, 25_000, 35_000]);
    expect(nextLook(3_600_000)).to.be.a('number');
    expect(nextLook(5_000_000)).to.equal(undefined);
    expect([0, 3_600_000].map(nextLateLook)).to.deep.equal([3_600_000, 10_800_000]);
    expect(nextLateLook(800_000_000)).to.equal(undefined);
  });
});
