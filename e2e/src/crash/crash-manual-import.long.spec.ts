import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBookFolder, until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_WHILE_IMPORTING_BY_HAND } from './crash-kills.spec.support.js';
import { withDatabase } from './crash-outcome.spec.support.js';
import { createCrashStage, libraryOf, untilAvailable, untilDead, type CrashStage } from './crash-scene.spec.support.js';

interface Listed {
  readonly items: readonly { readonly id: string; readonly book: { readonly asin: string } }[];
}

describe('a server that is killed during a manual import', () => {
  let stage: CrashStage;
  let shelf: string;
  let reader: string;

  before(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'lectern-shelf-'));
    stage = await createCrashStage();
    const { user } = await stage.user.api.call<{ user: { id: string } }>('GET', '/api/auth/me');
    reader = user.id;
  });

  after(async () => {
    await stage?.close();
    await rm(shelf, { recursive: true, force: true });
  });

  async function requestsFor(asin: string): Promise<string[]> {
    const { items } = await stage.admin.api.call<Listed>('GET', '/api/admin/requests?limit=100');
    return items.filter(({ book }) => book.asin === asin).map(({ id }) => id);
  }

  for (const [index, point] of KILLS_WHILE_IMPORTING_BY_HAND.entries()) {
    it(`places the book once and deletes its files after a kill at “${point}”`, async () => {
      const { book } = stage.nextScene();
      const path = join(shelf, String(index));
      await mkdir(path);
      await makeBookFolder(path, { author: book.authors[0]?.name ?? '', title: book.title, files: 3, secondsPerFile: 20 });
      const order = { asin: book.asin, path, cleanupSource: true, userId: reader };
      await stage.arm(point);

      const asked = stage.admin.api.call('POST', '/api/admin/manual-import', order).catch((error: unknown) => {
        // the answer is lost with the server
        if (!(error instanceof TypeError)) throw error;
      });
      await untilDead(stage);
      await asked;
      await stage.restart();
      if ((await requestsFor(book.asin)).length === 0) await stage.admin.api.call('POST', '/api/admin/manual-import', order);

      const [requestId = '', ...others] = await requestsFor(book.asin);
      expect(others).to.deep.equal([]);
      await untilAvailable(stage, requestId);
      await until(() => !existsSync(path), { everyMs: 25, what: 'the source to be deleted' });
      const library = await libraryOf(stage.world.libraryDir);
      expect(library.left, 'working folders').to.deep.equal([]);
      expect([...library.books].filter(([folder]) => folder.includes(book.title))).to.deep.equal([[book.title, stage.files]]);
      expect(await readdir(shelf)).to.deep.equal([]);
      await withDatabase(stage, async ({ read }) => {
        expect(await read.all('SELECT id FROM imports WHERE request_id = ?', [requestId])).to.have.length(1);
      });
    });
  }
});
