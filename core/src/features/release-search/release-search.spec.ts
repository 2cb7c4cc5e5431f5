import type { Release } from '@lectern/plugin-api';
import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { LiveEvent } from '../../platform/events/event-bus.js';
import type { TestClient } from '../auth/test-http.js';
import { DUNE, fakeIndexer, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createReleaseSearchWorld, MESSIAH, type ReleaseSearchWorld } from './release-search-world.spec.support.js';

interface Found {
  readonly code?: string;
  readonly sources: { readonly name: string; readonly status: string }[];
  readonly total: number;
  readonly releases: {
    readonly id: string;
    readonly title: string;
    readonly lookup: string;
    readonly guess?: { readonly asin: string; readonly sureness: string };
  }[];
  readonly books: { readonly asin: string; readonly availability: string }[];
  readonly expiresAt?: string;
  readonly missing?: { readonly code: string; readonly message: string };
}

interface Made {
  readonly code?: string;
  readonly outcome: string;
  readonly request: { readonly id: string; readonly status: string };
}

const MINUTE = 60_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`searching the indexers in words of one's own, on ${dialect}`, () => {
    let world: ReleaseSearchWorld;
    let paul: TestClient;
    let paulId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createReleaseSearchWorld(dialect);
      ({ client: paul, id: paulId } = await world.member('paul', { interactiveSearch: true, autoApprove: true }));
    });
    afterEach(async () => {
      await world?.stop();
    });

    function list(releases: readonly Release[]): void {
      world.indexer.search = async () => ({
        releases,
        sources: [{ id: '7', name: 'Tracker', status: releases.length > 0 ? 'ok' : 'empty' }],
      });
    }
    const search = async (client = paul, body: object = {}) =>
      (await client.post<Found>('/api/releases/search', { words: 'dune', ...body })).body;
    const request = (id: string | undefined, body: object = {}, client = paul) =>
      client.post<Made>(`/api/releases/${id}/request`, { asin: DUNE.asin, ...body });
    /** Searches and requests the only release. */
    async function requestFound(body: object = {}, client = paul) {
      const { releases } = await search(client);
      return request(releases[0]?.id, body, client);
    }
    const kept = async () => (await world.database.read.all('SELECT 1 FROM found_releases')).length;

    describe('the search', () => {
      it('asks with the words as they are, says which book each release is, and tells of all whether they are there', async () => {
        const asked: string[] = [];
        const other = goodRelease({ title: 'Ursula Le Guin - The Dispossessed [M4B]' });
        world.indexer.search = async ({ text, format }) => {
          asked.push(`${format} ${text}`);
          return { releases: [other, goodRelease()], sources: [{ id: '7', name: 'Tracker', status: 'ok' }] };
        };
        await world.addRequest({ user: paulId, status: 'downloading' });

        const found = await search(paul, { words: '  dune   vance ' });

        expect(asked).to.deep.equal(['audiobook dune vance']);
        expect(found.total).to.equal(2);
        expect(found.releases.map(({ guess, lookup }) => [lookup, guess?.asin, guess?.sureness])).to.deep.equal([
          ['found', DUNE.asin, 'sure'],
          ['nothing', undefined, undefined],
        ]);
        expect(found.books.map(({ asin, availability }) => [asin, availability])).to.deep.equal([[DUNE.asin, 'requested']]);
      });

      it('names the indexers that did not answer, and shows what the others have', async () => {
        list([goodRelease()]);
        const away = fakeIndexer('indexer-2');
        away.search = () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'http://10.0.0.7:9696 refused the connection'));
        await world.addIntegration(away);

        const found = await search();

        expect(found.sources.map(({ name, status }) => [name, status])).to.have.deep.members([
          ['Tracker', 'ok'],
          ['Indexer indexer-2', 'failed'],
        ]);
        expect(found.releases).to.have.length(1);
      });

      it('is for those who may choose releases; they see neither addresses nor what a release keeps private', async () => {
        list([goodRelease({ infoUrl: 'https://tracker.example/42' })]);
        const { client: chani } = await world.member('chani', {});
        const admin = await world.http.as('admin');

        const refused = await chani.post<Found>('/api/releases/search', { words: 'dune' });

        expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_required']);
        expect(JSON.stringify(await search())).to.not.match(/tracker\.example|TOPSECRET/);
        expect(JSON.stringify(await search(admin)))
          .to.contain('tracker.example')
          .and.not.contain('TOPSECRET');
        const rows = await world.database.read.all('SELECT * FROM found_releases');
        expect(rows).to.have.length(2);
        expect(JSON.stringify(rows)).to.not.contain('TOPSECRET');
      });

      it('is in the history with its words', async () => {
        list([goodRelease()]);

        await search();

        const { items } = await world.audit.list({ page: 1, limit: 10, action: 'release.searched' });
        expect(items.map(({ actorName, detail }) => [actorName, detail])).to.deep.equal([
          ['paul', { words: 'dune', type: 'audiobook', found: 1 }],
        ]);
      });

      it('tells only the caller which indexers have answered', async () => {
        list([goodRelease()]);
        const heard: LiveEvent[] = [];
        world.scaled.events.subscribe((event) => heard.push(event));
        const searchId = '0b7c8a4e'.repeat(4);

        await search(paul, { searchId });

        const sources = [{ name: 'Tracker', status: 'ok', found: 1 }];
        expect(heard.filter(({ type }) => type === 'release-search.updated')).to.deep.equal([
          {
            type: 'release-search.updated',
            data: { searchId, done: 1, total: 1, sources },
            audience: { users: [paulId], andAdmins: false },
          },
        ]);
      });

      it('ends when the caller goes away, and keeps nothing', async () => {
        const leave = new AbortController();
        const ended = new Promise<void>((resolve) => {
          world.indexer.search = (_query, signal) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                resolve();
                reject(signal.reason as Error);
              });
              leave.abort();
            });
        });
        const init = { method: 'POST', body: '{"words":"dune"}', headers: { 'content-type': 'application/json' }, signal: leave.signal };

        const call = paul.fetch('/api/releases/search', init).then(
          () => 'answered',
          () => 'gone',
        );

        expect(await call).to.equal('gone');
        await ended;
        expect(await kept()).to.equal(0);
      });

      it('says what is not connected, and that indexers are not for ebooks unless the settings say so', async () => {
        list([goodRelease()]);
        expect((await search(paul, { type: 'ebook' })).missing?.code).to.equal('indexers_not_for_ebooks');
        const { settings } = world.state;
        world.state.settings = { ...settings, ebooks: { ...settings.ebooks, useIndexers: true } };
        expect((await search(paul, { type: 'ebook' })).missing).to.equal(undefined);
        world.state.indexers.pop();
        expect((await search()).missing?.code).to.equal('no_indexer');
      });

      it('keeps the last five searches of a person for an hour', async () => {
        list([goodRelease(), goodRelease()]);
        const { client: chani } = await world.member('chani');
        await search(chani);
        for (let searches = 0; searches < 7; searches += 1) await search();
        expect(await kept()).to.equal(2 + 5 * 2);

        world.state.offset += 61 * MINUTE;

        expect(await world.store.prune()).to.equal(12);
        expect(await kept()).to.equal(0);
      });
    });

    describe('requesting what was found', () => {
      beforeEach(() => list([goodRelease()]));

      it('makes a request and takes that release without asking anybody', async () => {
        const made = await requestFound();
        const { id } = made.body.request;
        let searches = 0;
        world.indexer.search = () => Promise.reject(new Error(`search ${(searches += 1)}`));

        await world.work(['request.search', 'request.grab']);

        expect([made.status, made.body.outcome]).to.deep.equal([201, 'created']);
        expect(searches).to.equal(0);
        expect(await world.status(id)).to.equal('downloading');
        expect(world.state.clients[0]?.items.size).to.equal(1);
        const { candidates } = await world.candidates.view(id);
        expect(candidates.map(({ state, passed }) => [state, passed])).to.deep.equal([['grabbed', true]]);
        expect(await world.events(id)).to.include('release_chosen');
      });

      it('waits for approval where that is needed, and takes the release then', async () => {
        const { client: chani } = await world.member('chani', { interactiveSearch: true, autoApprove: false });
        await world.addUser('admin');
        const { id, status } = (await requestFound({}, chani)).body.request;
        await world.work(['request.search', 'request.grab']);
        expect([status, await world.status(id)]).to.deep.equal(['awaiting_approval', 'awaiting_approval']);
        // somebody looks at what else there is before deciding
        await world.addCandidates(id, [goodRelease()]);

        await world.service.approve(world.callerOf('admin'), id);
        await world.work(['request.search', 'request.grab']);

        const title = (await world.history(id)).map(({ release }) => (JSON.parse(release) as Release).title);
        const chosen = await world.database.read.all<{ release: string }>('SELECT release FROM release_candidates WHERE chosen = ?', [
          true,
        ]);
        expect(title).to.deep.equal(chosen.map(({ release }) => (JSON.parse(release) as Release).title));
        expect(title).to.have.length(1);
      });

      it('takes another release where the admin chooses one', async () => {
        const { client: chani } = await world.member('chani', { interactiveSearch: true, autoApprove: false });
        await world.addUser('admin');
        const { id } = (await requestFound({}, chani)).body.request;
        const other = goodRelease();
        const [candidateId] = await world.addCandidates(id, [other]);

        await world.service.approve(world.callerOf('admin'), id, { candidateId });
        await world.work(['request.search', 'request.grab']);

        expect((await world.history(id)).map(({ release }) => (JSON.parse(release) as Release).title)).to.deep.equal([other.title]);
        expect(await world.database.read.all('SELECT 1 FROM release_candidates WHERE chosen = ?', [true])).to.deep.equal([]);
      });

      it('searches as for any request once the release has failed', async () => {
        const { id } = (await requestFound()).body.request;
        let searches = 0;
        world.indexer.resolve = () => Promise.reject(new IntegrationError('INTEGRATION_NOT_FOUND', 'it is gone'));
        await world.work(['request.search', 'request.grab']);
        world.indexer.search = async () => {
          searches += 1;
          return { releases: [], sources: [] };
        };

        await world.search(id);

        expect(searches).to.be.greaterThan(0);
        expect(await world.status(id)).to.equal('awaiting_search');
      });

      it('takes one that fails a gate only after a confirmation', async () => {
        list([goodRelease({ title: 'Frank Herbert - Dune Messiah [M4B]' })]);
        const refused = await requestFound();
        const taken = await requestFound({ overrideGates: true });

        expect([refused.status, refused.body.code]).to.deep.equal([409, 'gate_failed']);
        expect(taken.status).to.equal(201);
        await world.work(['request.search', 'request.grab']);
        expect(await world.status(taken.body.request.id)).to.equal('downloading');
      });

      it('judges it as plugins and the blocklist do', async () => {
        world.state.transform['search.ranking'] = ({ candidates }: { candidates: { gates: object[] }[] }) => ({
          candidates: candidates.map((one) => ({
            ...one,
            gates: [...one.gates, { name: 'house', passed: false, reason: 'not in this house' }],
          })),
        });

        const refused = await requestFound();

        expect(refused.body.code).to.equal('gate_failed');
        expect(JSON.stringify(refused.body)).to.contain('not in this house');
      });

      it('makes none for a book that is there', async () => {
        world.state.owned.add(MESSIAH.asin);
        expect((await requestFound({ asin: MESSIAH.asin, overrideGates: true })).body.code).to.equal('already_available');
        expect((await requestFound({ asin: 'B0UNKNOWN1' })).body.code).to.equal('unknown_book');
      });

      it('joins the request of somebody else, and takes nothing then', async () => {
        await world.addRequest({ user: 'leto', status: 'downloading' });

        const { status, body } = await requestFound();

        expect([status, body.outcome]).to.deep.equal([201, 'joined']);
        expect(await world.database.read.all('SELECT 1 FROM release_candidates')).to.deep.equal([]);
      });

      it('is for the finder alone, not even for admins, and for an hour', async () => {
        const [release] = (await search()).releases;
        const { client: chani } = await world.member('chani');
        const admin = await world.http.as('admin');

        const strangers = [await request(release?.id, {}, chani), await request(release?.id, {}, admin)];
        world.state.offset += 61 * MINUTE;
        const late = await request(release?.id);

        expect(strangers.map(({ status, body }) => [status, body.code])).to.deep.equal([
          [404, 'not_found'],
          [404, 'not_found'],
        ]);
        expect([late.status, late.body.code]).to.deep.equal([404, 'unknown_candidate']);
      });
    });

    describe('finding a release for a request of one’s own', () => {
      const FAILING = { title: 'Frank Herbert - Dune Messiah [M4B]' };
      const taken = async (id: string) => (await world.history(id)).map(({ release }) => (JSON.parse(release) as Release).title);
      const count = async () => (await world.database.read.all('SELECT 1 FROM requests')).length;

      for (const type of ['audiobook', 'ebook'] as const) {
        it(`gives it to the ${type} request that waits, and makes no second one`, async () => {
          const { settings } = world.state;
          world.state.settings = { ...settings, ebooks: { ...settings.ebooks, useIndexers: true } };
          const release = goodRelease(type === 'ebook' ? { title: 'Frank Herbert - Dune [EPUB]', size: 2_000_000 } : {});
          list([release]);
          const id = await world.addRequest({ user: paulId, type, status: 'awaiting_search' });
          const [found] = (await search(paul, { type })).releases;

          const { status, body } = await request(found?.id, { type, overrideGates: true });

          expect([status, body.outcome, body.request?.id, body.request?.status]).to.deep.equal([201, 'chosen', id, 'downloading']);
          await world.work(['request.grab']);
          expect(await taken(id)).to.deep.equal([release.title]);
          expect(await world.events(id)).to.include('candidate_chosen');
          expect(await count()).to.equal(1);
        });
      }

      it('takes one that fails a gate only after a confirmation', async () => {
        list([goodRelease(FAILING)]);
        const id = await world.addRequest({ user: paulId, status: 'awaiting_search' });

        const refused = await requestFound();
        const statusThen = await world.status(id);
        const chosen = await requestFound({ overrideGates: true });

        expect([refused.status, refused.body.code, statusThen]).to.deep.equal([409, 'gate_failed', 'awaiting_search']);
        expect([chosen.status, chosen.body.outcome]).to.deep.equal([201, 'chosen']);
        await world.work(['request.grab']);
        expect(await taken(id)).to.deep.equal([FAILING.title]);
      });

      it('judges it by that request', async () => {
        list([goodRelease()]);
        const id = await world.addRequest({ user: paulId, status: 'awaiting_search' });
        const judged: string[] = [];
        world.state.transform['search.ranking'] = ({
          request: { id: by },
          candidates,
        }: {
          request: { id: string };
          candidates: object[];
        }) => {
          judged.push(by);
          return { candidates };
        };

        await requestFound();

        expect(judged).to.deep.equal([id]);
      });

      it('keeps the candidates that the request has, and lists a release that is among them once', async () => {
        const [known, other] = [goodRelease(), goodRelease()];
        list([known]);
        const id = await world.addRequest({ user: paulId, status: 'awaiting_search' });
        await world.addCandidates(id, [other, known]);

        await requestFound();
        list([goodRelease()]);
        await requestFound();
        await world.work(['request.grab']);

        const { candidates } = await world.candidates.view(id);
        expect(candidates.map(({ title }) => title).slice(0, 2)).to.have.members([known.title, other.title]);
        expect(candidates).to.have.length(3);
      });

      it('says why where the state of the request does not allow it', async () => {
        list([goodRelease()]);
        const id = await world.addRequest({ user: paulId, status: 'processing' });

        const { status, body } = await requestFound({ overrideGates: true });

        expect([status, body.code]).to.deep.equal([409, 'request_state']);
        expect(await world.status(id)).to.equal('processing');
        expect(await world.database.read.all('SELECT 1 FROM release_candidates')).to.deep.equal([]);
      });

      it('does not approve one that waits for approval', async () => {
        list([goodRelease()]);
        const id = await world.addRequest({ user: paulId, status: 'awaiting_approval' });

        expect((await requestFound()).body.code).to.equal('request_state');
        expect(await world.status(id)).to.equal('awaiting_approval');
      });

      it('is for those who may choose releases', async () => {
        list([goodRelease()]);
        const id = await world.addRequest({ user: paulId, status: 'awaiting_search' });
        const [found] = (await search()).releases;
        await world.http.people.users.update(paulId, { permissions: { interactiveSearch: false } }, { name: 'spec' });

        const { status, body } = await request(found?.id, { overrideGates: true });

        expect([status, body.code]).to.deep.equal([403, 'permission_required']);
        expect(await world.status(id)).to.equal('awaiting_search');
      });

      it('is refused for a book that is there', async () => {
        list([goodRelease()]);
        await world.addRequest({ user: paulId, status: 'awaiting_search' });
        world.state.owned.add(DUNE.asin);

        expect((await requestFound()).body.code).to.equal('already_available');
      });
    });
  });
}
