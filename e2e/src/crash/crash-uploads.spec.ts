import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBookFolder, until } from '@lectern/testbed';
import { expect } from 'chai';
import { zipOf } from '../zip-of.spec.support.js';
import { oneIn } from '../long-run.spec.support.js';
import { KILLS_WHILE_UPLOADING } from './crash-kills.spec.support.js';
import { withDatabase } from './crash-outcome.spec.support.js';
import { createCrashStage, libraryOf, untilAvailable, untilDead, type CrashStage } from './crash-scene.spec.support.js';

interface Upload {
  readonly id: string;
  readonly state: string;
  readonly fault?: string;
  readonly files: readonly { readonly received: number }[];
}

/** Half a file at a time, so that a file is continued. */
const PIECES = 2;

describe('a server that is killed during an upload', () => {
  let stage: CrashStage;
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    stage = await createCrashStage();
  });
  after(async () => {
    await stage?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const call = <T>(method: string, path: string, body?: object) => stage.admin.api.call<T>(method, path, body);

  /** Two files as they are, and one in an archive. */
  async function filesOf(index: number): Promise<{ title: string; asin: string; files: { name: string; bytes: Buffer }[] }> {
    const { book } = stage.nextScene();
    const author = book.authors[0]?.name ?? '';
    const folder = join(dir, String(index));
    await makeBookFolder(folder, { author, title: book.title, files: ['01.mp3', '02.mp3', '03.mp3'], secondsPerFile: 20 });
    const read = async (name: string) => ({ name, bytes: await readFile(join(folder, name)) });
    const [first, second, third] = await Promise.all(['01.mp3', '02.mp3', '03.mp3'].map(read));
    if (!first || !second || !third) throw new Error('the book has too few files');
    return { title: book.title, asin: book.asin, files: [first, second, { name: 'rest.zip', bytes: zipOf(third.name, third.bytes) }] };
  }

  /** What a browser does: sends what the server lacks, and finishes. */
  async function goOn(id: string, files: readonly { bytes: Buffer }[]): Promise<void> {
    const { upload } = await call<{ upload: Upload }>('GET', `/api/uploads/${id}`);
    if (upload.state !== 'receiving') return;
    for (const [position, { bytes }] of files.entries()) {
      const pieceBytes = Math.ceil(bytes.length / PIECES);
      for (let offset = upload.files[position]?.received ?? 0; offset < bytes.length; offset += pieceBytes) {
        const piece = new Blob([new Uint8Array(bytes.subarray(offset, offset + pieceBytes))], { type: 'application/octet-stream' });
        await call('PUT', `/api/uploads/${id}/files?position=${position}&offset=${offset}`, piece);
      }
    }
    await call('POST', `/api/uploads/${id}/finish`);
  }

  for (const [index, point] of oneIn(4, KILLS_WHILE_UPLOADING).entries()) {
    it(`has the whole book once, and nothing else, after a kill at “${point}”`, async () => {
      const { title, asin, files } = await filesOf(index);
      const { request } = await stage.user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin });
      const names = files.map(({ name, bytes }) => ({ name, size: bytes.length }));
      const { upload } = await call<{ upload: Upload }>('POST', `/api/requests/${request.id}/uploads`, { files: names });
      await stage.arm(point);

      const sent = goOn(upload.id, files).catch((error: unknown) => {
        // the answer is lost with the server
        if (!(error instanceof TypeError)) throw error;
      });
      await untilDead(stage);
      await sent;
      await stage.restart();
      await goOn(upload.id, files);

      await untilAvailable(stage, request.id, stage.admin);
      const library = await libraryOf(stage.world.libraryDir);
      expect(library.left, 'working folders').to.deep.equal([]);
      expect([...library.books].filter(([folder]) => folder.includes(title))).to.deep.equal([[title, 3]]);
      const left = async () => readdir(join(stage.dataDir, 'uploads', upload.id), { recursive: true }).catch(() => []);
      await until(async () => (await left()).every((name) => !/\d/.test(name)), { everyMs: 50, what: 'the files to leave' });
      await withDatabase(stage, async ({ read }) => {
        expect(await read.all('SELECT id FROM imports WHERE request_id = ?', [request.id])).to.have.length(1);
      });
    });
  }
});
