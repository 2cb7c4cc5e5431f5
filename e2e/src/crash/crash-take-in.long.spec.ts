import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBookFolder, until } from '@lectern/testbed';
import { expect } from 'chai';
import { KILLS_WHILE_FILING, KILLS_WHILE_TAKING_IN } from './crash-kills.spec.support.js';
import { withDatabase } from './crash-outcome.spec.support.js';
import { createCrashStage, untilDead, type CrashStage } from './crash-scene.spec.support.js';

type Step = 'start' | 'accept' | 'undo';

const STEP_OF: Record<(typeof KILLS_WHILE_TAKING_IN)[number], Step> = {
  'taking in found': 'start',
  'taking in read': 'start',
  'taking in leaving': 'accept',
  'taking in undoing': 'undo',
  'ran library.take-in': 'start',
};
const BOOKS = 3;

interface View {
  readonly id: string;
  readonly state: string;
  readonly books: readonly { readonly state: string; readonly count: number }[];
}

describe('a server that is killed while it takes in a library', () => {
  let stage: CrashStage;
  let shelf: string;

  before(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'lectern-shelf-'));
    stage = await createCrashStage();
    for (let made = 0; made < BOOKS; made += 1) {
      const { title, authors } = stage.nextScene().book;
      const author = authors[0]?.name ?? '';
      const folder = join(shelf, author, title);
      await mkdir(folder, { recursive: true });
      await makeBookFolder(folder, { author, title, files: 2, secondsPerFile: 30 });
    }
  });

  after(async () => {
    await stage?.close();
    await rm(shelf, { recursive: true, force: true });
  });

  const newest = async (): Promise<View | undefined> =>
    (await stage.admin.api.call<{ items: View[] }>('GET', '/api/admin/take-ins')).items[0];

  /** Waits until all books are in a state, each once. */
  async function untilAll(state: string, id?: string): Promise<View> {
    const view = await until(
      async () => {
        const take = await newest();
        const isAll = take?.books.length === 1 && take.books[0]?.state === state && take.books[0].count === BOOKS;
        return isAll && take.state === 'ready' && take.id !== id ? take : undefined;
      },
      { everyMs: 25, what: `all books to be ${state}` },
    ).catch(async (error: unknown) => {
      throw new Error(`It is ${JSON.stringify(await newest())}\n${stage.server.output().slice(-2000)}`, { cause: error });
    });
    return view;
  }

  /** Asks for a step, and lets the server die in it. */
  async function ask(path: string, body: object, dieAt: string | undefined): Promise<void> {
    if (dieAt === undefined) return void (await stage.admin.api.call('POST', path, body));
    await stage.arm(dieAt);
    const asked = stage.admin.api.call('POST', path, body).catch((error: unknown) => {
      // the answer is lost with the server
      if (!(error instanceof TypeError)) throw error;
    });
    await untilDead(stage);
    await asked;
    await stage.restart();
  }

  const itemsBelow = (): Promise<number> =>
    withDatabase(stage, async ({ read }) => {
      const row = await read.get<{ n: number }>('SELECT COUNT(*) AS n FROM library_items WHERE path LIKE ?', [`${shelf}%`]);
      return Number(row?.n);
    });

  for (const point of KILLS_WHILE_TAKING_IN) {
    it(`takes in each book once, and back again, after a kill at “${point}”`, async () => {
      const earlier = (await newest())?.id;
      const diesIn = (step: Step) => (STEP_OF[point] === step ? point : undefined);

      await ask('/api/admin/take-ins', { path: shelf }, diesIn('start'));
      const { id } = await untilAll('read', earlier);
      expect(await itemsBelow()).to.equal(0);
      const all = { confidences: ['certain', 'likely', 'unsure'] };
      await ask(`/api/admin/take-ins/${id}/accept`, all, diesIn('accept'));
      await untilAll('left');
      expect(await itemsBelow()).to.equal(BOOKS);
      await ask(`/api/admin/take-ins/${id}/undo`, {}, diesIn('undo'));
      await untilAll('read');
      expect(await itemsBelow()).to.equal(0);
    });
  }

  /** Every audio file and working folder below a folder. */
  async function filesBelow(root: string): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter(({ name }) => name.endsWith('.mp3') || name.startsWith('.lectern-'))
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .sort();
  }

  const steps = (['file', 'undo'] as const).flatMap((step) => KILLS_WHILE_FILING[step].map((point) => ({ step, point })));
  for (const { step, point } of steps) {
    it(`files each book once, and puts it back, after a kill at “${point}” of ${step === 'file' ? 'filing' : 'the undo'}`, async () => {
      const earlier = (await newest())?.id;
      const before = await filesBelow(shelf);
      expect(before.length).to.be.greaterThan(BOOKS);
      await ask('/api/admin/take-ins', { path: shelf }, undefined);
      const { id } = await untilAll('read', earlier);
      const all = { confidences: ['certain', 'likely', 'unsure'], how: 'file' };
      await ask(`/api/admin/take-ins/${id}/accept`, all, step === 'file' ? point : undefined);
      await untilAll('filed');
      expect(await filesBelow(shelf)).to.deep.equal([]);
      expect(await filesBelow(stage.world.libraryDir)).to.have.length(before.length);
      await ask(`/api/admin/take-ins/${id}/undo`, {}, step === 'undo' ? point : undefined);
      await untilAll('read');
      expect(await filesBelow(shelf)).to.deep.equal(before);
      expect(await filesBelow(stage.world.libraryDir)).to.deep.equal([]);
      expect(await itemsBelow()).to.equal(0);
    });
  }
});
