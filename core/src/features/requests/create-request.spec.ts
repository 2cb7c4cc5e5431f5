import { expect } from 'chai';
import { DUNE } from './request-fakes.spec.support.js';
import { INPUT, SIBLING, codeOf, useRequestService } from './request-service.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`requesting a book on ${dialect}`, () => {
    const scene = useRequestService(dialect);
    const { paul, chani, admin, trusted, ignore, create } = scene;

    it('waits for approval unless the person needs none', async () => {
      const { requestId } = await create();
      expect(await scene.world.status(requestId)).to.equal('awaiting_approval');
      expect(await scene.world.queued('request.search')).to.have.length(0);
      const other = await create(trusted('chani'));
      expect(other.outcome).to.equal('created');
      expect(await scene.world.status(other.requestId)).to.equal('pending');
      expect(await scene.world.queued('request.search')).to.have.length(1);
    });

    it('keeps the region in which the book was found', async () => {
      const asin = 'B0ABROAD01';
      scene.world.state.books.set(asin, { asin, region: 'de', title: 'Buch', authors: [], narrators: [], series: [], genres: [] });

      const { requestId } = await create(paul(), { asin, region: 'de' });

      expect((await scene.world.requests.row(requestId))?.region).to.equal('de');
      expect(scene.world.askedRegions).to.deep.equal(['de']);
    });

    it('refuses in the order of the rules', async () => {
      scene.world.state.veto['request.submitting'] = () => ({ refuse: 'no' });
      await ignore(SIBLING);
      const first = await scene.world.addRequest();
      scene.world.state.owned.add(SIBLING);
      expect(await codeOf(create(paul(), { origin: 'shelf' }))).to.equal('409 already_available');
      scene.world.state.owned.clear();
      expect(await codeOf(create(paul(), { origin: 'shelf' }))).to.equal('409 ignored');
      expect(await codeOf(create(paul(), { bypassIgnore: true }))).to.equal('409 duplicate');
      expect(await codeOf(create(paul(), { asin: SIBLING, bypassIgnore: true }))).to.equal('409 duplicate');
      expect(await create(chani())).to.deep.equal({ outcome: 'joined', requestId: first });
      await scene.world.service.cancel(paul(), first);
      await scene.world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 0, quota_days = 7 WHERE id = ?', ['paul']));
      expect(await codeOf(create(paul(), { bypassIgnore: true }))).to.equal('409 quota_exceeded');
      await scene.world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 2 WHERE id = ?', ['paul']));
      expect(await codeOf(create(paul(), { bypassIgnore: true }))).to.equal('403 refused_by_plugin');
    });

    for (const origin of ['manual', 'api-token'] as const) {
      it(`asks back about an ignored book, and takes it when the person means it (${origin})`, async () => {
        await ignore(SIBLING);
        expect(await codeOf(create(paul(), { origin }))).to.equal('409 ignored');
        expect((await create(paul(), { origin, bypassIgnore: true })).outcome).to.equal('created');
      });
    }

    for (const origin of ['shelf', 'watch-series', 'watch-author'] as const) {
      it(`never asks for an ignored book by itself (${origin})`, async () => {
        await ignore(SIBLING);
        expect(await codeOf(create(paul(), { origin, bypassIgnore: true }))).to.equal('409 ignored');
      });
    }

    it('keeps one person’s ignore list from another’s requests', async () => {
      await ignore(DUNE.asin);
      expect((await create(chani())).outcome).to.equal('created');
    });

    it('counts a quota in a rolling window', async () => {
      await scene.world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 1, quota_days = 1 WHERE id = ?', ['paul']));
      await create();
      scene.world.state.books.set('B000000002', { ...DUNE, asin: 'B000000002' });
      expect(await codeOf(create(paul(), { asin: 'B000000002' }))).to.equal('409 quota_exceeded');
      scene.world.state.offset = 25 * 3_600_000;
      expect(await codeOf(create(paul(), { asin: 'B000000002' }))).to.equal('none');
    });

    describe('on behalf of somebody', () => {
      it('makes the request theirs, with the admin’s permission and beside their limit, and says who did it', async () => {
        await scene.world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 0, quota_days = 7 WHERE id = ?', ['paul']));

        const { requestId } = await scene.world.service.createFor(admin(), 'paul', { ...INPUT, note: 'For you.' });

        expect(await scene.world.request(requestId)).to.include({ userId: 'paul', status: 'pending', note: 'For you.', origin: 'manual' });
        const [event] = (await scene.world.detail(requestId, paul()))?.timeline ?? [];
        expect(event).to.include({ event: 'created', message: 'admin requested it for paul.' });
        expect(event?.actor?.id).to.equal('admin');
        expect(await codeOf(create(paul()))).to.equal('409 duplicate');
      });

      it('follows their ignore list and their requests', async () => {
        await ignore(SIBLING);
        expect(await codeOf(scene.world.service.createFor(admin(), 'paul', INPUT))).to.equal('409 ignored');
        expect((await scene.world.service.createFor(admin(), 'paul', { ...INPUT, bypassIgnore: true })).outcome).to.equal('created');
        expect(await scene.world.service.createFor(admin(), 'chani', INPUT)).to.include({ outcome: 'joined' });
      });

      it('is for admins, and for people who are there', async () => {
        expect(await codeOf(scene.world.service.createFor(paul(), 'chani', INPUT))).to.equal('403 admin_required');
        expect(await codeOf(scene.world.service.createFor(admin(), 'nobody', INPUT))).to.equal('404 not_found');
        await scene.world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = 'chani'"));
        expect(await codeOf(scene.world.service.createFor(admin(), 'chani', INPUT))).to.equal('404 not_found');
      });
    });

    it('makes one request of a double click', async () => {
      const codes = await Promise.all([codeOf(create()), codeOf(create()), codeOf(create())]);
      expect(codes.sort()).to.deep.equal(['409 duplicate', '409 duplicate', 'none']);
      expect(await scene.world.database.read.all('SELECT id FROM requests')).to.have.length(1);
    });

    it('lets a second person join and be told', async () => {
      const first = await create(trusted());
      expect(await create(chani())).to.deep.equal({ outcome: 'joined', requestId: first.requestId });
      const subscribers = await scene.world.database.read.all<{ userId: string }>('SELECT user_id FROM request_subscribers');
      expect(subscribers).to.deep.equal([{ userId: 'chani' }]);
      expect(await scene.world.events(first.requestId)).to.include('joined');
    });

    for (const status of ['awaiting_approval', 'denied', 'cancelled', 'failed'] as const) {
      it(`is not blocked by somebody's ${status} request`, async () => {
        await scene.world.addRequest({ status });
        expect((await create(chani())).outcome).to.equal('created');
      });
    }

    it('holds a book that is not out yet', async () => {
      scene.world.state.books.set(DUNE.asin, { ...DUNE, releaseDate: '2099-01-01' });
      const { requestId } = await create(trusted());
      expect(await scene.world.status(requestId)).to.equal('awaiting_release');
      expect((await scene.world.reason(requestId))?.nextAt).to.equal('2099-01-01T00:00:00.000Z');
      expect(await scene.world.queued('request.search')).to.have.length(0);
    });

    it('lets a plugin approve or refuse', async () => {
      scene.world.state.veto['request.approving'] = () => ({ approve: true });
      expect(await scene.world.status((await create()).requestId)).to.equal('pending');
      scene.world.state.veto['request.approving'] = () => ({ refuse: 'not today' });
      expect(await codeOf(create(paul(), { type: 'ebook' }))).to.equal('403 refused_by_plugin');
    });

    it('answers for a book nobody knows and for a dead catalogue', async () => {
      expect(await codeOf(create(paul(), { asin: 'B0UNKNOWN1' }))).to.equal('404 unknown_book');
      scene.world.state.catalogDown = true;
      const known = { title: 'Dune', author: 'Frank Herbert' };
      expect((await create(paul(), { known })).outcome).to.equal('created');
    });

    describe('the ebook of an audiobook request', () => {
      const ebook = (caller: ReturnType<typeof paul>, id: string) => scene.world.service.fetchEbook(caller, id);
      const rowOf = (id: string) =>
        scene.world.database.read.get<{ userId: string; type: string; parentRequestId: string; status: string }>(
          'SELECT user_id, type, parent_request_id, status FROM requests WHERE id = ?',
          [id],
        );

      it('is a request of its own that belongs to it, in every state but refused ones', async () => {
        const parent = await scene.world.addRequest({ status: 'available' });
        const { requestId } = await ebook(trusted(), parent);
        expect(await rowOf(requestId)).to.deep.equal({ userId: 'paul', type: 'ebook', parentRequestId: parent, status: 'pending' });
        expect(await codeOf(ebook(trusted(), parent))).to.equal('409 duplicate');
        expect(await codeOf(ebook(trusted(), requestId))).to.equal('409 request_state');
      });

      it('belongs to the audiobook request of the same person and recording, however and in whichever order they were made', async () => {
        const audiobook = await create(trusted());
        const ebook = await create(trusted(), { asin: SIBLING, type: 'ebook', origin: 'api-token' });
        expect((await rowOf(ebook.requestId))?.parentRequestId).to.equal(audiobook.requestId);
      });

      it('is adopted by the audiobook request that comes after it, and by the next one when that was closed', async () => {
        const { requestId: ebook } = await create(paul(), { type: 'ebook' });
        expect((await rowOf(ebook))?.parentRequestId).to.equal(null);

        const first = await create(paul(), { asin: SIBLING, origin: 'shelf' });
        expect((await rowOf(ebook))?.parentRequestId).to.equal(first.requestId);

        await scene.world.service.cancel(paul(), first.requestId);
        const second = await create(paul());
        expect((await rowOf(ebook))?.parentRequestId).to.equal(second.requestId);
        expect((await scene.world.detail(second.requestId, paul()))?.ebookRequest).to.deep.equal({
          id: ebook,
          status: 'awaiting_approval',
        });
      });

      it('does not belong to a closed audiobook request, nor to somebody else’s, nor to that of another recording', async () => {
        await scene.world.addRequest({ status: 'cancelled' });
        await scene.world.addRequest({ user: 'chani', status: 'awaiting_approval' });
        scene.world.state.books.set('B000000002', { ...DUNE, asin: 'B000000002' });
        await create(paul(), { asin: 'B000000002' });

        const { requestId } = await create(paul(), { type: 'ebook' });

        expect((await rowOf(requestId))?.parentRequestId).to.equal(null);
      });

      it('waits for an approval as any request, unless an admin asks for it in the name of its owner', async () => {
        const first = await scene.world.addRequest({ status: 'downloading' });
        const { requestId } = await ebook(paul(), first);
        expect((await rowOf(requestId))?.status).to.equal('awaiting_approval');
        await scene.world.service.cancel(paul(), requestId);

        const asked = await ebook(admin(), first);
        expect(await rowOf(asked.requestId)).to.deep.include({ userId: 'paul', status: 'pending' });
      });

      for (const status of ['awaiting_approval', 'denied', 'cancelled'] as const) {
        it(`is not to be had for one that is ${status}`, async () => {
          expect(await codeOf(ebook(paul(), await scene.world.addRequest({ status })))).to.equal('409 request_state');
        });
      }

      it('is nobody else’s to ask for', async () => {
        expect(await codeOf(ebook(chani(), await scene.world.addRequest({ status: 'available' })))).to.equal('409 request_state');
      });
    });

    it('does not ask for an ebook that a media server lists, and still for the audiobook', async () => {
      scene.world.state.ownedEbooks.add(INPUT.asin);
      expect(await codeOf(create(paul(), { type: 'ebook' }))).to.equal('409 already_available');
      expect((await create(paul())).outcome).to.equal('created');
    });

    it('does not ask twice for an ebook that is in the library', async () => {
      await scene.world.addRequest({ user: 'chani', type: 'ebook', status: 'downloaded' });
      expect(await codeOf(create(paul(), { type: 'ebook' }))).to.equal('409 already_available');
    });
  });
}
