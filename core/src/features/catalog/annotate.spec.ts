import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createAnnotate, type Annotate, type OwnedItem } from './annotate.js';
import { addRequest, addUser, sampleBook } from './catalog-world.spec.support.js';
import { seedWork } from './works-store.js';

const AT = '2026-03-01T10:00:00.000Z';
const asinOf = (n: number): string => sampleBook(n).asin;
const permissions = { autoApprove: false, interactiveSearch: false, downloadAccess: true };
const me = { userId: 'me', role: 'user', permissions } as const;
const admin = { userId: 'admin', role: 'admin', permissions } as const;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`annotating books on ${dialect}`, () => {
    let test: TestDatabase;
    let owned: Map<string, OwnedItem>;
    let ownedEbooks: Map<string, OwnedItem>;
    let annotate: Annotate;
    let savable: Set<string>;
    let links: Map<string, { server: string; url: string }[]>;
    /** Books that the last walks did not see. */
    let missing: Set<string>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      owned = new Map();
      ownedEbooks = new Map();
      savable = new Set();
      links = new Map();
      missing = new Set();
      annotate = createAnnotate({
        database: test.database,
        ownedItemsOf: async (asins) => {
          await test.database.read.all('SELECT 1 AS one');
          return new Map(
            asins.map((asin) => [
              asin,
              {
                audiobook: owned.get(asin),
                ebook: ownedEbooks.get(asin),
                listen: links.get(asin) ?? [],
                isSeen: owned.has(asin) && !missing.has(asin),
              },
            ]),
          );
        },
        savableOf: async (_caller, asins) => new Set(asins.filter((asin) => savable.has(asin))),
      });
      for (const id of ['me', 'you', 'admin']) await addUser(test.database, id);
      // 1 and 2 are one recording
      await test.database.transaction(async (tx) => {
        await seedWork(tx, asinOf(1), AT);
        const work = await tx.get<{ workId: string }>('SELECT work_id FROM work_asins');
        await tx.insert('work_asins', { asin: asinOf(2), workId: work?.workId, evidence: '[]', createdAt: AT });
      });
    });
    afterEach(() => test.dispose());

    it('knows nothing of a book nobody has or wants', async () => {
      const [book] = await annotate([sampleBook(1)], me);
      expect(book).to.deep.include({
        availability: 'none',
        request: null,
        ignored: false,
        reportedIssue: false,
        libraryItem: null,
        savable: false,
      });
      expect(book?.coverUrl).to.equal(`/api/covers/${asinOf(1)}`);
      expect(await annotate([], me)).to.deep.equal([]);
    });

    it('counts what is known of another ASIN of the recording', async () => {
      owned.set(asinOf(2), { id: 'item', integrationId: 'abs', title: 'Volume' });
      savable.add(asinOf(2));
      await addRequest(test.database, { id: 'r1', userId: 'me', asin: asinOf(2), status: 'available' });
      await test.database.transaction(async (tx) => {
        await tx.insert('ignored_audiobooks', { id: 'i1', userId: 'me', asin: asinOf(2), createdAt: AT });
        await tx.insert('reported_issues', {
          id: 'x1',
          userId: 'you',
          asin: asinOf(2),
          region: 'us',
          title: 'Two',
          author: 'Somebody',
          kind: 'sound',
          text: 'm',
          state: 'open',
          lastFrom: 'reporter',
          createdAt: AT,
          updatedAt: AT,
        });
      });
      const [book] = await annotate([sampleBook(1)], me);
      expect(book).to.deep.include({
        availability: 'available',
        request: { id: 'r1', status: 'available', mine: true },
        ignored: true,
        reportedIssue: true,
        libraryItem: { id: 'item', integrationId: 'abs', title: 'Volume' },
        savable: true,
      });
    });

    it('says where to listen, each server once, whichever ASIN it has', async () => {
      links.set(asinOf(1), [{ server: 'Shelf', url: 'https://shelf.example/1' }]);
      links.set(asinOf(2), [
        { server: 'Shelf', url: 'https://shelf.example/2' },
        { server: 'Attic', url: 'https://attic.example/2' },
      ]);
      const [book, other] = await annotate([sampleBook(1), sampleBook(5)], me);

      expect(book?.listen).to.deep.equal([
        { server: 'Shelf', url: 'https://shelf.example/1' },
        { server: 'Attic', url: 'https://attic.example/2' },
      ]);
      expect(other?.listen).to.deep.equal([]);
    });

    it('leads to a copy that the last walk saw, and not to another that it missed', async () => {
      owned.set(asinOf(1), { id: 'old', integrationId: 'abs', title: 'Volume' });
      owned.set(asinOf(2), { id: 'new', integrationId: 'abs', title: 'Volume' });
      links.set(asinOf(1), [
        { server: 'Shelf', url: 'https://shelf.example/old' },
        { server: 'Attic', url: 'https://attic.example/old' },
      ]);
      links.set(asinOf(2), [{ server: 'Shelf', url: 'https://shelf.example/new' }]);
      missing.add(asinOf(1));

      const [book] = await annotate([sampleBook(1)], me);

      expect(book?.listen).to.deep.equal([{ server: 'Shelf', url: 'https://shelf.example/new' }]);
      expect(book?.libraryItem?.id).to.equal('new');
    });

    it('tells the ebook from the audiobook, under whichever ASIN of the recording', async () => {
      ownedEbooks.set(asinOf(2), { id: 'item', integrationId: 'abs', title: 'Pages' });
      const [book] = await annotate([sampleBook(1)], me);
      expect(book).to.deep.include({
        availability: 'none',
        libraryItem: null,
        ebookItem: { id: 'item', integrationId: 'abs', title: 'Pages' },
      });
    });

    it('counts ASINs of a group that does not stand in works yet', async () => {
      owned.set(asinOf(9), { id: 'item', integrationId: 'abs', title: 'Volume' });
      const [book] = await annotate([sampleBook(5)], me, [[asinOf(5), asinOf(9)]]);
      expect(book?.availability).to.equal('available');
    });

    it('prefers my request to a newer one of others', async () => {
      await addRequest(test.database, {
        id: 'mine',
        userId: 'me',
        asin: asinOf(1),
        status: 'denied',
        createdAt: '2026-01-01T00:00:00.000Z',
      });
      await addRequest(test.database, {
        id: 'yours',
        userId: 'you',
        asin: asinOf(2),
        status: 'searching',
        createdAt: '2026-02-01T00:00:00.000Z',
      });
      const [book] = await annotate([sampleBook(1)], me);
      expect(book?.request).to.deep.equal({ id: 'mine', status: 'denied', mine: true });
      expect(book?.availability).to.equal('requested');
    });

    it('says when a release that was found is taken, and nothing of other waits', async () => {
      const nextAt = '2026-03-01T15:00:00.000Z';
      await addRequest(test.database, { id: 'mine', userId: 'me', asin: asinOf(1), status: 'awaiting_search' });
      const requestWaiting = async (reason: object | null, status = 'awaiting_search') => {
        await test.database.transaction((tx) =>
          tx.run('UPDATE requests SET reason = ?, status = ?', [reason && JSON.stringify(reason), status]),
        );
        return (await annotate([sampleBook(1)], me))[0]?.request;
      };
      const wait = { code: 'grab_delayed', message: 'A release was found.', since: AT, nextAt };

      expect(await requestWaiting(wait)).to.deep.equal({
        id: 'mine',
        status: 'awaiting_search',
        mine: true,
        takenAt: nextAt,
        reason: 'grab_delayed',
      });
      expect(await requestWaiting({ ...wait, code: 'nothing_found' })).to.not.have.property('takenAt');
      expect(await requestWaiting(null)).to.not.have.property('takenAt');
      expect(await requestWaiting(wait, 'downloading')).to.not.have.property('takenAt');
    });

    it('says why a request waits after a search, to its owner and to admins only', async () => {
      await addRequest(test.database, { id: 'yours', userId: 'you', asin: asinOf(1), status: 'awaiting_search' });
      const reason = JSON.stringify({ code: 'no_indexer', message: 'No indexer is connected.', since: AT });
      await test.database.transaction((tx) => tx.run('UPDATE requests SET reason = ?', [reason]));
      const requestSeenBy = async (caller: Parameters<typeof annotate>[1]) => (await annotate([sampleBook(1)], caller))[0]?.request;

      expect(await requestSeenBy({ ...me, userId: 'you' })).to.have.property('reason', 'no_indexer');
      expect(await requestSeenBy(admin)).to.have.property('reason', 'no_indexer');
      expect(await requestSeenBy(me)).to.not.have.property('reason');
    });

    it('names the owner of a request to admins only', async () => {
      await addRequest(test.database, { id: 'yours', userId: 'you', asin: asinOf(1), status: 'downloading' });
      const [mine] = await annotate([sampleBook(1)], me);
      const [admins] = await annotate([sampleBook(1)], admin);
      expect(mine?.request).to.deep.equal({ id: 'yours', status: 'downloading', mine: false });
      expect(admins?.request).to.deep.equal({ id: 'yours', status: 'downloading', mine: false, username: 'you' });
    });

    it('forgets what I cancelled, what ended for others, and ebooks', async () => {
      await addRequest(test.database, { id: 'a', userId: 'me', asin: asinOf(1), status: 'cancelled' });
      await addRequest(test.database, { id: 'b', userId: 'you', asin: asinOf(1), status: 'failed' });
      await addRequest(test.database, { id: 'c', userId: 'me', asin: asinOf(1), status: 'searching', type: 'ebook' });
      const [book] = await annotate([sampleBook(1)], me);
      expect(book).to.deep.include({ availability: 'none', request: null });
    });

    it('takes three statements, for 100 books as for 5', async () => {
      await addRequest(test.database, { id: 'a', userId: 'you', asin: asinOf(1), status: 'searching' });
      const count = async (books: number): Promise<number> => {
        let statements = 0;
        const stop = test.database.onStatement(() => (statements += 1));
        const annotated = await annotate(
          Array.from({ length: books }, (_, n) => sampleBook(n + 1)),
          me,
        );
        stop();
        expect(annotated).to.have.length(books);
        return statements;
      };
      expect(await count(5)).to.equal(3);
      expect(await count(100)).to.equal(3);
    });
  });
}
