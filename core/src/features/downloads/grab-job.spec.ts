import { IntegrationError, type AddOptions, type HookPayloads } from '@lectern/plugin-api';
import { encodeBencode } from '@lectern/testbed';
import { expect } from 'chai';
import { GRAB, REMOVE_DOWNLOAD, SEARCH } from '../lifecycle/request-jobs.js';
import { fakeClient, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

const GRABS = [GRAB.name];
type Grab = Awaited<ReturnType<typeof createGrabWorld>>;

describe('grabbing', () => {
  let grabbing: Grab;

  beforeEach(async () => {
    grabbing = await createGrabWorld(3);
  });
  afterEach(async () => {
    await grabbing.world.remove();
  });

  const cancel = () => grabbing.world.service.cancel(grabbing.world.callerOf('paul'), grabbing.requestId);

  it('sends the best candidate to the client and watches it', async () => {
    const { world, client, requestId, releases } = grabbing;
    await world.grab(requestId);
    expect([...client.items.keys()]).to.deep.equal([releases[0]?.infoHash]);
    const [download] = await world.history(requestId);
    expect(download).to.include({ state: 'added', itemId: releases[0]?.infoHash });
    expect(await world.request(requestId)).to.include({ currentDownloadId: download?.id, downloadAttempts: 1 });
    expect(await world.queued('downloads.monitor')).to.have.length(1);
    expect(world.notified.filter((entry) => entry.event === 'request_grabbed')).to.have.length(1);
  });

  it('adds it with the name, category and tags as changed by plugins', async () => {
    const { world, client, requestId } = grabbing;
    const asked: HookPayloads['download.adding'][] = [];
    world.state.transform['download.adding'] = (payload: HookPayloads['download.adding']) => {
      asked.push(payload);
      return { ...payload, options: { ...payload.options, category: 'desert', tags: [...(payload.options.tags ?? []), 'sand'] } };
    };
    const given: Omit<AddOptions, 'signal'>[] = [];
    const add = client.add;
    client.add = async (item, options) => {
      given.push(options);
      return add(item, options);
    };
    await world.grab(requestId);
    const [download] = await world.history(requestId);
    const ours = { name: 'Frank Herbert - Dune', category: '', tags: [`lectern-${download?.id}`] };
    expect(asked).to.have.length(1);
    expect(asked[0]?.request).to.include({ id: requestId });
    expect(asked[0]?.options).to.deep.equal(ours);
    expect(given).to.have.length(1);
    expect(given[0]).to.deep.include({ ...ours, category: 'desert', tags: [...ours.tags, 'sand'] });
  });

  it('tells those who look at the releases which of them was taken', async () => {
    const { world, requestId, candidateIds } = grabbing;
    const told: Promise<unknown>[] = [];
    world.scaled.events.subscribe(({ type, data }) => {
      if (type === 'search.updated')
        told.push(world.candidates.get(candidateIds[0] ?? '').then((taken) => ({ ...data, state: taken?.state })));
    });

    await world.grab(requestId);

    const searchId = (await world.candidates.get(candidateIds[0] ?? ''))?.searchId;
    expect(await Promise.all(told)).to.deep.equal([{ requestId, searchId, state: 'grabbed' }]);
  });

  it('takes the release that a person chose', async () => {
    const { world, client, requestId, releases, candidateIds } = grabbing;
    await world.grab(requestId, { candidateId: candidateIds[2] });
    expect([...client.items.keys()]).to.deep.equal([releases[2]?.infoHash]);
  });

  it('blocks a release whose list of files shows that it is not the book, and takes the next', async () => {
    const { world, indexer, client, requestId, releases } = grabbing;
    const resolve = indexer.resolve;
    const files = [
      { length: 900_000, path: ['Dune.epub'] },
      { length: 40_000, path: ['cover.jpg'] },
    ];
    const bytes = encodeBencode({ info: { files, name: 'Dune', 'piece length': 16_384, pieces: Buffer.alloc(20) } });
    indexer.resolve = async (release, signal) => {
      if (release.guid !== releases[0]?.guid) return resolve(release, signal);
      return { kind: 'torrent', bytes, infoHash: 'b'.repeat(40) };
    };

    await world.grab(requestId);
    const fault = `“${releases[0]?.title}” was not taken. It holds no audio, only epub.`;
    expect((await world.reason(requestId))?.message).to.include(fault);
    await world.work(GRABS);

    expect([...client.items.keys()]).to.deep.equal([releases[1]?.infoHash]);
    expect((await world.database.read.all<{ reason: string }>('SELECT reason FROM blocklist')).map(({ reason }) => reason)).to.deep.equal([
      fault,
    ]);
  });

  for (const [what, error] of [
    ['throttles', new IntegrationError('INTEGRATION_RATE_LIMITED', 'too many', { blame: 'Far Tracker', retryAfterMs: 1000 })],
    ['lost the release', new IntegrationError('INTEGRATION_NOT_FOUND', 'gone')],
    ['is dead', new IntegrationError('INTEGRATION_UNAVAILABLE', 'dead')],
  ] as const) {
    it(`takes the next candidate when the indexer ${what}, and blames the indexer`, async () => {
      const { world, indexer, client, requestId, releases } = grabbing;
      const resolve = indexer.resolve;
      indexer.resolve = async (release, signal) => {
        if (release.guid === releases[0]?.guid) throw error;
        return resolve(release, signal);
      };
      await world.grab(requestId);
      expect((await world.reason(requestId))?.component).to.deep.equal({ kind: 'indexer', name: error.blame ?? 'Tracker' });
      await world.work(GRABS);
      expect([...client.items.keys()]).to.deep.equal([releases[1]?.infoHash]);
      const blocked = await world.database.read.all('SELECT id FROM blocklist');
      expect(blocked).to.have.length(error.code === 'INTEGRATION_NOT_FOUND' ? 1 : 0);
    });
  }

  it('searches again, and never fails, if the indexer provides nothing', async () => {
    await grabbing.world.remove();
    grabbing = await createGrabWorld(6);
    const { world, indexer, requestId } = grabbing;
    indexer.resolve = () => Promise.reject(new IntegrationError('INTEGRATION_RATE_LIMITED', 'too many'));
    await world.work([...GRABS]);
    await world.grab(requestId);
    await world.work(GRABS);
    expect(await world.status(requestId)).to.equal('awaiting_search');
    expect((await world.queued(SEARCH.name))[0]?.runAt).to.satisfy((at: string) => at > world.now().toISOString());
  });

  it('blocklists a release that the client refuses, and takes the next', async () => {
    const { world, client, requestId, releases } = grabbing;
    const add = client.add;
    client.add = async (item, options) => {
      if (item.kind === 'magnet' && item.infoHash === releases[0]?.infoHash)
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'not a torrent');
      return add(item, options);
    };
    await world.grab(requestId);
    await world.work(GRABS);
    expect([...client.items.keys()]).to.deep.equal([releases[1]?.infoHash]);
    const blocked = await world.database.read.all<{ releaseKey: string; asin: string }>('SELECT release_key, asin FROM blocklist');
    expect(blocked).to.deep.equal([{ releaseKey: `hash:${releases[0]?.infoHash}`, asin: 'B002V1OF70' }]);
  });

  it('tells plugins why each abandoned release failed', async () => {
    const { world, indexer, client, requestId, releases } = grabbing;
    const { resolve } = indexer;
    indexer.resolve = async (release, signal) => {
      if (release.guid === releases[0]?.guid) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'gone');
      return resolve(release, signal);
    };
    client.add = () => Promise.reject(new IntegrationError('INTEGRATION_BAD_RESPONSE', 'not a torrent'));
    await world.grab(requestId);
    await world.grab(requestId);
    const hooks = (await world.queued('hooks.tell')).map(({ payload }) => payload).filter(({ hook }) => hook === 'download.failed');
    expect(hooks.map((payload) => payload['requestId'])).to.deep.equal([requestId, requestId]);
    const reasons = hooks.map(({ detail }) => (detail as { reason: string }).reason);
    expect(reasons[0]).to.match(/^Tracker would not hand out .*gone/);
    expect(reasons[1]).to.match(/^Client client-1 refused .*not a torrent/);
  });

  it('blames no release for a web page in place of the client', async () => {
    const { world, client, requestId } = grabbing;
    client.failure = new IntegrationError('INTEGRATION_BAD_RESPONSE', 'it sent a web page');

    await world.grab(requestId);

    expect((await world.reason(requestId))?.code).to.equal('client_unreachable');
    expect(await world.database.read.all('SELECT id FROM blocklist')).to.deep.equal([]);
    client.failure = undefined;
    await world.grab(requestId);
    expect(client.items.size).to.equal(1);
  });

  it('waits for an unreachable client, longer each time, and fails nothing', async () => {
    const { world, client, requestId } = grabbing;
    client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'connection refused');
    const waits: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const again = await world.grab(requestId);
      const wait = again ? again.againAt.getTime() - world.now().getTime() : 0;
      waits.push(Math.round(wait / 1000));
      world.state.offset += wait + 1000;
    }
    expect(waits[0]).to.equal(30);
    expect(waits[3]).to.be.greaterThan(100);
    expect((await world.reason(requestId))?.code).to.equal('client_unreachable');
    expect(await world.status(requestId)).to.equal('downloading');
    client.failure = undefined;
    await world.grab(requestId);
    expect(client.items.size).to.equal(1);
    expect(await world.history(requestId)).to.have.length(1);
  });

  it('adds once when its job runs twice', async () => {
    const { world, client, requestId } = grabbing;
    await world.grab(requestId);
    await world.grab(requestId);
    expect(client.calls.filter((call) => call === 'add')).to.have.length(1);
    expect(await world.history(requestId)).to.have.length(1);
  });

  it('continues with the same release after a crash before the add', async () => {
    const { world, indexer, client, requestId, releases } = grabbing;
    const resolve = indexer.resolve;
    const crash = new AbortController();
    indexer.resolve = async () => {
      crash.abort();
      throw new Error('power cut');
    };
    await world.run(GRAB.name, { requestId }, { signal: crash.signal }).catch(() => undefined);
    expect((await world.history(requestId)).map((row) => row.state)).to.deep.equal(['created']);
    indexer.resolve = resolve;
    await world.grab(requestId);
    expect([...client.items.keys()]).to.deep.equal([releases[0]?.infoHash]);
    expect((await world.history(requestId)).map((row) => row.state)).to.deep.equal(['added']);
  });

  it('waits for the client that it was about to ask before a crash, which may have the release already', async () => {
    const { world, client, requestId } = grabbing;
    const second = fakeClient('client-2');
    await world.addIntegration(second);
    const add = client.add;
    client.add = async (item, options) => {
      await add(item, options);
      throw new Error('power cut');
    };
    await world.grab(requestId).catch(() => undefined);
    client.add = add;
    world.state.clients.splice(world.state.clients.indexOf(client), 1);

    const again = await world.grab(requestId);

    expect(again).to.have.property('againAt');
    expect((await world.reason(requestId))?.message).to.include('Client client-1');
    expect(second.items.size).to.equal(0);
    world.state.clients.push(client);
    await world.grab(requestId);
    expect((await world.history(requestId)).map(({ state, integrationId, ours }) => [state, integrationId, Boolean(ours)])).to.deep.equal([
      ['added', 'client-1', true],
    ]);
  });

  it('begins anew with another client when the one that it was about to ask before a crash was removed', async () => {
    const { world, client, indexer, requestId } = grabbing;
    const second = fakeClient('client-2');
    await world.addIntegration(second);
    const resolve = indexer.resolve;
    const crash = new AbortController();
    indexer.resolve = async () => {
      crash.abort();
      throw new Error('power cut');
    };
    await world.run(GRAB.name, { requestId }, { signal: crash.signal }).catch(() => undefined);
    indexer.resolve = resolve;
    world.state.clients.splice(world.state.clients.indexOf(client), 1);
    await world.database.transaction((tx) => tx.run("DELETE FROM integrations WHERE id = 'client-1'"));

    await world.grab(requestId);

    expect(second.items.size).to.equal(1);
    const [download] = await world.history(requestId);
    expect([download?.state, download?.integrationId]).to.deep.equal(['added', 'client-2']);
    expect(await world.downloads.watched('client-2')).to.have.length(1);
  });

  it('recognizes its own item after a crash between adding and recording it', async () => {
    const { world, client, requestId, releases } = grabbing;
    const add = client.add;
    client.add = async (item, options) => {
      await add(item, options);
      throw new Error('power cut');
    };
    await world.grab(requestId).catch(() => undefined);
    client.add = add;
    await world.grab(requestId);
    expect(client.items.size).to.equal(1);
    const [download] = await world.history(requestId);
    expect(download).to.include({ state: 'added', itemId: releases[0]?.infoHash });
    expect(Boolean(download?.ours)).to.equal(true);
  });

  it('does not claim an item that was already in the client', async () => {
    const { world, client, requestId, releases } = grabbing;
    client.items.set(releases[0]?.infoHash ?? '', { state: 'seeding', category: 'lectern' });
    await world.grab(requestId);
    expect(Boolean((await world.history(requestId))[0]?.ours)).to.equal(false);
    await cancel();
    await world.work([REMOVE_DOWNLOAD.name]);
    expect(client.items.size).to.equal(1);
  });

  it('removes an item that was added while its request was cancelled', async () => {
    const { world, client, requestId } = grabbing;
    const add = client.add;
    client.add = async (item, options) => {
      const added = await add(item, options);
      await cancel();
      return added;
    };
    await world.grab(requestId);
    expect(client.items.size).to.equal(1);
    await world.work([REMOVE_DOWNLOAD.name]);
    expect(client.items.size).to.equal(0);
    expect(await world.status(requestId)).to.equal('cancelled');
    expect(await world.queued('downloads.monitor')).to.have.length(0);
  });

  it('finds and removes what a crash after cancelling left in the client', async () => {
    const { world, client, requestId } = grabbing;
    const add = client.add;
    client.add = async (item, options) => {
      await add(item, options);
      await cancel();
      throw new Error('power cut');
    };
    await world.grab(requestId).catch(() => undefined);
    expect(client.items.size).to.equal(1);
    await world.work([REMOVE_DOWNLOAD.name]);
    expect(client.items.size).to.equal(0);
  });

  describe('removing', () => {
    it('spares an item that another request uses, until the last one is removed', async () => {
      const { world, client, requestId, releases } = grabbing;
      await world.grab(requestId);
      const second = await world.addRequest({ user: 'chani', status: 'downloading' });
      await world.addCandidates(second, [releases[0] ?? goodRelease()]);
      await world.grab(second);
      await cancel();
      await world.work([REMOVE_DOWNLOAD.name]);
      expect(client.items.size).to.equal(1);
      await world.service.cancel(world.callerOf('chani'), second);
      await world.work([REMOVE_DOWNLOAD.name]);
      expect(client.items.size).to.equal(0);
    });

    it('waits for an unreachable client', async () => {
      const { world, client, requestId } = grabbing;
      await world.grab(requestId);
      const [download] = await world.history(requestId);
      await cancel();
      client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'away');
      expect(await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id })).to.have.property('againAt');
      world.state.clients.pop();
      expect(await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id })).to.have.property('againAt');
      client.failure = undefined;
      world.state.clients.push(client);
      await world.run(REMOVE_DOWNLOAD.name, { downloadId: download?.id });
      expect(client.items.size).to.equal(0);
    });
  });
});
