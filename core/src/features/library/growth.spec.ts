import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import { expect } from 'chai';
import type { Database } from '../../platform/db/index.js';
import { tidyItem } from './library-record.js';
import type { KnownItem, LibraryStore } from './library-store.js';
import { book, createLibraryWorld, fakeServer } from './library-world.spec.support.js';
import { judgeLosses } from './losses.js';
import { createMatcher } from './match-items.js';
import { loadOwnImports, type OwnImport } from './own-imports.js';

const { signal } = new AbortController();

function many<T>(size: number, make: (n: number) => T): T[] {
  return Array.from({ length: size }, (_, n) => make(n));
}

function ownImport(n: number, directory: string): OwnImport {
  return { id: String(n), directory, contentHash: 'v1:0', asin: `B${n}`, format: 'audiobook' };
}

/** A database that has imports only. */
function imported(rows: readonly OwnImport[]): Database {
  return { read: { all: () => Promise.resolve(rows) } } as never;
}

describe('what a media server lists', () => {
  it('is tidied in linear time', async () => {
    const item = (text: string) =>
      book('1', { title: text, subtitle: text, authors: [text], asin: text, isbn: text, path: text, addedAt: text });

    await expectBoundedReading({ tidyItem: (text) => tidyItem(item(text), new Date(0)) }, [' ', 'B', '1', '\0', '-']);
  });

  it('is looked for among our books in time that grows with the length of its path only', async () => {
    const imports = await loadOwnImports(imported([ownImport(1, '/library/Author/Title')]));

    await expectBoundedGrowth(
      'folders',
      (size) => '/a'.repeat(size / 2),
      (path) => imports.near(path),
      { from: 2_000, to: 200_000 },
    );
    expect(imports.near('/library/Author/Title/Disc 1/more')).to.have.length(1);
    expect(imports.near('/library')).to.have.length(1);
  });

  it('is looked for in time linear in the number of our books', async () => {
    const rows = (size: number) => many(size, (n) => ownImport(n, `/library/Author ${n % 7}/Title ${n}`));
    const load = async (placed: readonly OwnImport[]) => (await loadOwnImports(imported(placed))).near('/library/Author 1');

    await expectBoundedGrowth('imports', rows, load, { from: 500, to: 50_000 });
  });

  it('is matched in time linear in the number of items', async () => {
    const store = { siblings: async () => new Map() } as unknown as LibraryStore;
    const items = (size: number) => many(size, (n) => book(String(n), { asin: `B${n}`, path: `/books/Author/Title ${n}` }));
    const match = (listed: ReturnType<typeof items>) =>
      createMatcher({ database: imported([ownImport(1, '/library/A')]), store, log: {} as never }, [
        { remote: '/books', local: '/elsewhere' },
      ]).match(listed, new Map<string, KnownItem>(), signal);

    await expectBoundedGrowth('items', items, match, { from: 500, to: 50_000 });
  });

  it('may be missed in any number of libraries', async () => {
    const store = { placesOfUnseen: async () => [], titlesOfUnseen: async () => [], libraryRoot: async () => undefined };
    const absences = (size: number) => many(size, (n) => ({ libraryId: String(n), known: 100, unseen: 60 + (n % 2) }));
    const names = new Map(many(50_000, (n) => [String(n), 'Books']));
    const judge = (missed: ReturnType<typeof absences>) =>
      judgeLosses({} as never, store, { integrationId: 'i', scanId: 's' }, missed, names);

    await expectBoundedGrowth('libraries', absences, judge, { from: 500, to: 50_000 });
  });

  it('may stand on one page, more of it than a statement takes', async () => {
    const world = await createLibraryWorld('sqlite');
    const server = fakeServer(await world.integration());
    server.items = many(33_000, (n) => book(`item-${n}`));
    server.pageSize = server.items.length;
    let turns = 0;
    const other = setInterval(() => (turns += 1), 0);

    const report = await world.scanner.full(server.provider, { signal: world.signal });
    clearInterval(other);
    await world.dispose();

    expect(report).to.include({ outcome: 'complete', items: 33_000 });
    expect(turns).to.be.above(20);
  });
});
