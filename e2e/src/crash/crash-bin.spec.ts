import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBookFolder, until } from '@lectern/testbed';
import { expect } from 'chai';
import { stepsAroundTheBin } from './crash-kills.spec.support.js';
import { createCrashStage, libraryOf, untilAvailable, untilDead, type CrashStage, type Scene } from './crash-scene.spec.support.js';

interface Binned {
  readonly id: string;
  readonly title: string;
  readonly files: number;
  readonly folder: string;
  readonly busy: boolean;
}

/** A book that Lectern did not place, and the report about it. */
interface Foreign {
  readonly scene: Scene;
  readonly folder: string;
  readonly names: readonly string[];
  readonly reportId: string;
  readonly itemId: string;
}

const FILES = 4;

describe('a server that is killed while files go to the bin, come back, or are deleted there', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage();
  });
  after(() => stage?.close());

  const isThere = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  const admin = <T>(method: string, path: string, body?: object): Promise<T> => stage.admin.api.call<T>(method, path, body);

  /** Puts a book into the library by hand, lets the media server find it, and reports it. */
  async function foreignBook(): Promise<Foreign> {
    const scene = stage.nextScene();
    const { title, asin, authors } = scene.book;
    const folder = join(stage.world.libraryDir, 'Old shelf', `${title} [${asin}]`);
    await mkdir(folder, { recursive: true });
    await makeBookFolder(folder, { author: authors[0]?.name ?? '', title, files: FILES, secondsPerFile: 40 });
    // a media server that scans already drops the wish for another scan
    const report = await until(
      async () => {
        await stage.world.scanLibrary();
        await admin('POST', '/api/admin/library/scan');
        return stage.user.api
          .call<{ report: { id: string } }>('POST', `/api/audiobooks/${asin}/report-issue`, { kind: 'sound', text: 'It crackles.' })
          .catch(() => undefined);
      },
      { everyMs: 500, what: 'the book to be in the library' },
    );
    const reportId = report.report.id;
    const { evidence } = await admin<{ evidence: { items: { id: string; replaceable: boolean }[] } }>(
      'GET',
      `/api/admin/reports/${reportId}`,
    );
    const itemId = evidence.items.find(({ replaceable }) => replaceable)?.id ?? '';
    const { files } = await admin<{ files: { name: string; main: boolean }[] }>(
      'GET',
      `/api/admin/reports/${reportId}/files?itemId=${itemId}`,
    );
    const names = files.filter(({ main }) => main).map(({ name }) => name);
    expect(names).to.have.length(FILES);
    return { scene, folder, names, reportId, itemId };
  }

  /** Asks for another copy. @returns the request */
  async function replace({ reportId, itemId, names }: Foreign): Promise<string> {
    const path = `/api/admin/reports/${reportId}/replace-files`;
    return (await admin<{ replacement: { requestId: string } }>('POST', path, { itemId, files: names })).replacement.requestId;
  }

  /** Lets the server die at a step of what is asked of it. */
  async function dieAt(point: string, ask: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
    await stage.arm(point);
    const asked = ask().catch((error: unknown) => {
      // the answer is lost with the server
      if (!(error instanceof TypeError)) throw error;
    });
    await untilDead(stage);
    await asked;
    await look();
    await stage.restart();
  }

  const find = async (id: string): Promise<Binned | undefined> =>
    (await admin<{ items: Binned[] }>('GET', '/api/admin/library/bin?limit=100')).items.find((book) => book.id === id);

  /** The book as it is in the bin once nothing is done about it any more. */
  async function settled(id: string): Promise<Binned | undefined> {
    return until(
      async () => {
        const book = await find(id);
        return book?.busy ? undefined : { book };
      },
      { everyMs: 25, what: 'the bin to come to rest' },
    ).then(({ book }) => book);
  }

  /** The folders of the book, of ours, that have all its files. */
  async function newCopies({ scene: { book } }: Foreign): Promise<number> {
    const { books } = await libraryOf(stage.world.libraryDir);
    return [...books].filter(([name, files]) => name.includes(book.title) && !name.endsWith(']') && files === stage.files).length;
  }

  async function binned(): Promise<{ foreign: Foreign; book: Binned }> {
    const foreign = await foreignBook();
    const id = await replace(foreign);
    await untilAvailable(stage, id, stage.admin);
    const book = await settled(id);
    if (!book) throw new Error('It is not in the bin.');
    expect(book.files).to.equal(FILES);
    return { foreign, book };
  }

  const placesOf = ({ folder, names }: Foreign, bin: string): Promise<[boolean, boolean][]> =>
    Promise.all(
      names.map(async (name): Promise<[boolean, boolean]> => [await isThere(join(folder, name)), await isThere(join(bin, name))]),
    );

  for (const point of stepsAroundTheBin('fill')) {
    it(`has the new copy whole, and all old files in the bin in the end, after a kill at “${point}”`, async () => {
      const foreign = await foreignBook();
      let id = '';
      await dieAt(
        point,
        async () => {
          id = await replace(foreign);
        },
        async () => void expect(await newCopies(foreign)).to.equal(1),
      );

      await untilAvailable(stage, id, stage.admin);
      const book = await settled(id);
      expect(book?.files).to.equal(FILES);
      expect(await placesOf(foreign, book?.folder ?? '')).to.deep.equal(foreign.names.map(() => [false, true]));
      expect(await newCopies(foreign)).to.equal(1);
    });
  }

  for (const point of stepsAroundTheBin('restore')) {
    it(`has lost no file, and all of them back in the end, after a kill at “${point}”`, async () => {
      const { foreign, book } = await binned();
      await dieAt(
        point,
        () => admin('POST', `/api/admin/library/bin/${book.id}/restore`),
        async () => {
          for (const [here, there] of await placesOf(foreign, book.folder)) expect(here || there).to.equal(true);
        },
      );

      expect(await settled(book.id)).to.equal(undefined);
      expect(await placesOf(foreign, book.folder)).to.deep.equal(foreign.names.map(() => [true, false]));
      expect(await newCopies(foreign)).to.equal(1);
    });
  }

  for (const point of stepsAroundTheBin('empty')) {
    it(`has the new copy, and nothing in the bin in the end, after a kill at “${point}”`, async () => {
      const { foreign, book } = await binned();
      await dieAt(
        point,
        () => admin('DELETE', `/api/admin/library/bin/${book.id}`),
        async () => void expect(await newCopies(foreign)).to.equal(1),
      );

      expect(await settled(book.id)).to.equal(undefined);
      expect(await placesOf(foreign, book.folder)).to.deep.equal(foreign.names.map(() => [false, false]));
      expect(await isThere(join(stage.world.libraryDir, '.lectern-bin', book.id))).to.equal(false);
      expect(await newCopies(foreign)).to.equal(1);
    });
  }
});
