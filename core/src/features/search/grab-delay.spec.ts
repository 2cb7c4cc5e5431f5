import type { Release } from '@lectern/plugin-api';
import { expect } from 'chai';
import { fakeClient, fakeIndexer, goodRelease, type FakeIndexer } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { GRAB, SEARCH } from '../lifecycle/request-jobs.js';
import { RECONCILE } from '../requests/reconcile-job.js';
import { READ_FEEDS } from './feed-job.js';
import { delayedUntil } from './grab-delay.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the end of a wait for something better', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');
  const delays = { torrent: 60, usenet: 30, http: 0 };
  const until = (
    protocol: Release['protocol'],
    publishedAt: string | undefined,
    more: { announced?: Date; timeScale?: number } = {},
  ): string | undefined => delayedUntil({ protocol, publishedAt }, delays, { now, timeScale: 1, ...more })?.toISOString();

  it('is when the release is as old as its protocol asks', () => {
    expect(until('torrent', '2026-03-01T11:50:00.000Z')).to.equal('2026-03-01T12:50:00.000Z');
    expect(until('usenet', '2026-03-01T11:50:00.000Z')).to.equal('2026-03-01T12:20:00.000Z');
    expect(until('usenet', '2026-03-01T11:30:00.000Z')).to.equal(undefined);
    expect(until('http', '2026-03-01T11:59:00.000Z')).to.equal(undefined);
  });

  it('does not come from a date that is missing, senseless or to come', () => {
    expect(until('torrent', undefined)).to.equal(undefined);
    expect(until('torrent', 'yesterday')).to.equal(undefined);
    expect(until('torrent', '2031-01-01T00:00:00.000Z')).to.equal('2026-03-01T13:00:00.000Z');
  });

  it('is never put off', () => {
    const announced = new Date('2026-03-01T12:05:00.000Z');

    expect(until('torrent', '2026-03-01T11:59:00.000Z', { announced })).to.equal('2026-03-01T12:05:00.000Z');
    expect(until('torrent', '2026-03-01T11:01:00.000Z', { announced })).to.equal('2026-03-01T12:01:00.000Z');
    expect(until('torrent', '2026-03-01T11:59:00.000Z', { announced: now })).to.equal(undefined);
  });

  it('is scaled as other waits are', () => {
    expect(until('torrent', now.toISOString(), { timeScale: 0.5 })).to.equal('2026-03-01T12:30:00.000Z');
  });
});

describe('waiting before an automatic grab', () => {
  let world: RequestWorld;
  let indexer: FakeIndexer;
  let listed: Release[];

  beforeEach(async () => {
    world = await createRequestWorld();
    listed = [];
    indexer = fakeIndexer('indexer-1');
    indexer.search = async () => ({
      releases: listed,
      sources: [{ id: '7', name: 'Tracker', status: listed.length > 0 ? 'ok' : 'empty' }],
    });
    await world.addIntegration(indexer);
    await world.addIntegration(fakeClient('client-1'));
    setDelay(60);
  });
  afterEach(() => world.remove());

  function setDelay(torrentDelayMinutes: number): void {
    const { settings } = world.state;
    world.state.settings = { ...settings, releases: { ...settings.releases, torrentDelayMinutes } };
  }
  const published = (minutesAgo: number, more: Partial<Release> = {}): Release =>
    goodRelease({ publishedAt: new Date(world.now().getTime() - minutesAgo * MINUTE).toISOString(), ...more });
  /** A search that found one release of ten minutes ago. */
  async function waitingRequest(): Promise<{ id: string; until: string }> {
    listed = [published(10)];
    const id = await world.addRequest();
    await world.search(id);
    const reason = await world.reason(id);
    return { id, until: reason?.nextAt ?? '' };
  }
  const searches = async () => (await world.database.read.all('SELECT id FROM searches')).length;
  const grabbed = async () => {
    const [job] = await world.queued(GRAB.name);
    const candidate = await world.candidates.get(String(job?.payload['candidateId']));
    return candidate?.release.guid;
  };

  it('lets a new release wait, with its time and a line in the timeline', async () => {
    const { id, until } = await waitingRequest();

    expect(await world.status(id)).to.equal('awaiting_search');
    expect(await world.reason(id)).to.deep.include({ code: 'grab_delayed' });
    expect(Date.parse(until) - Date.parse(listed[0]?.publishedAt ?? '')).to.equal(HOUR);
    expect((await world.queued(SEARCH.name)).map(({ runAt }) => runAt)).to.deep.equal([until]);
    expect((await world.events(id)).at(-1)).to.equal('grab_delayed');
    expect((await world.candidates.view(id)).candidates).to.have.length(1);
  });

  it('takes the best of what is there by then, however new, and asks once for that', async () => {
    const { id } = await waitingRequest();
    world.state.offset = 51 * MINUTE;
    const better = published(1, { flags: [], seeders: 5000, indexer: { id: '7', name: 'Tracker', priority: 1 } });
    listed = [...listed, better];

    await world.work([SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
    expect(await grabbed()).to.equal(better.guid);
    expect(await searches()).to.equal(2);
  });

  it('keeps the announced time when something else starts the search', async () => {
    const { id, until } = await waitingRequest();
    world.state.offset = 20 * MINUTE;
    listed = [published(0)];

    await world.search(id);

    expect(await world.reason(id)).to.deep.include({ code: 'grab_delayed', nextAt: until });
  });

  it('keeps the announced time when its job is lost', async () => {
    const { id, until } = await waitingRequest();
    await world.database.transaction((tx) => tx.run('DELETE FROM jobs'));

    await world.run(RECONCILE.name, {});
    await world.work([SEARCH.name]);

    expect(await world.reason(id)).to.deep.include({ code: 'grab_delayed', nextAt: until });
    expect((await world.queued(SEARCH.name)).map(({ runAt }) => runAt)).to.deep.equal([until]);
  });

  it('does not begin anew because an indexer was away at the end', async () => {
    const { id } = await waitingRequest();
    const { search } = indexer;
    indexer.search = async () => ({ releases: [], sources: [{ id: '7', name: 'Tracker', status: 'failed', error: 'HTTP 500' }] });
    world.state.offset = 51 * MINUTE;
    await world.work([SEARCH.name]);
    expect(await world.reason(id)).to.deep.include({ code: 'indexer_failed' });
    indexer.search = search;
    world.state.offset = 70 * MINUTE;
    listed = [published(2)];

    await world.work([SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
  });

  it('begins anew for another release long after', async () => {
    const { id } = await waitingRequest();
    listed = [];
    world.state.offset = 51 * MINUTE;
    await world.work([SEARCH.name]);
    expect(await world.reason(id)).to.deep.include({ code: 'nothing_found' });
    world.state.offset = 48 * HOUR;
    listed = [published(2)];

    await world.work([SEARCH.name]);

    expect(await world.reason(id)).to.deep.include({ code: 'grab_delayed' });
  });

  it('takes an old release, and one without a date, at once', async () => {
    listed = [published(61)];
    const old = await world.addRequest();
    await world.search(old);
    listed = [goodRelease({ publishedAt: undefined })];
    const undated = await world.addRequest({ user: 'chani' });
    await world.search(undated);

    expect([await world.status(old), await world.status(undated)]).to.deep.equal(['downloading', 'downloading']);
  });

  it('changes nothing without a delay', async () => {
    setDelay(0);
    listed = [published(0)];
    const id = await world.addRequest();

    await world.search(id);

    expect(await world.status(id)).to.equal('downloading');
  });

  it('is passed by when a person searches', async () => {
    const { id } = await waitingRequest();

    await world.addUser('admin');
    await world.service.search(world.callerOf('admin'), id);
    await world.work([SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
  });

  it('is passed by when a person chooses', async () => {
    const { id } = await waitingRequest();
    const [candidate] = (await world.candidates.view(id)).candidates;

    await world.addUser('admin');
    await world.service.select(world.callerOf('admin'), id, candidate?.id ?? '', false);

    expect(await world.status(id)).to.equal('downloading');
    expect(await grabbed()).to.equal(listed[0]?.guid);
    expect(await world.queued(SEARCH.name)).to.deep.equal([]);
  });

  it('is passed by when somebody who may choose a release starts the request again', async () => {
    const { id } = await waitingRequest();

    await world.addUser('admin');
    await world.service.retry(world.callerOf('admin'), id);
    await world.work([SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
  });

  it('is not passed by when its owner starts the request again', async () => {
    const { id, until } = await waitingRequest();

    await world.service.retry(
      world.callerOf('paul', { permissions: { autoApprove: true, interactiveSearch: false, downloadAccess: false } }),
      id,
    );
    await world.work([SEARCH.name]);

    expect(await world.reason(id)).to.deep.include({ code: 'grab_delayed', nextAt: until });
  });

  it('is not cut short by a feed, which is looked at again at the end anyway', async () => {
    const { id, until } = await waitingRequest();
    indexer.recent = async () => ({ releases: [published(0)], sources: [{ id: '7', name: 'Tracker', status: 'ok' }] });

    await world.run(READ_FEEDS.name, {});

    expect(await world.status(id)).to.equal('awaiting_search');
    expect((await world.queued(SEARCH.name)).map(({ runAt }) => runAt)).to.deep.equal([until]);
  });

  it('ends at once when the settings no longer ask for it', async () => {
    const { id } = await waitingRequest();
    setDelay(0);

    await world.service.wakeWaiting(['grab_delayed']);
    await world.work([SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
  });

  it('tells members no more than that the book was found', async () => {
    const { id } = await waitingRequest();

    const told = await world.detail(id, world.callerOf('paul'));

    expect(told?.reason?.message).to.equal('The book was found. Lectern waits for a while, in case something better appears.');
    expect(told?.timeline.at(-1)?.message).to.equal(told?.reason?.message);
    expect(JSON.stringify(told)).to.not.contain(listed[0]?.title);
  });
});
