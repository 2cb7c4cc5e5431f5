import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createBookFilesWorld, ASIN, type BookFilesWorld, type LinkAnswer } from './book-files-world.spec.support.js';
import type { DownloadStatus } from './download-status.js';

const BYTES = Buffer.from('0123456789');
const TWO_FILES = { 'CD1/01.mp3': randomBytes(100_000), 'CD1/02.mp3': Buffer.from('two'), 'cover.jpg': Buffer.from('picture') };

for (const dialect of SERVICE_DIALECTS) {
  describe(`files of books on ${dialect}`, () => {
    let world: BookFilesWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createBookFilesWorld(dialect);
    });
    afterEach(() => world?.remove());

    const token = (client: Awaited<ReturnType<BookFilesWorld['listener']>>, id: string, body: object = {}) =>
      client.post<LinkAnswer>(`/api/requests/${id}/download-token`, body);
    const refused = async (answer: Response): Promise<string> => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

    describe('a link', () => {
      it('leads to the only file, with its name, type and size, and requires no session', async () => {
        const anna = await world.listener('anna');
        const made = await token(anna, await world.place());

        expect(made.status).to.equal(201);
        expect(made.body).to.deep.include({ name: 'A Book.m4b', size: 10 });
        const answer = await world.get(made.body.path);
        expect(answer.status).to.equal(200);
        expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).to.equal(true);
        expect(Object.fromEntries(answer.headers)).to.include({
          'content-type': 'audio/mp4',
          'content-length': '10',
          'content-disposition': 'attachment; filename="A Book.m4b"',
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        });
        expect(answer.headers.get('content-security-policy')).to.contain('sandbox');
      });

      it('can be created without a body', async () => {
        await world.listener('anna');
        const id = await world.place();
        const answer = await (await world.http.as('anna')).fetch(`/api/requests/${id}/download-token`, { method: 'POST' });
        expect(answer.status).to.equal(201);
      });

      it('is only for the file it was created for', async () => {
        const anna = await world.listener('anna');
        const id = await world.place({ files: TWO_FILES });

        const made = await token(anna, id, { file: 'CD1/02.mp3' });

        expect(made.body).to.deep.include({ name: '02.mp3', size: 3 });
        expect(await (await world.get(made.body.path)).text()).to.equal('two');
        for (const file of ['CD1/03.mp3', '../A Book/CD1/02.mp3', '/etc/passwd', '']) {
          expect((await token(anna, id, { file })).body.code, file).to.equal('unknown_file');
        }
        expect((await token(anna, id, { file: '\0' })).body.code).to.equal('invalid_request');
      });

      it('is stored as a hash, and revealed to nobody', async () => {
        const anna = await world.listener('anna');
        const made = await world.link(anna, await world.place());
        const rows = await world.database.read.all('SELECT * FROM download_tokens');
        expect(JSON.stringify(rows)).to.not.contain(made.token);
        await world.get(made.path);
        expect(JSON.stringify(await world.audited())).to.not.contain(made.token);
      });

      it('is recorded when it is created and when a download starts, not when it continues', async () => {
        const anna = await world.listener('anna');
        const { path } = await world.link(anna, await world.place());
        for (const range of [undefined, 'bytes=4-', 'bytes=-2', 'bytes=0-3']) await world.get(path, range ? { range } : {});
        const entries = await world.audited();
        expect(entries.map(({ action }) => action)).to.deep.equal(['download.link_made', 'download.started', 'download.started']);
        expect(entries.every(({ actorName, detail }) => actorName === 'anna' && detail.includes('A Book.m4b'))).to.equal(true);
      });
    });

    describe('parts of a file', () => {
      let path: string;
      beforeEach(async () => {
        path = (await world.link(await world.listener('anna'), await world.place())).path;
      });

      for (const [range, content, text] of [
        ['bytes=0-3', 'bytes 0-3/10', '0123'],
        ['bytes=4-', 'bytes 4-9/10', '456789'],
        ['bytes=-3', 'bytes 7-9/10', '789'],
        ['bytes=8-99', 'bytes 8-9/10', '89'],
      ] as const) {
        it(`are returned for ${range}`, async () => {
          const answer = await world.get(path, { range });
          expect([answer.status, answer.headers.get('content-range'), await answer.text()]).to.deep.equal([206, content, text]);
          expect(answer.headers.get('content-length')).to.equal(String(text.length));
        });
      }

      it('are the whole file for several parts, nonsense and other units', async () => {
        for (const range of ['bytes=0-1,4-5', 'bytes=x', 'lines=1-2', 'bytes']) {
          const answer = await world.get(path, { range });
          expect([answer.status, await answer.text()], range).to.deep.equal([200, '0123456789']);
        }
      });

      it('are refused beyond the end', async () => {
        const answer = await world.get(path, { range: 'bytes=10-' });
        expect(answer.headers.get('content-range')).to.equal('bytes */10');
        expect(await refused(answer)).to.equal('416 range_not_satisfiable');
      });

      it('continue only while the file stays the same', async () => {
        const first = await world.get(path, { range: 'bytes=0-3' });
        await first.arrayBuffer();
        const etag = first.headers.get('etag') ?? '';
        expect((await world.get(path, { range: 'bytes=4-', 'if-range': etag })).status).to.equal(206);
        expect((await world.get(path, { range: 'bytes=4-', 'if-range': '"another"' })).status).to.equal(200);
      });
    });

    describe('permission to save files', () => {
      it('is for the owner, a subscriber and an admin, if each is allowed, and for nobody else', async () => {
        const id = await world.place();
        await world.subscribe('fay', id);
        await world.subscribe('finn', id);
        for (const name of ['anna', 'fay', 'admin']) {
          expect((await token(await world.listener(name), id)).status, name).to.equal(201);
        }
        expect((await token(await world.listener('stranger'), id)).status).to.equal(404);
        const unallowed = await token(await world.http.as('finn'), id);
        expect([unallowed.status, unallowed.body.code]).to.deep.equal([403, 'permission_required']);
        expect((await token(await world.http.as('nobody'), id)).status).to.equal(401);
      });

      it('follows the general setting unless set for the person', async () => {
        const id = await world.place();
        const anna = await world.http.as('anna');
        expect((await token(anna, id)).status).to.equal(403);
        await world.people.settings.update({ access: { downloadAccess: true } }, world.actor);
        expect((await token(anna, id)).status).to.equal(201);
        await world.people.users.update(await world.userId('anna'), { permissions: { downloadAccess: false } }, world.actor);
        expect((await token(anna, id)).status).to.equal(403);
      });

      it('applies only when the book is in the library and has files here', async () => {
        const anna = await world.listener('anna');
        for (const status of ['awaiting_approval', 'downloading', 'processing', 'cancelled', 'denied'] as const) {
          const id = await world.place({ status, asin: `S${status.slice(0, 9).toUpperCase().replace('_', 'X').padEnd(9, '0')}` });
          expect((await token(anna, id)).body.code, status).to.equal('not_ready');
        }
        const nothing = await world.place({ files: undefined, asin: 'N000000000' });
        expect((await token(anna, nothing)).body.code).to.equal('no_files');
        const ebook = await world.place({ type: 'ebook', status: 'downloaded', asin: 'E000000000', files: { 'A.epub': BYTES } });
        expect((await token(anna, ebook)).status).to.equal(201);
      });
    });

    describe('a link ends', () => {
      const ends: Readonly<Record<string, (id: string, request: string) => Promise<unknown>>> = {
        'with the permission': (id) => world.people.users.update(id, { permissions: { downloadAccess: false } }, world.actor),
        'with a general setting that the user follows': async (id) => {
          await world.people.users.update(id, { permissions: { downloadAccess: null } }, world.actor);
        },
        'with the account, shut out': (id) => world.people.users.update(id, { state: 'disabled' }, world.actor),
        'with the account, deleted': (id) => world.people.users.remove(id, world.actor),
        'with all sessions': (id) => world.people.users.endSessions(id, world.actor),
        'with the password': (id) => world.people.users.update(id, { password: 'another horse battery' }, world.actor),
        'with the role': (id) => world.people.users.update(id, { role: 'admin' }, world.actor),
        'with its session': async () => {
          const row = await world.database.read.get<{ sessionId: string }>('SELECT session_id FROM download_tokens');
          await world.people.sessions.endFamily(row?.sessionId ?? '');
        },
        'with being subscribed to the request': async (id) => {
          await world.database.transaction((tx) => tx.run('UPDATE requests SET user_id = ? WHERE user_id = ?', [other, id]));
        },
        'when the book leaves the library': async (_id, request) => {
          await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'processing' WHERE id = ?", [request]));
        },
        'after an hour': async () => {
          world.state.offset = 61 * 60_000;
        },
      };
      let other: string;

      for (const [name, end] of Object.entries(ends)) {
        it(name, async () => {
          other = await world.userId('other');
          const anna = await world.listener('anna');
          const request = await world.place();
          const { path } = await world.link(anna, request);
          expect((await world.get(path)).status, 'before').to.equal(200);

          await end(await world.userId('anna'), request);

          expect(await refused(await world.get(path))).to.equal('403 download_link_invalid');
        });
      }

      it('with the API token it was created with', async () => {
        await world.listener('anna');
        const made = await world.apiTokens.create(
          { userId: await world.userId('anna'), name: 'App', scopes: ['library:read'] },
          { id: 'x', name: 'spec' },
        );
        const id = await world.place();
        const answer = await fetch(`${world.http.url}/api/requests/${id}/download-token`, {
          method: 'POST',
          headers: { authorization: `Bearer ${made.token}` },
        });
        const { path } = (await answer.json()) as LinkAnswer;
        expect((await world.get(path)).status).to.equal(200);

        await world.apiTokens.revoke(made.row.id, world.actor);

        expect(await refused(await world.get(path))).to.equal('403 download_link_invalid');
      });

      it('after a number of uses, even if they come at once', async () => {
        const { path, token: secret } = await world.link(await world.listener('anna'), await world.place());
        await world.database.transaction((tx) => tx.run('UPDATE download_tokens SET uses = 48'));
        const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await world.get(path)).status));
        expect(statuses.filter((status) => status === 200)).to.have.length(2);
        expect(await refused(await world.get(path))).to.equal('403 download_link_invalid');
        expect(secret).to.have.length(43);
      });

      it('if it was never created', async () => {
        expect(await refused(await world.get(`/api/downloads?token=${'x'.repeat(43)}`))).to.equal('403 download_link_invalid');
        expect((await world.get('/api/downloads')).status).to.equal(400);
      });

      it('and is then deleted', async () => {
        await world.link(await world.listener('anna'), await world.place());
        expect(await world.links.prune()).to.equal(0);
        world.state.offset = 61 * 60_000;
        expect(await world.links.prune()).to.equal(1);
      });
    });

    describe('the status', () => {
      const status = async (client: Awaited<ReturnType<BookFilesWorld['listener']>>, asin = ASIN) =>
        (await client.get<DownloadStatus>(`/api/audiobooks/${asin}/download-status`)).body;

      it('lists the available files, under every ASIN of the book', async () => {
        const anna = await world.listener('anna');
        const requestId = await world.place({ files: { ...TWO_FILES, 'metadata.json': BYTES, 'release.nfo': BYTES } });
        world.state.siblings.set('B0SIBLING0', [ASIN]);
        const wanted = {
          requestId,
          type: 'audiobook',
          files: [
            { name: 'CD1/01.mp3', size: 100_000 },
            { name: 'CD1/02.mp3', size: 3 },
            { name: 'cover.jpg', size: 7 },
          ],
          size: 100_010,
        };
        for (const asin of [ASIN, 'B0SIBLING0']) {
          expect(await status(anna, asin)).to.deep.equal({ allowed: true, reason: null, downloads: [wanted] });
        }
      });

      it('says why not, where people may have their own books only', async () => {
        await world.only('own');
        const code = async (name: string) => (await status(await world.listener(name))).reason?.code;
        expect((await status(await world.http.as('plain'))).reason?.code).to.equal('permission_required');
        expect(await code('anna')).to.equal('not_requested');
        const id = await world.place({ status: 'downloading' });
        expect(await code('anna')).to.equal('not_ready');
        expect(await code('stranger')).to.equal('not_requested');
        await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'available' WHERE id = ?", [id]));
        expect(await code('anna')).to.equal(undefined);
        await world.place({ status: 'available', files: undefined, asin: 'N000000000' });
        expect((await status(await world.listener('anna'), 'N000000000')).reason?.code).to.equal('no_files');
      });

      it('names the files of two requests for one book once', async () => {
        await world.place({ owner: 'anna' });
        await world.place({ owner: 'ben' });
        expect((await status(await world.listener('admin'))).downloads).to.have.length(1);
      });
    });
  });
}
