import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import { createAuditService } from '../audit/index.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { createRequestReader } from '../lifecycle/request-reader.js';
import { createDownloadLinks } from '../saving/download-links.js';
import { ASIN, createBookFilesWorld, type BookFilesWorld, type LinkAnswer } from '../saving/book-files-world.spec.support.js';
import { RENAME, renameJob } from './rename-job.js';
import { createRenameService } from './rename-service.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';

const OTHER = 'B0BOOK0002';
const OPEN = { range: undefined, ifRange: undefined };

for (const dialect of SERVICE_DIALECTS) {
  describe(`links to books that are renamed on ${dialect}`, () => {
    let world: BookFilesWorld;

    beforeEach(async () => {
      world = await createBookFilesWorld(dialect);
    });
    afterEach(() => world.remove());

    /** Gives books the folders that a template names, as the job does. */
    async function rename(pathTemplate: string): Promise<void> {
      const { database } = world;
      await world.people.settings.update({ library: { pathTemplate } }, world.actor);
      const now = (): Date => new Date();
      const log = pino({ level: 'silent' });
      const jobs = createEmbeddedJobQueue({ database, log, exclusive: true });
      for (const { name } of [RENAME, LOOK_AT_LIBRARY]) jobs.define({ name, title: name, run: async () => undefined });
      const renames = createRenameService({ database, jobs, audit: createAuditService({ database, now }), now });
      const job = renameJob({
        database,
        host: { hooks: { transform: async (_name, payload) => payload } },
        requestReader: createRequestReader(database),
        catalog: { cached: async () => new Map(), book: async () => undefined },
        settings: world.people.settings,
        jobs,
        log,
        now,
        announce: () => undefined,
      });
      const work = () =>
        job.run({
          id: 'job',
          payload: {},
          attempt: 1,
          maxAttempts: 1,
          hold: async () => undefined,
          signal: new AbortController().signal,
          log,
          progress: () => undefined,
        });
      const { row } = await renames.create({ everything: true }, world.actor);
      await work();
      await renames.start(row.id, world.actor);
      await work();
      expect((await renames.get(row.id)).row.state).to.equal('done');
    }

    async function answerOf(link: LinkAnswer): Promise<string> {
      const answer = await world.get(link.path);
      return answer.status === 200 ? answer.text() : `${answer.status} ${((await answer.json()) as { code: string }).code}`;
    }

    it('lead to the file in its new folder', async () => {
      const anna = await world.listener('anna');
      const id = await world.place({ files: { '01.mp3': Buffer.from('one'), '02.mp3': Buffer.from('two') } });
      const link = await world.link(anna, id, '02.mp3');

      await rename('{title} ({asin})');

      expect(await readFile(join(world.library, `A Book (${ASIN})`, '02.mp3'), 'utf8')).to.equal('two');
      expect(await answerOf(link)).to.equal('two');
    });

    it('say that the file is gone when it has another name, and never lead to the book that has its place now', async () => {
      const anna = await world.listener('anna');
      const id = await world.place();
      const link = await world.link(anna, id);

      await rename('{title} ({asin})');
      expect(await answerOf(link)).to.equal('410 files_gone');
      await world.place({ asin: OTHER, files: { 'A Book.m4b': Buffer.from('the other!') } });

      expect(await answerOf(link)).to.equal('410 files_gone');
      expect(await answerOf(await world.link(anna, id))).to.equal('0123456789');
    });

    it('do not answer with the file that came to the place while the link was opened', async () => {
      const anna = await world.listener('anna');
      const id = await world.place({ files: { '01.mp3': Buffer.from('0123456789'), '02.mp3': Buffer.from('two') } });
      const one = await world.link(anna, id, '01.mp3');
      const all = await world.link(anna, id);
      let meanwhile: (() => Promise<unknown>) | undefined = async () => {
        await rename('{title} ({asin})');
        await world.place({ asin: OTHER, files: { '01.mp3': Buffer.from('the other!'), '02.mp3': Buffer.from('TWO') } });
      };
      const books: typeof world.books = {
        ...world.books,
        async again(row) {
          const book = await world.books.again(row);
          const happens = meanwhile;
          meanwhile = undefined;
          await happens?.();
          return book;
        },
      };
      const links = createDownloadLinks({ ...world.people, books, sessionHolds: async () => true });

      const error: unknown = await links.open(one.token, OPEN, '::1').catch((thrown: unknown) => thrown);
      expect(error).to.deep.include({ code: 'files_gone' });
      meanwhile = () => rename('{asin}');
      const archive: unknown = await links.open(all.token, OPEN, '::1').catch((thrown: unknown) => thrown);
      expect(archive).to.deep.include({ code: 'files_gone' });
    });

    it('go on with a download that has begun', async () => {
      const bytes = randomBytes(8 * 1024 * 1024);
      const anna = await world.listener('anna');
      const link = await world.link(anna, await world.place({ files: { 'A Book.m4b': bytes } }));
      const answer = await world.get(link.path);

      await rename('{title} ({asin})');

      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).to.equal(true);
    });
  });
}
