import { expect } from 'chai';
import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { SEARCH } from '../lifecycle/request-jobs.js';
import { REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';
import { INTERACTIVE_SEARCH } from '../search/search-job.js';
import { fakeClient, fakeIndexer, goodRelease } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const OTHER = 'Frank Herbert - Dune (Unabridged) [read by Orlagh Cassidy] [M4B]';

/** Lets something else happen between what a use case read and what it writes. */
function beforeNextTransaction({ database }: RequestWorld, work: (tx: Tx) => Promise<unknown>): void {
  const transaction = database.transaction.bind(database);
  database.transaction = async (own) => {
    database.transaction = transaction;
    await transaction(work);
    return transaction(own);
  };
}

describe('whether the files are merged', () => {
  let world: RequestWorld;

  beforeEach(async () => {
    world = await createRequestWorld();
  });
  afterEach(() => world.remove());

  it('is refused when the files were placed at the same moment', async () => {
    const id = await world.addRequest({ status: 'processing' });
    beforeNextTransaction(world, (tx) => world.transitions.apply(tx, id, 'import_done', { message: 'placed', reason: null }));

    const answer = await world.service.chooseMerge(world.callerOf('paul'), id, true).catch((error: unknown) => error);

    expect(answer).to.be.instanceOf(ApiError).with.property('code', 'request_state');
    expect((await world.request(id)).mergeChapters).to.equal(null);
    expect(await world.events(id)).not.to.include('merge_chapters');
  });
});

describe('new search terms', () => {
  let world: RequestWorld;

  beforeEach(async () => {
    world = await createRequestWorld();
    await world.addUser('admin');
  });
  afterEach(() => world.remove());

  it('are refused with a search where none is possible, and nothing changes', async () => {
    const answers: Record<string, string> = {};
    for (const status of REQUEST_STATUSES) {
      const id = await world.addRequest({ status, user: `paul-${status}` });
      const before = await world.events(id);
      const refusal = await setTerms(id).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal === undefined) continue;
      answers[status] = refusal instanceof ApiError ? refusal.code : (refusal as Error).message;
      expect((await world.request(id)).customSearchTerms).to.equal(null);
      expect(await world.events(id)).to.deep.equal(before);
    }

    const refused = Object.keys(answers);
    expect(refused).to.have.members([
      'awaiting_approval',
      'denied',
      'awaiting_release',
      'downloading',
      'processing',
      'awaiting_import',
      'warn',
      'downloaded',
      'available',
      'cancelled',
    ]);
    expect(new Set(Object.values(answers))).to.deep.equal(new Set(['request_state']));
  });

  it('are kept for later in any state', async () => {
    for (const status of REQUEST_STATUSES) {
      const id = await world.addRequest({ status, user: `paul-${status}` });

      await world.service.setSearchTerms(world.callerOf('admin'), id, 'other words', false);

      expect(await world.request(id)).to.include({ status, customSearchTerms: 'other words' });
    }
  });

  const setTerms = (id: string) => world.service.setSearchTerms(world.callerOf('admin'), id, 'other words', true);
  const searches = async () => (await world.queued()).filter(({ name }) => name === SEARCH.name);

  it('are searched for after a search that starts at the same moment', async () => {
    const id = await world.addRequest({ status: 'awaiting_search' });
    beforeNextTransaction(world, (tx) => world.transitions.apply(tx, id, 'search_started', { message: 'asking', reason: null }));

    await setTerms(id);

    expect(await world.request(id)).to.include({ status: 'searching', customSearchTerms: 'other words' });
    expect(await searches()).to.have.length(1);
  });

  it('are searched for when a search ends at the same moment', async () => {
    const id = await world.addRequest({ status: 'searching' });
    beforeNextTransaction(world, (tx) => world.transitions.apply(tx, id, 'nothing_found', { message: 'nothing', reason: null }));

    await setTerms(id);

    expect(await world.request(id)).to.include({ status: 'pending', customSearchTerms: 'other words' });
    expect(await searches()).to.have.length(1);
  });
});

describe('whether any reading will do', () => {
  let world: RequestWorld;

  beforeEach(async () => {
    world = await createRequestWorld();
    await world.addUser('admin');
    await world.addIntegration(fakeIndexer('indexer-1', [goodRelease({ title: OTHER })]));
    await world.addIntegration(fakeClient('client-1'));
  });
  afterEach(() => world.remove());

  const paul = () => world.callerOf('paul');
  const admin = () => world.callerOf('admin');
  const searches = async () =>
    (await world.queued()).map(({ name }) => name).filter((name) => name === SEARCH.name || name === INTERACTIVE_SEARCH.name);
  const codeOf = (work: Promise<void>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );

  it('can be changed by the owner of a waiting request, which then takes what it left', async () => {
    const id = await world.addRequest();
    await world.search(id);
    expect(await world.reason(id)).to.include({ code: 'nothing_good_enough' });

    await world.service.setAnyReading(paul(), id, true);
    await world.work([SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
    expect(await world.events(id)).to.include.members(['any_reading', 'retry']);
    const [line] = (await world.detail(id, paul()))?.timeline.filter(({ event }) => event === 'any_reading') ?? [];
    expect(line?.message).to.equal('paul accepts any narrator.');
  });

  it('does not pass by the wait for something better', async () => {
    const { settings } = world.state;
    world.state.settings = { ...settings, releases: { ...settings.releases, torrentDelayMinutes: 60 } };
    world.state.indexers[0] = fakeIndexer('indexer-1', [goodRelease({ title: OTHER, publishedAt: world.now().toISOString() })]);
    const id = await world.addRequest();
    await world.search(id);

    await world.service.setAnyReading(paul(), id, true);
    await world.work([SEARCH.name]);

    expect(await world.reason(id)).to.include({ code: 'grab_delayed' });
  });

  it('starts nothing where nothing was searched yet', async () => {
    const id = await world.addRequest({ status: 'awaiting_approval' });

    await world.service.setAnyReading(paul(), id, true);

    expect(await world.status(id)).to.equal('awaiting_approval');
    expect(await searches()).to.deep.equal([]);
    expect((await world.detail(id, paul()))?.anyReading).to.equal(true);
  });

  it('searches once more after a search that was running', async () => {
    const id = await world.addRequest({ status: 'searching' });

    await world.service.setAnyReading(paul(), id, true);

    expect(await searches()).to.deep.equal([SEARCH.name]);
  });

  it('searches once more after a search that starts at the same moment', async () => {
    const id = await world.addRequest({ status: 'awaiting_search' });
    beforeNextTransaction(world, (tx) => world.transitions.apply(tx, id, 'search_started', { message: 'asking', reason: null }));

    await world.service.setAnyReading(paul(), id, true);

    expect(await world.status(id)).to.equal('searching');
    expect(await searches()).to.deep.equal([SEARCH.name]);
  });

  it('ranks the next releases of a download again, for an admin', async () => {
    const id = await world.addRequest({ anyReading: true });
    await world.search(id);
    expect(await world.status(id)).to.equal('downloading');

    await world.service.setAnyReading(admin(), id, false);
    await world.work([INTERACTIVE_SEARCH.name]);

    expect(await world.status(id)).to.equal('downloading');
    expect((await world.candidates.view(id)).candidates.map(({ gates }) => gates.some(({ doubtful }) => doubtful))).to.deep.equal([true]);
    expect(await world.candidates.nextAutomatic(id, (await world.request(id)).asin)).to.equal(undefined);
  });

  it('writes nothing where it is so already', async () => {
    const id = await world.addRequest();
    const before = await world.events(id);

    await world.service.setAnyReading(paul(), id, false);

    expect(await world.events(id)).to.deep.equal(before);
  });

  it('is the owner’s until a release is on its way, and an admin’s while there is something to take', async () => {
    const may = async (status: RequestStatus) => {
      const id = await world.addRequest({ status, user: `paul-${status}` });
      const [owner, chief] = await Promise.all([
        codeOf(world.service.setAnyReading(world.callerOf(`paul-${status}`), id, false)),
        codeOf(world.service.setAnyReading(admin(), id, false)),
      ]);
      return [owner === 'done', chief === 'done'];
    };
    const answers: [RequestStatus, boolean[]][] = [];
    for (const status of REQUEST_STATUSES) answers.push([status, await may(status)]);

    const owners = answers.filter(([, [owner]]) => owner).map(([status]) => status);
    const admins = answers.filter(([, [owner, chief]]) => chief && !owner).map(([status]) => status);
    expect(owners).to.have.members(['awaiting_approval', 'pending', 'awaiting_release', 'searching', 'awaiting_search']);
    expect(admins).to.have.members(['downloading', 'processing', 'awaiting_import', 'warn', 'failed']);
  });

  it('is no question of ebooks, and of nobody else', async () => {
    const ebook = await world.addRequest({ type: 'ebook' });
    const id = await world.addRequest();

    expect(await codeOf(world.service.setAnyReading(admin(), ebook, true))).to.equal('request_state');
    expect(await codeOf(world.service.setAnyReading(world.callerOf('chani'), id, true))).to.equal('request_state');
  });
});
