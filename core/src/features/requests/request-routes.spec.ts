import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { SaidError, saidOf, sentence } from '../../platform/words/index.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { RATE_LIMITS } from '../../platform/http/rate-limiter.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { downloadRoutes } from '../downloads/index.js';
import { metricsRoutes } from '../system/index.js';
import { actionRoutes } from './action-routes.js';
import { adminRequestRoutes } from './admin-request-routes.js';
import { requestRoutes } from './request-routes.js';
import type { RequestDetail, RequestSummary } from './request-schemas.js';
import { addThousands } from './many-requests.spec.support.js';
import { DUNE, goodRelease } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';
import { GROUPS, type RequestStatus } from '../lifecycle/statuses.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';

interface ListPage {
  readonly items: RequestSummary[];
  readonly total: number;
  readonly counts: Record<string, number>;
}
type One = { readonly request: RequestSummary };

for (const dialect of SERVICE_DIALECTS) {
  describe(`request routes on ${dialect}`, () => {
    let world: RequestWorld;
    let http: TestHttp;
    let [paul, chani, admin]: TestClient[] = [];
    let paulId: string;
    let chaniId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      const { service, list, detail, candidates, database } = world;
      http = await startTestHttp({
        database,
        routes: [
          ...requestRoutes({ service, list, detail, candidates }),
          ...adminRequestRoutes({ list, database, settings: world.settings }),
          ...actionRoutes({ service, list }),
          ...downloadRoutes({ database }),
          ...metricsRoutes({ database, settings: world.settings, dataDir: tmpdir(), unknownProxies: { seen: () => ['172.18.0.2'] } }),
        ],
        owns: async (caller, _resource, id, orSubscribes) => {
          const row = await database.read.get(
            `SELECT id FROM requests WHERE id = ? AND (user_id = ? ${orSubscribes ? 'OR id IN (SELECT request_id FROM request_subscribers WHERE user_id = ?)' : ''})`,
            orSubscribes ? [id, caller.userId, caller.userId] : [id, caller.userId],
          );
          return row !== undefined;
        },
      });
      paul = await http.as('paul');
      chani = await http.as('chani');
      admin = await http.as('admin');
      paulId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      chaniId = (await http.people.users.findByUsername('chani'))?.id ?? '';
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const client = (one: TestClient | undefined): TestClient => one as TestClient;
    async function fill(count: number, user: string, statuses: readonly RequestStatus[] = ['pending']): Promise<void> {
      const [first = 'A'] = user;
      for (let i = 0; i < count; i += 1) {
        const asin = `B${first.toUpperCase()}${String(i).padStart(8, '0')}`;
        await world.addRequest({ user, asin, title: `Title ${String(i).padStart(3, '0')}`, status: statuses[i % statuses.length] });
      }
    }

    it('stores a request, joins a second person and refuses a third click', async () => {
      const body = { audiobook: { asin: DUNE.asin, title: 'Dune', author: 'Frank Herbert' } };
      const created = await client(paul).post<One>('/api/requests', body);
      expect(created.status).to.equal(201);
      expect(created.body.request).to.include({ status: 'awaiting_approval', mine: true, stage: 'approved' });
      const again = await client(paul).post('/api/requests', { asin: DUNE.asin });
      expect([again.status, again.body['code'], again.body['existingRequestId']]).to.deep.equal([
        409,
        'duplicate',
        created.body.request.id,
      ]);
      expect((await client(admin).post(`/api/admin/requests/${created.body.request.id}/approve`, {})).status).to.equal(200);
      const joined = await client(chani).post<One & { outcome: string }>('/api/requests', { asin: DUNE.asin });
      expect([joined.status, joined.body.outcome, joined.body.request.mine]).to.deep.equal([201, 'joined', false]);
    });

    it('limits what a member asks for in an hour, and no admin', async () => {
      const ask = (one: TestClient) => one.post('/api/requests', { asin: DUNE.asin });
      const { points } = RATE_LIMITS['new-request'];
      for (const name of ['paul', 'admin']) {
        const { id = '' } = (await http.people.users.findByUsername(name)) ?? {};
        for (let n = 0; n < points; n += 1) await http.people.rateLimiter.take('new-request', id);
      }

      const refused = await ask(client(paul));

      expect([refused.status, refused.body['code']]).to.deep.equal([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3600);
      expect((await ask(client(chani))).status).to.equal(201);
      expect((await ask(client(admin))).status).to.equal(201);
    });

    it('remembers whether files are to be merged, until they are placed, for the owner and admins', async () => {
      const { id } = (await client(paul).post<One>('/api/requests', { asin: DUNE.asin, mergeChapters: true })).body.request;
      const path = `/api/requests/${id}/merge-chapters`;
      const seen = async () => (await client(paul).get<One>(`/api/requests/${id}`)).body.request.mergeChapters;

      expect(await seen()).to.equal(true);
      expect((await client(paul).patch<One>(path, { mergeChapters: false })).body.request.mergeChapters).to.equal(false);
      expect((await client(paul).patch<One>(path, { mergeChapters: null })).body.request.mergeChapters).to.equal(null);
      expect((await client(paul).patch(path, { mergeChapters: 'yes' })).status).to.equal(400);
      await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'downloaded' WHERE id = ?", [id]));
      expect((await client(paul).patch<{ code: string }>(path, { mergeChapters: true })).body.code).to.equal('request_state');
    });

    it('has no say about files of ebooks', async () => {
      const ebook = await client(paul).post<One>('/api/requests', { asin: DUNE.asin, type: 'ebook', mergeChapters: true });

      expect(ebook.body.request).to.deep.include({ mergeChapters: null });
      expect(ebook.body.request.actions).to.not.include('merge_chapters');
    });

    it('remembers that any reading will do, for audiobooks alone', async () => {
      const asked = await client(paul).post<One>('/api/requests', { asin: DUNE.asin, anyReading: true });
      const ebook = await client(paul).post<One>('/api/requests', { asin: DUNE.asin, type: 'ebook', anyReading: true });
      const plain = await client(chani).post<One>('/api/requests', { asin: DUNE.asin });

      expect([asked, ebook, plain].map(({ body }) => body.request.anyReading)).to.deep.equal([true, false, false]);
      const { body } = await client(paul).get<One>(`/api/requests/${asked.body.request.id}`);
      expect(body.request.anyReading).to.equal(true);
      expect((await client(paul).post('/api/requests', { asin: DUNE.asin, anyReading: 'yes' })).status).to.equal(400);
    });

    it('hides requests of others, and lets subscribers read but not act', async () => {
      const id = await world.addRequest({ user: paulId });
      const paths = [
        ['GET', ''],
        ['POST', '/cancel'],
        ['POST', '/retry'],
        ['POST', '/subscribe'],
      ] as const;
      for (const [method, path] of paths) {
        const answer = await client(chani)[method === 'GET' ? 'get' : 'post'](`/api/requests/${id}${path}`, {});
        expect([path, answer.status]).to.deep.equal([path, 404]);
      }
      await world.service.subscribe(world.callerOf(chaniId), id);
      const detail = await client(chani).get<One>(`/api/requests/${id}`);
      expect(detail.status).to.equal(200);
      expect(detail.body.request).to.deep.include({ mine: false, subscribed: true, actions: [] });
      expect((await client(chani).post(`/api/requests/${id}/cancel`)).status).to.equal(404);
      expect((await client(chani).get(`/api/requests/${id}/candidates`)).status).to.be.oneOf([403, 404]);
      expect((await client(chani).get('/api/requests?scope=all')).status).to.equal(403);
      expect((await client(chani).post(`/api/admin/requests/${id}/deny`, { reason: 'x' })).status).to.equal(403);
      expect((await client(chani).delete(`/api/requests/${id}/subscribe`)).status).to.equal(204);
      expect((await client(chani).get(`/api/requests/${id}`)).status).to.equal(404);
    });

    it('tells who joins how the one who asked is called, but neither their login name nor their note', async () => {
      await http.people.users.update(paulId, { displayName: 'Paul Atreides' }, { name: 'spec' });
      const note = 'For my mother, who must not know.';
      const body = { audiobook: { asin: DUNE.asin, title: 'Dune', author: 'Frank Herbert' }, note };
      const created = await client(paul).post<One>('/api/requests', body);
      const id = created.body.request.id;
      await client(admin).post(`/api/admin/requests/${id}/approve`, {});

      const joined = await client(chani).post<One>('/api/requests', { asin: DUNE.asin });
      await client(paul).post(`/api/requests/${id}/cancel`);
      const cancelled = await client(chani).get<One>(`/api/requests/${id}`);
      await client(paul).post(`/api/requests/${id}/retry`);
      const detail = await client(chani).get<One>(`/api/requests/${id}`);
      const list = await client(chani).get<ListPage>('/api/requests');

      for (const seen of [joined.body.request, detail.body.request, list.body.items[0]]) {
        expect(seen?.user).to.deep.equal({ id: paulId, displayName: 'Paul Atreides' });
        expect(seen).not.to.have.property('note');
      }
      for (const answer of [joined, cancelled, detail, list]) {
        expect(JSON.stringify(answer.body))
          .to.not.contain(note)
          .and.not.match(/"username":"(paul|admin)"|\bpaul\b/);
      }
      expect(cancelled.body.request.reason?.message).to.equal('Paul Atreides cancelled it.');
      expect(world.notified.find(({ event }) => event === 'request_cancelled')?.reason).to.equal('Paul Atreides cancelled it.');
      expect(JSON.stringify(detail.body)).to.contain('Paul Atreides requested it.').and.contain('chani also wants this book.');
      for (const one of [paul, admin]) {
        const own = (await client(one).get<One>(`/api/requests/${id}`)).body.request;
        expect([own.note, own.user.username]).to.deep.equal([note, 'paul']);
      }
    });

    it('tells people what to do only where they may do it', async () => {
      const { id } = (await client(paul).post<One>('/api/requests', { asin: DUNE.asin })).body.request;
      const todoOf = async (who: TestClient | undefined, code: string) => {
        const reason = JSON.stringify({ code, message: 'It waits.', todo: 'Do this.', since: new Date().toISOString() });
        await world.database.transaction((tx) =>
          tx.run("UPDATE requests SET status = 'awaiting_search', reason = ? WHERE id = ?", [reason, id]),
        );
        const one = (await client(who).get<One>(`/api/requests/${id}`)).body.request.reason;
        const listed = (await client(who).get<ListPage>('/api/requests')).body.items[0]?.reason;
        expect([one?.message, listed?.message]).to.deep.equal(['It waits.', 'It waits.']);
        return [one?.todo, listed?.todo];
      };
      await http.people.users.update(paulId, { permissions: { interactiveSearch: false } }, { name: 'spec' });
      expect(await todoOf(paul, 'no_download_client')).to.deep.equal([undefined, undefined]);
      expect(await todoOf(paul, 'nothing_good_enough')).to.deep.equal([undefined, undefined]);

      await http.people.users.update(paulId, { permissions: { interactiveSearch: true } }, { name: 'spec' });
      expect(await todoOf(paul, 'no_download_client')).to.deep.equal([undefined, undefined]);
      expect(await todoOf(paul, 'nothing_good_enough')).to.deep.equal(['Do this.', 'Do this.']);
      const asAdmin = (await client(admin).get<One>(`/api/requests/${id}`)).body.request.reason;
      expect(asAdmin?.todo).to.equal('Do this.');
    });

    it('says why a request waits in the words of whoever reads it, with the values to say it in another language', async () => {
      const { id } = (await client(paul).post<One>('/api/requests', { asin: DUNE.asin })).body.request;
      const reason = { ...waitReason('library_not_visible', { path: '/srv/books' }), since: new Date().toISOString() };
      await world.database.transaction((tx) =>
        tx.run("UPDATE requests SET status = 'awaiting_import', reason = ? WHERE id = ?", [JSON.stringify(reason), id]),
      );
      const read = async (who: TestClient | undefined) => (await client(who).get<One>(`/api/requests/${id}`)).body.request.reason;

      const [asMember, asAdmin] = [await read(paul), await read(admin)];

      const { wording: _wording, values: _values, ...shown } = reason;
      expect(asAdmin).to.deep.equal({ ...shown, settledIn: 'request' });
      expect(asMember).to.include({
        code: 'library_not_visible',
        nextStep: 'The import will be tried again.',
      });
      expect(asMember?.message).to.match(/^The server cannot put the book into the library right now/);
      expect(asMember?.todo).to.equal(undefined);
    });

    it('tells in the timeline what a search missed in the words of whoever reads it', async () => {
      const { id } = (await client(paul).post<One>('/api/requests', { asin: DUNE.asin })).body.request;
      const reason = waitReason('indexer_failed', { sources: 'indexers', fault: 'Prowlarr: tower.lan:9696 failed (HTTP 500).' });
      await world.database.transaction(async (tx) => {
        await tx.run("UPDATE requests SET status = 'searching' WHERE id = ?", [id]);
        await world.transitions.apply(tx, id, 'nothing_found', { reason });
      });
      const last = async (who: TestClient | undefined) =>
        (await client(who).get<{ request: RequestDetail }>(`/api/requests/${id}`)).body.request.timeline.at(-1);

      const [asMember, asAdmin] = [await last(paul), await last(admin)];

      expect(asAdmin?.message).to.equal('No indexer could be asked: Prowlarr: tower.lan:9696 failed (HTTP 500).');
      expect(asMember?.message).to.equal('The server cannot look for this book right now. An admin can help if it lasts.');
      expect(asMember).to.not.have.property('detail');
    });

    it('says the timeline and the reason in the language of whoever reads them, and old lines as they were written', async () => {
      const { id } = (await client(paul).post<One>('/api/requests', { asin: DUNE.asin })).body.request;
      const fault = saidOf(new SaidError(sentence('finding.client_away', { client: 'Transmission' })));
      await world.database.transaction(async (tx) => {
        await tx.run("UPDATE requests SET status = 'searching' WHERE id = ?", [id]);
        await world.transitions.apply(tx, id, 'nothing_found', { reason: waitReason('search_failed', { fault }) });
        await world.transitions.note(tx, id, 'imported', sentence('timeline.files_go_to', { folder: '/srv/books/Dune' }));
        await tx.run(
          "INSERT INTO request_events (id, request_id, at, event, message) VALUES ('00000000-0000-0000-0000-000000000001', ?, ?, 'old', 'paul asked.')",
          [id, new Date().toISOString()],
        );
      });
      const read = async (who: TestClient | undefined, language: string) => {
        const answer = await client(who).fetch(`/api/requests/${id}`, { headers: { 'accept-language': language } });
        return ((await answer.json()) as { request: RequestDetail }).request;
      };

      const [pseudo, german, member] = [await read(admin, 'en-XA'), await read(admin, 'de'), await read(paul, 'en-XA')];

      const [old, ...lines] = pseudo.timeline.map(({ message }) => message);
      expect(old).to.equal('paul asked.');
      expect(lines).to.have.length(3);
      expect(
        [...lines, pseudo.reason?.message, pseudo.reason?.nextStep, pseudo.reason?.todo].filter((text) => !text?.startsWith('[')),
      ).to.deep.equal([]);
      expect(german.reason?.message).to.match(/^Die Suche ist fehlgeschlagen: /);
      expect(member.reason?.message).to.match(/^\[/).and.not.include('Transmission');
      expect(member.timeline.at(-1)?.message).to.match(/^\[/).and.not.include('/srv');
    });

    it('lists, filters, searches, sorts and pages with true counts', async () => {
      await fill(7, paulId, ['pending', 'awaiting_search', 'failed']);
      await fill(2, chaniId);
      const get = async (query: string, who = paul) => (await client(who).get<ListPage>(`/api/requests?${query}`)).body;
      const all = await get('');
      expect([all.total, all.items.length]).to.deep.equal([7, 7]);
      expect(all.counts).to.deep.equal({ active: 3, waiting: 2, completed: 0, attention: 2, closed: 0 });
      for (const group of GROUPS) {
        const page = await get(`group=${group}`);
        expect([group, page.items.length, page.total]).to.deep.equal([group, all.counts[group], all.counts[group]]);
      }
      expect((await get('status=failed')).total).to.equal(2);
      expect((await get('search=TITLE 00')).total).to.equal(7);
      expect((await get('search=title 003&group=active')).total).to.equal(1);
      expect((await get('search=100%25')).total).to.equal(0);
      const titles = (page: ListPage) => page.items.map((item) => item.book.title);
      expect(titles(await get('sort=title&order=asc&limit=2&page=2'))).to.deep.equal(['Title 002', 'Title 003']);
      expect(titles(await get('sort=title&order=desc&limit=1'))).to.deep.equal(['Title 006']);
      expect((await get('scope=all', admin)).total).to.equal(9);
      expect((await client(paul).get('/api/requests?sort=password')).status).to.equal(400);
    });

    it('finds own and subscribed requests by the beginnings of words, in every order and group', async () => {
      await world.addRequest({ user: paulId, asin: 'B000000001', title: 'Les Misérables' });
      const id = await world.addRequest({ user: chaniId, asin: 'B000000002', title: 'Miserable Weather', status: 'failed' });
      await world.addRequest({ user: chaniId, asin: 'B000000003', title: 'Misery' });
      await world.service.subscribe(world.callerOf(paulId), id);
      const titles = async (query: string) => {
        const page = (await client(paul).get<ListPage>(`/api/requests?search=miser&${query}`)).body;
        expect(page.total).to.equal(page.items.length);
        return page.items.map(({ book }) => book.title);
      };

      expect(await titles('sort=title&order=asc')).to.deep.equal(['Les Misérables', 'Miserable Weather']);
      expect(await titles('sort=updatedAt')).to.have.members(['Les Misérables', 'Miserable Weather']);
      expect(await titles('group=attention')).to.deep.equal(['Miserable Weather']);
      expect(await titles('status=failed')).to.deep.equal(['Miserable Weather']);
    });

    it('searches for what was probably meant when nothing is found, and tells nothing of requests of others', async () => {
      await world.addRequest({ user: paulId, asin: 'B000000001', title: 'The Left Hand of Darkness' });
      await world.addRequest({ user: chaniId, asin: 'B000000002', title: 'Secretive' });
      const get = async (search: string) =>
        (await client(paul).get<ListPage & { searchedFor?: string }>(`/api/requests?search=${search}`)).body;

      expect(await get('darknes'))
        .to.deep.include({ total: 1 })
        .and.not.have.property('searchedFor');
      expect(await get('darkenss')).to.deep.include({ total: 1, searchedFor: 'darkness' });
      expect(await get('secretvie'))
        .to.deep.include({ total: 0, items: [] })
        .and.not.have.property('searchedFor');
    });

    it('counts requests one subscribes to among mine', async () => {
      const id = await world.addRequest({ user: paulId });
      await world.service.subscribe(world.callerOf(chaniId), id);
      await world.service.subscribe(world.callerOf(paulId), id);
      await world.addRequest({ user: chaniId, asin: 'B000000005', status: 'failed' });
      const page = (await client(chani).get<ListPage>('/api/requests')).body;
      expect([page.items.length, page.total, page.counts['active'], page.counts['attention']]).to.deep.equal([2, 2, 1, 1]);
      const mine = (await client(paul).get<ListPage>('/api/requests')).body;
      expect([mine.items.length, mine.total]).to.deep.equal([1, 1]);
    });

    it('pages own and subscribed requests in one order, each once', async () => {
      await fill(7, paulId);
      await fill(6, chaniId);
      const theirs = (await client(chani).get<ListPage>('/api/requests')).body.items;
      for (const { id } of theirs) await world.service.subscribe(world.callerOf(paulId), id);
      for (const [sort, order] of [
        ['createdAt', 'desc'],
        ['createdAt', 'asc'],
        ['title', 'asc'],
      ]) {
        const ids = async (limit: number, page: number) =>
          (await client(paul).get<ListPage>(`/api/requests?sort=${sort}&order=${order}&limit=${limit}&page=${page}`)).body.items.map(
            ({ id }) => id,
          );
        const whole = await ids(100, 1);
        expect(new Set(whole).size).to.equal(13);
        const pages = [await ids(5, 1), await ids(5, 2), await ids(5, 3)];
        expect(pages.flat(), `${sort} ${order}`).to.deep.equal(whole);
      }
    });

    it('finds a word that is in thousands of requests in the same order near the beginning of a list and far from it', async () => {
      await addThousands(world.database, [paulId, chaniId]);
      const viewers = { mine: world.callerOf(paulId), all: world.callerOf('admin') };
      for (const scope of ['mine', 'all'] as const) {
        for (const more of [{}, { group: 'attention' as const }]) {
          const filter = { scope, sort: 'createdAt' as const, order: 'desc' as const, limit: 40, ...more };
          for (const page of [1, 5, 6]) {
            const searched = await world.list.page({ ...filter, page, search: 'comm' }, viewers[scope]);
            const plain = await world.list.page({ ...filter, page }, viewers[scope]);

            expect(searched.items.map(({ id }) => id)).to.deep.equal(plain.items.map(({ id }) => id));
            expect(searched.total).to.equal(plain.total);
          }
        }
      }
    });

    it('needs at most three statements for any list, besides the one that knows the caller', async () => {
      const caller = world.callerOf(paulId);
      const measured: number[][] = [];
      const id = await world.addRequest({ user: chaniId });
      let filled = 0;
      for (const count of [5, 50]) {
        for (; filled < count; filled += 1) await world.addRequest({ user: paulId, asin: `B${String(filled).padStart(9, '0')}` });
        const statements: number[] = [];
        const list = async (filter: object, viewer = caller) => {
          let heard = 0;
          const stop = world.database.onStatement(() => (heard += 1));
          const page = await world.list.page({ scope: 'mine', sort: 'createdAt', order: 'desc', page: 1, limit: 100, ...filter }, viewer);
          stop();
          statements.push(heard);
          return page;
        };
        expect((await list({})).items).to.have.length(count);
        expect((await list({ search: 'dune', group: 'active' })).total).to.equal(count);
        expect((await list({ scope: 'all' }, world.callerOf('admin'))).items).to.have.length(count + 1);
        expect((await list({ scope: 'all', search: 'dune', group: 'active', together: true }, world.callerOf('admin'))).total).to.equal(
          count + 1,
        );
        await world.service.subscribe(caller, id);
        expect((await list({})).total).to.equal(count + 1);
        expect((await list({ search: 'dune' })).total).to.equal(count + 1);
        await world.service.unsubscribe(caller, id);
        measured.push(statements);
      }
      expect(measured).to.deep.equal([
        [2, 3, 2, 2, 2, 3],
        [2, 3, 2, 2, 2, 3],
      ]);
    });

    it('runs the decisions of admins and answers with the request', async () => {
      const id = await world.addRequest({ user: paulId, status: 'awaiting_approval' });
      const denied = await client(admin).post<One>(`/api/admin/requests/${id}/deny`, { reason: 'No.' });
      expect(denied.body.request).to.include({ status: 'denied', group: 'closed' });
      const twice = await client(admin).post(`/api/admin/requests/${id}/deny`, { reason: 'No.' });
      expect([twice.status, twice.body['code']]).to.deep.equal([409, 'request_state']);
      const terms = await client(admin).patch<One>(`/api/admin/requests/${id}/search-terms`, { customSearchTerms: 'dune vance' });
      expect(terms.body.request.customSearchTerms).to.equal('dune vance');
      expect((await client(admin).post('/api/admin/requests/00000000-0000-4000-8000-000000000000/approve', {})).status).to.equal(404);
      expect((await client(admin).get('/api/admin/requests/recent')).status).to.equal(200);
      expect((await client(admin).get('/api/admin/downloads/active')).body).to.deep.equal({ items: [] });
      const metrics = (await client(admin).get<{ requests: Record<string, number>; unknownProxies: string[] }>('/api/admin/metrics')).body;
      expect(metrics.requests['denied']).to.equal(1);
      expect(metrics.unknownProxies).to.deep.equal(['172.18.0.2']);
    });

    it('counts what waits for the library, and downloads by the client that has them', async () => {
      const [client1, client2] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002'];
      await world.addRequest({ user: paulId, status: 'downloaded', asin: 'B000000901' });
      await world.addRequest({ user: paulId, status: 'downloaded', type: 'ebook', asin: 'B000000902' });
      await world.addRequest({ user: paulId, status: 'downloading', asin: 'B000000905' });
      for (const [asin, integrationId] of [
        ['B000000903', client1],
        ['B000000904', client2],
        ['B000000906', client1],
      ] as const) {
        const id = await world.addRequest({ user: paulId, status: 'downloading', asin });
        await world.database.transaction(async (tx) => {
          const at = '2026-01-01T00:00:00.000Z';
          const row = { id: asin, requestId: id, integrationId, state: 'active', release: '{}', releaseKey: asin, ours: true };
          await tx.insert('download_history', { ...row, createdAt: at, updatedAt: at });
          await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', [asin, id]);
        });
      }

      const { body } = await client(admin).get<{ waiting: object }>('/api/admin/metrics');

      expect(body.waiting).to.deep.equal({ mediaServer: 1, downloadClients: { [client1]: 2, [client2]: 1 } });
    });

    it('lets an admin ask for somebody, and nobody else, and keeps the note from who joins', async () => {
      const body = { asin: DUNE.asin, forUserId: chaniId, note: '  For the long drive. ' };
      const refused = await client(paul).post('/api/requests', body);
      expect([refused.status, refused.body['code']]).to.deep.equal([403, 'admin_required']);

      const { request } = (await client(admin).post<One>('/api/requests', body)).body;

      expect(request).to.deep.include({ mine: false, status: 'pending', note: 'For the long drive.' });
      expect(request.user).to.deep.equal({ id: chaniId, username: 'chani', displayName: request.user.displayName });
      const joined = (await client(paul).post<One>('/api/requests', { asin: DUNE.asin })).body.request;
      expect([joined.id, joined.note]).to.deep.equal([request.id, undefined]);
      const unknown = await client(admin).post('/api/requests', { ...body, forUserId: '00000000-0000-4000-8000-000000000000' });
      expect([unknown.status, unknown.body['code']]).to.deep.equal([404, 'not_found']);
    });

    it('puts together who waits for one book, for admins who ask for that, and decides on all of them', async () => {
      const first = await world.addRequest({ user: paulId, status: 'awaiting_approval' });
      const second = await world.addRequest({ user: chaniId, status: 'awaiting_approval' });
      for (const path of ['/api/admin/requests?', '/api/requests?scope=all&']) {
        const { items, total } = (await client(admin).get<ListPage>(`${path}together=true`)).body;
        expect([items.map(({ id }) => id), total]).to.deep.equal([[first], 1]);
        expect(items[0]?.alongside?.map(({ id, user }) => [id, user.username])).to.deep.equal([[second, 'chani']]);
        expect((await client(admin).get<ListPage>(path)).body.total).to.equal(2);
      }
      expect((await client(chani).get<ListPage>('/api/requests?together=true')).body.items[0]).to.not.have.property('alongside');

      await client(admin).post(`/api/admin/requests/${first}/approve`, { together: true });
      expect([await world.status(first), await world.status(second)]).to.deep.equal(['pending', 'cancelled']);
    });

    it('shows candidates to admins without anything private', async () => {
      const id = await world.addRequest({ user: paulId });
      const [candidate] = await world.addCandidates(id, [goodRelease()]);
      const answer = await client(admin).get<{ candidates: { id: string }[] }>(`/api/requests/${id}/candidates`);
      expect(answer.body.candidates.map((one) => one.id)).to.deep.equal([candidate]);
      expect(JSON.stringify(answer.body)).to.not.match(/TOPSECRET|private/i);
      const selected = await client(admin).post<One>(`/api/requests/${id}/select`, { candidateId: candidate });
      expect(selected.body.request).to.include({ status: 'downloading', stage: 'downloading' });
      expect((await client(admin).get<{ items: object[] }>('/api/admin/downloads/active')).body.items).to.have.length(1);
    });
  });
}
