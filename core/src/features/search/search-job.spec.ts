import { IntegrationError, type HookPayloads, type Release, type SearchOutcome } from '@lectern/plugin-api';
import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { DUNE, fakeClient, fakeIndexer, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { GRAB, SEARCH } from '../lifecycle/request-jobs.js';
import { INTERACTIVE_SEARCH } from './search-job.js';
import { judgeEmptySearch } from './search-outcome.js';
import type { SearchSource } from './entities.js';
import { runSearch } from './search-run.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the verdict on a search without a winner', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const source = (status: SearchSource['status'], more: Partial<SearchSource> = {}): SearchSource => ({
    id: status,
    name: `Source ${status}`,
    integrationId: 'i',
    integrationName: 'I',
    found: 0,
    status,
    ...more,
  });
  const judge = (sources: SearchSource[], more: { attempts?: number; candidates?: number; timeScale?: number } = {}) => {
    const verdict = judgeEmptySearch({ sources, candidates: 0, minScore: 60, attempts: 1, now, timeScale: 1, ...more });
    return { code: verdict.reason.code, wait: verdict.nextAt.getTime() - now.getTime(), reason: verdict.reason };
  };

  it('backs off from one hour to one day', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => judge([source('empty')], { attempts }).wait / HOUR);
    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 24, 24, 24]);
  });

  it('never says that nothing was found if a source failed, and queries it again sooner', () => {
    for (const status of ['failed', 'throttled'] as const) {
      for (const attempts of [1, 5, 50]) {
        const { code, wait } = judge([source('empty'), source(status)], { attempts });
        expect(code).to.equal('indexer_failed');
        expect(wait).to.equal(15 * MINUTE);
      }
    }
  });

  it('respects a source’s requested pause, unscaled', () => {
    expect(judge([source('throttled', { retryAfterMs: 2 * HOUR })]).wait).to.equal(2 * HOUR);
    expect(judge([source('throttled', { retryAfterMs: 2 * HOUR })], { timeScale: 0.01 }).wait).to.equal(2 * HOUR);
    expect(judge([source('throttled', { retryAfterMs: 10 })]).wait).to.equal(15 * MINUTE);
  });

  it('distinguishes nothing found from nothing good enough', () => {
    expect(judge([source('empty')]).code).to.equal('nothing_found');
    expect(judge([source('ok')], { candidates: 3 }).code).to.equal('nothing_good_enough');
  });
});

describe('searching', () => {
  let world: RequestWorld;

  beforeEach(async () => {
    world = await createRequestWorld();
    await world.addIntegration(fakeClient('client-1'));
  });
  afterEach(async () => {
    await world.remove();
  });

  const withIndexer = async (releases: readonly Release[]) => {
    const indexer = fakeIndexer(`indexer-${world.state.indexers.length + 1}`, releases);
    await world.addIntegration(indexer);
    return indexer;
  };

  it('takes the best release and keeps the rest', async () => {
    await withIndexer([goodRelease(), goodRelease(), goodRelease({ title: 'Another Author - Something Else' })]);
    const id = await world.addRequest();
    await world.search(id);
    expect(await world.request(id)).to.include({ status: 'downloading', searchAttempts: 1 });
    const { search, candidates } = await world.candidates.view(id);
    expect(search?.status).to.equal('done');
    expect(candidates).to.have.length(3);
    expect(candidates[2]?.passed).to.equal(false);
    expect((await world.queued(GRAB.name))[0]?.payload).to.include({ candidateId: candidates[0]?.id });
  });

  it('takes no other volume of the series, by the titles that the catalogue has of them', async () => {
    await withIndexer([goodRelease({ title: 'Frank Herbert - Dune Messiah (Unabridged) [Simon Vance] [1969] [M4B]' })]);
    world.state.otherTitles = ['Dune Messiah'];
    const id = await world.addRequest();

    await world.search(id);

    const { candidates } = await world.candidates.view(id);
    expect(await world.status(id)).to.equal('awaiting_search');
    expect(candidates[0]?.gates.map(({ reason }) => inEnglish(reason))).to.include('is “Dune Messiah”');
  });

  it('takes the reading of somebody else only for a request that any reading satisfies', async () => {
    await withIndexer([goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [read by Orlagh Cassidy] [M4B]' })]);
    const strict = await world.addRequest();
    const easy = await world.addRequest({ user: 'chani', anyReading: true });

    await world.search(strict);
    await world.search(easy);

    expect([await world.status(strict), await world.status(easy)]).to.deep.equal(['awaiting_search', 'downloading']);
    const [gate] = (await world.candidates.view(strict)).candidates.flatMap(({ gates }) => gates).filter(({ doubtful }) => doubtful);
    expect(gate).to.include({ name: 'narrator_differs', passed: true });
    expect(inEnglish(gate?.reason ?? '')).to.equal('narrated by Orlagh Cassidy instead of Simon Vance');
  });

  it('keeps to the words and the points for flags of the settings', async () => {
    const { settings } = world.state;
    const flagRules = [{ flag: 'freeleech', points: 30 }];
    world.state.settings = {
      ...settings,
      releases: { ...settings.releases, forbiddenWords: ['badgroup'], requiredWords: ['m4b'], flagRules },
    };
    await withIndexer([
      goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [Simon Vance] [M4B]-BadGroup', seeders: 900 }),
      goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [Simon Vance] [MP3]', seeders: 900, fileType: undefined }),
      goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [Simon Vance] [M4B]', seeders: 900 }),
      goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [Simon Vance] [64kbps] [M4B]', flags: ['freeleech'] }),
    ]);
    const id = await world.addRequest();

    await world.search(id);

    const { candidates } = await world.candidates.view(id);
    const failed = candidates.map(({ gates }) => gates.filter(({ passed }) => !passed).map(({ name }) => name));
    expect(candidates[0]?.flags).to.deep.equal(['freeleech']);
    expect(failed.slice(0, 2)).to.deep.equal([[], []]);
    expect(failed.slice(2)).to.have.deep.members([['forbidden_word'], ['required_word']]);
  });

  it('loses nothing from indexers that answer when others fail, throttle or hang', async () => {
    await withIndexer([goodRelease()]);
    const failing = await withIndexer([]);
    failing.search = () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'connection refused'));
    const throttled = await withIndexer([]);
    throttled.search = () => Promise.reject(new IntegrationError('INTEGRATION_RATE_LIMITED', 'slow down', { retryAfterMs: 90_000 }));
    const hanging = await withIndexer([]);
    hanging.search = () =>
      new Promise<SearchOutcome>((_resolve, reject) => {
        setTimeout(() => reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'took too long')), 50);
      });
    const id = await world.addRequest();
    await world.search(id);
    expect(await world.status(id)).to.equal('downloading');
    const { search } = await world.candidates.view(id);
    expect(Object.fromEntries((search?.sources ?? []).map((source) => [source.integrationId, source.status]))).to.deep.equal({
      'indexer-1': 'ok',
      'indexer-2': 'failed',
      'indexer-3': 'throttled',
      'indexer-4': 'failed',
    });
    expect(search?.sources.find((source) => source.status === 'throttled')?.retryAfterMs).to.equal(90_000);
  });

  it('gives one integration one deadline for all of its queries', async () => {
    const limits: number[] = [];
    const provider = {
      integrationId: 'i',
      pluginId: 'p',
      name: 'I',
      priority: 1,
      call: async (_what: string, _fn: unknown, options: { timeoutMs: number }) => {
        limits.push(options.timeoutMs);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { releases: [], sources: [{ id: 's', name: 'S', status: 'empty' }] };
      },
    };
    await runSearch([provider as never], [{} as never, {} as never, {} as never], new AbortController().signal);
    expect(limits).to.have.length(3);
    expect(limits[2]).to.be.lessThan((limits[0] ?? 0) - 30);
  });

  it('says which indexer failed if nothing came, and tries again soon', async () => {
    await withIndexer([]);
    const failing = await withIndexer([]);
    failing.search = async () => ({ releases: [], sources: [{ id: '9', name: 'Far Tracker', status: 'failed', error: 'HTTP 500' }] });
    const id = await world.addRequest();
    await world.search(id);
    expect(await world.status(id)).to.equal('awaiting_search');
    const reason = await world.reason(id);
    expect(reason).to.include({ code: 'indexer_failed' });
    expect(reason?.component?.name).to.equal('Far Tracker');
    const [job] = await world.queued(SEARCH.name);
    expect(job?.runAt).to.equal(reason?.nextAt);
    expect(Date.parse(job?.runAt ?? '') - world.now().getTime()).to.be.within(14 * MINUTE, 15 * MINUTE);
  });

  it('waits with the reason if nothing is good enough', async () => {
    await withIndexer([goodRelease({ title: 'Brian Herbert - Dune House Atreides' })]);
    const id = await world.addRequest();
    await world.search(id);
    expect(await world.reason(id)).to.include({ code: 'nothing_good_enough' });
  });

  it('waits for an indexer and for a client that nobody has connected yet', async () => {
    const id = await world.addRequest();
    await world.search(id);
    expect((await world.reason(id))?.code).to.equal('no_indexer');
    await withIndexer([goodRelease()]);
    world.state.clients.pop();
    await world.search(id);
    expect((await world.reason(id))?.code).to.equal('no_download_client');
    expect(await world.request(id)).to.include({ status: 'awaiting_search', searchAttempts: 2 });
  });

  it('abandons a request that was cancelled during the search', async () => {
    const indexer = await withIndexer([goodRelease()]);
    const { search } = indexer;
    const id = await world.addRequest();
    indexer.search = async (query, signal) => {
      await world.service.cancel(world.callerOf('paul'), id).catch(() => undefined);
      return search(query, signal);
    };
    await world.search(id);
    expect(await world.status(id)).to.equal('cancelled');
    expect(await world.queued(GRAB.name)).to.have.length(0);
  });

  it('looks for candidates for a person without moving the request', async () => {
    await withIndexer([goodRelease()]);
    const id = await world.addRequest({ status: 'awaiting_approval' });
    await world.service.search(world.callerOf('admin'), id);
    await world.work([INTERACTIVE_SEARCH.name]);
    expect(await world.request(id)).to.include({ status: 'awaiting_approval', version: 1, searchAttempts: 0 });
    expect((await world.candidates.view(id)).candidates).to.have.length(1);
  });

  it('deletes an interrupted search, so that the previous one counts', async () => {
    await withIndexer([goodRelease()]);
    const id = await world.addRequest({ status: 'downloading' });
    await world.run(INTERACTIVE_SEARCH.name, { requestId: id });
    world.state.transform['search.ranking'] = () => {
      throw new Error('boom');
    };
    await world.run(INTERACTIVE_SEARCH.name, { requestId: id }).catch(() => undefined);
    const { search, candidates } = await world.candidates.view(id);
    expect(search?.status).to.equal('done');
    expect(candidates).to.have.length(1);
  });

  it('keeps a release’s private data sealed and out of every view', async () => {
    const seen: string[] = [];
    for (const hook of ['search.ranking', 'release.selecting'])
      world.state[hook === 'search.ranking' ? 'transform' : 'veto'][hook] = (payload: object) => {
        seen.push(JSON.stringify(payload));
        return hook === 'search.ranking' ? payload : undefined;
      };
    await withIndexer([goodRelease(), goodRelease({ title: 'Else' })]);
    const id = await world.addRequest();
    await world.search(id);
    expect(seen).to.have.length(2);
    const tables = ['release_candidates', 'searches', 'request_events', 'jobs', 'notifications', 'requests', 'download_history'];
    const rows = await Promise.all(tables.map((table) => world.database.read.all(`SELECT * FROM ${table}`)));
    const views = [await world.candidates.view(id), await world.detail(id, world.callerOf('admin')), seen, rows];
    for (const view of views) expect(JSON.stringify(view)).to.not.include('TOPSECRET');
    const candidate = (await world.candidates.view(id)).candidates[0];
    expect(JSON.stringify((await world.candidates.get(candidate?.id ?? ''))?.release.private)).to.include('TOPSECRET');
  });

  describe('with plugins', () => {
    it('counts a gate that one adds, and keeps ours whatever it answers', async () => {
      await withIndexer([goodRelease(), goodRelease({ title: 'Someone Else - Other Book' })]);
      world.state.transform['search.ranking'] = (payload: { candidates: { gates: object[]; parts: object[] }[] }) => ({
        ...payload,
        candidates: payload.candidates.map((candidate) => ({
          ...candidate,
          gates: [...candidate.gates.map((gate) => ({ ...gate, passed: true })), { name: 'house rule', passed: false, reason: 'no' }],
        })),
      });
      const id = await world.addRequest();
      await world.search(id);
      expect(await world.status(id)).to.equal('awaiting_search');
      const { candidates } = await world.candidates.view(id);
      expect(candidates[0]?.gates.at(-1)).to.deep.equal({ name: 'house rule', passed: false, reason: 'no' });
      expect(candidates[1]?.gates.some((gate) => gate.name === 'title' && !gate.passed)).to.equal(true);
    });

    it('survives a nonsensical answer', async () => {
      await withIndexer([goodRelease()]);
      world.state.transform['search.ranking'] = () => ({ candidates: [{ id: '0' }, { id: '1', gates: 'x' }] });
      const id = await world.addRequest();
      await world.search(id);
      expect(await world.status(id)).to.equal('downloading');
    });

    it('takes the release that one selects', async () => {
      await withIndexer([goodRelease(), goodRelease()]);
      let chosen = '';
      world.state.veto['release.selecting'] = (payload: { candidates: { id: string }[] }) => {
        chosen = payload.candidates[1]?.id ?? '';
        return { candidateId: chosen };
      };
      const id = await world.addRequest();
      await world.search(id);
      expect((await world.queued(GRAB.name))[0]?.payload).to.include({ candidateId: chosen });
    });

    it('are told each source’s results, good and bad releases alike', async () => {
      await withIndexer([goodRelease(), goodRelease({ title: 'Someone Else - Other Book' })]);
      const failing = await withIndexer([]);
      failing.search = () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'connection refused'));
      const id = await world.addRequest();
      await world.search(id);

      const completed = world.told.filter(({ name }) => name === 'search.completed');
      expect(completed).to.have.length(1);
      const payload = completed[0]?.payload as HookPayloads['search.completed'];
      expect(payload).to.include({ found: 2 });
      expect(payload.request).to.include({ id, status: 'searching' });
      expect(payload.sources.map(({ status }) => status)).to.have.members(['ok', 'failed']);
    });

    it('wait if one refuses to pick any', async () => {
      await withIndexer([goodRelease()]);
      world.state.veto['release.selecting'] = () => ({ refuse: 'Only on Sundays.' });
      const id = await world.addRequest();
      await world.search(id);
      expect(await world.reason(id)).to.include({ code: 'refused_by_plugin', message: 'Only on Sundays.' });
    });
  });

  it('does not take a release again that is blocked for the book', async () => {
    const [bad, good] = [goodRelease({ seeders: 500 }), goodRelease()];
    await withIndexer([bad, good]);
    await world.database.transaction((tx) =>
      world.candidates.block(tx, {
        asin: DUNE.asin,
        releaseKey: `hash:${bad.infoHash}`,
        title: bad.title,
        indexer: 'Tracker',
        reason: 'bad',
        at: world.now(),
      }),
    );
    const id = await world.addRequest();
    await world.search(id);
    const { candidates } = await world.candidates.view(id);
    expect(candidates.map((candidate) => candidate.title)).to.deep.equal([good.title, bad.title]);
  });
});
