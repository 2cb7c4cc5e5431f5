import { QueryClient } from '@tanstack/react-query';
import { expect } from 'chai';
import { applyLiveEvent, withEbookRequest, withRequest } from './live-cache.js';
import { queryKeys } from './query-keys.js';
import type { AnnotatedBook, Home, Jobs, RequestDetail, RequestList, RequestSummary } from './types.js';

function book(asin: string): AnnotatedBook {
  return {
    asin,
    region: 'us',
    title: asin,
    authors: [],
    narrators: [],
    series: [],
    coverUrl: null,
    genres: [],
    availability: 'none',
    request: null,
    ignored: false,
    reportedIssue: false,
    libraryItem: null,
    listen: [],
    ebookItem: null,
    savable: false,
  };
}

function request(change: Partial<RequestSummary> = {}): RequestSummary {
  return {
    id: 'r1',
    type: 'audiobook',
    status: 'downloading',
    group: 'active',
    statusSince: '',
    reason: null,
    book: book('B1'),
    user: { id: 'u1', username: 'anna', displayName: 'Anna' },
    mine: true,
    stage: 'downloading',
    origin: 'web',
    createdAt: '',
    updatedAt: '',
    anyReading: false,
    mergeChapters: null,
    downloadAttempts: 1,
    subscribed: false,
    actions: [],
    ...change,
  };
}

describe('the list of what is coming up', () => {
  it('changes in place, and asks for no list at each step of a request', () => {
    const client = new QueryClient();
    const items = ['B1', 'B2'].map((asin) => ({ releaseDate: '2030-01-01', book: book(asin), from: [], requested: false }));
    client.setQueryData(queryKeys.comingUp, { pages: [{ items }], pageParams: [1] });

    applyLiveEvent(client, { type: 'request.updated', data: { request: request({ status: 'awaiting_release' }) } });

    const { pages } = client.getQueryData(queryKeys.comingUp) as { pages: { items: typeof items }[] };
    expect(pages[0]?.items.map(({ requested, book: { availability } }) => [requested, availability])).to.deep.equal([
      [true, 'requested'],
      [false, 'none'],
    ]);
    expect(client.getQueryState(queryKeys.comingUp)?.isInvalidated).to.equal(false);
  });
});

describe('live cache', () => {
  it('gives the same key to the same filter', () => {
    expect(queryKeys.requestList({ page: 1, group: undefined, scope: 'all' })).to.deep.equal(
      queryKeys.requestList({ scope: 'all', page: 1 }),
    );
    expect(queryKeys.requestList({ scope: 'all' })).not.to.deep.equal(queryKeys.requestList({ scope: 'mine' }));
  });

  it('asks again what can be downloaded once the library has changed', () => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.downloadStatus('B1'), { allowed: false });
    client.setQueryData(queryKeys.quota, {});

    applyLiveEvent(client, { type: 'library.updated', data: { asins: ['B2'] } });

    const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    expect([isOld(queryKeys.downloadStatus('B1')), isOld(queryKeys.quota)]).to.deep.equal([true, false]);
  });

  it('asks again what is in the library once a scan of it is over, whatever it found', () => {
    const client = new QueryClient();
    const key = queryKeys.library({ search: '', page: 1 });
    const isOldAfter = (change: { readonly name?: string; readonly state: 'running' | 'done' | 'failed' }) => {
      client.setQueryData(key, {});
      const job = { id: 'j1', name: 'library.scan', title: 'Scan', attempt: 1, maxAttempts: 1, createdAt: '', runAt: '', ...change };
      applyLiveEvent(client, { type: 'job.updated', data: { job } });
      return client.getQueryState(key)?.isInvalidated;
    };

    expect(isOldAfter({ state: 'running' })).to.equal(false);
    expect(isOldAfter({ state: 'done' })).to.equal(true);
    expect(isOldAfter({ state: 'failed' })).to.equal(true);
    expect(isOldAfter({ name: 'library.recent', state: 'done' })).to.equal(true);
    expect(isOldAfter({ name: 'housekeeping', state: 'done' })).to.equal(false);
  });

  it('shows a changed request in lists, in its own page and on every card of the book', () => {
    const client = new QueryClient();
    const counts = { active: 1, waiting: 0, completed: 0, attention: 0, closed: 0 };
    client.setQueryData<RequestList>(queryKeys.requestList({ scope: 'mine' }), {
      items: [request()],
      page: 1,
      limit: 20,
      total: 1,
      counts,
    });
    client.setQueryData<RequestDetail>(queryKeys.request('r1'), { ...request(), timeline: [], stages: [], subscribers: 0, listen: [] });
    client.setQueryData<Home>(queryKeys.home, { sections: [{ id: 'popular', title: '', items: [book('B1'), book('B2')] }] });

    applyLiveEvent(client, { type: 'request.updated', data: { request: request({ status: 'available', group: 'completed' }) } });

    expect(client.getQueryData<RequestList>(queryKeys.requestList({ scope: 'mine' }))?.items[0]?.status).to.equal('available');
    expect(client.getQueryData<RequestDetail>(queryKeys.request('r1'))).to.include({ status: 'available', subscribers: 0 });
    const items = client.getQueryData<Home>(queryKeys.home)?.sections[0]?.items;
    expect(items?.map((item) => item.availability)).to.deep.equal(['available', 'none']);
  });

  it('does not fetch again for a step of progress, but does for a new state', () => {
    const client = new QueryClient();
    client.setQueryData<RequestDetail>(queryKeys.request('r1'), { ...request(), timeline: [], stages: [], subscribers: 0, listen: [] });
    client.setQueryData(queryKeys.candidates('r1'), { search: null, candidates: [] });
    const areStaleAfter = (change: Partial<RequestSummary>) => {
      client.setQueryData(queryKeys.candidates('r1'), { search: null, candidates: [] });
      applyLiveEvent(client, { type: 'request.updated', data: { request: request(change) } });
      return client.getQueryState(queryKeys.candidates('r1'))?.isInvalidated;
    };
    areStaleAfter({});
    expect(areStaleAfter({ progress: { fraction: 0.5 } })).to.equal(false);

    // the page of the request was read between the change and its event
    client.setQueryData<RequestDetail>(queryKeys.request('r1'), (detail) => detail && { ...detail, status: 'processing' });
    expect(areStaleAfter({ status: 'processing' })).to.equal(true);
    expect(client.getQueryState(queryKeys.request('r1'))?.isInvalidated).to.equal(true);
  });

  it('frees the book when its request is closed', () => {
    expect(withRequest(book('B1'), request({ status: 'cancelled' })).availability).to.equal('none');
  });

  it('keeps one’s own request when another person’s changes', () => {
    const mine = withRequest(book('B1'), request());

    expect(withRequest(mine, request({ id: 'r2', mine: false, status: 'failed' })).request?.id).to.equal('r1');
  });
});

describe('jobs in the live cache', () => {
  it('have one that is new and replace one that is known', () => {
    const client = new QueryClient();
    const job = { id: 'j1', name: 'scan', title: 'Scan', state: 'running' as const, attempt: 1, maxAttempts: 1, createdAt: '', runAt: '' };
    client.setQueryData<Jobs>(queryKeys.jobs, {
      schedules: [{ name: 'scan', title: 'Scan', cron: '', running: false }],
      waiting: [],
      items: [],
    });

    applyLiveEvent(client, { type: 'job.updated', data: { job } });
    applyLiveEvent(client, { type: 'job.updated', data: { job: { ...job, progress: { done: 1 } } } });

    const jobs = client.getQueryData<Jobs>(queryKeys.jobs);
    expect(jobs?.items).to.have.length(1);
    expect(jobs?.items[0]?.progress?.done).to.equal(1);
    expect(jobs?.schedules[0]?.running).to.equal(true);
  });

  it('keep the book of one, which events do not name, and nothing else of what it was', () => {
    const client = new QueryClient();
    const job = {
      id: 'j1',
      name: 'search',
      title: 'Search',
      state: 'queued' as const,
      attempt: 1,
      maxAttempts: 2,
      createdAt: '',
      runAt: '',
    };
    const book = { requestId: 'r1', title: 'Dune' };
    client.setQueryData<Jobs>(queryKeys.jobs, { schedules: [], waiting: [], items: [{ ...job, error: 'Away.', book }] });

    applyLiveEvent(client, { type: 'job.updated', data: { job: { ...job, state: 'running' } } });

    expect(client.getQueryData<Jobs>(queryKeys.jobs)?.items).to.deep.equal([{ ...job, state: 'running', book }]);
  });
});

describe('requests for ebooks', () => {
  const none = { possible: true, inLibrary: false, request: null };
  const ebook = (change: Partial<RequestSummary> = {}) => request({ id: 'e1', type: 'ebook', ...change });

  it("never replace the audiobook's", () => {
    const known = book('B1');
    expect(withRequest(known, ebook())).to.equal(known);
  });

  it('are what the ebook of the book is: mine, or anybody’s that is filed', () => {
    expect(withEbookRequest(none, ebook()).request).to.deep.equal({ id: 'e1', status: 'downloading', mine: true });
    expect(withEbookRequest(none, ebook({ mine: false }))).to.equal(none);
    expect(withEbookRequest(none, ebook({ mine: false, status: 'downloaded' })).request).to.include({ id: 'e1' });
    const waiting = ebook({ status: 'awaiting_search', reason: { code: 'no_ebook_source' } as never });
    expect(withEbookRequest(none, waiting).request).to.include({ reason: 'no_ebook_source' });
    const mine = withEbookRequest(none, ebook());
    expect(withEbookRequest(mine, ebook({ id: 'e2', mine: false, status: 'downloaded' }))).to.equal(mine);
    expect(withEbookRequest(mine, ebook({ status: 'cancelled' })).request).to.equal(null);
  });

  it('are put where the page of the book reads them', () => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.ebook('B1'), none);
    applyLiveEvent(client, { type: 'request.updated', data: { request: ebook() } });
    expect(client.getQueryData(queryKeys.ebook('B1'))).to.deep.equal({
      possible: true,
      inLibrary: false,
      request: { id: 'e1', status: 'downloading', mine: true },
    });
  });
});

describe('a rename that goes on', () => {
  const rename = { id: 'n1', state: 'running', done: 1, total: 5 };
  const seeded = (state = 'running'): QueryClient => {
    const client = new QueryClient();
    applyLiveEvent(client, { type: 'rename.updated', data: { ...rename, state: 'running' } });
    client.setQueryData(queryKeys.renameList(1), {
      items: [
        { ...rename, id: 'n2' },
        { ...rename, state },
      ],
    });
    client.setQueryData(queryKeys.rename('n1'), { ...rename, state });
    client.setQueryData(queryKeys.renameMoves('n1', 'all'), { pages: [] });
    return client;
  };
  const isStale = (client: QueryClient) => client.getQueryState(queryKeys.renameMoves('n1', 'all'))?.isInvalidated;

  it('changes in place, and its books are not asked for again', () => {
    const client = seeded();

    applyLiveEvent(client, { type: 'rename.updated', data: { id: 'n1', state: 'running', done: 3, total: 5, title: 'Dune' } });

    const { items } = client.getQueryData(queryKeys.renameList(1)) as { items: (typeof rename)[] };
    expect(items.map(({ done }) => done)).to.deep.equal([1, 3]);
    expect(client.getQueryData(queryKeys.rename('n1'))).to.deep.include({ done: 3 });
    expect(client.getQueryData(queryKeys.renameProgress('n1'))).to.deep.include({ title: 'Dune' });
    expect(isStale(client)).to.equal(false);
  });

  for (const state of ['running', 'done']) {
    it(`is read again with its books once it is in another state, be its list read ${state}`, () => {
      const client = seeded(state);

      applyLiveEvent(client, { type: 'rename.updated', data: { id: 'n1', state: 'done', done: 5, total: 5 } });

      expect(isStale(client)).to.equal(true);
    });
  }
});

describe('a check-up that an event tells of', () => {
  const run = { id: 'c1', state: 'running', done: 1, total: 5, stopping: false };
  const findings = queryKeys.findings({ kind: 'length', fine: false, page: 1 });
  const seeded = (state = 'running') => {
    const client = new QueryClient();
    applyLiveEvent(client, { type: 'check-up.updated', data: { ...run, state: 'running' } });
    client.setQueryData(queryKeys.checkUp, { checkUp: { ...run, state }, findings: {} });
    client.setQueryData(findings, { items: [] });
    return client;
  };
  const isStale = (client: QueryClient) => client.getQueryState(findings)?.isInvalidated;

  it('changes in place while it goes on', () => {
    const client = seeded();

    applyLiveEvent(client, { type: 'check-up.updated', data: { id: 'c1', state: 'running', done: 3, total: 5 } });

    expect(client.getQueryData(queryKeys.checkUp)).to.deep.include({ checkUp: { ...run, done: 3 } });
    expect(isStale(client)).to.equal(false);
  });

  for (const state of ['running', 'done']) {
    it(`is read again with what it found once it is over, be it read ${state}`, () => {
      const client = seeded(state);

      applyLiveEvent(client, { type: 'check-up.updated', data: { id: 'c1', state: 'done', done: 5, total: 5 } });

      expect(isStale(client)).to.equal(true);
    });
  }
});

describe('a take-in that an event tells of', () => {
  const takeIn = { id: 't1', state: 'looking', done: 1, total: 5 };
  const seeded = (state = takeIn.state) => {
    const client = new QueryClient();
    applyLiveEvent(client, { type: 'take-in.updated', data: takeIn as never });
    client.setQueryData(queryKeys.takeInList(1), { items: [{ ...takeIn, state }] });
    return client;
  };
  const isStaleAfter = (client: QueryClient, change: object) => {
    applyLiveEvent(client, { type: 'take-in.updated', data: { ...takeIn, ...change } as never });
    return client.getQueryState(queryKeys.takeInList(1))?.isInvalidated;
  };

  it('changes in place while it goes on', () => {
    const client = seeded();

    expect(isStaleAfter(client, { done: 3 })).to.equal(false);
    expect(client.getQueryData(queryKeys.takeInList(1))).to.deep.equal({ items: [{ ...takeIn, done: 3 }] });
  });

  for (const state of ['looking', 'ready']) {
    it(`is read again with its books once it is in another state, be it read ${state}`, () => {
      expect(isStaleAfter(seeded(state), { state: 'ready', done: 5 })).to.equal(true);
    });
  }

  it('is read again where the cache has a state of which no event told', () => {
    expect(isStaleAfter(seeded('ready'), { done: 3 })).to.equal(true);
  });
});
