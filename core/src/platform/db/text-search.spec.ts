import { expect } from 'chai';
import type { Database } from './database.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from './test-databases.js';
import { correctedSearch, findText, wordsOf, type SearchTarget } from './text-search.js';

const AT = '2026-01-01T00:00:00.000Z';
const TARGET: SearchTarget = { table: 'library_items', alias: 'l', columns: ['title', 'authors', 'matched_asin'] };

const BOOKS: Readonly<Record<string, readonly string[]>> = {
  'Dune Messiah': ['Frank Herbert'],
  'Les Misérables': ['Víctor Hugo'],
  'Über den Fluss, und in die Wälder': ['Ernest Hemingway'],
  'Ender’s Game': ['Orson Scott Card'],
  'The 5th Wave': ['Rick Yancey'],
  '海辺のカフカ 上': ['村上春樹'],
  'Преступление и наказание': ['Фёдор Достоевский'],
  'How to 100% (fast_er)': ['A. B. "Quote" C.'],
  'See https://example.com/dune for e-mail@example.com': ['O’Brien-Smith'],
};

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the index of words on ${dialect}`, () => {
    let test: TestDatabase;
    let database: Database;

    const insert = async (id: string, title: string, authors: readonly string[]) =>
      database.transaction((tx) =>
        tx.run(
          `INSERT INTO library_items (id, integration_id, library_id, item_id, title, authors, narrators, has_cover, added_at, updated_at, seen_scan)
           VALUES (?, 'server', 'l', ?, ?, ?, '[]', false, ?, ?, '1')`,
          [id, id, title, JSON.stringify(authors), AT, AT],
        ),
      );
    const find = async (text: string): Promise<string[]> => {
      const { from, where, params, count, inOrder, amongFew } = findText(dialect, TARGET, text);
      const rows = await database.read.all<{ title: string }>(`SELECT l.title FROM ${from} WHERE ${where} ORDER BY l.id`, params);
      expect(Number((await database.read.get<{ total: number }>(count, params))?.total)).to.equal(rows.length);
      for (const way of [inOrder, amongFew]) {
        if (!way) continue;
        const sql = `SELECT l.title FROM ${way.from} WHERE ${way.where} ORDER BY l.id`;
        expect(await database.read.all(sql, way.params)).to.deep.equal(rows);
      }
      return rows.map(({ title }) => title);
    };

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      database = test.database;
      await database.transaction((tx) =>
        tx.run(
          `INSERT INTO integrations (id, plugin_id, name, enabled, priority, settings, plugin_version, path_mappings, subscriptions, created_at, updated_at)
           VALUES ('server', 'media-plex', 'Plex', false, 1, '{}', '1', '[]', '[]', ?, ?)`,
          [AT, AT],
        ),
      );
      let number = 0;
      for (const [title, authors] of Object.entries(BOOKS)) await insert(String((number += 1)), title, authors);
    });
    after(() => test?.dispose());

    for (const [text, found] of [
      ['dune', ['Dune Messiah', 'See https://example.com/dune for e-mail@example.com']],
      ['MESS', ['Dune Messiah']],
      ['herbert dune', ['Dune Messiah']],
      ['  dune   mess', ['Dune Messiah']],
      ['miserables', ['Les Misérables']],
      ['Misérables', ['Les Misérables']],
      ['mise\u0301r', ['Les Misérables']],
      ['victor hugo', ['Les Misérables']],
      ['uber wal', ['Über den Fluss, und in die Wälder']],
      ['ender', ['Ender’s Game']],
      ["ender's g", ['Ender’s Game']],
      ['ender’s', ['Ender’s Game']],
      ['5th', ['The 5th Wave']],
      ['преступ', ['Преступление и наказание']],
      ['ДОСТОЕВСКИЙ', ['Преступление и наказание']],
      ['カフカ', ['海辺のカフカ 上']],
      ['春樹', ['海辺のカフカ 上']],
      ['%', ['How to 100% (fast_er)']],
      ['_', ['How to 100% (fast_er)']],
      ['quote', ['How to 100% (fast_er)']],
      ['brien smith', ['See https://example.com/dune for e-mail@example.com']],
      ['example', ['See https://example.com/dune for e-mail@example.com']],
      ['dune OR wave', []],
      ['dune" OR "wave', []],
      ["dune' | 'wave", []],
      ['dune*', ['Dune Messiah', 'See https://example.com/dune for e-mail@example.com']],
      ['title:dune', []],
      ['une', []],
      ['nothing of this', []],
    ] as const) {
      it(`finds ${found.length === 0 ? 'nothing' : found.length} under ${JSON.stringify(text)}`, async () => {
        expect(await find(text)).to.deep.equal(found);
      });
    }

    it('takes any text without an error', async () => {
      const long = 'word '.repeat(40);
      for (const text of [long, '\u{1F600}', 'a\u0000b', '"', "'", '\\', ':*', '() & | !', '\u0301', 'ｆｕｌｌ', 'ß', 'İ', '१२']) {
        expect(await find(text), JSON.stringify(text)).to.be.an('array');
        expect(await correctedSearch(database, TARGET, text), JSON.stringify(text)).to.satisfy(
          (found: unknown) => found === undefined || typeof found === 'string',
        );
      }
    });

    it('follows a title that changes and a book that goes', async () => {
      await insert('x', 'Xenocide', []);
      expect(await find('xenoc')).to.deep.equal(['Xenocide']);

      await database.transaction((tx) => tx.run("UPDATE library_items SET title = 'Yonder', matched_asin = 'B00YONDER1' WHERE id = 'x'"));
      expect([await find('xenoc'), await find('yond'), await find('b00yonder1')]).to.deep.equal([[], ['Yonder'], ['Yonder']]);

      await database.transaction((tx) => tx.run("DELETE FROM library_items WHERE id = 'x'"));
      expect(await find('yonder')).to.deep.equal([]);
    });

    it('forgets the books of a server that is removed', async () => {
      await database.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO integrations (id, plugin_id, name, enabled, priority, settings, plugin_version, path_mappings, subscriptions, created_at, updated_at)
           VALUES ('gone', 'media-plex', 'Other', false, 1, '{}', '1', '[]', '[]', ?, ?)`,
          [AT, AT],
        );
      });
      await insert('y', 'Zanzibar', []);
      await database.transaction((tx) => tx.run("UPDATE library_items SET integration_id = 'gone' WHERE id = 'y'"));

      await database.transaction((tx) => tx.run("DELETE FROM integrations WHERE id = 'gone'"));
      await insert('y', 'Yes', []);

      expect([await find('zanzibar'), await find('yes')]).to.deep.equal([[], ['Yes']]);
    });

    for (const [typed, meant] of [
      ['herbrt', 'herbert'],
      ['hrebert', 'herbert'],
      ['dune mesiah', 'dune messiah'],
      ['miserabels', 'miserables'],
      ['dnue', 'dune'],
      ['dune', undefined],
      ['xqzv', undefined],
      ['dun', undefined],
      ['海辺のカフガ', undefined],
    ] as const) {
      it(`takes ${typed} for ${meant ?? 'nothing else'}`, async () => {
        expect(await correctedSearch(database, TARGET, typed)).to.equal(meant);
      });
    }
  });
}

describe('words of a search', () => {
  it('are at most twelve, each once', () => {
    expect(wordsOf(`${Array.from({ length: 30 }, (_, n) => `w${n}`).join(' ')} w1`)).to.have.length(12);
    expect(wordsOf('Dune, dune! DÜNE')).to.deep.equal(['dune', 'düne']);
  });
});
