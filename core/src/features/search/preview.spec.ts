import type { Release } from '@lectern/plugin-api';
import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { LiveEvent } from '../../platform/events/event-bus.js';
import { inEnglish } from '../../platform/words/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { GRAB } from '../lifecycle/request-jobs.js';
import { DUNE, fakeClient, fakeIndexer, goodRelease, type FakeIndexer } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { sayCandidate, type CandidateView } from './candidate-view.js';
import { searchRoutes } from './routes.js';

interface Answer {
  readonly code?: string;
  readonly queries: string[];
  readonly sources: { readonly name: string; readonly status: string; readonly error?: string }[];
  readonly candidates: CandidateView[];
  readonly decision: {
    readonly what: string;
    readonly candidateId?: string;
    readonly until?: string;
    readonly code?: string;
    readonly message?: string;
  };
}

const PATH = `/api/audiobooks/${DUNE.asin}/preview`;
const MINUTE = 60_000;

describe('the preview of a choice', () => {
  let world: RequestWorld;
  let http: TestHttp;
  let admin: TestClient;
  let indexer: FakeIndexer;

  beforeEach(async () => {
    world = await createRequestWorld();
    const { database, scaled } = world;
    http = await startTestHttp({ database, routes: searchRoutes(scaled) });
    admin = await http.as('admin');
    indexer = fakeIndexer('indexer-1');
    await world.addIntegration(indexer);
    await world.addIntegration(fakeClient('client-1'));
  });
  afterEach(async () => {
    await http.stop();
    await world.remove();
  });

  function list(releases: readonly Release[]): void {
    indexer.search = async () => ({ releases, sources: [{ id: '7', name: 'Tracker', status: releases.length > 0 ? 'ok' : 'empty' }] });
  }
  function setRules(rules: Partial<RequestWorld['state']['settings']['releases']>): void {
    const { settings } = world.state;
    world.state.settings = { ...settings, releases: { ...settings.releases, ...rules } };
  }
  const preview = async (body: object = {}, client = admin) => (await client.post<Answer>(PATH, body)).body;
  const ago = (minutes: number) => new Date(world.now().getTime() - minutes * MINUTE).toISOString();

  it('tells what an automatic search does, with the same reasons', async () => {
    const poor = goodRelease({ title: 'Brian Herbert - Dune House Atreides [M4B]' });
    const other = goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [read by Orlagh Cassidy] [M4B]' });
    const scenes: readonly (readonly [readonly Release[], Parameters<typeof setRules>[0], string])[] = [
      [[poor, goodRelease(), other], {}, 'take'],
      [[poor, other], {}, 'nothing'],
      [[], {}, 'nothing'],
      [[goodRelease({ publishedAt: ago(5) }), poor], { torrentDelayMinutes: 60 }, 'wait'],
      [[goodRelease({ flags: ['scene'] }), goodRelease()], { flagRules: [{ flag: 'scene', points: 50 }] }, 'take'],
      [[goodRelease()], { forbiddenWords: ['unabridged'] }, 'nothing'],
    ];
    for (const [index, [releases, rules, what]] of scenes.entries()) {
      list(releases);
      setRules({ torrentDelayMinutes: 0, forbiddenWords: [], flagRules: [], ...rules });

      const told = await preview();
      const id = await world.addRequest({ user: `reader-${index}` });
      await world.search(id);

      const searched = (await world.candidates.view(id)).candidates;
      const bare = (candidates: readonly CandidateView[]) => candidates.map(({ id: _id, ...candidate }) => candidate);
      const taken = told.candidates.find((candidate) => candidate.id === told.decision.candidateId)?.title;
      const [grab] = (await world.queued(GRAB.name)).filter(({ payload }) => payload['requestId'] === id);
      expect(bare(told.candidates)).to.deep.equal(
        JSON.parse(JSON.stringify(bare(searched.map((candidate) => sayCandidate(candidate, inEnglish))))),
      );
      expect(told.decision.what, String(index)).to.equal(what);
      expect(await world.status(id)).to.equal(what === 'take' ? 'downloading' : 'awaiting_search');
      if (what === 'take') expect(searched.find((candidate) => candidate.id === grab?.payload['candidateId'])?.title).to.equal(taken);
      if (what !== 'take')
        expect(told.decision).to.include({ code: (await world.reason(id))?.code, message: (await world.reason(id))?.message });
      if (what === 'wait') expect(told.decision.until).to.equal((await world.reason(id))?.nextAt);
    }
  });

  it('stores nothing, starts nothing and tells no plugin that a search ended', async () => {
    list([goodRelease()]);
    const tables = ['requests', 'searches', 'release_candidates', 'jobs', 'audit_log'];
    const counts = async () => Promise.all(tables.map(async (table) => (await world.database.read.all(`SELECT 1 FROM ${table}`)).length));
    const before = await counts();

    await preview();

    expect(await counts()).to.deep.equal(before);
    expect(world.told).to.deep.equal([]);
  });

  it('lets plugins rank and choose, which see that it is a preview', async () => {
    list([goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [Simon Vance] [M4B]' }), goodRelease()]);
    const seen: unknown[] = [];
    world.state.veto['release.selecting'] = ({ request, candidates }: { request: { status: string }; candidates: { id: string }[] }) => {
      seen.push(request.status);
      return { candidateId: candidates[1]?.id };
    };

    const { decision, candidates } = await preview();

    expect(seen).to.deep.equal(['preview']);
    expect(decision).to.deep.equal({ what: 'take', candidateId: candidates[1]?.id });
  });

  it('takes another reading where any will do', async () => {
    list([goodRelease({ title: 'Frank Herbert - Dune (Unabridged) [read by Orlagh Cassidy] [M4B]' })]);

    expect((await preview()).decision.what).to.equal('nothing');
    expect((await preview({ anyReading: true })).decision.what).to.equal('take');
  });

  it('says what is not connected', async () => {
    world.state.clients.pop();

    expect((await preview()).decision).to.include({ what: 'nothing', code: 'no_download_client' });
  });

  it('says which source failed, and what the others have', async () => {
    list([goodRelease()]);
    const away = fakeIndexer('indexer-2');
    away.search = () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'http://10.0.0.7:9696 refused the connection'));
    await world.addIntegration(away);

    const { sources, decision } = await preview();

    expect(sources.map(({ status }) => status)).to.have.members(['ok', 'failed']);
    expect(decision.what).to.equal('take');
  });

  it('is for admins and for members who may choose releases, who see no addresses', async () => {
    list([goodRelease({ infoUrl: 'https://tracker.example/42' })]);
    const away = fakeIndexer('indexer-2');
    away.search = () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'http://10.0.0.7:9696 refused the connection'));
    await world.addIntegration(away);
    const paul = await http.as('paul');
    const refused = await paul.post<Answer>(PATH, {});
    const { id } = (await http.people.users.findByUsername('paul')) ?? { id: '' };
    await http.people.users.update(id, { permissions: { interactiveSearch: true } }, { name: 'spec' });

    const told = await preview({}, paul);

    expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_required']);
    expect(told.decision.what).to.equal('take');
    expect(JSON.stringify(told)).to.not.match(/tracker\.example|10\.0\.0\.7|TOPSECRET/);
    expect(JSON.stringify(await preview())).to.not.contain('TOPSECRET');
  });

  it('ends the search when the caller goes away', async () => {
    const ended = new Promise<void>((resolve) => {
      indexer.search = (_query, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            resolve();
            reject(signal.reason as Error);
          });
          leave.abort();
        });
    });
    const leave = new AbortController();
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, signal: leave.signal };

    const call = admin.fetch(PATH, init).then(
      () => 'answered',
      () => 'gone',
    );

    expect(await call).to.equal('gone');
    await ended;
  });

  it('tells only the caller how far it is', async () => {
    list([goodRelease()]);
    const heard: LiveEvent[] = [];
    world.scaled.events.subscribe((event) => heard.push(event));
    const previewId = '0b7c8a4e'.repeat(4);

    await preview({ previewId });

    const adminId = (await http.people.users.findByUsername('admin'))?.id;
    expect(heard).to.deep.equal([
      { type: 'preview.updated', data: { previewId, done: 1, total: 1 }, audience: { users: [adminId], andAdmins: false } },
    ]);
  });

  it('knows no book that the catalogue does not have, and is limited', async () => {
    const unknown = await admin.post<Answer>('/api/audiobooks/B0UNKNOWN1/preview', {});
    expect([unknown.status, unknown.body.code]).to.deep.equal([404, 'unknown_book']);
    let status = 0;
    for (let calls = 0; calls < 10; calls += 1) ({ status } = await admin.post(PATH, {}));
    expect(status).to.equal(429);
  });
});
