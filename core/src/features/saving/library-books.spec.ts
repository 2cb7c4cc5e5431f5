import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { TestClient } from '../auth/test-http.js';
import { ASIN, createBookFilesWorld, type BookFilesWorld } from './book-files-world.spec.support.js';

const BOOK = 'Author/Book';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`books of the library on ${dialect}`, () => {
    let world: BookFilesWorld;
    let ben: TestClient;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createBookFilesWorld(dialect);
      ben = await world.listener('ben');
    });
    afterEach(() => world?.remove());

    const code = async (answer: Response): Promise<string> => `${answer.status} ${((await answer.json()) as { code?: string }).code}`;
    const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
      let statements = 0;
      // the settings are kept for a while, and read again after that
      const stop = world.database.onStatement((sql) => (statements += /\bFROM settings\b/.test(sql) ? 0 : 1));
      await work();
      stop();
      return statements;
    };
    const at = (name: string) => join(world.library, name);
    const names = async (client = ben) => (await world.status(client)).downloads.map(({ files }) => files.map(({ name }) => name));

    describe('that somebody else requested', () => {
      it('can be saved by everybody with the permission, by the ASIN, and not by the request', async () => {
        const requestId = await world.place({ owner: 'anna' });

        const made = await world.bookLink(ben);

        expect(made.status).to.equal(201);
        expect(await (await world.get(made.body.path)).text()).to.equal('0123456789');
        expect((await world.status(ben)).downloads).to.deep.equal([
          { requestId: null, type: 'audiobook', files: [{ name: 'A Book.m4b', size: 10 }], size: 10 },
        ]);
        expect((await ben.post(`/api/requests/${requestId}/download-token`, {})).status).to.equal(404);
        expect((await world.bookLink(await world.http.as('plain'))).body.code).to.equal('permission_required');
        expect((await world.bookLink(await world.http.as('nobody'))).status).to.equal(401);
      });

      it('are saved under the book in the history, not under the request of the other', async () => {
        await world.place({ owner: 'anna' });
        await world.get((await world.bookLink(ben)).body.path);
        const rows = await world.database.read.all("SELECT target_type, target_id FROM audit_log WHERE action LIKE 'download.%'");
        expect(rows).to.deep.equal(Array.from({ length: 2 }, () => ({ targetType: 'book', targetId: ASIN })));
      });

      it('are for those who requested or subscribed where the setting says so', async () => {
        const id = await world.place({ owner: 'anna' });
        await world.only('own');
        expect((await world.bookLink(ben)).status).to.equal(404);
        expect((await world.status(ben)).reason?.code).to.equal('not_requested');
        for (const name of ['anna', 'admin']) expect((await world.bookLink(await world.listener(name))).status, name).to.equal(201);

        await world.subscribe('ben', id);

        expect((await world.bookLink(ben)).status).to.equal(201);
        expect((await world.status(ben)).downloads[0]?.requestId).to.equal(id);
      });

      it('come from the caller’s own request where there is one', async () => {
        const mine = await world.place({ owner: 'ben', folder: 'Author/Mine', files: { 'mine.m4b': Buffer.from('mine') } });
        await world.place({ owner: 'anna', folder: 'Author/Newer', files: { 'newer.m4b': Buffer.from('newer') } });
        const { downloads } = await world.status(ben);
        expect(downloads.map(({ requestId }) => requestId)).to.deep.equal([mine]);
        expect((await world.bookLink(ben)).body.name).to.equal('mine.m4b');
      });

      it('are listed only with files of which a link can be made', async () => {
        for (const owner of ['anna', 'carl']) {
          await world.place({ owner, folder: `Author/For ${owner}`, files: { [`${owner}.m4b`]: Buffer.from(owner) } });
        }
        const { downloads } = await world.status(ben);
        const listed = downloads.flatMap(({ files }) => files.map(({ name }) => name));
        const made = await Promise.all(listed.map((file) => world.bookLink(ben, { type: 'audiobook', file })));
        expect(made.map(({ status, body }) => [status, body.name])).to.deep.equal(listed.map((name) => [201, name]));
      });

      it('cannot be saved before they are in the library', async () => {
        await world.place({ owner: 'anna', status: 'processing' });
        expect((await world.bookLink(ben)).body.code).to.equal('not_ready');
        expect((await world.bookLink(ben, {}, 'B0UNKNOWN1')).body.code).to.equal('not_ready');
      });
    });

    describe('that a media server names', () => {
      it('have their audio, ebooks and pictures saved, and nothing hidden or strange', async () => {
        const hidden = ['.secret.mp3', '.hidden/03.mp3', '@eaDir/01.mp3', '04.mp3.part'];
        await world.write(['CD1/01.mp3', 'CD2/02.mp3', 'cover.jpg', 'booklet.pdf', 'book.nfo', ...hidden].map((name) => `${BOOK}/${name}`));
        await world.shelve({ path: at(BOOK) });

        expect(await names()).to.deep.equal([['CD1/01.mp3', 'CD2/02.mp3', 'booklet.pdf', 'cover.jpg']]);
        const one = await world.bookLink(ben, { file: 'CD2/02.mp3' });
        expect(await (await world.get(one.body.path)).text()).to.equal(`the content of ${BOOK}/CD2/02.mp3`);
        const all = await world.bookLink(ben);
        expect(all.body.name).to.equal('Book.zip');
        expect(
          Buffer.from(await (await world.get(all.body.path)).arrayBuffer())
            .subarray(0, 2)
            .toString(),
        ).to.equal('PK');
        for (const file of [...hidden, 'book.nfo', '../../etc/passwd', '../Other/01.mp3']) {
          expect((await world.bookLink(ben, { file })).body.code, file).to.equal('unknown_file');
        }
      });

      it('are found by the path mappings, under every ASIN of the recording', async () => {
        await world.write([`${BOOK}/a.m4b`]);
        await world.shelve({ path: `/audiobooks/${BOOK}`, pathMappings: [{ remote: '/audiobooks', local: world.library }] });
        world.state.siblings.set('B0SIBLING0', [ASIN]);
        for (const asin of [ASIN, 'B0SIBLING0']) expect((await world.bookLink(ben, {}, asin)).body.name, asin).to.equal('a.m4b');
      });

      it('may be one file beside others', async () => {
        await world.write(['Author/One.m4b', 'Author/Two.m4b']);
        await world.shelve({ path: at('Author/One.m4b') });
        expect(await names()).to.deep.equal([['One.m4b']]);
      });

      it('may be an audiobook and an ebook in one folder', async () => {
        await world.write([`${BOOK}/a.m4b`, `${BOOK}/a.epub`, `${BOOK}/cover.jpg`]);
        await world.shelve({ path: at(BOOK), formats: ['audiobook', 'ebook'] });
        expect(await names()).to.deep.equal([
          ['a.m4b', 'cover.jpg'],
          ['a.epub', 'cover.jpg'],
        ]);
        expect((await world.bookLink(ben)).body.name).to.equal('a.m4b');
        expect((await world.bookLink(ben, { type: 'ebook' })).body.name).to.equal('a.epub');
      });

      it('can be saved from a request that ended because the book turned up', async () => {
        await world.write([`${BOOK}/a.m4b`]);
        await world.shelve({ path: at(BOOK) });
        const id = await world.place({ owner: 'ben', files: undefined });
        await world.only('own');
        expect((await world.link(ben, id)).name).to.equal('a.m4b');
        expect((await world.bookLink(ben)).body.name).to.equal('a.m4b');
        expect((await world.bookLink(await world.listener('carl'))).status).to.equal(404);
      });

      it('stand in for placed files that are gone', async () => {
        await world.place({ owner: 'anna', folder: 'Old/Place' });
        await rename(at('Old'), at('New'));
        await world.shelve({ path: at('New/Place') });
        expect((await world.bookLink(ben)).status).to.equal(201);
      });

      it('may be listed by two servers, of which one does not know the book', async () => {
        await world.write([`${BOOK}/a.m4b`]);
        await world.shelve({ path: at(BOOK) });
        await world.shelve({ path: at(BOOK), server: 'Other' });
        await world.shelve({ path: `/x/${BOOK}`, asin: null, server: 'Third', pathMappings: [{ remote: '/x', local: world.library }] });
        expect((await world.bookLink(ben)).status).to.equal(201);
      });
    });

    describe('of a media server that lies', () => {
      const secret = 'secret.mp3';
      const lies: Readonly<Record<string, () => Promise<string | null>>> = {
        'by an absolute path elsewhere': async () => world.dir,
        'by the path of a file elsewhere': async () => join(world.dir, secret),
        'by ..': async () => `${world.library}/../${secret}`,
        'by .. behind a folder that exists': async () => `${at(BOOK)}/../../../${secret}`,
        'by the library folder itself': async () => world.library,
        'by the library folder, seen through ..': async () => `${at(BOOK)}/../..`,
        'by a folder that holds the library folder': async () => join(world.library, '..'),
        'by the root of the file system': async () => '/',
        'by a relative path': async () => BOOK,
        'by a path of another system': async () => 'D:\\audiobooks\\Book',
        'by no path': async () => null,
        'by an empty path': async () => '',
        'by an endless path': async () => `/${'x/'.repeat(10_000)}`,
        'by a link to a folder elsewhere': async () => {
          await symlink(world.dir, at('Author/Link'));
          return at('Author/Link');
        },
        'by a link to a file elsewhere': async () => {
          await symlink(join(world.dir, secret), at('Author/link.mp3'));
          return at('Author/link.mp3');
        },
        'by a link to the library folder': async () => {
          await symlink(world.library, at('Author/Link'));
          return at('Author/Link');
        },
        'by a hidden folder': async () => {
          await world.write(['.trash/a.mp3']);
          return at('.trash');
        },
        'by a link to a hidden folder': async () => {
          await world.write(['.trash/deep/a.mp3']);
          await symlink(at('.trash/deep'), at('Author/Link'));
          return at('Author/Link');
        },
        'by the folder of the author, in which another book lies': async () => {
          await world.write([`${BOOK}/a.mp3`]);
          await world.shelve({ path: at(BOOK), asin: 'B0ANOTHER1' });
          return at('Author');
        },
        'by the folder of another book': async () => {
          await world.write([`${BOOK}/a.mp3`]);
          await world.shelve({ path: at(BOOK), asin: 'B0ANOTHER1' });
          return at(BOOK);
        },
        'by the folder of another book of another server': async () => {
          await world.write([`${BOOK}/a.mp3`]);
          const pathMappings = [{ remote: '/x', local: world.library }];
          await world.shelve({ path: `/x/${BOOK}`, asin: 'B0ANOTHER1', server: 'Other', pathMappings });
          return at(BOOK);
        },
        'by another spelling of the folder of another book': async () => {
          await world.write([`${BOOK}/a.mp3`]);
          await world.shelve({ path: at(BOOK), asin: 'B0ANOTHER1' });
          return `${world.library}/./Author//x/../Book/`;
        },
        'by a link to the folder of another book': async () => {
          await world.write([`${BOOK}/a.mp3`]);
          await world.shelve({ path: at(BOOK), asin: 'B0ANOTHER1' });
          await symlink(at(BOOK), at('Author/Link'));
          return at('Author/Link');
        },
        'by a part of another book': async () => {
          await world.write([`${BOOK}/CD1/a.mp3`]);
          await world.shelve({ path: at(BOOK), asin: 'B0ANOTHER1' });
          return at(`${BOOK}/CD1`);
        },
        'by the folder of an item that is no known book': async () => {
          await world.write([`${BOOK}/a.mp3`]);
          await world.shelve({ path: at(BOOK), asin: null });
          return at(BOOK);
        },
        'by the folder of another book that was placed here': async () => {
          await world.place({ folder: BOOK, asin: 'B0ANOTHER1', owner: 'anna' });
          return at(BOOK);
        },
        'by a folder below which another book was placed': async () => {
          await world.write(['Author/a.mp3']);
          await world.place({ folder: BOOK, asin: 'B0ANOTHER1', owner: 'anna' });
          return at('Author');
        },
        'by a link to a folder below which another book was placed': async () => {
          await world.write(['Author/a.mp3']);
          await world.place({ folder: BOOK, asin: 'B0ANOTHER1', owner: 'anna' });
          await symlink(at('Author'), at('Link'));
          return at('Link');
        },
        'by a part of another book that was placed here': async () => {
          await world.place({ folder: BOOK, asin: 'B0ANOTHER1', owner: 'anna' });
          await world.write([`${BOOK}/CD1/a.mp3`]);
          return at(`${BOOK}/CD1`);
        },
        'by a folder that holds nothing to listen to': async () => {
          await world.write(['Notes/readme.txt', 'Notes/photo.jpg']);
          return at('Notes');
        },
        'by a folder with nothing but links elsewhere': async () => {
          await mkdir(at('Links'));
          await symlink(join(world.dir, secret), at('Links/a.mp3'));
          await world.write(['Other/b.mp3']);
          await symlink(at('Other/b.mp3'), at('Links/b.mp3'));
          return at('Links');
        },
        'by a folder that is gone': async () => at('Nowhere'),
      };
      for (const [lie, tell] of Object.entries(lies)) {
        it(`cannot be saved: ${lie}`, async () => {
          await mkdir(at('Author'));
          await world.write([secret], world.dir);
          await world.shelve({ path: await tell() });

          const made = await world.bookLink(ben);

          expect([made.status, made.body.code]).to.deep.equal([409, 'not_readable']);
          expect((await world.status(ben)).reason).to.deep.equal({
            code: 'not_readable',
            message: 'This server cannot read the files of the book.',
          });
          const told = (await world.status(await world.listener('admin'))).reason;
          expect(told?.message).to.match(/cannot read the files of the book\. .*“Shelf”/);
        });
      }

      it('can be saved beside a folder whose name only begins alike, and where another book was before it was placed anew', async () => {
        await world.write([`${BOOK}/a.m4b`]);
        await world.shelve({ path: at(BOOK) });
        await world.place({ folder: `${BOOK} Two`, asin: 'B0ANOTHER1', owner: 'anna' });
        const id = await world.place({ folder: `${BOOK}/Old`, asin: 'B0ANOTHER2', owner: 'anna' });
        await world.database.transaction((tx) =>
          tx.run(
            `INSERT INTO imports (id, request_id, directory, content_hash, manifest, created_at)
             SELECT 'later', request_id, ?, content_hash, manifest, '9' FROM imports WHERE request_id = ?`,
            [at('Author/New'), id],
          ),
        );
        await rm(at(`${BOOK}/Old`), { recursive: true });
        expect((await world.bookLink(ben)).status).to.equal(201);
      });

      it('but by an admin’s own link to the book', async () => {
        await world.place({ folder: BOOK, asin: 'B0ANOTHER1', owner: 'anna' });
        await world.shelve({ path: at(BOOK), matchedBy: 'manual' });
        expect((await world.bookLink(ben)).status).to.equal(201);
      });
    });

    describe('a link', () => {
      let path: string;
      let itemId: string;
      beforeEach(async () => {
        await world.write([`${BOOK}/a.m4b`, `${BOOK}/b.m4b`, 'Author/Other/a.m4b']);
        itemId = await world.shelve({ path: at(BOOK) });
        path = (await world.bookLink(ben, { file: 'a.m4b' })).body.path;
        expect((await world.get(path)).status).to.equal(200);
      });
      const set = (column: string, value: string) =>
        world.database.transaction((tx) => tx.run(`UPDATE library_items SET ${column} = ? WHERE id = ?`, [value, itemId]));

      const ends: Readonly<Record<string, () => Promise<unknown>>> = {
        'when the setting changes to one’s own books': () => world.only('own'),
        'with the permission': async () =>
          world.people.users.update(await world.userId('ben'), { permissions: { downloadAccess: false } }, world.actor),
        'when the book leaves the library': () =>
          world.database.transaction((tx) => tx.run('DELETE FROM library_items WHERE id = ?', [itemId])),
        'when the item counts for another book': () => set('matched_asin', 'B0ANOTHER1'),
        'when the media server names another place': () => set('path', at('Author/Other')),
        'when the media server names a place outside': () => set('path', world.dir),
        'when another book is listed there': () => world.shelve({ path: at(BOOK), asin: 'B0ANOTHER1' }),
        'when the folder becomes a link to another': async () => {
          await rm(at(BOOK), { recursive: true });
          await symlink(at('Author/Other'), at(BOOK));
        },
        'when the path mappings lead elsewhere': () =>
          world.database.transaction((tx) =>
            tx.run('UPDATE integrations SET path_mappings = ?', [JSON.stringify([{ remote: world.library, local: world.dir }])]),
          ),
        'when the library folder is another': () => world.people.settings.update({ library: { path: at(BOOK) } }, world.actor),
        'after an hour': async () => {
          world.state.offset = 61 * 60_000;
        },
      };
      for (const [name, end] of Object.entries(ends)) {
        it(`ends ${name}`, async () => {
          await end();
          expect(await code(await world.get(path))).to.equal('403 download_link_invalid');
        });
      }

      it('to a placed book of another ends with the setting and with that request', async () => {
        const id = await world.place({ asin: 'B0PLACED01', folder: 'Author/Placed', owner: 'anna' });
        const made = await world.bookLink(ben, {}, 'B0PLACED01');
        await world.only('own');
        expect(await code(await world.get(made.body.path))).to.equal('403 download_link_invalid');
        await world.only('everyones');
        expect((await world.get(made.body.path)).status).to.equal(200);
        await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'processing' WHERE id = ?", [id]));
        expect(await code(await world.get(made.body.path))).to.equal('403 download_link_invalid');
      });

      it('serves its own file alone, whatever the address adds', async () => {
        for (const more of ['&file=b.m4b', '&asin=B0ANOTHER1', '&type=ebook']) {
          const answer = await world.get(`${path}${more}`);
          const text = await answer.text();
          expect(text, more).to.not.contain('b.m4b');
        }
        await world.database.transaction((tx) => tx.run("UPDATE download_tokens SET file = '../Other/a.m4b'"));
        expect(await code(await world.get(path))).to.equal('410 files_gone');
      });
    });

    describe('on pages', () => {
      const permissions = { autoApprove: false, interactiveSearch: false, downloadAccess: true };
      const ASINS = ['B0PLACED01', 'B0INSIDE01', 'B0OUTSIDE1', 'B0ROOT0001', 'B0NOPATH01', 'B0NOTHING1'];
      beforeEach(async () => {
        await world.place({ asin: 'B0PLACED01', owner: 'anna' });
        await world.shelve({ asin: 'B0INSIDE01', path: at(BOOK) });
        await world.shelve({ asin: 'B0OUTSIDE1', path: `${world.library}/../elsewhere` });
        await world.shelve({ asin: 'B0ROOT0001', path: `${world.library}/` });
        await world.shelve({ asin: 'B0NOPATH01', path: null });
      });
      const savable = async (name: string, may = true) => {
        const caller = { userId: await world.userId(name), role: 'user', permissions: { ...permissions, downloadAccess: may } } as const;
        return [...(await world.books.savableOf(caller, ASINS))].sort();
      };

      it('are marked for those who may save them, as the setting says', async () => {
        expect(await savable('ben')).to.deep.equal(['B0INSIDE01', 'B0PLACED01']);
        expect(await savable('ben', false)).to.deep.equal([]);
        await world.only('own');
        expect(await savable('ben')).to.deep.equal([]);
        expect(await savable('anna')).to.deep.equal(['B0PLACED01']);
      });

      it('are marked by two statements', async () => {
        await savable('ben');
        const statements = await statementsOf(() => savable('ben'));
        // and one for who it is
        expect(statements).to.equal(3);
      });
    });

    it('are not kept from people by tens of thousands of links and items', async () => {
      await world.write([`${BOOK}/a.m4b`]);
      const item = await world.shelve({ path: at(BOOK) });
      const uses = async (): Promise<[number, number]> => {
        let path = '';
        const making = await statementsOf(async () => (path = (await world.bookLink(ben)).body.path));
        return [making, await statementsOf(async () => expect((await world.get(path)).status).to.equal(200))];
      };
      const few = await uses();
      const user = await world.userId('anna');
      const time = new Date(Date.now() + 3_600_000).toISOString();
      const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)`;
      await world.database.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO download_tokens (id, token_hash, user_id, role, scope, asin, type, item_id, created_at, expires_at, uses)
           ${numbers} SELECT 'id' || i, 'hash' || i, '${user}', 'user', 'everyones', 'B0MANY0001', 'audiobook', '${item}', '${time}', '${time}', 0 FROM n`,
        );
        const columns = `integration_id, library_id, title, authors, narrators, has_cover, has_audio, has_ebook, added_at, updated_at, seen_scan, missing_scans, look_up_at`;
        await tx.run(
          `INSERT INTO library_items (id, item_id, path, ${columns})
           ${numbers} SELECT 'item' || i, 'item' || i, '/library/Some Author/Some Book ' || i, ${columns} FROM n JOIN library_items l ON l.id = '${item}'`,
        );
      });

      expect(await uses()).to.deep.equal(few);
      expect(await world.links.prune()).to.equal(0);
    });
  });
}
