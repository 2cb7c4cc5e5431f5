import { join } from 'node:path';
import { makeBookFolder, until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_WHILE_REPLACING } from './crash-kills.spec.support.js';
import { createCrashStage, libraryOf, untilAvailable, untilDead, type CrashStage, type Scene } from './crash-scene.spec.support.js';

interface Replaced {
  readonly replacement: { readonly requestId: string; readonly state: string; readonly status: string };
}

describe('a server that is killed while a book gives way to another copy', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage();
  });

  after(() => stage?.close());

  /** The folders of a book that have all its files. */
  async function wholeCopies({ book }: Scene): Promise<string[]> {
    const { books } = await libraryOf(stage.world.libraryDir);
    return [...books].filter(([folder, files]) => folder.includes(book.title) && files === stage.files).map(([folder]) => folder);
  }

  /** Another release of the book, with other audio. */
  async function offerAnother({ book }: Scene): Promise<void> {
    const [author] = book.authors;
    const folder = join(stage.dataDir, '..', 'seeds', `${book.title} again`);
    await makeBookFolder(folder, {
      author: author?.name ?? '',
      title: book.title,
      files: stage.files,
      secondsPerFile: 21,
      bitrateKbps: 32,
    });
    stage.world.offer(folder, { title: `${book.title} by ${author?.name ?? ''} [ENG / MP3] [Narrated by Tobias Fenwick] v2` });
  }

  async function report({ book }: Scene): Promise<string> {
    const said = { kind: 'sound', text: 'It crackles.' };
    const path = `/api/audiobooks/${book.asin}/report-issue`;
    return (await stage.user.api.call<{ report: { id: string } }>('POST', path, said)).report.id;
  }

  for (const point of KILLS_WHILE_REPLACING) {
    it(`always has one whole copy, and has one in the end, after a kill at “${point}”`, async () => {
      const scene = stage.nextScene();
      const old = await stage.ask(scene.book);
      await untilAvailable(stage, old);
      const [before] = await wholeCopies(scene);
      const reportId = await report(scene);
      await offerAnother(scene);

      await stage.arm(point);
      const path = `/api/admin/reports/${reportId}/replace`;
      const { replacement } = await stage.admin.api.call<Replaced>('POST', path, { requestId: old });
      await untilDead(stage);
      expect(await wholeCopies(scene)).not.to.deep.equal([]);
      await stage.restart();

      await untilAvailable(stage, replacement.requestId, stage.admin);
      const after = await wholeCopies(scene);
      expect(after).to.have.length(1);
      expect(after).not.to.include(before);
      expect(await stage.statusOf(old)).to.equal('available');
      const ended = await stage.admin.api.call<Replaced>('GET', `/api/admin/reports/${reportId}/replacement`);
      expect(ended.replacement.state).to.equal('done');
      const { report: closed } = await stage.user.api.call<{ report: { state: string } }>('GET', `/api/reports/${reportId}`);
      expect(closed.state).to.equal('resolved');
      await until(async () => (await libraryOf(stage.world.libraryDir)).left.length === 0, { what: 'the working folders to go' });
    });
  }
});
