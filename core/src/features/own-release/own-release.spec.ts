import { randomUUID } from 'node:crypto';
import { encodeBencode } from '@lectern/testbed';
import { expect } from 'chai';
import type { Tx } from '../../platform/db/index.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createEventBus, type EventBus } from '../../platform/events/event-bus.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { handOut } from '../downloads/hand-out.js';
import { lifecycle } from '../lifecycle/feature.js';
import { createRequestRemoval } from '../lifecycle/request-removal.js';
import { fakeClient, fakeIndexer, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { createReleaseBringing, type ReleaseBringing } from './bring-release.js';
import { readMagnet } from './read-magnet.js';
import { createOwnReleaseStore, type OwnReleaseStore } from './own-release-store.js';
import { ownReleaseRoutes } from './routes.js';
import { withOwnReleases } from './with-own-releases.js';

interface Answer {
  readonly code?: string;
  readonly detail?: string;
  readonly candidate: { readonly id: string; readonly title: string; readonly passed: boolean; readonly protocol: string };
}

const NAME = 'Frank Herbert - Dune (Unabridged) [Simon Vance] [M4B]';
const PASSKEY = 'TOPSECRETPASSKEY';
const TRACKER = `https://tracker.example.org/${PASSKEY}/announce`;
const HASH = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
const MAGNET = `magnet:?xt=urn:btih:${HASH}&dn=${encodeURIComponent(NAME)}&tr=${encodeURIComponent(TRACKER)}&ws=http%3A%2F%2Fevil.example`;

const torrentOf = (name: string, files: readonly string[]) =>
  encodeBencode({
    announce: TRACKER,
    info: { name, 'piece length': 16384, pieces: Buffer.alloc(20, 7), files: files.map((path) => ({ length: 300_000_000, path: [path] })) },
  });
const nzbOf = (file: string) =>
  Buffer.from(
    `<nzb><file subject="&quot;${file}&quot; yEnc (1/1)"><groups><group>a.b</group></groups><segments><segment bytes="600000000" number="1">1@x</segment></segments></file></nzb>`,
  );

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`bringing a release of one's own, on ${dialect}`, () => {
    let world: RequestWorld;
    let http: TestHttp;
    let bring: ReleaseBringing;
    let store: OwnReleaseStore;
    let live: EventBus;
    let paul: TestClient;
    let paulId: string;
    let requestId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      await world.addIntegration(fakeIndexer('indexer-1', [goodRelease()]));
      await world.addIntegration(fakeClient('client-1'));
      const { database, host, settings, candidates, catalog, transitions, requests, now } = world;
      store = createOwnReleaseStore(database, createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 1)]]) }));
      live = createEventBus();
      bring = createReleaseBringing({ database, events: live, host, settings, candidates, catalog, transitions, requests, now, store });
      http = await startTestHttp({
        database,
        owning: [lifecycle],
        routes: ownReleaseRoutes(bring),
      });
      paul = await member('paul', { interactiveSearch: true });
      paulId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      requestId = await world.addRequest({ user: paulId, status: 'awaiting_search' });
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    async function member(name: string, permissions: { interactiveSearch?: boolean }): Promise<TestClient> {
      const client = await http.as(name);
      const { id } = (await http.people.users.findByUsername(name)) ?? { id: '' };
      await http.people.users.update(id, { permissions }, { name: 'spec' });
      return client;
    }
    const bringMagnet = (magnet: string, client = paul, id = requestId) =>
      client.post<Answer>(`/api/requests/${id}/own-release/magnet`, { magnet });
    const bringFile = async (kind: 'torrent' | 'nzb', bytes: Buffer, name = `${NAME}.nzb`, client = paul) => {
      const type = kind === 'torrent' ? 'application/x-bittorrent' : 'application/x-nzb';
      const query = kind === 'nzb' ? `?name=${encodeURIComponent(name)}` : '';
      const answer = await client.fetch(`/api/requests/${requestId}/own-release/${kind}${query}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(bytes),
      });
      return { status: answer.status, body: (await answer.json()) as Answer };
    };
    /** What a download client would get of a candidate. */
    const handedOut = async (id: string) => {
      const candidate = await world.candidates.get(id);
      if (!candidate) throw new Error('There is no such candidate.');
      return handOut(
        withOwnReleases(world.host, () => store),
        candidate,
        new AbortController().signal,
      );
    };
    const kept = async () => (await world.database.read.all<{ contentSealed: string }>('SELECT * FROM own_release_parts')).length;

    it('tells those who look at the request that there is another release', async () => {
      const told: unknown[] = [];
      const end = live.subscribe((event) => told.push([event.type, event.audience, event.data]));
      await bringMagnet(MAGNET);
      end();

      const [search] = await world.database.read.all<{ id: string }>('SELECT id FROM searches WHERE request_id = ?', [requestId]);
      expect(told).to.deep.include(['search.updated', { users: [paulId], andAdmins: true }, { requestId, searchId: search?.id }]);
    });

    it('makes a candidate of a magnet, judged like any other, and hands it out without the addresses that are no trackers', async () => {
      const { status, body } = await bringMagnet(MAGNET);

      expect([status, body.candidate.passed, body.candidate.title]).to.deep.equal([201, true, NAME]);
      expect(await handedOut(body.candidate.id)).to.deep.equal({
        kind: 'magnet',
        uri: `magnet:?xt=urn:btih:${HASH}&dn=${encodeURIComponent(NAME)}&tr=${encodeURIComponent(TRACKER)}`,
        infoHash: HASH,
      });
    });

    it('makes a candidate of a .torrent of many parts', async () => {
      const pieces = Buffer.alloc(200_000, 7);
      const info = { length: 600_000_000, name: NAME, 'piece length': 65536, pieces };

      const { status, body } = await bringFile('torrent', encodeBencode({ announce: TRACKER, info, 'url-list': 'http://evil.example' }));

      expect([status, body.candidate.passed]).to.deep.equal([201, true]);
      expect(await kept()).to.equal(5);
      const item = await handedOut(body.candidate.id);
      expect(item.kind).to.equal('torrent');
      const expected = encodeBencode({ announce: TRACKER, 'announce-list': [[TRACKER]], info });
      expect(item.kind === 'torrent' && Buffer.from(item.bytes).equals(expected)).to.equal(true);
    });

    it('makes a candidate of an .nzb, and says that no client takes it', async () => {
      const { status, body } = await bringFile('nzb', nzbOf('dune.m4b'));

      expect([status, body.candidate.title, body.candidate.protocol, body.candidate.passed]).to.deep.equal([201, NAME, 'usenet', false]);
      expect(await handedOut(body.candidate.id)).to.deep.equal({ kind: 'nzb', bytes: nzbOf('dune.m4b'), name: NAME });
    });

    it('says what fails, and takes it only once the person has confirmed it', async () => {
      const { body } = await bringFile('torrent', torrentOf('Ursula Le Guin - The Dispossessed', ['a.m4b']));
      const caller = world.callerOf(paulId, { permissions: { autoApprove: false, interactiveSearch: true, downloadAccess: false } });

      expect(body.candidate.passed).to.equal(false);
      const refused = await world.service
        .select(caller, requestId, body.candidate.id, false)
        .catch((error: { code: string }) => error.code);
      expect(refused).to.equal('gate_failed');
      await world.service.select(caller, requestId, body.candidate.id, true);
      expect((await world.request(requestId)).status).to.equal('downloading');
    });

    it('judges a release that was blocked by its hash', async () => {
      const { asin } = await world.request(requestId);
      await world.database.transaction((tx) =>
        world.candidates.block(tx, {
          asin,
          releaseKey: `hash:${HASH}`,
          title: 'x',
          indexer: 'y',
          reason: 'It was silent.',
          at: world.now(),
        }),
      );

      expect((await bringMagnet(MAGNET)).body.candidate.passed).to.equal(false);
    });

    for (const [what, torrent, words] of [
      ['a program', torrentOf(NAME, ['Dune.m4b', 'Setup.exe']), /holds a program/],
      ['an ebook', torrentOf(NAME, ['Dune.epub']), /holds no audio/],
      ['no torrent', Buffer.from('<html>'), /no \.torrent file/],
    ] as const) {
      it(`refuses ${what} and keeps nothing`, async () => {
        const { status, body } = await bringFile('torrent', torrent);

        expect([status, body.code]).to.deep.equal([422, 'unfit_release']);
        expect(body.detail).to.match(words);
        expect(await kept()).to.equal(0);
      });
    }

    it('refuses a file that is too large, and one of another kind', async () => {
      expect((await bringFile('torrent', Buffer.alloc(10 * 1024 * 1024 + 1))).body.code).to.equal('body_too_large');
      const answer = await paul.fetch(`/api/requests/${requestId}/own-release/torrent`, {
        method: 'POST',
        headers: { 'content-type': 'application/zip' },
        body: 'x',
      });
      expect(((await answer.json()) as Answer).code).to.equal('file_required');
    });

    it('is never taken automatically, and stays among the candidates after the next search', async () => {
      const { body } = await bringMagnet(MAGNET);
      const { asin } = await world.request(requestId);

      expect(await world.candidates.nextAutomatic(requestId, asin)).to.equal(undefined);
      await world.database.transaction(async (tx) => {
        const id = await world.candidates.begin(tx, { requestId, automatic: true, queries: ['dune'], at: world.now() });
        await world.candidates.saveSources(tx, id, [], world.now());
      });
      expect((await world.candidates.view(requestId)).candidates.map(({ id }) => id)).to.deep.equal([body.candidate.id]);
    });

    it('keeps one of the same release, and forgets it with its request', async () => {
      await bringMagnet(MAGNET);
      const { body } = await bringMagnet(MAGNET);

      expect((await world.candidates.view(requestId)).candidates.map(({ id }) => id)).to.deep.equal([body.candidate.id]);
      expect(await kept()).to.equal(1);
      await world.database.transaction((tx) => tx.run('DELETE FROM release_candidates WHERE request_id = ?', [requestId]));
      expect(await kept()).to.equal(0);
    });

    const callerPaul = () =>
      world.callerOf(paulId, { permissions: { autoApprove: false, interactiveSearch: true, downloadAccess: false } });
    const readHash = (digit: string) =>
      readMagnet(`magnet:?xt=urn:btih:${digit.repeat(40)}&dn=${encodeURIComponent(NAME)}`, { atHome: false });
    /** Brings a release while something happens to its request. */
    const bringDuring = (id: string, happens: (tx: Tx) => Promise<unknown>) =>
      bring(
        callerPaul(),
        id,
        async () => {
          await world.database.transaction(happens);
          return readHash('a');
        },
        new AbortController().signal,
      ).catch((error: { code: string }) => error.code);

    it('is refused where the request ended or was deleted while the file was read', async () => {
      const whenOver = await bringDuring(requestId, (tx) =>
        world.transitions.apply(tx, requestId, 'cancel', { message: 'It is not wanted.', reason: null }),
      );
      const another = await world.addRequest({ user: paulId, status: 'awaiting_search' });
      const whenGone = await bringDuring(another, (tx) => createRequestRemoval().remove(tx, another));

      expect([whenOver, whenGone]).to.deep.equal(['request_state', 'not_found']);
      expect(await kept()).to.equal(0);
    });

    it('keeps one of the same release that is brought many times at once', async () => {
      const { signal } = new AbortController();

      await Promise.all(Array.from({ length: 20 }, () => bring(callerPaul(), requestId, () => readHash('a'), signal)));

      expect((await world.candidates.view(requestId)).candidates).to.have.length(1);
      expect(await world.database.read.all('SELECT id FROM searches WHERE request_id = ?', [requestId])).to.have.length(1);
      expect(await kept()).to.equal(1);
    });

    it('keeps the last ten of many that nobody took', async () => {
      const { signal } = new AbortController();
      const ids: string[] = [];
      for (const digit of '0123456789ab') ids.push((await bring(callerPaul(), requestId, () => readHash(digit), signal)).id);

      expect((await world.candidates.view(requestId)).candidates.map(({ id }) => id)).to.deep.equal(ids.slice(2));
      expect(await kept()).to.equal(10);
    });

    it('says that it has to be brought again where it is gone', async () => {
      const { body } = await bringMagnet(MAGNET);
      await world.database.transaction((tx) => tx.run('DELETE FROM own_release_parts', []));

      const error = await handedOut(body.candidate.id).catch((caught: { code: string }) => caught.code);
      expect(error).to.equal('INTEGRATION_NOT_FOUND');
    });

    it('keeps what it consists of sealed, and shows nobody its addresses', async () => {
      const { body } = await bringMagnet(MAGNET);

      const rows = await world.database.read.all('SELECT * FROM own_release_parts');
      const seen = [rows, body, await world.candidates.view(requestId), await world.database.read.all('SELECT * FROM release_candidates')];
      expect(JSON.stringify(seen)).to.not.match(/TOPSECRET|tracker\.example|magnet:\?/);
    });

    it('is for admins, and for the owner of the request if that person may choose releases', async () => {
      const stranger = await member('chani', { interactiveSearch: true });
      const admin = await http.as('admin');
      const leto = await member('leto', {});
      const ofLeto = await world.addRequest({
        user: (await http.people.users.findByUsername('leto'))?.id ?? '',
        status: 'awaiting_search',
      });

      expect((await bringMagnet(MAGNET, stranger)).body.code).to.equal('not_found');
      expect((await bringMagnet(MAGNET, leto, ofLeto)).body.code).to.equal('permission_required');
      expect((await bringMagnet(MAGNET, paul, randomUUID())).status).to.equal(404);
      expect((await bringMagnet(MAGNET, admin)).status).to.equal(201);
    });

    it('leaves trackers of the home network to admins', async () => {
      const magnet = `magnet:?xt=urn:btih:${HASH}&tr=${encodeURIComponent('http://192.168.1.5:6969/announce')}`;
      const uriOf = async (client: TestClient) => {
        const item = await handedOut((await bringMagnet(magnet, client)).body.candidate.id);
        return item.kind === 'magnet' ? item.uri : '';
      };

      expect(await uriOf(paul)).to.not.contain('192.168');
      expect(await uriOf(await http.as('admin'))).to.contain('192.168');
    });

    it('is refused once the request is over', async () => {
      const over = await world.addRequest({ user: paulId, asin: 'B002V8KSLU', status: 'available' });

      expect((await bringMagnet(MAGNET, paul, over)).body.code).to.equal('request_state');
    });

    it('is in the timeline and in the history', async () => {
      await bringMagnet(MAGNET);

      expect(await world.events(requestId)).to.include('release_brought');
      const { items } = await world.audit.list({ page: 1, limit: 10 });
      expect(items.map(({ action, actorName }) => [action, actorName])).to.deep.include(['request.release_brought', 'paul']);
    });
  });
}
