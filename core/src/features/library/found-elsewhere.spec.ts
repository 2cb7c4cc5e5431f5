import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { FINDABLE } from '../lifecycle/machine.js';
import { IMPORT, REMOVE_DOWNLOAD, requestSubject, TELL_HOOKS } from '../lifecycle/request-jobs.js';
import { REQUEST_STATUSES } from '../lifecycle/statuses.js';
import { IMPORT_PLANNED } from '../lifecycle/timeline.js';
import { createAvailabilitySettler } from './availability.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';

const DIALECTS = ['sqlite', ...((await hasPostgres()) ? (['postgres'] as const) : [])] as const;
const TURNED_UP = 'It turned up in the library of Shelf.';
const BOTH = ['audiobook', 'ebook'] as const;

function asin(n: number): string {
  return `B${String(n).padStart(9, '0')}`;
}

for (const dialect of DIALECTS) {
  describe(`a request whose book turns up by another way on ${dialect}`, () => {
    let world: LibraryWorld;
    let server: FakeServer;

    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      server = fakeServer(await world.integration());
    });

    afterEach(() => world.dispose());

    const full = (more = {}) => world.scanner.full(server.provider, { signal: world.signal, ...more });
    const recent = () => world.scanner.recent(server.provider, { signal: world.signal });
    const other = () => book('other');

    for (const [type, end] of [
      ['audiobook', 'available'],
      ['ebook', 'downloaded'],
    ] as const) {
      it(`ends, whatever it waits for, when it is for an ${type}`, async () => {
        const requests = await Promise.all(FINDABLE.map(async (status, n) => world.request(asin(n), status, type)));
        server.items = requests.map((_, n) => book(`item-${n}`, { asin: asin(n), formats: [type] }));

        await recent();

        for (const [n, id] of requests.entries()) {
          expect(await world.statusOf(id), FINDABLE[n]).to.equal(end);
          expect(await world.messagesOf(id)).to.deep.equal([TURNED_UP]);
          expect(await world.reasonOf(id)).to.equal(null);
        }
        expect(world.notified).to.have.members(requests.map((_, n) => `request_available:${asin(n)}`));
        expect(world.ended).to.have.members(requests.map((id) => requestSubject(id)));
        expect(world.enqueued.filter(({ name }) => name === TELL_HOOKS.name).map(({ payload }) => payload)).to.have.length(FINDABLE.length);
      });
    }

    it('stays as it is where somebody denied or cancelled it, or where it has ended', async () => {
      const closed = REQUEST_STATUSES.filter((status) => !FINDABLE.includes(status) && status !== 'downloaded');
      const requests = await Promise.all(closed.map(async (status, n) => world.request(asin(n), status)));
      server.items = requests.map((_, n) => book(`item-${n}`, { asin: asin(n) }));

      await full();

      expect(closed).to.deep.equal(['denied', 'available', 'cancelled']);
      for (const [n, id] of requests.entries()) expect(await world.statusOf(id)).to.equal(closed[n]);
      expect(world.notified).to.deep.equal([]);
    });

    it('waits for its person if a restored backup put it there', async () => {
      const held = await world.request(asin(1), 'awaiting_search');
      await world.database.transaction((tx) => world.transitions.apply(tx, held, 'restored', { message: 'Restored.', reason: null }));
      server.items = [book('a', { asin: asin(1) })];

      await full();

      expect(await world.statusOf(held)).to.equal('failed');
      expect(world.notified).to.deep.equal([]);
    });

    it('ends by a sibling of its recording, and not by another recording', async () => {
      await world.sameWork(asin(1), asin(2));
      const sibling = await world.request(asin(1), 'awaiting_search');
      const otherRecording = await world.request(asin(3), 'awaiting_search');
      server.items = [book('a', { asin: asin(2), title: `Title ${asin(3)}`, authors: ['Ann Author'] })];

      await full();

      expect(await world.statusOf(sibling)).to.equal('available');
      expect(await world.statusOf(otherRecording)).to.equal('awaiting_search');
    });

    it('ends by the files that were placed for somebody else, whatever the media server takes them for', async () => {
      const theirs = await world.request(asin(1), 'cancelled');
      const mappings = [{ remote: '/data', local: world.folder }];
      const mapped = fakeServer(await world.integration('Attic', mappings), 'Attic');
      await world.placed(theirs, 'Ann/One', { 'one.mp3': 'sound' });
      const waiting = await world.request(asin(1), 'awaiting_search');
      mapped.items = [book('a', { path: '/data/Ann/One' })];

      await world.scanner.full(mapped.provider, { signal: world.signal });

      expect(await world.messagesOf(waiting)).to.deep.equal(['It turned up in the library of Attic.']);
    });

    it('ends by the medium that was asked for: an ebook beside the audiobook counts, an ebook alone is no audiobook', async () => {
      const [spoken, read] = [await world.request(asin(1), 'pending'), await world.request(asin(1), 'pending', 'ebook')];
      server.items = [book('a', { asin: asin(1), formats: ['ebook'] })];
      await full();
      expect([await world.statusOf(spoken), await world.statusOf(read)]).to.deep.equal(['pending', 'downloaded']);

      const second = [await world.request(asin(2), 'pending'), await world.request(asin(2), 'pending', 'ebook')];
      server.items.push(book('b', { asin: asin(2), formats: ['audiobook', 'ebook'] }));
      await full();
      expect(await Promise.all(second.map((id) => world.statusOf(id)))).to.deep.equal(['available', 'downloaded']);

      const third = await world.request(asin(3), 'pending', 'ebook');
      server.items.push(book('c', { asin: asin(3) }));
      await full();
      expect(await world.statusOf(third)).to.equal('pending');
    });

    it('ends when an admin links an item to the book', async () => {
      const request = await world.request(asin(1), 'awaiting_search');
      server.items = [book('a')];
      await full();
      expect(await world.statusOf(request)).to.equal('awaiting_search');

      await world.database.transaction((tx) => tx.run("UPDATE library_items SET matched_asin = ?, matched_by = 'manual'", [asin(1)]));
      await world.scanner.settler.found();

      expect(await world.statusOf(request)).to.equal('available');
    });

    it('ends at the next look when the server died between finding the book and moving the request', async () => {
      server.items = [book('a', { asin: asin(1) })];
      await full();
      const request = await world.request(asin(1), 'awaiting_search');

      const report = await recent();

      expect(report.items).to.equal(0);
      expect(await world.statusOf(request)).to.equal('available');
    });

    it('does not end by an item that the last scan missed', async () => {
      server.items = [book('a', { asin: asin(1) }), book('b'), book('c')];
      await full();
      server.items = server.items.slice(1);
      await full();
      const request = await world.request(asin(1), 'awaiting_search');

      await recent();

      expect(await world.statusOf(request)).to.equal('awaiting_search');
    });

    it('ends once where two processes find its book at the same moment', async () => {
      server.items = [book('a', { asin: asin(1) })];
      await full();
      const request = await world.request(asin(1), 'downloading');

      const moved = await Promise.all(
        [createAvailabilitySettler(world), createAvailabilitySettler(world)].map((settler) => settler.found()),
      );

      expect(moved.sort()).to.deep.equal([0, 1]);
      expect(await world.messagesOf(request)).to.deep.equal([TURNED_UP]);
    });

    it('gives up its download', async () => {
      const request = await world.request(asin(1), 'downloading');
      await world.database.transaction((tx) => tx.run('UPDATE requests SET current_download_id = ?', ['d1']));
      server.items = [book('a', { asin: asin(1) })];

      await full();

      expect(world.enqueued.filter(({ name }) => name === REMOVE_DOWNLOAD.name).map(({ payload }) => payload)).to.deep.equal([
        { downloadId: 'd1' },
      ]);
      const row = await world.database.read.get<{ currentDownloadId: string | null }>(
        'SELECT current_download_id FROM requests WHERE id = ?',
        [request],
      );
      expect(row?.currentDownloadId).to.equal(null);
    });

    it('lets an import that is to run again go first, once it may have placed files', async () => {
      const planned = await world.request(asin(1), 'awaiting_import');
      const untouched = await world.request(asin(2), 'awaiting_import');
      const over = await world.jobOf(planned, IMPORT.name, 'queued');
      await world.jobOf(untouched, IMPORT.name, 'queued');
      const note = { detail: { directory: 'Ann/One' } };
      await world.database.transaction((tx) => world.transitions.note(tx, planned, IMPORT_PLANNED, 'The files go to “Ann/One”.', note));
      server.items = [book('a', { asin: asin(1) }), book('b', { asin: asin(2) })];

      await full();
      expect(await world.statusOf(planned)).to.equal('awaiting_import');
      expect(await world.statusOf(untouched)).to.equal('available');

      await over();
      await recent();
      expect(await world.statusOf(planned)).to.equal('available');
    });

    for (const state of ['queued', 'running'] as const) {
      it(`lets an import that is ${state} go first`, async () => {
        const request = await world.request(asin(1), 'processing');
        const over = await world.jobOf(request, IMPORT.name, state);
        server.items = [book('a', { asin: asin(1) })];

        await full();
        expect(await world.statusOf(request)).to.equal('processing');
        expect(await world.database.transaction((tx) => world.scanner.settler.endIfFound(tx, request))).to.equal(false);

        await over();
        await recent();
        expect(await world.statusOf(request)).to.equal('available');
      });
    }

    it('ends where it had failed, unless the same person has asked again since', async () => {
      const given = await world.request(asin(1), 'failed');
      const old = await world.request(asin(2), 'failed');
      world.advance(1000);
      await world.database.transaction((tx) =>
        tx.run('UPDATE requests SET created_at = ? WHERE id = ?', ['2026-01-01T00:00:00.000Z', old]),
      );
      const newer = await world.request(asin(2), 'awaiting_search');
      server.items = [book('a', { asin: asin(1) }), book('b', { asin: asin(2) })];

      await full();
      await recent();

      expect(await Promise.all([given, old, newer].map((id) => world.statusOf(id)))).to.deep.equal(['available', 'failed', 'available']);
      expect(world.notified).to.have.length(2);
    });

    for (const type of BOTH) {
      describe(`and vanishes again (${type})`, () => {
        let request: string;

        beforeEach(async () => {
          request = await world.request(asin(1), 'awaiting_search', type);
          server.items = [book('a', { asin: asin(1), formats: [type] }), other(), book('third')];
          await full();
          server.items = server.items.slice(1);
          await full();
          await full();
        });

        it('has failed, and says why: nothing was placed that could be listed again', async () => {
          expect(await world.statusOf(request)).to.equal('failed');
          expect(await world.reasonOf(request)).to.deep.include({ code: 'gone_from_library' });
          expect((await world.reasonOf(request))?.todo).to.equal('Retry the request if the book is still wanted.');
          expect(world.notified).to.have.length(1);
        });

        it('has its book again when it comes back', async () => {
          server.items.push(book('a', { asin: asin(1), formats: [type] }));
          await full();

          expect(await world.statusOf(request)).to.equal(type === 'ebook' ? 'downloaded' : 'available');
          expect(await world.reasonOf(request)).to.equal(null);
        });
      });
    }

    it('keeps an ebook that was placed here, which no media server may ever list', async () => {
      const request = await world.request(asin(1), 'downloaded', 'ebook');
      await world.placed(request, 'Ann/One [Ebook]', { 'One.epub': 'text' });
      server.items = [other()];

      await full();
      await full();

      expect(await world.statusOf(request)).to.equal('downloaded');
    });

    it('keeps what was found where so much is missing at once that it is more likely a fault', async () => {
      const requests = await Promise.all(
        Array.from({ length: 8 }, (_, n) => world.request(asin(n), 'pending', n % 2 ? 'ebook' : 'audiobook')),
      );
      server.items = requests.map((_, n) => book(`item-${n}`, { asin: asin(n), formats: ['audiobook', 'ebook'] }));
      await full();
      await world.database.transaction((tx) => tx.run('UPDATE library_items SET matched_asin = NULL'));

      expect(await world.scanner.settler.lost({ dropped: new Set(), acceptLoss: false })).to.deep.equal({ moved: 0, suspect: 8 });
      expect(await world.scanner.settler.lost({ dropped: new Set(), acceptLoss: true })).to.deep.equal({ moved: 8, suspect: 0 });
    });
  });
}
